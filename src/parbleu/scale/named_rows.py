"""Defines `NamedRows`, the rows of a record batch, whose errors tell what identifies a row."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from parbleu.errors import FormatError
from parbleu.text.segment_table import check_columns
from parbleu.text.table_files.arrow_table import ArrowTable, arrow_column
from parbleu.text.table_files.batch import Batch

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
    """Returns the rows of a record batch, of which the first has the number `first` in messages.

    Args:
        batch: of Arrow.
        names: the columns that are read.
        first: from 1.

    Raises:
        FormatError: there is no such column.
    """
    check_schema(NAME, batch.schema, names)
    columns = {name: arrow_column(batch, name) for name in names} if batch.num_rows else {}
    return NamedRows(NAME, columns, batch.num_rows, first, record=batch)
