"""Scores datasets of Hugging Face."""

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
        dataset: a Dataset, or an IterableDataset, which stays lazy.
        metric: a name such as "chrf++", or a metric.
        hypothesis: the column of hypotheses, or several.
        references: the columns of references.
        emit: "scores", "statistics" or "both".
        options: more arguments of the dataset's `map`, such as `num_proc`.
    """
    work = Work(metric, hypothesis, references, emit=emit, threads=1 if options.get("num_proc") else None)
    scored = dataset.with_format("arrow").map(work.scored, batched=True, **{"batch_size": ROWS, **options})
    return scored.with_format(None)


def corpus_score(
    dataset: Any,
    metric: str | Metric[Any],
    hypothesis: str | Sequence[str] = "mt",
    references: str | Sequence[str] = ("ref",),
    by: str | Sequence[str] | None = None,
) -> Any:
    """Returns the Score of a dataset, or with `by` those of its groups: value -> Score.

    The arguments are those of `score_dataset`. The dataset is read in batches.
    """
    work = Work(metric, hypothesis, references, by)
    return work.finished([work.summed(part) for part in dataset.with_format("arrow").iter(ROWS)])
