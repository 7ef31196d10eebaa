"""Studies how far a score can be trusted, on a user's own data."""

from parbleu._base.lazy import lazy_attributes

__getattr__, __dir__, __all__ = lazy_attributes(
    __name__,
    {
        "._own_tokenizers": "FilterCommand HuggingFaceFile PieceFile",
        "._permutation_counts": "Count Segment",
        "._permutation_study": "EqualCorpus Permutations SampledOrders SystemPermutations permutations",
        "._sensitivity": "tokenization",
        "._sensitivity_result": "PairChange Row StudySection Sensitivity Spread",
        "._varied_settings": "VARIED",
    },
)
