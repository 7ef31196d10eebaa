"""Scores data frames of polars; importing it adds their namespace `parbleu`."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
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
) -> Any:
    """Returns a frame with columns of scores or statistics, as `parbleu.scale.score_batches` adds them.

    Args:
        dataset: a DataFrame; or a LazyFrame, which stays lazy.
        metric: a name such as "chrf++", or a metric.
        hypothesis: the column of hypotheses, or several.
        references: the columns of references.
        emit: "scores", "statistics" or "both".
    """
    import polars

    work = Work(metric, hypothesis, references, emit=emit)

    def scored(frame: Any) -> Any:
        return polars.from_arrow(work.scored(frame.to_arrow()))

    if isinstance(dataset, polars.LazyFrame):
        empty = polars.DataFrame(schema=dataset.collect_schema())
        return dataset.map_batches(scored, schema=scored(empty).schema)
    return scored(dataset)


def corpus_score(
    dataset: Any,
    metric: str | Metric[Any],
    hypothesis: str | Sequence[str] = "mt",
    references: str | Sequence[str] = ("ref",),
    by: str | Sequence[str] | None = None,
) -> Any:
    """Returns the Score of a frame, or with `by` those of its groups: value -> Score.

    The arguments are those of `score_dataset`. A LazyFrame is read in batches.
    """
    work = Work(metric, hypothesis, references, by)
    is_lazy = hasattr(dataset, "collect_batches")
    parts = dataset.collect_batches(chunk_size=ROWS) if is_lazy else [dataset]
    return work.finished([work.summed(frame.to_arrow()) for frame in parts])


class Namespace:
    """`frame.parbleu`: the functions of this module with the frame as their first argument."""

    def __init__(self, frame: Any) -> None:
        self._frame = frame

    def score_dataset(self, *words: Any, **options: Any) -> Any:
        """Returns what `parbleu.scale.polars.score_dataset` does."""
        return score_dataset(self._frame, *words, **options)

    def corpus_score(self, *words: Any, **options: Any) -> Any:
        """Returns what `parbleu.scale.polars.corpus_score` does."""
        return corpus_score(self._frame, *words, **options)


if find_spec("polars") is not None:
    import polars

    polars.api.register_dataframe_namespace("parbleu")(Namespace)
    polars.api.register_lazyframe_namespace("parbleu")(Namespace)
