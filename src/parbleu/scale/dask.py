"""Scores data frames of Dask: `dask.dataframe.DataFrame`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from parbleu.scale._partitions import DataEngine, Step, Work
from parbleu.text._table_files.arrow_table import imported_pyarrow

__all__ = ["corpus_score", "decode_dataset", "executor", "score_dataset"]


class DaskEngine(DataEngine):
    """Partitions are data frames of pandas, which the scheduler puts on workers."""

    threads: int | None = 1

    def mapped(self, dataset: Any, step: Step, **options: Any) -> Any:
        """Returns a lazy frame; options are those of `map_partitions`."""
        return dataset.map_partitions(_applied, step, meta=_applied(dataset._meta, step), **options)

    def sums(self, dataset: Any, work: Work, **options: Any) -> Any:
        """Returns the sums of all partitions; options are those of `dask.compute`."""
        return self.called(lambda frame: work.summed(_arrow(frame)), dataset.to_delayed(), **options)

    def called(self, function: Any, items: Sequence[Any], **options: Any) -> Any:
        """Returns what the scheduler's workers return; options are those of `dask.compute`."""
        from dask import compute, delayed

        return compute(*(delayed(function)(item) for item in items), **options)


def _arrow(frame: Any) -> Any:
    return imported_pyarrow("parbleu.scale.dask").Table.from_pandas(frame, preserve_index=False)


def _applied(frame: Any, step: Step) -> Any:
    table = step(_arrow(frame))
    added = {name: table.column(name).to_pandas() for name in table.column_names if name not in frame.columns}
    return frame.assign(**{name: column.set_axis(frame.index) for name, column in added.items()})


def executor() -> Any:
    """Returns an executor of the cluster in Dask's configuration: DASK_SCHEDULER_ADDRESS, or one made here.

    For `parbleu meta matrix --executor parbleu.scale.dask:executor`.
    """
    running = import_module("dask").config.get("scheduler-address", None)
    options = {"address": running} if running else {"dashboard_address": None}
    return import_module("distributed").Client(**options).get_executor()


_engine = DaskEngine()
score_dataset: Callable[..., Any] = _engine.score_dataset
corpus_score: Callable[..., Any] = _engine.corpus_score
decode_dataset: Callable[..., Any] = _engine.decode_dataset
