"""Reads tables row by row: JSON lines, JSON, CSV and TSV, and rows that are dicts of Python."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any

from parbleu._io.json_text import parse_json
from parbleu._io.lines import uncompressed_name
from parbleu.errors import FormatError
from parbleu.text._table_files.batch import ROWS, Batch, empty_table, is_place
from parbleu.text._table_files.batch_answers import with_answers
from parbleu.text._table_files.numbered_rows import Lines, NumberedRow, csv_rows, json_lines, report, tsv_rows

LOOKED_AT = 100
"""Rows that may not have the same fields are looked at for their names."""


class RowTable:
    """A table of rows with fields.

    Args:
        path: the file, or what messages call the table.
        rows: in order.
        numbered: whether their lines are those of a text file.
        are_fields: whether cells are fields of CSV or TSV, which cannot tell missing ones from empty ones.

    Raises:
        NoSegmentsError: there is no row.
    """

    def __init__(
        self, path: str, rows: Iterator[NumberedRow], *, numbered: bool = True, are_fields: bool = False
    ) -> None:
        self.path = path
        self._are_fields = are_fields
        self._numbered = numbered
        first = list(islice(rows, LOOKED_AT))
        if not first:
            raise empty_table(path)
        self._rows = chain(first, rows)
        self._inner = inner_tables(first[0]) if len(first) == 1 else {}
        names = [
            f"{outer}.{name}"
            for outer, table in self._inner.items()
            for row in table[:LOOKED_AT]
            for name in row_names(row.fields)
        ]
        names += [name for row in first for name in row_names(row.fields)]
        self.names: list[str] = [*dict.fromkeys(names), *first[0].repeated]

    def batches(self, names: Sequence[str], n_rows: int = ROWS) -> Iterator[Batch]:
        """Yields the rows with these columns; a field that a row lacks is missing.

        Of a single row with a list of objects `results`, these are the rows of the column `results.mt`.
        """
        inner = [outer for outer in self._inner if names and all(has_inner(outer, name) for name in names)]
        skipped = len(inner[0]) + 1 if inner else 0
        all_rows = iter(self._inner[inner[0]]) if inner else self._rows
        first = 1
        while rows := list(islice(all_rows, n_rows)):
            columns = {
                name: [field_of(row.fields, name[skipped:]) for row in rows]
                if "." in name
                else [row.fields.get(name) for row in rows]
                for name in names
            }
            lines = [row.line for row in rows] if self._numbered else None
            yield Batch(self.path, columns, len(rows), first, lines, are_fields=self._are_fields)
            first += len(rows)


def row_names(fields: dict[str, Any]) -> list[str]:
    """Returns the names of the fields of a row, and of those within them."""
    return [*fields, *nested_names(fields)]


def inner_tables(row: NumberedRow) -> dict[str, list[NumberedRow]]:
    """Returns the lists of objects in a row, at any depth of objects, by their names."""
    lists = {name: field_of(row.fields, name) for name in row_names(row.fields)}
    return {
        name: [NumberedRow(row.path, number, item) for number, item in enumerate(items, 1)]
        for name, items in lists.items()
        if isinstance(items, list) and items and all(isinstance(item, dict) for item in items)
    }


def has_inner(outer: str, name: str) -> bool:
    """Returns whether a name is that of a field of all objects in the list `outer`, and not of one."""
    return name.startswith(f"{outer}.") and not is_place(name[len(outer) + 1 :].partition(".")[0])


def nested_names(fields: dict[str, Any]) -> list[str]:
    """Returns the names of fields of dicts at any depth: `refs.refA.ref`."""
    return [
        f"{name}.{key}"
        for name, value in fields.items()
        if isinstance(value, dict)
        for key in (*value, *nested_names(value))
    ]


def field_of(fields: Any, name: str) -> Any:
    """Returns a field; `translation.de` is one of the dict `translation`, `choices.0` the first of a list.

    Returns None where there is no such dict, list or field.
    """
    if isinstance(fields, dict):
        if name in fields:
            return fields[name]
        end = name.find(".")
        while end >= 0:  # keys may have points, too, such as names of files
            value = field_of(fields[name[:end]], name[end + 1 :]) if name[:end] in fields else None
            if value is not None:
                return value
            end = name.find(".", end + 1)
    elif isinstance(fields, list) or hasattr(fields, "tolist"):  # an array in a data frame
        place, point, rest = name.partition(".")
        if is_place(place) and int(place) < len(fields):
            return field_of(fields[int(place)], rest) if point else fields[int(place)]
    return None


def text_rows(lines: Lines, kind: str, head: bytes) -> Iterator[NumberedRow]:
    """Yields the rows of a table in a text file.

    Args:
        lines: those of the file.
        kind: "jsonl", "json", "csv" or "tsv".
        head: its first bytes, decoded into UTF-8.
    """
    if kind == "json":
        return _json_array(lines)
    if kind == "jsonl":
        is_of_lines = uncompressed_name(lines.path).endswith((".jsonl", ".ndjson"))
        rows = with_answers(json_lines(lines))
        return rows if is_of_lines else _rows_or_columns(rows)
    if kind == "csv":
        return csv_rows(lines, ";" if has_semicolons(head) else ",")
    return tsv_rows(lines)


def has_semicolons(head: bytes) -> bool:
    """Returns whether semicolons separate the columns of CSV, as where a comma is the decimal sign."""
    first = head.partition(b"\n")[0]
    return b";" in first and b"," not in first


def _rows_or_columns(rows: Iterator[NumberedRow]) -> Iterator[NumberedRow]:
    """Yields rows; of a single one whose fields all are columns, the items of these."""
    first = next(rows, None)
    if first is None:
        return
    columns = _columns_of(first.fields)
    second = None if columns is None else next(rows, None)
    if second is None and columns is not None:
        yield from _rows_of_columns(first.path, columns)
        return
    yield first
    if second is not None:
        yield second
    yield from rows


def _columns_of(fields: Any) -> dict[str, list[Any]] | None:
    """Returns the columns that an object of JSON holds; None if it is a row.

    They are lists, all of the same length, or objects from the number of a row to its cell, as pandas writes;
    the object may also have the rows by their numbers, as OpenCompass writes, and pandas with orient="index",
    if columns have other names than numbers; or cells behind the names of columns, as with orient="split".
    """
    if not isinstance(fields, dict) or not fields:
        return None
    columns = list(fields.values())
    if {"columns", "data"} <= {*fields} <= {"columns", "index", "data"} and _are_rows(fields):
        return dict(zip(fields["columns"], map(list, zip(*fields["data"], strict=True)), strict=True))
    if all(isinstance(column, list) for column in columns):
        return fields if len({len(column) for column in columns}) == 1 else None
    if not all(isinstance(column, dict) for column in columns):
        return None
    numbers = [*columns[0]]
    if all(number.isdecimal() for number in numbers) and all([*column] == numbers for column in columns):
        return {name: [*column.values()] for name, column in fields.items()}
    if not all(map(is_place, fields)):
        return None
    rows = [fields[number] for number in sorted(fields, key=int)]
    return {name: [row.get(name) for row in rows] for name in dict.fromkeys(chain(*rows))}


def _are_rows(fields: dict[str, Any]) -> bool:
    """Returns whether `data` has rows with a cell for each of `columns`, as pandas writes them."""
    names, rows = fields["columns"], fields["data"]
    if not (isinstance(names, list) and isinstance(rows, list) and rows):
        return False
    are_names = all(isinstance(name, str) for name in names) and len({*names}) == len(names)
    return are_names and all(isinstance(row, list) and len(row) == len(names) for row in rows)


def _rows_of_columns(path: str, columns: dict[str, list[Any]]) -> Iterator[NumberedRow]:
    for number, cells in enumerate(zip(*columns.values(), strict=True), 1):
        yield NumberedRow(path, number, dict(zip(columns, cells, strict=True)))


def _json_array(lines: Lines) -> Iterator[NumberedRow]:
    """Yields the objects of a JSON array, or the rows of an object of columns, which is read whole.

    Lines are their numbers.
    """
    path, problems = lines.path, lines.problems
    lines.problems = None  # without one of its lines an array is none
    text = "".join(lines)
    try:
        items = parse_json(text)
    except ValueError as problem:
        raise FormatError(path, 0, f"this is not valid JSON: {problem}") from None
    if (columns := _columns_of(items)) is not None:
        yield from _rows_of_columns(path, columns)
        return
    if isinstance(items, dict):
        if not inner_tables(NumberedRow(path, 1, items)):
            reason = "this object of JSON is no table: its fields are not columns, lists of the same length"
            raise FormatError(path, 0, f"{reason}; a table is an array of objects, or JSON lines")
        items = [items]
    for number, item in enumerate(items, 1):
        if not isinstance(item, dict):
            report(problems, FormatError(path, 0, f"item {number} of the array is not an object, {{...}}"))
        else:
            yield NumberedRow(path, number, item)


def mapping_rows(path: str, items: Iterable[Any]) -> Iterator[NumberedRow]:
    """Yields dicts of Python as rows; raises FormatError if an item is no dict."""
    for number, item in enumerate(items, 1):
        if not hasattr(item, "keys"):
            raise FormatError(path, 0, f"row {number}: a dict is expected, column -> cell, not {item!r:.60}")
        yield NumberedRow(path, number, dict(item))
