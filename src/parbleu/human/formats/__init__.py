"""Registers the rating formats. To add one: a file with a `Format` subclass, and its line in `FORMATS`."""

from __future__ import annotations

from parbleu._base.registry import Registry

# A file whose format is not given is tried as each of these, in this order.
FORMATS = Registry(
    "format of ratings",
    {
        "seg-rating": "parbleu.human.formats._mt_metrics_eval:SegRating",
        "seg-score": "parbleu.human.formats._mt_metrics_eval:SegScore",
        "standalone": "parbleu.human.formats._mt_metrics_eval:Standalone",
        "unbabel": "parbleu.human.formats._mqm_tables:Unbabel",
        "google": "parbleu.human.formats._mqm_tables:Google",
        "google-averages": "parbleu.human.formats._google_averages:GoogleAverages",
        "esa": "parbleu.human.formats._esa:Esa",
        "da": "parbleu.human.formats._esa:Da",
        "wmt-humeval": "parbleu.human.formats._wmt_humeval:WmtHumeval",
        "pearmut": "parbleu.human.formats._pearmut:Pearmut",
        "label-studio": "parbleu.human.formats._label_studio:LabelStudio",
        "factgenie": "parbleu.human.formats._factgenie:Factgenie",
        "xcomet": "parbleu.human.formats._xcomet:Xcomet",
        "wmt25-mteval": "parbleu.human.formats._wmt_evaluation:EvaluationTable",
        "wmt25-mteval-inclusive": "parbleu.human.formats._wmt_evaluation:InclusiveEvaluationTable",
        "wmt26-mteval": "parbleu.human.formats._wmt_evaluation:EvaluationSubmission",
        "segments": "parbleu.human.formats._segment_scores:SegmentScoresFile",
        "table": "parbleu.human.formats._score_table:ScoreTable",
    },
    group="parbleu.human.formats",
)
