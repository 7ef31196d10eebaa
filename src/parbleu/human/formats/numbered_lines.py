"""Reads numbered lines and rows of rating files, and can skip invalid ones."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from parbleu.errors import FormatError, RatingError
from parbleu.human.formats.base import Problems, report
from parbleu.io.json_text import parse_json
from parbleu.io.lines import open_binary, read_block

_LONGEST = 1 << 30
"""Characters that a field of CSV may have."""


def head(path: str) -> str:
    """Returns the first line of a file, or the part of it within the first 64 KiB."""
    with open_binary(path) as file:
        data = read_block(file, path, 1 << 16)
    return next(iter(data.splitlines()), b"").decode("utf-8-sig", errors="replace")


class Lines:
    """The lines of a file, with their ends: LF, CR LF or CR.

    Args:
        path: the file; may be /dev/stdin.
        problems: see `Format.read`.

    Attributes:
        number: that of the last line that was given out, counted from 1.
    """

    def __init__(self, path: str, problems: Problems) -> None:
        self.path = path
        self.problems = problems
        self.number: int = 0

    def __iter__(self) -> Iterator[str]:
        with open_binary(self.path) as file:
            data = read_block(file, self.path, -1)
        for raw in data.removeprefix(b"\xef\xbb\xbf").splitlines(keepends=True):
            self.number += 1
            try:
                line = raw.decode()
            except UnicodeDecodeError as problem:
                wrong = f"this is not valid UTF-8 (byte {problem.start + 1}); convert the file"
                report(self.problems, FormatError(self.path, self.number, wrong))
            else:
                yield line


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table.

    Attributes:
        path: the file.
        line: the line where it begins.
        fields: column -> value.
    """

    path: str
    line: int
    fields: dict[str, Any]

    def wrong(self, problem: object) -> FormatError:
        """Returns a FormatError with the place of this line."""
        return FormatError(self.path, self.line, str(problem))

    def find(self, *names: str) -> str | None:
        """Returns the first of some fields that exists and is not empty."""
        return next((self.fields[name] for name in names if self.fields.get(name)), None)

    def get(self, name: str) -> str:
        """Returns a field; raises FormatError if it is missing or empty."""
        value = self.find(name)
        if value is None:
            if name in self.fields:
                raise self.wrong(f"the {name!r} is empty")
            there = ", ".join(str(each) for each in self.fields)
            raise self.wrong(f"there is no {name!r}; the columns are {there}")
        return value

    def number(self, name: str, least: int = 0) -> int:
        """Returns the value of a field that must be a whole number and not below the minimum."""
        text = self.get(name)
        if not (text.isascii() and text.isdecimal() and int(text) >= least):
            raise self.wrong(f"{name} must be a whole number from {least} on, not {text!r}")
        return int(text)


def split_rows(path: str, problems: Problems, delimiter: str = "\t") -> Iterator[Row]:
    """Yields the rows of a table with a header whose fields are taken as they are, quotes included."""
    lines = Lines(path, problems)
    header: list[str] | None = None
    for line in lines:
        fields = line.rstrip("\r\n").split(delimiter)
        if header is None:
            header = fields
        elif fields != [""] and (row := _row(path, lines.number, header, fields, problems)):
            yield row


def quoted_rows(
    path: str, problems: Problems, delimiter: str = ",", header: Sequence[str] | None = None
) -> Iterator[Row]:
    """Yields the rows of a table whose fields may stand between quotes, as CSV has it.

    `header` has the columns of a file without a header.
    """
    lines = Lines(path, problems)
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    names = header
    while True:
        begin = lines.number + 1
        usual = csv.field_size_limit(_LONGEST)  # a setting of the whole process
        try:
            fields = next(reader, None)
        except csv.Error as problem:
            report(problems, FormatError(path, begin, f"this is no CSV: {problem}"))
            continue
        finally:
            csv.field_size_limit(usual)
        if fields is None:
            return
        if names is None:
            names = fields
        elif fields and (row := _row(path, begin, names, fields, problems)):
            yield row


def _row(
    path: str, line: int, header: Sequence[str], fields: Sequence[str], problems: Problems
) -> Row | None:
    if len(fields) == len(header):
        return Row(path, line, dict(zip(header, fields, strict=True)))
    wrong = f"there are {len(fields)} fields, but there should be {len(header)}: {', '.join(header)}"
    if len(header) == 1:
        wrong = f"the header has but one column, {header[0]!r}: is another character between columns?"
    report(problems, FormatError(path, line, wrong))
    return None


def json_lines(path: str, problems: Problems) -> Iterator[Row]:
    """Yields the JSON objects of a file, one on each line; blank lines hold none."""
    lines = Lines(path, problems)
    for line in lines:
        if not line.strip():
            continue
        try:
            value = parse_json(line)
        except ValueError as problem:
            report(problems, FormatError(path, lines.number, f"this is not valid JSON: {problem}"))
            continue
        if isinstance(value, dict):
            yield Row(path, lines.number, value)
        else:
            report(problems, FormatError(path, lines.number, "a line must be an object, {...}"))


def csv_line(fields: Iterable[object]) -> str:
    """Returns a row of CSV without its line end."""
    stream = io.StringIO()
    csv.writer(stream, lineterminator="").writerow(fields)
    return stream.getvalue()


def plain(texts: Iterable[str], what: str, forbidden: str = "\t\r\n") -> list[str]:
    """Returns fields, none of which may hold a TAB, a line end, or what else is forbidden."""
    found = list(texts)
    for text in found:
        if any(character in text for character in forbidden):
            raise RatingError(f"{what} cannot hold {text!r}, because of its TABs or line ends")
    return found
