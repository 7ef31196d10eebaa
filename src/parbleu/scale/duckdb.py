"""Scores relations of DuckDB, and adds metrics to its SQL as functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parbleu.metrics.base import Metric
from parbleu.scale.partitions import ROWS, Work
from parbleu.text.table_files.arrow_table import imported_pyarrow


def score_dataset(
    dataset: Any,
    metric: str | Metric[Any],
    hypothesis: str | Sequence[str] = "mt",
    references: str | Sequence[str] = ("ref",),
    *,
    emit: str = "scores",
) -> Any:
    """Returns a table of pyarrow with columns of scores or statistics, which DuckDB can query.

    Args:
        dataset: a relation.
        metric: a name such as "chrf++", or a metric.
        hypothesis: the column of hypotheses, or several.
        references: the columns of references.
        emit: "scores", "statistics" or "both".
    """
    return Work(metric, hypothesis, references, emit=emit).scored(_reader(dataset))


def corpus_score(
    dataset: Any,
    metric: str | Metric[Any],
    hypothesis: str | Sequence[str] = "mt",
    references: str | Sequence[str] = ("ref",),
    by: str | Sequence[str] | None = None,
) -> Any:
    """Returns the Score of a relation, or with `by` those of its groups: value -> Score.

    The arguments are those of `score_dataset`. The relation is read in batches.
    """
    work = Work(metric, hypothesis, references, by)
    return work.finished([work.summed(_reader(dataset))])


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


def _reader(relation: Any) -> Any:
    read = getattr(relation, "to_arrow_reader", None) or relation.fetch_record_batch
    return read(ROWS)
