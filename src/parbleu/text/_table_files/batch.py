"""Defines `Batch`, consecutive rows of a table by columns, and `TableReader`, what yields them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from parbleu._core import Segments
from parbleu.errors import FormatError, InputTypeError, NoSegmentsError
from parbleu.text._segments import as_segments

ROWS = 1 << 16
"""How many rows a batch has, at most."""

_DIGITS = 10
"""The place of an item in a list has fewer digits."""


class NoText(str):
    """A date or a truth value of a spreadsheet, which may show it otherwise: a label, and no text."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Batch:
    """Consecutive rows of a table.

    Attributes:
        path: the file, or what messages call the table.
        columns: name -> its cells: a list, or an array of Arrow. All have as many.
        n_rows: how many.
        first: the number of the first row in the table, counted from 1.
        lines: of a text file, the line where each row begins, counted from 1; None for others.
        rows: the places within the batch as it was read, of a part of it; None for all.
        are_fields: whether cells are fields of CSV or TSV, which cannot tell missing ones from empty ones.
    """

    path: str
    columns: dict[str, Any]
    n_rows: int
    first: int
    lines: Sequence[int] | None = None
    rows: Sequence[int] | None = None
    are_fields: bool = False

    def wrong(self, row: int, problem: str) -> FormatError:
        """Returns an error that names the place of a row, which is counted from 0 in the batch."""
        index = row if self.rows is None else self.rows[row]
        if self.lines is not None:
            return FormatError(self.path, self.lines[index], problem)
        return FormatError(self.path, 0, f"row {self.first + index}, {problem}")

    def cells(self, name: str) -> list[Any]:
        """Returns the cells of a column as objects of Python; None for missing ones.

        Raises:
            FormatError: a text of Arrow is not valid UTF-8.
        """
        column = self.columns[name]
        if isinstance(column, list):
            return column
        try:
            cells: list[Any] = column.to_pylist()
        except UnicodeDecodeError:
            raise self._undecodable(name) from None
        return cells

    def _undecodable(self, name: str) -> FormatError:
        """Returns the error for the first text of a column of Arrow that is not valid UTF-8."""
        for row, cell in enumerate(self.columns[name]):
            try:
                cell.as_py()
            except UnicodeDecodeError as problem:  # noqa: PERF203
                position = f"byte {problem.start + 1}"
                return self.wrong(row, f"column {name!r}: this is not valid UTF-8 ({position})")
        raise AssertionError(f"every text of the column {name!r} is valid")

    def labels(self, name: str) -> list[str | None]:
        """Returns the cells of a column as labels: strings, as which numbers are written; None if missing."""
        return [cell if type(cell) is str or cell is None else str(cell) for cell in self.cells(name)]

    def texts(self, name: str, *, complete: bool = False) -> Segments:
        """Returns the column of text of that name, in which, if `complete`, no cell may be missing.

        Raises:
            FormatError: a cell is no text, or missing.
        """
        column = self.columns[name]
        if self.are_fields and NoText in {*map(type, column)}:
            row = next(row for row, cell in enumerate(column) if type(cell) is NoText)
            raise self.wrong(
                row,
                f"column {name!r}: the spreadsheet has no text here but the date or truth value "
                f"{column[row]}, and may show it otherwise: write the text, in a cell of the format Text",
            )
        try:
            texts = as_segments(column, f"column {name!r}")
        except InputTypeError as problem:
            self._find_no_text(name)
            raise FormatError(self.path, 0, str(problem)) from None
        if complete and texts.missing:
            row = texts.to_list().index(None)
            raise self.wrong(row, f'column {name!r}: the text is missing; write "" for an empty one')
        return texts

    def _find_no_text(self, name: str) -> None:
        for row, cell in enumerate(self.cells(name)):
            if not isinstance(cell, str) and cell is not None and cell == cell:
                kind = type(cell).__name__
                first = f"; {name}.0 is what is first in each list" if isinstance(cell, list) else ""
                raise self.wrong(
                    row, f"column {name!r}: a text is expected, not {kind} {str(cell)[:40]!r}{first}"
                )

    def part(self, rows: Sequence[int]) -> Batch:
        """Returns some of the rows, by their places in this batch."""
        if len(rows) == self.n_rows:
            return self
        columns = {
            name: [column[row] for row in rows] if isinstance(column, list) else _taken(column, rows)
            for name, column in self.columns.items()
        }
        kept = list(rows) if self.rows is None else [self.rows[row] for row in rows]
        return replace(self, columns=columns, n_rows=len(rows), rows=kept)


def _taken(column: Any, rows: Sequence[int]) -> Any:
    """Returns some of the cells of a column of Arrow."""
    import pyarrow

    return column.take(pyarrow.array(rows, pyarrow.int64()))


def empty_table(path: str) -> NoSegmentsError:
    """Returns the error for a table without rows."""
    return NoSegmentsError(f"{path} is empty: there is no segment to score; a row is a segment", path)


class TableReader(Protocol):
    """A table that is read once, in order.

    Attributes:
        path: the file, or what messages call the table.
        names: of the columns; one that several columns have stands there more than once.
    """

    path: str
    names: list[str]

    def batches(self, names: Sequence[str], n_rows: int = ROWS) -> Iterator[Batch]:
        """Yields the rows, with these columns only, at most `n_rows` at once.

        Raises:
            FormatError: a row is wrong, or lacks a column.
            UnreadableFileError: the file cannot be read.
        """
        ...


def is_place(name: str) -> bool:
    """Returns whether a part of a column's name is the place of an item in a list, counted from 0."""
    return name.isdecimal() and len(name) < _DIGITS


def has_column(names: Sequence[str], name: str) -> bool:
    """Returns whether a table has a column, an item of one of lists, such as `choices.0`, or its field."""
    parts = name.split(".")
    places = (place for place, part in enumerate(parts) if place and is_place(part))
    return name in names or any(".".join(parts[:place]) in names for place in places)


def check_unique(reader: TableReader, wanted: Sequence[str]) -> None:
    """Refuses names that several columns of a table have; raises FormatError."""
    for name in wanted:
        if reader.names.count(name) > 1:
            raise FormatError(reader.path, 0, f"two columns have the same name, {name!r}: rename one")
