"""Scores record batches of Arrow wherever they are, and puts statistics of any partitions together again."""

from parbleu.base.lazy import lazy_attributes

__getattr__, __dir__, __all__ = lazy_attributes(
    __name__,
    {
        ".batch_decisions": "decode_batches",
        ".batch_scores": "score_batches",
        ".batch_sums": "reduce_batches scores_of_sums",
        ".gathered_statistics": "finish",
        ".partition_samples": "finish_samples sample_batches",
        ".saved_results": "gate_saved",
    },
)
