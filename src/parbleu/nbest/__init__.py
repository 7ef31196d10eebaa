"""Works on n-best lists: minimum Bayes risk decoding, oracles and rescoring."""

from parbleu.base.lazy import lazy_attributes

__getattr__, __dir__, __all__ = lazy_attributes(
    __name__,
    {
        ".decoding": "Decision Decisions decode decode_each matrix_file",
        ".nbest_files": "FORMATS NbestList read_nbest",
        ".nbest_scores": "ScoredList rescore",
        ".oracle_search": "Oracle Oracles oracles",
    },
)
