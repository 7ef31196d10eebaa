"""Reads numbered lines and rows of text files: JSON lines, CSV and TSV; it can skip invalid ones."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from parbleu._base.wording import counted
from parbleu._io.encodings import Recoder
from parbleu._io.json_text import parse_json, parse_json_lines
from parbleu._io.lines import StandardInput, open_binary, read_block, whole_lines
from parbleu.errors import FormatError

Problems = list[FormatError] | None

_LONGEST = 1 << 30
"""Characters that a field of CSV may have."""

_TOGETHER = 256
"""Lines of JSON that are parsed at once."""

_BLOCK = 1 << 20
_MARK = b"\xef\xbb\xbf"


def report(problems: Problems, problem: FormatError) -> None:
    """Appends the error of a line to `problems`, or raises it if `problems` is None."""
    if problems is None:
        raise problem from None
    problems.append(problem)


class Lines:
    """The lines of a file, with their ends: LF, CR LF or CR. A byte order mark in front is left out.

    Args:
        path: the file, also a compressed one; "-" is standard input.
        problems: collects the errors of lines that are left out. None raises the first.
        encoding: of the file.
        file: what is read if it is open, such as standard input whose first bytes have been read; `path` is
            then what messages call it.

    Attributes:
        number: that of the last line that was given out, counted from 1.
    """

    def __init__(
        self, path: str, problems: Problems = None, encoding: str = "utf-8", file: Any = None
    ) -> None:
        self._file = StandardInput() if file is None and path == "-" else file
        self.path = path
        self.problems = problems
        self.encoding = encoding
        self.number: int = 0

    def __iter__(self) -> Iterator[str]:
        for raw in self._raw_lines():
            self.number += 1
            try:
                line = raw.decode()
            except UnicodeDecodeError as problem:
                wrong = (
                    f"this is not valid UTF-8 (byte {problem.start + 1}); convert the file, or name its "
                    "encoding, where that is an option (-e latin-1, encoding='latin-1')"
                )
                report(self.problems, FormatError(self.path, self.number, wrong))
            else:
                yield line

    def _raw_lines(self) -> Iterator[bytes]:
        is_utf8 = self.encoding.lower().replace("_", "-") in ("utf-8", "utf8", "utf-8-sig")
        recoder = None if is_utf8 else Recoder(self.path, self.encoding, universal=True)
        file = self._file if self._file is not None else open_binary(self.path)
        try:
            begins = True
            for data in whole_lines(self._blocks(file, recoder)):
                if begins:
                    data, begins = data.removeprefix(_MARK), False
                yield from data.splitlines(keepends=True)
        finally:
            file.close()

    def _blocks(self, file: Any, recoder: Recoder | None) -> Iterator[bytes]:
        """Yields the bytes of the file in UTF-8."""
        while block := read_block(file, self.path, _BLOCK):
            yield block if recoder is None else recoder.recode(block, False)
        if recoder is not None:
            yield recoder.recode(b"", True)


class NumberedRow(NamedTuple):
    """One row of a table.

    Attributes:
        path: the file.
        line: the line where it begins.
        fields: column -> value.
        repeated: names that several columns have; `fields` has the last one's value.
    """

    path: str
    line: int
    fields: dict[str, Any]
    repeated: tuple[str, ...] = ()

    def wrong(self, problem: object) -> FormatError:
        """Returns a FormatError with the place of this line."""
        return FormatError(self.path, self.line, str(problem))

    def cell(self, name: str) -> Any:
        """Returns a field, or None if there is none; raises FormatError if two columns have its name."""
        if name in self.repeated:
            raise FormatError(self.path, 1, f"two columns have the same name, {name!r}: rename one")
        return self.fields.get(name)

    def find(self, *names: str) -> str | None:
        """Returns the first of some fields that exists and is not empty."""
        for name in names:
            value: str | None = self.cell(name)
            if value:
                return value
        return None

    def get(self, name: str) -> str:
        """Returns a field; raises FormatError if it is missing or empty, or two columns have its name."""
        value: str | None = self.cell(name)
        if not value:
            if name in self.fields:
                raise self.wrong(f"the {name!r} is empty: add it, or remove the row")
            there = ", ".join(str(each) for each in self.fields)
            raise self.wrong(f"there is no {name!r}; the columns are {there}")
        return value

    def number(self, name: str, least: int = 0) -> int:
        """Returns the value of a field that must be a whole number and not below the minimum."""
        text = self.get(name)
        if not (text.isascii() and text.isdecimal() and int(text) >= least):
            raise self.wrong(f"{name} must be a whole number from {least} on, not {text!r}")
        return int(text)


def split_rows(lines: Lines) -> Iterator[NumberedRow]:
    """Yields the rows of a table with a header whose fields, between TABs, are taken as they are.

    A field that is equal to that above it is the same object, which saves a quarter of the memory of ratings.
    """
    header: list[str] | None = None
    above: list[str] = []
    for line in lines:
        fields = line.rstrip("\r\n").split("\t")
        if len(fields) == len(above):
            fields = [old if old == new else new for old, new in zip(above, fields, strict=True)]
        above = fields
        if header is None:
            header = fields
        elif fields != [""] and (row := _row(lines, lines.number, header, fields)):
            yield row


def quoted_rows(
    lines: Lines, delimiter: str = ",", header: Sequence[str] | None = None
) -> Iterator[NumberedRow]:
    """Yields the rows of a table whose fields may stand between quotes, as CSV has it.

    `header` has the columns of a file without a header.
    """
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    names = header
    while True:
        begin = lines.number + 1
        usual = csv.field_size_limit(_LONGEST)  # a setting of the whole process
        try:
            fields = next(reader, None)
        except csv.Error as problem:
            report(lines.problems, FormatError(lines.path, begin, f"this is no CSV: {problem}"))
            continue
        finally:
            csv.field_size_limit(usual)
        if fields is None:
            return
        if names is None:
            names = fields
        elif fields and (row := _row(lines, begin, names, fields)):
            yield row


def _row(lines: Lines, line: int, header: Sequence[str], fields: Sequence[str]) -> NumberedRow | None:
    path = lines.path
    if len(fields) == len(header):
        cells = dict(zip(header, fields, strict=True))
        if len(cells) == len(header):
            return NumberedRow(path, line, cells)
        return NumberedRow(path, line, cells, tuple(name for name in cells if header.count(name) > 1))
    if len(header) == 1:
        has = f"the header has but one column, {header[0]!r}, and line {line} has {len(fields)}"
        report(lines.problems, FormatError(path, 1, f"{has}: is another character between columns?"))
        return None
    wrong = (
        f"this has {counted(len(fields), 'field')}, but there should be {len(header)}: {', '.join(header)}"
    )
    report(lines.problems, FormatError(path, line, wrong))
    return None


def json_lines(lines: Lines) -> Iterator[NumberedRow]:
    """Yields the JSON objects of a file, one on each line; blank lines hold none."""
    numbered = ((lines.number, line) for line in lines if not line.isspace())
    while some := list(islice(numbered, _TOGETHER)):
        values = parse_json_lines([line for _, line in some])
        if values is None:
            yield from _json_one_by_one(lines, some)
        else:
            for (number, _), value in zip(some, values, strict=True):
                yield NumberedRow(lines.path, number, value)


def _json_one_by_one(lines: Lines, some: Iterable[tuple[int, str]]) -> Iterator[NumberedRow]:
    for number, line in some:
        try:
            value = parse_json(line)
        except ValueError as problem:
            report(lines.problems, FormatError(lines.path, number, f"this is not valid JSON: {problem}"))
            continue
        if isinstance(value, dict):
            yield NumberedRow(lines.path, number, value)
        else:
            report(lines.problems, FormatError(lines.path, number, "a line must be an object, {...}"))
