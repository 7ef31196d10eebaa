"""Scores data frames of Spark: `pyspark.sql.DataFrame`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from typing import Any

from parbleu.scale.partitions import Engine, Step, Work
from parbleu.text.table_files.arrow_table import imported_pyarrow
from parbleu.text.table_files.table_opening import as_words

__all__ = ["corpus_score", "decode_dataset", "score_dataset"]


class SparkEngine(Engine):
    """Partitions are batches of `mapInArrow`, of `spark.sql.execution.arrow.maxRecordsPerBatch` rows."""

    threads: int | None = 1

    def mapped(self, dataset: Any, step: Step, **options: Any) -> Any:
        """Returns a lazy frame; options are those of `mapInArrow`."""
        types = import_module("pyspark.sql.pandas.types")
        plain = _Plain(step)
        schema = plain.table(types.to_arrow_schema(dataset.schema).empty_table()).schema
        return dataset.mapInArrow(plain.batches, types.from_arrow_schema(schema), **options)

    def sums(self, dataset: Any, work: Work, **options: Any) -> Iterable[Any]:
        """Returns the sums of each group, which executors have added up."""
        parts = self.mapped(dataset, work.summed, **options)
        again = _Plain(work.resummed)
        groups = parts.groupBy(*as_words(work.by or ()))
        # Spark counts the arguments, of a method also `self`.
        return [groups.applyInArrow(lambda table: again.table(table), parts.schema).toArrow()]

    def called(self, function: Any, items: Sequence[Any], **options: Any) -> Iterable[Any]:
        """Returns what tasks return, four for each core; options are those of `parallelize`."""
        context = import_module("pyspark.sql").SparkSession.builder.getOrCreate().sparkContext
        count = min(len(items), 4 * context.defaultParallelism)
        spread = context.parallelize(items, **{"numSlices": count, **options})
        found: Iterable[Any] = spread.map(function).collect()
        return found


class _Plain:
    """A step whose lists have no fixed size, since those of Spark have none."""

    def __init__(self, step: Step) -> None:
        self._step = step

    def table(self, table: Any) -> Any:
        """Returns what the step makes of a table."""
        pyarrow = imported_pyarrow("parbleu.scale.spark")
        made = self._step(table)
        for place, kind in enumerate(made.schema.types):
            if pyarrow.types.is_fixed_size_list(kind):
                column = made.column(place).cast(pyarrow.list_(kind.value_type))
                made = made.set_column(place, made.schema.names[place], column)
        return made

    def batches(self, batches: Iterable[Any]) -> Iterator[Any]:
        """Yields what the step makes of each record batch."""
        pyarrow = imported_pyarrow("parbleu.scale.spark")
        for batch in batches:
            yield from self.table(pyarrow.Table.from_batches([batch])).to_batches()


_engine = SparkEngine()
score_dataset: Callable[..., Any] = _engine.score_dataset
corpus_score: Callable[..., Any] = _engine.corpus_score
decode_dataset: Callable[..., Any] = _engine.decode_dataset
