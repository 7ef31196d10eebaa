"""Scores data frames of Spark: `pyspark.sql.DataFrame`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from typing import Any

from parbleu.scale._partitions import DataEngine, Step, Work
from parbleu.text._table_files.arrow_table import imported_pyarrow
from parbleu.text._table_files.table_opening import as_words

__all__ = ["corpus_score", "decode_dataset", "score_dataset"]


class SparkEngine(DataEngine):
    """Partitions are batches of `mapInArrow`, of `spark.sql.execution.arrow.maxRecordsPerBatch` rows."""

    threads: int | None = 1

    def mapped(self, dataset: Any, step: Step, **options: Any) -> Any:
        """Returns a lazy frame; options are those of `mapInArrow`."""
        types = import_module("pyspark.sql.pandas.types")
        empty = types.to_arrow_schema(dataset.schema).empty_table()
        schema = types.from_arrow_schema(_plain(step(empty)).schema)
        return dataset.mapInArrow(lambda batches: _applied(step, batches), schema, **options)

    def sums(self, dataset: Any, work: Work, **options: Any) -> Iterable[Any]:
        """Returns the sums of each group, which executors have added up."""
        parts = self.mapped(dataset, work.summed, **options)
        groups = parts.groupBy(*as_words(work.by or ()))
        return [groups.applyInArrow(lambda table: _plain(work.resummed(table)), parts.schema).toArrow()]

    def called(self, function: Any, items: Sequence[Any], **options: Any) -> Any:
        """Returns what tasks return, four for each core; options are those of `parallelize`."""
        context = import_module("pyspark.sql").SparkSession.builder.getOrCreate().sparkContext
        count = min(len(items), 4 * context.defaultParallelism)
        spread = context.parallelize(items, **{"numSlices": count, **options})
        return spread.map(function).collect()


def _plain(table: Any) -> Any:
    """Returns a table whose lists have no fixed size, since those of Spark have none."""
    pyarrow = imported_pyarrow("parbleu.scale.spark")
    for index, kind in enumerate(table.schema.types):
        if pyarrow.types.is_fixed_size_list(kind):
            column = table.column(index).cast(pyarrow.list_(kind.value_type))
            table = table.set_column(index, table.schema.names[index], column)
    return table


def _applied(step: Step, batches: Iterable[Any]) -> Iterator[Any]:
    pyarrow = imported_pyarrow("parbleu.scale.spark")
    for batch in batches:
        yield from _plain(step(pyarrow.Table.from_batches([batch]))).to_batches()


_engine = SparkEngine()
score_dataset: Callable[..., Any] = _engine.score_dataset
corpus_score: Callable[..., Any] = _engine.corpus_score
decode_dataset: Callable[..., Any] = _engine.decode_dataset
