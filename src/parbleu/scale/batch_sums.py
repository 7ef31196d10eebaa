"""Sums statistics in record batches by groups: `parbleu.scale.reduce_batches`, `scores_of_sums`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parbleu.errors import InputTypeError, NoSegmentsError
from parbleu.metrics.score import Score
from parbleu.scale.statistics_label import (
    N_REFERENCES,
    N_SEGMENTS,
    STATISTICS,
    StatisticsLabel,
    label_of,
    record_batches,
)
from parbleu.text.table_files.arrow_table import arrow_column, imported_pyarrow
from parbleu.text.table_files.batch import Batch
from parbleu.text.table_files.table_opening import as_words

VARIES = -1
"""In place of a number of references: rows have different ones."""

MOST_PENDING = 65_536
"""How many rows of sums wait, beside twice as many as there are groups, before they are summed again."""


class _Sums(NamedTuple):
    """Sums of groups, a row each; groups may be there more than once.

    Attributes:
        keys: an array of Arrow for each column that makes groups.
        statistics: of each system, shape (N, k).
        n_references: of each group; -1 if it varies.
        n_segments: of each group.
    """

    keys: list[Any]
    statistics: list[NDArray[Any]]
    n_references: NDArray[Any]
    n_segments: NDArray[Any]

    @staticmethod
    def joined(parts: Sequence[_Sums]) -> _Sums:
        """Returns the rows of all parts, in their order."""
        concatenated = imported_pyarrow("parbleu.scale").concat_arrays
        return _Sums(
            [concatenated(keys) for keys in zip(*(each.keys for each in parts), strict=True)],
            [np.concatenate(rows) for rows in zip(*(each.statistics for each in parts), strict=True)],
            np.concatenate([each.n_references for each in parts]),
            np.concatenate([each.n_segments for each in parts]),
        )

    def summed(self) -> _Sums:
        """Returns one row for each group."""
        if not len(self.n_segments):
            return self
        numbers = _group_numbers(self.keys, len(self.n_segments))
        # Without keys there is one group, whose rows need not be copied into an order.
        order: Any = np.argsort(numbers, kind="stable") if self.keys else np.s_[:]
        starts = np.flatnonzero(np.diff(numbers[order], prepend=-1))
        counts = self.n_references[order]
        least, most = np.minimum.reduceat(counts, starts), np.maximum.reduceat(counts, starts)
        return _Sums(
            [key.take(imported_pyarrow("parbleu.scale").array(order[starts])) for key in self.keys],
            [np.add.reduceat(table[order], starts, axis=0) for table in self.statistics],
            np.where(least == most, least, VARIES),
            np.add.reduceat(self.n_segments[order], starts),
        )


def reduce_batches(batches: Any, by: str | Sequence[str] = ()) -> Any:
    """Returns the sums of statistics of each group of rows.

    Whole numbers have the same sums in any order and partitioning. Sums may be summed again: those of
    partitions, in any tree.

    Args:
        batches: what `score_batches(..., emit="statistics")` yields, or tables that this function returned.
        by: the columns whose values make groups; none for one group of all rows.

    Returns:
        A table of pyarrow with a row for each group, in the order of their values: the columns `by`, the
        columns of statistics, `n_references` (-1 if it varies) and `n_segments`.

    Raises:
        InputTypeError: the schema of batches has no label of parbleu, or a column is missing or holds lists.
        OptionError: batches are of different metrics, options or systems.
        NoSegmentsError: there is no batch at all.
    """
    names = as_words(by)
    label: StatisticsLabel | None = None
    schema = None
    parts: list[_Sums] = []
    n_pending = 0
    for batch in record_batches(batches):
        if label is None:
            label, schema = label_of(batch.schema), batch.schema
        label.check_same(label_of(batch.schema))
        label.check_columns(batch.schema, names)
        parts.append(_sums_of(batch, names, label, schema).summed())
        n_pending += len(parts[-1].n_segments)
        if n_pending > MOST_PENDING + 2 * len(parts[0].n_segments):
            parts = [_Sums.joined(parts).summed()]
            n_pending = len(parts[0].n_segments)
    if label is None or schema is None:
        raise NoSegmentsError("there is no batch to sum, not even an empty one: count some")
    sums = _Sums.joined(parts).summed()
    kinds = [schema.field(name).type.value_type for name in label.columns(STATISTICS)]
    statistics = [as_lists(*of_system) for of_system in zip(sums.statistics, kinds, strict=True)]
    keys = dict(zip(names, sums.keys, strict=True))
    table = sums_table(label, keys, statistics, sums.n_references, sums.n_segments)
    return table.sort_by([(name, "ascending") for name in names]) if names else table


def sums_table(
    label: StatisticsLabel,
    keys: Mapping[str, Any],
    statistics: Sequence[Any],
    n_references: Sequence[int] | NDArray[Any],
    n_segments: Sequence[int] | NDArray[Any],
) -> Any:
    """Returns a table of pyarrow with a row for each group; `statistics` are the lists of each system."""
    pyarrow = imported_pyarrow("parbleu.scale")
    columns = {**keys, **dict(zip(label.columns(STATISTICS), statistics, strict=True))}
    columns[N_REFERENCES] = pyarrow.array(n_references, pyarrow.int32())
    columns[N_SEGMENTS] = pyarrow.array(n_segments, pyarrow.int64())
    table = pyarrow.table(columns)
    return table.replace_schema_metadata(label.added_to(table.schema).metadata)


def scores_of_sums(sums: Any, by: str | Sequence[str] = (), metric: Any = None) -> Any:
    """Returns the scores of sums of statistics.

    Args:
        sums: what `reduce_batches` takes; they are summed.
        by: the columns whose values make groups.
        metric: the metric, if it is none of parbleu and not registered.

    Returns:
        The Score of all rows without `by`; else a dict from the value of the column, or from a tuple of the
        values of several columns, to the Score of the group. Of several systems, a dict from the system to
        this.

    Raises:
        FormatError: the name of a group is not valid UTF-8.
        NoSegmentsError: there is no segment.
        OptionError: as `reduce_batches`.
    """
    table = reduce_batches(sums, by)
    if not table.num_rows:
        raise NoSegmentsError("there is no segment to score: all batches are empty; check what was read")
    label = label_of(table.schema)
    made = label.make_metric() if metric is None else metric
    groups = Batch("the groups", {name: arrow_column(table, name) for name in as_words(by)}, len(table), 1)
    keys = list(zip(*map(groups.cells, as_words(by)), strict=True))
    found: dict[str, Any] = {}
    for system in label.systems:
        rows = table.column(label.column(STATISTICS, system)).to_pylist()
        counts = zip(
            table.column(N_REFERENCES).to_pylist(), table.column(N_SEGMENTS).to_pylist(), strict=True
        )
        scores = [score_of_row(made, row, *each) for row, each in zip(rows, counts, strict=True)]
        if not as_words(by):
            found[system] = scores[0]
        else:
            found[system] = {
                key[0] if len(key) == 1 else key: score for key, score in zip(keys, scores, strict=True)
            }
    return found if len(label.systems) > 1 else found[label.systems[0]]


def score_of_row(metric: Any, row: list[Any], n_references: int, n_segments: int) -> Score:
    """Returns the score of a sum of statistics.

    Args:
        metric: whose statistics they are.
        row: the sum.
        n_references: how many each segment has; -1 if that varies.
        n_segments: how many there are.
    """
    sums = metric.accumulator()
    counts = [1, 2] if n_references == VARIES else [n_references]
    sums.state = {
        "metric": repr(metric),
        "segments": n_segments,
        "streams": None,
        "references": counts,
        "row": row,
    }
    score: Score = sums.result()
    return score


def as_lists(table: NDArray[Any], kind: Any = None) -> Any:
    """Returns statistics, shape (N, k), as an array of Arrow: lists of a fixed size, perhaps of a type."""
    pyarrow = imported_pyarrow("parbleu.scale")
    return pyarrow.FixedSizeListArray.from_arrays(pyarrow.array(table.reshape(-1), kind), table.shape[1])


def statistics_of(batch: Any, name: str) -> NDArray[Any]:
    """Returns a column of statistics of a record batch or table, shape (N, k).

    Raises:
        InputTypeError: it is none.
    """
    column = batch.column(name)
    if hasattr(column, "combine_chunks"):
        column = column.combine_chunks()
    width = getattr(column.type, "list_size", 0)
    if not width or column.null_count:
        raise InputTypeError(f"column {name!r}: statistics are lists of a fixed size, none of them null")
    table: NDArray[Any] = column.flatten().to_numpy(zero_copy_only=False).reshape(-1, width)
    return table


def _sums_of(batch: Any, names: Sequence[str], label: StatisticsLabel, schema: Any) -> _Sums:
    """Returns the rows of a record batch as sums, with keys of the types that a schema has, decoded."""
    is_nested = imported_pyarrow("parbleu.scale").types.is_nested
    kinds = [schema.field(name).type for name in names]
    for name, kind in zip(names, kinds, strict=True):
        if is_nested(kind):
            raise InputTypeError(
                f"cells of the column {name!r} are no groups, but {kind}: take text or numbers"
            )
    sizes = np.ones(batch.num_rows, np.int64)
    if N_SEGMENTS in batch.schema.names:
        sizes = batch.column(N_SEGMENTS).to_numpy(zero_copy_only=False)
    return _Sums(
        [
            batch.column(name).cast(getattr(kind, "value_type", kind))
            for name, kind in zip(names, kinds, strict=True)
        ],
        [statistics_of(batch, name) for name in label.columns(STATISTICS)],
        batch.column(N_REFERENCES).to_numpy(zero_copy_only=False),
        sizes,
    )


def _group_numbers(keys: Sequence[Any], n_rows: int) -> NDArray[np.int64]:
    """Returns a number for each row, the same for rows of the same group."""
    numbers = np.zeros(n_rows, np.int64)
    for column in keys:
        column = column.dictionary_encode(null_encoding="encode")
        codes = column.indices.to_numpy(zero_copy_only=False)
        _, numbers = np.unique(numbers * len(column.dictionary) + codes, return_inverse=True)
    return numbers
