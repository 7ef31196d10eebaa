"""Works on n-best lists: minimum Bayes risk decoding, oracles and rescoring."""

from parbleu.base.lazy import lazy_attributes

__getattr__, __dir__, __all__ = lazy_attributes(
    __name__,
    {
        ".expected_utility": "decode decode_each",
        ".mbr_result": "Decision Decisions",
        ".nbest_files": "FORMATS read_nbest",
        ".nbest_lists": "NbestList",
        ".nbest_scores": "ScoredList rescore",
        ".oracle_search": "Oracle Oracles oracles",
        ".utility_matrices": "matrix_file",
    },
)
