"""Reads record batches of Arrow as parts of a corpus; errors tell what identifies a row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from parbleu._inputs.corpus import Corpus, Origin
from parbleu.errors import FormatError, InputTypeError
from parbleu.text._arrow_buffers import check_buffers
from parbleu.text._segment_table import TableColumns, check_columns, references_of
from parbleu.text._table_files.arrow_table import ArrowTable, arrow_column, imported_pyarrow
from parbleu.text._table_files.batch import Batch

NAME = "the batches"
MOST_LABELS = 4
"""How many cells beside the text an error tells of a row."""


@dataclass(frozen=True, slots=True)
class NamedRows(Batch):
    """Rows whose errors tell their short cells, such as keys, since a number means little in a partition."""

    record: Any = None

    def wrong(self, row: int, problem: str) -> FormatError:
        """Returns an error that names the place of a row, which is counted from 0 in the batch."""
        labels = []
        for name, column in zip(self.record.schema.names, self.record.columns, strict=True):
            with suppress(UnicodeDecodeError):
                cell = str(column[row].as_py())
                if name not in self.columns and len(cell) <= 40:
                    labels.append(f"{name}={cell}")
        shown = f" ({', '.join(labels[:MOST_LABELS])})" if labels else ""
        return FormatError(self.path, 0, f"row {self.first + row}{shown}, {problem}")


def check_schema(path: str, schema: Any, names: Sequence[str]) -> None:
    """Refuses a schema of Arrow without these columns and fields; `path` is what the message calls it.

    Raises:
        FormatError: there is no such column; the message lists those that there are.
    """
    check_columns(ArrowTable(path, schema, lambda *_: ()), names)


def named_rows(batch: Any, names: Sequence[str], first: int) -> NamedRows:
    """Returns rows with these columns of a batch of Arrow, numbered from `first` (1 or more) in messages.

    Raises:
        FormatError: there is no such column.
    """
    check_schema(NAME, batch.schema, names)
    columns = {name: arrow_column(batch, name) for name in names} if batch.num_rows else {}
    return NamedRows(NAME, columns, batch.num_rows, first, record=batch)


def record_batches(batches: Any) -> Iterator[Any]:
    """Yields record batches, after a look at their buffers.

    Args:
        batches: a table, record batch, reader or dataset of pyarrow, another object that exports a stream of
            Arrow, such as a data frame of polars or a relation of DuckDB; or an iterable of these.

    Raises:
        InputTypeError: it is nothing of this kind.
        FormatError: a batch is damaged.
    """
    for number, batch in enumerate(_record_batches(batches), 1):
        check_buffers(NAME, batch, number)
        yield batch


def _record_batches(batches: Any) -> Iterator[Any]:
    pyarrow = imported_pyarrow("parbleu.scale")
    if isinstance(batches, pyarrow.RecordBatch):
        yield batches
    elif isinstance(batches, pyarrow.Table):  # also one without chunks has a schema
        yield from batches.to_batches() or [pyarrow.RecordBatch.from_pylist([], batches.schema)]
    elif hasattr(batches, "to_batches"):
        yield from batches.to_batches()
    elif hasattr(batches, "__arrow_c_stream__"):
        yield from pyarrow.RecordBatchReader.from_stream(batches)
    elif hasattr(batches, "__iter__") and not isinstance(batches, (str, bytes, dict)):
        for part in batches:
            yield from _record_batches(part)
    else:
        raise InputTypeError(f"record batches of Arrow are expected, not {batches!r:.60}")


def corpus_of_rows(rows: NamedRows, columns: TableColumns) -> Corpus:
    """Returns the texts of a record batch that has rows.

    Raises:
        FormatError: a text is missing, or a cell is no text.
    """
    return Corpus(
        {name: rows.texts(name, complete=True) for name in columns.hypotheses},
        tuple(references_of(rows, columns.references)),
        None if columns.source is None else rows.texts(columns.source, complete=True),
        origin=Origin(tuple(columns.hypotheses), tuple(columns.references)),
    )
