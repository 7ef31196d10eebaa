"""Scores datasets of Ray Data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parbleu.metrics.base import Metric
from parbleu.scale.partitions import ROWS, Work


def score_dataset(
    dataset: Any,
    metric: str | Metric[Any],
    hypothesis: str | Sequence[str] = "mt",
    references: str | Sequence[str] = ("ref",),
    *,
    emit: str = "scores",
    **options: Any,
) -> Any:
    """Returns the dataset with columns of scores or statistics, as `parbleu.scale.score_batches` adds them.

    Args:
        dataset: a `ray.data.Dataset`; it stays lazy, and is scored where it lies.
        metric: a name such as "chrf++", or a metric.
        hypothesis: the column of hypotheses, or several.
        references: the columns of references.
        emit: "scores", "statistics" or "both".
        options: more arguments of `map_batches`, such as `batch_size` or `num_cpus`.
    """
    return _mapped(dataset, Work(metric, hypothesis, references, emit=emit, threads=1).scored, options)


def corpus_score(
    dataset: Any,
    metric: str | Metric[Any],
    hypothesis: str | Sequence[str] = "mt",
    references: str | Sequence[str] = ("ref",),
    by: str | Sequence[str] | None = None,
    **options: Any,
) -> Any:
    """Returns the Score of a dataset, or with `by` those of its groups: value -> Score.

    The arguments are those of `score_dataset`. Only sums of batches come to the caller.
    """
    work = Work(metric, hypothesis, references, by, threads=1)
    sums = _mapped(dataset, work.summed, options)
    return work.finished(sums.iter_batches(batch_size=None, batch_format="pyarrow"))


def _mapped(dataset: Any, function: Any, options: dict[str, Any]) -> Any:
    usual = {"batch_size": ROWS, "batch_format": "pyarrow", "zero_copy_batch": True}
    return dataset.map_batches(function, **{**usual, **options})
