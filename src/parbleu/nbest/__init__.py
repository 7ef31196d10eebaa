"""Works on n-best lists: minimum Bayes risk decoding, oracles and rescoring."""

from parbleu._base.lazy import lazy_attributes

__getattr__, __dir__, __all__ = lazy_attributes(
    __name__,
    {
        "._decoding": "Decision Decisions decode decode_each matrix_file",
        "._nbest_files": "FORMATS NbestList read_nbest",
        "._nbest_scores": "ScoredList rescore",
        "._oracle_search": "Oracle Oracles oracles",
    },
)
