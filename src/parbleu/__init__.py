"""Every number in a machine-translation paper: BLEU, chrF and TER, exact, parallel and signed."""

from parbleu.base.lazy import lazy_attributes

__version__ = "0.1.0"

__getattr__, __dir__, __all__ = lazy_attributes(
    __name__,
    {
        ".": "errors evalset human meta metrics stats study tables testsets text translate",
        ".comparison.compare_systems": "compare",
        ".comparison.comparison_result": "Comparison",
        ".comparison.segment_scores": "SegmentScores",
        ".errors": "ParbleuError",
        ".metrics": "METRICS tokens",
        ".metrics.base": "Metric",
        ".metrics.bleu": "BLEU BLEUScore",
        ".metrics.chrf": "CHRF CHRFScore",
        ".metrics.from_signature": "from_signature",
        ".metrics.functional": "corpus_bleu corpus_chrf corpus_ter raw_corpus_bleu "
        "sentence_bleu sentence_chrf sentence_ter",
        ".metrics.score": "Score",
        ".metrics.signature": "Signature",
        ".metrics.ter": "TER TERScore",
        ".testsets.file_paths": "download_test_set get_available_testsets "
        "get_available_testsets_for_langpair get_files get_langpairs_for_testset get_reference_files "
        "get_source_file",
        ".testsets.loading": "TestSet load",
        ".text.segments": "as_segments",
        ".text.tokenizers": "TOKENIZERS tokenize",
    },
)
__all__ += ["__version__"]
