"""Registers the rating formats. To add one: a file with a `Format` subclass, and its line in `FORMATS`."""

from __future__ import annotations

from parbleu.base.registry import Registry

# A file whose format is not given is tried as each of these, in this order.
FORMATS = Registry(
    "format of ratings",
    {
        "seg-rating": "parbleu.human.formats.mt_metrics_eval:SegRating",
        "standalone": "parbleu.human.formats.mt_metrics_eval:Standalone",
        "unbabel": "parbleu.human.formats.mqm_tables:Unbabel",
        "google": "parbleu.human.formats.mqm_tables:Google",
        "esa": "parbleu.human.formats.esa:Esa",
        "da": "parbleu.human.formats.esa:Da",
        "xcomet": "parbleu.human.formats.xcomet:Xcomet",
        "table": "parbleu.human.formats.score_table:ScoreTable",
    },
    group="parbleu.human.formats",
)
