"""Reads tables row by row: JSON lines, JSON, CSV and TSV, and rows that are dicts of Python."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any

from parbleu.errors import FormatError, NoSegmentsError
from parbleu.io.json_text import parse_json
from parbleu.text.table_files.batch import ROWS, Batch
from parbleu.text.table_files.numbered_rows import Lines, Row, json_lines, quoted_rows, split_rows

LOOKED_AT = 100
"""Rows that may not have the same fields are looked at for their names."""


class RowTable:
    """A table of rows with fields.

    Args:
        path: the file, or what messages call the table.
        rows: in order.
        numbered: whether their lines are those of a text file.
        are_fields: as of `Batch`.

    Raises:
        NoSegmentsError: there is no row.
    """

    def __init__(
        self, path: str, rows: Iterator[Row], *, numbered: bool = True, are_fields: bool = False
    ) -> None:
        self.path = path
        self._are_fields = are_fields
        self._numbered = numbered
        first = list(islice(rows, LOOKED_AT))
        if not first:
            raise NoSegmentsError(f"{path} is empty: there is no segment to score; a row is a segment", path)
        self._rows = chain(first, rows)
        names = [name for row in first for name in (*row.fields, *_nested(row.fields))]
        self.names: list[str] = list(dict.fromkeys(names))

    def batches(self, names: Sequence[str], n_rows: int = ROWS) -> Iterator[Batch]:
        """Yields the rows with these columns; a field that a row lacks is missing."""
        first = 1
        while rows := list(islice(self._rows, n_rows)):
            columns = {
                name: [_field(row.fields, name) for row in rows]
                if "." in name
                else [row.fields.get(name) for row in rows]
                for name in names
            }
            lines = [row.line for row in rows] if self._numbered else None
            yield Batch(self.path, columns, len(rows), first, lines, are_fields=self._are_fields)
            first += len(rows)


def _nested(fields: dict[str, Any]) -> list[str]:
    return [f"{name}.{key}" for name, value in fields.items() if isinstance(value, dict) for key in value]


def _field(fields: dict[str, Any], name: str) -> Any:
    """Returns a field; `translation.de` is one of the dict `translation`."""
    if name in fields or "." not in name:
        return fields.get(name)
    outer, _, inner = name.partition(".")
    nested = fields.get(outer)
    return nested.get(inner) if isinstance(nested, dict) else None


def text_table(path: str, kind: str, head: bytes, encoding: str = "utf-8", file: Any = None) -> RowTable:
    """Opens a table in a text file.

    Args:
        path: the file.
        kind: "jsonl", "json", "csv" or "tsv".
        head: its first bytes, decoded into UTF-8.
        encoding: of the file.
        file: as for `Lines`.
    """
    if kind == "json":
        return RowTable(path, _json_array(path, encoding, file))
    if kind == "jsonl":
        return RowTable(path, json_lines(path, encoding=encoding, file=file))
    first = head.partition(b"\n")[0]
    if kind == "csv":
        rows = quoted_rows(
            path, delimiter=";" if b";" in first and b"," not in first else ",", encoding=encoding, file=file
        )
    elif has_quoted_fields(head):
        rows = quoted_rows(path, delimiter="\t", encoding=encoding, file=file)
    else:
        rows = split_rows(path, encoding=encoding, file=file)
    return RowTable(path, rows, are_fields=True)


def has_quoted_fields(head: bytes) -> bool:
    """Returns whether the fields of a TSV file stand between quotes where need be, as pandas writes them.

    Text has quotes of its own, and other programs write fields as they are. So this is True only where each
    field that begins with a quote is a right quoted one, and one of them has doubled quotes inside.
    """
    if b'""' not in head:
        return False
    lines = head.decode(errors="replace").splitlines(keepends=True)
    rows = csv.reader(lines[:-1] if len(lines) > 1 else lines, delimiter="\t", strict=True)
    try:
        widths = {len(row) for row in rows}
    except csv.Error:
        return False
    return len(widths) == 1


def _json_array(path: str, encoding: str, file: Any) -> Iterator[Row]:
    """Yields the objects of a JSON array, which is read whole; lines are their numbers."""
    text = "".join(Lines(path, encoding=encoding, file=file))
    try:
        items = parse_json(text)
    except ValueError as problem:
        raise FormatError(path, 0, f"this is not valid JSON: {problem}") from None
    for number, item in enumerate(items, 1):
        if not isinstance(item, dict):
            raise FormatError(path, 0, f"item {number} of the array is not an object, {{...}}")
        yield Row(path, number, item)


def mapping_rows(path: str, items: Iterable[Any]) -> Iterator[Row]:
    """Yields dicts of Python as rows; raises FormatError if an item is no dict."""
    for number, item in enumerate(items, 1):
        if not hasattr(item, "keys"):
            raise FormatError(path, 0, f"row {number}: a dict is expected, column -> cell, not {item!r:.60}")
        yield Row(path, number, dict(item))
