"""Computes every number of a machine-translation paper: BLEU, chrF and TER, intervals and tests."""

from parbleu.base.lazy import lazy_attributes

__version__ = "0.1.0"

__getattr__, __dir__, __all__ = lazy_attributes(
    __name__,
    {
        ".": (
            "analysis errors evalset human meta metrics nbest report "
            "scale stats study tables testsets text translate typing"
        ),
        ".comparison.compare_systems": "compare",
        ".comparison.regression_gate": "gate",
        ".comparison.resampled_scores": "ExplanationOptions",
        ".comparison.gate_result": "Gate",
        ".comparison.segment_plan": "SegmentPlan plan_segments",
        ".comparison.comparison_result": "Comparison",
        ".inputs.segment_scores": "SegmentScores",
        ".comparison.table_scores": "TableScores score_table",
        ".errors": "ParbleuError",
        ".metrics.base": "Metric",
        ".metrics.bleu": "BLEU BLEUScore",
        ".metrics.chrf": "CHRF CHRFScore",
        ".metrics.from_signature": "from_signature",
        ".metrics.functional": "corpus_bleu corpus_chrf corpus_ter sentence_bleu sentence_chrf sentence_ter",
        ".metrics.score": "Score",
        ".metrics.signature": "Signature",
        ".metrics.ter": "TER TERScore",
        ".stats.resampling": "Resampling",
        ".stats.sequential_looks": "SequentialDesign",
        ".testsets.loading": "TestSet load_test_set",
        ".text.segment_table": "TableColumns",
        ".text.tokenizers": "tokenize",
    },
)
__all__ += ["__version__"]
