"""Scores datasets of Ray Data: `ray.data.Dataset`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from importlib import import_module
from typing import Any

from parbleu.scale._batch_scores import metric_of, names_scorer
from parbleu.scale._partitions import Actor, DataEngine, RowTotals, Work

__all__ = ["RayExecutor", "aggregation", "corpus_score", "decode_dataset", "score_dataset"]
WHOLE: dict[str, Any] = {"batch_size": None, "batch_format": "pyarrow"}


class RayEngine(DataEngine):
    """Partitions are blocks, scored by tasks that read them, or batches for actors of a class or scorer."""

    threads: int | None = 1

    def mapped(self, dataset: Any, step: Any, **options: Any) -> Any:
        """Returns a lazy dataset; options are those of `map_batches`, such as `num_gpus` of each actor."""
        if isinstance(step.__self__.metric, type) or names_scorer(step.__self__.metric):
            step, options = Actor, {"concurrency": 1, "fn_constructor_args": (step,), **options}
        return dataset.map_batches(step, **{**WHOLE, **options})

    def sums(self, dataset: Any, work: Work, **options: Any) -> Iterable[Any]:
        """Yields the sums of all blocks; options are those of `map_batches`."""
        yield from self.mapped(dataset, work.summed, **options).iter_batches(**WHOLE)

    def called(self, function: Any, items: Sequence[Any], **options: Any) -> Any:
        """Returns what tasks return; options are those of a remote function."""
        ray = import_module("ray")
        task = ray.remote(lambda item: function(item)).options(**options)
        return ray.get([task.remote(item) for item in items])


def aggregation(metric: Any, name: str | None = None, on: str = "statistics") -> Any:
    """Returns an `AggregateFnV2` of Ray: the score of rows of statistics, for `aggregate` also of `groupby`.

    Args:
        metric: that `score_dataset(..., emit="statistics")` counted.
        name: of the column of scores, float64; by default that of the metric's scores.
        on: the column of statistics.
    """
    made, base = metric_of(metric), import_module("ray.data.aggregate").AggregateFnV2
    kind = type("CorpusScore", (RowTotals, base), {"metric": made, "column": on})
    return kind(name or made.score_name, list, on=on, ignore_nulls=False)


class RayExecutor(Executor):
    """Runs functions as tasks of Ray: for `parbleu meta matrix --executor parbleu.scale.ray:RayExecutor`."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Any:
        """Returns a future of a function's result."""
        return import_module("ray").remote(lambda: fn(*args, **kwargs)).remote().future()


_engine = RayEngine()
score_dataset: Callable[..., Any] = _engine.score_dataset
corpus_score: Callable[..., Any] = _engine.corpus_score
decode_dataset: Callable[..., Any] = _engine.decode_dataset
