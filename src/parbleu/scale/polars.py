"""Scores data frames of polars; importing it adds their namespace `parbleu`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from importlib.util import find_spec
from typing import Any

from parbleu.scale._partitions import ROWS, DataEngine, Step, Work

__all__ = ["Namespace", "corpus_score", "decode_dataset", "score_dataset"]


class PolarsEngine(DataEngine):
    """The only partition of a DataFrame is itself; those of a LazyFrame are batches of its rows."""

    def mapped(self, dataset: Any, step: Step, **options: Any) -> Any:
        """Returns a DataFrame or a LazyFrame, as given; options are those of a LazyFrame's `map_batches`."""
        import polars

        def applied(frame: Any) -> Any:
            return polars.from_arrow(step(frame.to_arrow()))

        if isinstance(dataset, polars.LazyFrame):
            empty = polars.DataFrame(schema=dataset.collect_schema())
            return dataset.map_batches(applied, schema=applied(empty).schema, **options)
        return applied(dataset)

    def sums(self, dataset: Any, work: Work, **options: Any) -> Iterable[Any]:
        """Yields the sums of parts; options are those of a LazyFrame's `collect_batches`."""
        if hasattr(dataset, "collect_batches"):
            parts = dataset.collect_batches(**{"chunk_size": ROWS, **options})
        else:
            parts = [dataset]
        for frame in parts:
            yield work.summed(frame.to_arrow())


_engine = PolarsEngine()
score_dataset: Callable[..., Any] = _engine.score_dataset
corpus_score: Callable[..., Any] = _engine.corpus_score
decode_dataset: Callable[..., Any] = _engine.decode_dataset


class Namespace:
    """`frame.parbleu`: the functions of this module with the frame as their first argument."""

    def __init__(self, frame: Any) -> None:
        self.score_dataset: Callable[..., Any] = partial(score_dataset, frame)
        self.corpus_score: Callable[..., Any] = partial(corpus_score, frame)
        self.decode_dataset: Callable[..., Any] = partial(decode_dataset, frame)


if find_spec("polars") is not None:
    import polars

    polars.api.register_dataframe_namespace("parbleu")(Namespace)
    polars.api.register_lazyframe_namespace("parbleu")(Namespace)
