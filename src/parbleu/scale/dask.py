"""Scores data frames of Dask."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parbleu.metrics.base import Metric
from parbleu.scale.partitions import Work
from parbleu.text.table_files.arrow_table import imported_pyarrow


def score_dataset(
    dataset: Any,
    metric: str | Metric[Any],
    hypothesis: str | Sequence[str] = "mt",
    references: str | Sequence[str] = ("ref",),
    *,
    emit: str = "scores",
) -> Any:
    """Returns the frame with columns of scores or statistics, as `parbleu.scale.score_batches` adds them.

    Args:
        dataset: a `dask.dataframe.DataFrame`; it stays lazy.
        metric: a name such as "chrf++", or a metric.
        hypothesis: the column of hypotheses, or several.
        references: the columns of references.
        emit: "scores", "statistics" or "both".
    """
    work = Work(metric, hypothesis, references, emit=emit, threads=1)
    return dataset.map_partitions(_scored, work, meta=_scored(dataset._meta, work))


def corpus_score(
    dataset: Any,
    metric: str | Metric[Any],
    hypothesis: str | Sequence[str] = "mt",
    references: str | Sequence[str] = ("ref",),
    by: str | Sequence[str] | None = None,
) -> Any:
    """Returns the Score of a frame, or with `by` those of its groups: value -> Score.

    The arguments are those of `score_dataset`. Only sums of partitions come to the caller.
    """
    from dask import compute, delayed

    work = Work(metric, hypothesis, references, by, threads=1)
    return work.finished(compute(*(delayed(_summed)(part, work) for part in dataset.to_delayed())))


def _arrow(frame: Any) -> Any:
    return imported_pyarrow("parbleu.scale.dask").Table.from_pandas(frame, preserve_index=False)


def _scored(frame: Any, work: Work) -> Any:
    table = work.scored(_arrow(frame))
    added = {name: table.column(name).to_pandas() for name in table.column_names if name not in frame.columns}
    return frame.assign(**{name: column.set_axis(frame.index) for name, column in added.items()})


def _summed(frame: Any, work: Work) -> Any:
    return work.summed(_arrow(frame))
