"""Scores record batches of Arrow wherever they are, and puts statistics of any partitions together again."""

from parbleu._base.lazy import lazy_attributes

__getattr__, __dir__, __all__ = lazy_attributes(
    __name__,
    {
        "._batch_decisions": "decode_batches",
        "._batch_scores": "score_batches",
        "._batch_sums": "reduce_batches scores_of_sums",
        "._gathered_statistics": "finish",
        "._partition_samples": "finish_samples sample_batches",
        "._saved_results": "gate_saved",
    },
)
