"""Scores datasets of Ray Data: `ray.data.Dataset`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from importlib import import_module
from typing import Any

from parbleu.scale.batch_sums import score_of_row, statistics_of
from parbleu.scale.partitions import Actor, Engine, Work
from parbleu.scale.statistics_label import STATISTICS, metric_of

__all__ = ["RayExecutor", "aggregation", "corpus_score", "decode_dataset", "score_dataset"]


class RayEngine(Engine):
    """Partitions are blocks, which the tasks score that read them, or batches for actors of a class."""

    threads: int | None = 1

    def mapped(self, dataset: Any, step: Any, **options: Any) -> Any:
        """Returns a lazy dataset; options are those of `map_batches`."""
        usual = {"batch_size": None, "batch_format": "pyarrow", **options}
        if isinstance(step.__self__.metric, type):
            return dataset.map_batches(Actor, **{"concurrency": 1, "fn_constructor_args": (step,), **usual})
        return dataset.map_batches(step, **usual)

    def sums(self, dataset: Any, work: Work, **options: Any) -> Iterable[Any]:
        """Yields the sums of all blocks; options are those of `map_batches`."""
        found = self.mapped(dataset, work.summed, **options)
        yield from found.iter_batches(batch_size=None, batch_format="pyarrow")

    def called(self, function: Any, items: Sequence[Any], **options: Any) -> Iterable[Any]:
        """Yields what tasks return; options are those of a remote function."""
        ray = import_module("ray")
        task = ray.remote(lambda item: function(item)).options(**options)
        yield from ray.get([task.remote(item) for item in items])


def aggregation(metric: Any, name: str | None = None, on: str = STATISTICS) -> Any:
    """Returns an `AggregateFnV2` of Ray: the score of rows of statistics, for `aggregate` also of `groupby`.

    Args:
        metric: that `score_dataset(..., emit="statistics")` counted.
        name: of the column of scores, float64; by default that of the metric's scores.
        on: the column of statistics.
    """
    made = metric_of(metric)

    class CorpusScore(import_module("ray.data.aggregate").AggregateFnV2):  # type: ignore[misc]
        def aggregate_block(self, block: Any) -> list[Any]:
            return statistics_of(block, on).sum(axis=0).tolist() if block.num_rows else []

        def combine(self, current_accumulator: list[Any], new: list[Any]) -> list[Any]:
            sums = zip(current_accumulator, new, strict=True) if current_accumulator and new else ()
            return [one + other for one, other in sums] or current_accumulator or new

        def finalize(self, accumulator: list[Any]) -> float:
            return score_of_row(made, accumulator, 1, 1).score

    return CorpusScore(name or made.score_name, list, on=on, ignore_nulls=False)


class RayExecutor(Executor):
    """Runs functions as tasks of Ray: for `parbleu meta matrix --executor parbleu.scale.ray:RayExecutor`."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Any:
        """Returns a future of a function's result."""
        call = import_module("ray").remote(lambda fn, /, *args, **kwargs: fn(*args, **kwargs))
        return call.remote(fn, *args, **kwargs).future()


_engine = RayEngine()
score_dataset: Callable[..., Any] = _engine.score_dataset
corpus_score: Callable[..., Any] = _engine.corpus_score
decode_dataset: Callable[..., Any] = _engine.decode_dataset
