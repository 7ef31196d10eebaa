"""Reads several columns from one stream of lines: references of a file, or systems of standard input."""

from __future__ import annotations

from typing import Any

from parbleu._core import Segments
from parbleu.base.wording import counted
from parbleu.errors import FieldCountError
from parbleu.io.line_streams import LineStream


class ReferenceFields(LineStream):
    """A file with a fixed number of references a line.

    `fields` is how many. A line is cut at its first `fields - 1` TABs: the last reference may contain more.
    The other arguments are those of `LineStream`.
    """

    def __init__(self, name: str, file: Any, encoding: str, fields: int, universal: bool = False) -> None:
        super().__init__(name, file, encoding, universal)
        self.fields = fields

    def columns(self, lines: Segments, before: int) -> list[Segments]:
        """Returns one column for each reference.

        Raises:
            FieldCountError: a line holds another number of fields.
        """
        rows = []
        for number, text in enumerate(lines.to_list(), before + 1):
            line = text or ""
            row = line.split("\t", min(self.fields - 1, len(line)))
            if len(row) != self.fields:
                given = counted(len(row), "field")
                raise FieldCountError(
                    f"{self.name}:{number}: {self.fields} references are expected, separated by TABs, and "
                    f"here is {given}; --num-refs is how many there are on each line",
                    f"line {number}: expected {self.fields} fields, but found {len(row)}.",
                )
            rows.append(row)
        return _turned(rows, self.fields)


class SystemFields(LineStream):
    """The output of one or several systems on standard input; the first line determines how many.

    Lines end at CR and CR LF too. Fields lose their trailing white space, on the first line only the last.
    The arguments are those of `LineStream`.
    """

    def __init__(self, name: str, file: Any, encoding: str) -> None:
        super().__init__(name, file, encoding, universal=True)
        self.fields: int = 0

    def columns(self, lines: Segments, before: int) -> list[Segments]:
        """Returns one column for each system.

        Raises:
            FieldCountError: a line holds another number of fields than the first one.
        """
        if before == 0:
            self.fields = ((lines[0] or "") if len(lines) else "").count("\t") + 1
        if self.fields == 1 and not self.tabs:
            return [lines]
        rows = []
        for number, line in enumerate(lines.to_list(), before + 1):
            row = (line or "").split("\t")
            if len(row) != self.fields:
                raise FieldCountError(
                    "the number of tab-delimited fields in the input stream differ across lines. "
                    f"Line {number} has {len(row)}, line 1 has {self.fields}."
                )
            rows.append(row if number == 1 else [field.rstrip() for field in row])
        return _turned(rows, self.fields)


def _turned(rows: list[list[str]], fields: int) -> list[Segments]:
    columns = zip(*rows, strict=True) if rows else [()] * fields
    return [Segments(column) for column in columns]
