"""Scores relations of DuckDB, and adds metrics to its SQL as functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from parbleu.metrics._base import Metric
from parbleu.scale._partitions import ROWS, DataEngine, Step, Work
from parbleu.text._table_files.arrow_table import imported_pyarrow

__all__ = ["corpus_score", "decode_dataset", "register", "score_dataset"]


class DuckdbEngine(DataEngine):
    """Partitions are batches of a relation's rows, in this process."""

    def mapped(self, dataset: Any, step: Step, **options: Any) -> Any:
        """Returns a table of pyarrow, which DuckDB can query."""
        return step(_reader(dataset, **options))

    def sums(self, dataset: Any, work: Work, **options: Any) -> Iterable[Any]:
        """Returns the sums of all rows, which are read in batches."""
        return [work.summed(_reader(dataset, **options))]


def register(connection: Any, name: str, metric: str | Metric[Any]) -> None:
    """Adds a function to a connection's SQL: `SELECT chrf(mt, ref) FROM table` scores each row.

    Args:
        connection: of DuckDB.
        name: of the function.
        metric: what it computes.
    """
    pyarrow = imported_pyarrow("parbleu.scale.duckdb")
    work = Work(metric)

    def scores(hypotheses: Any, references: Any) -> Any:
        return work.scored(pyarrow.table({"mt": hypotheses, "ref": references})).column("score")

    connection.create_function(name, scores, ["VARCHAR", "VARCHAR"], "DOUBLE", type="arrow")


def _reader(relation: Any, batch_size: int = ROWS) -> Any:
    read = getattr(relation, "to_arrow_reader", None) or relation.fetch_record_batch
    return read(batch_size)


_engine = DuckdbEngine()
score_dataset: Callable[..., Any] = _engine.score_dataset
corpus_score: Callable[..., Any] = _engine.corpus_score
decode_dataset: Callable[..., Any] = _engine.decode_dataset
