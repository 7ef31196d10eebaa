"""Studies how far a score can be trusted, on a user's own data."""

from parbleu.base.lazy import lazy_attributes

__getattr__, __dir__, __all__ = lazy_attributes(
    __name__,
    {
        ".own_tokenizers": "FilterCommand HuggingFaceFile PieceFile",
        ".permutation_counts": "Count",
        ".permutation_result": "EqualCorpus Permutations SampledOrders SystemPermutations",
        ".permutation_study": "permutations",
        ".segment_blocks": "Segment",
        ".sensitivity": "tokenization",
        ".sensitivity_result": "PairChange Row StudySection Sensitivity Spread",
        ".varied_settings": "VARIED",
    },
)
