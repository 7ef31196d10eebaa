"""Computes every number of a machine-translation paper: BLEU, chrF and TER, intervals and tests."""

from parbleu._base.lazy import lazy_attributes

__version__ = "0.1.0"

__getattr__, __dir__, __all__ = lazy_attributes(
    __name__,
    {
        ".": (
            "analysis errors evalset human meta metrics nbest report "
            "scale scorers stats study tables testsets text translate typing wmt"
        ),
        "._comparison.compare_systems": "compare",
        "._comparison.regression_gate": "gate",
        "._comparison.resampled_scores": "ExplanationOptions",
        "._comparison.gate_result": "Gate",
        "._comparison.segment_plan": "SegmentPlan plan_segments",
        "._comparison.comparison_result": "Comparison",
        "._inputs.segment_scores": "SegmentScores",
        "._comparison.pair_scores": "PairScores score_pairs",
        "._comparison.table_scores": "TableScores score_table",
        ".errors": "ParbleuError",
        ".metrics._base": "Metric",
        ".metrics._bleu": "BLEU BLEUScore",
        ".metrics._chrf": "CHRF CHRFScore",
        ".metrics._from_signature": "from_signature",
        ".metrics._functional": "corpus_bleu corpus_chrf corpus_ter sentence_bleu sentence_chrf sentence_ter",
        ".metrics._score": "Score Signature",
        ".metrics._ter": "TER TERScore",
        ".stats.resampling": "Resampling",
        ".stats._sequential_looks": "SequentialDesign",
        ".testsets._loading": "TestSet load_test_set",
        ".text._segment_table": "TableColumns",
        ".text._tokenizers": "tokenize",
    },
)
__all__ += ["__version__"]
