"""Reads numbered lines and rows of text files: JSON lines, CSV and TSV; it can skip invalid ones."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from functools import cached_property, partial
from io import StringIO
from itertools import islice, repeat
from tempfile import TemporaryFile
from typing import Any, NamedTuple
from weakref import finalize

from parbleu._base.encoding_guesses import guess, how_to_convert
from parbleu._base.log import inform
from parbleu._base.wording import counted, some_names
from parbleu._io.atomic import is_device
from parbleu._io.encodings import Recoder
from parbleu._io.json_text import fault_in_line, parse_json, parse_json_lines
from parbleu._io.lines import StandardInput, names_utf_8, open_binary, read_block, whole_lines
from parbleu.errors import FormatError

Problems = list[FormatError] | None

OR_ENCODING = ", or name its encoding, where that is an option (-e, encoding=)"
"""What is advised of a file that is no UTF-8, besides to convert it."""

_LONGEST = 1 << 30
"""Characters that a field of CSV may have."""

_TOGETHER = 32
"""Lines of JSON that are parsed at once."""

_FOR_EXCEL = (["sep=", ""], ["sep=,"], ["sep=;"])
"""What a line above the header reads as that tells Excel which character stands between columns."""

_UNDONE = "every quote follows a backslash, as Python's csv writes it: the backslashes are taken out"

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
        self._kept: Any = None

    def __iter__(self) -> Iterator[str]:
        for raw in self._raw_lines():
            self.number += 1
            try:
                line = raw.decode()
            except UnicodeDecodeError as problem:
                wrong = f"this is not valid UTF-8 (byte {problem.start + 1}); convert the file ({self._way})"
                wrong += OR_ENCODING
                report(self.problems, FormatError(self.path, self.number, wrong))
            else:
                yield line

    @cached_property
    def _way(self) -> str:
        """The command line that makes UTF-8 of the file."""
        return how_to_convert(guess(self.path))

    @property
    def can_be_repeated(self) -> bool:
        """Whether the file can be read twice, as a pipe cannot."""
        return self._file is None and self.path != "-" and not is_device(self.path)

    def keep(self) -> None:
        """Makes `again` possible: copies what can be read only once into a temporary file."""
        if self.can_be_repeated or self._kept is not None:
            return
        self._kept = TemporaryFile()  # noqa: SIM115 - it is closed with its readers, read to the end or not
        finalize(self, self._kept.close)
        with closing(self._file if self._file is not None else open_binary(self.path)) as file:
            while block := read_block(file, self.path, _BLOCK):
                self._kept.write(block)
        self._file = _Kept(self._kept)

    def again(self) -> Lines:
        """Returns the same lines from the first one; the errors of lines are left out."""
        if self._kept is None:
            return Lines(self.path, [], self.encoding)
        return Lines(self.path, [], self.encoding, _Kept(self._kept))

    def holds(self, *marks: str) -> bool:
        """Returns whether any of some marks is in the file, before which a line end is thought."""
        wanted = [mark.encode() for mark in marks]
        return any(mark in b"\n" + data for data in self.again()._chunks() for mark in wanted)

    def _raw_lines(self) -> Iterator[bytes]:
        for data in self._chunks():
            yield from data.splitlines(keepends=True)

    def _chunks(self) -> Iterator[bytes]:
        """Yields the bytes of the file in UTF-8, cut between lines, without a byte order mark."""
        recoder = None if names_utf_8(self.encoding) else Recoder(self.path, self.encoding, universal=True)
        file = self._file if self._file is not None else open_binary(self.path)
        try:
            begins = True
            for data in whole_lines(self._blocks(file, recoder)):
                if begins:
                    data, begins = data.removeprefix(_MARK), False
                yield data
        finally:
            file.close()

    def _blocks(self, file: Any, recoder: Recoder | None) -> Iterator[bytes]:
        """Yields the bytes of the file in UTF-8."""
        while block := read_block(file, self.path, _BLOCK):
            yield block if recoder is None else recoder.recode(block, False)
        if recoder is not None:
            yield recoder.recode(b"", True)


class _Kept:
    """A temporary file that is read from its beginning, by several readers."""

    def __init__(self, file: Any) -> None:
        self._file = file
        self._place = 0

    def read(self, size: int, /) -> bytes:
        """Returns at most `size` bytes; none at the end."""
        self._file.seek(self._place)
        block: bytes = self._file.read(size)
        self._place += len(block)
        return block

    def close(self) -> None:
        """Leaves the file open for its other readers."""


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
        return FormatError(self.path, self.line, str(problem), self.fields)

    def cell(self, name: str) -> Any:
        """Returns a field, or None if there is none; raises FormatError if two columns have its name."""
        if name in self.repeated:
            raise FormatError(self.path, 1, f"two columns have the same name, {name!r}: rename one")
        return self.fields.get(name)

    def find(self, *names: str) -> str | None:
        """Returns the first of some fields that exists and is not empty, a number of JSON as text."""
        for name in names:
            value = self.cell(name)
            if value or type(value) in (int, float):
                return self._text(name, value)
        return None

    def get(self, name: str) -> str:
        """Returns a field, a number of JSON as text.

        Raises:
            FormatError: it is missing, empty, or of another type, or two columns have its name.
        """
        value = self.cell(name)
        if not value and type(value) not in (int, float):
            if name in self.fields:
                raise self.wrong(f"the {name!r} is empty: add it, or remove the row")
            raise self.wrong(f"there is no {name!r}; the columns are {some_names(self.fields)}")
        return self._text(name, value)

    def _text(self, name: str, value: Any) -> str:
        if isinstance(value, str):
            return value
        if type(value) in (int, float):
            return str(value)
        raise self.wrong(f"the {name!r} is text, not {value!r:.60}")

    def number(self, name: str, least: int = 0) -> int:
        """Returns the value of a field that must be a whole number and not below the minimum."""
        text = self.get(name)
        if not (text.isascii() and text.isdecimal() and int(text) >= least):
            raise self.wrong(f"{name} must be a whole number from {least} on, not {text!r:.60}")
        return int(text)


_numbered_row = partial(tuple.__new__, NumberedRow)
"""Makes a row of a tuple of its four attributes, in half the time of the class."""


def tsv_rows(
    lines: Lines, *, spare: bool = False, note: str = "", quoting: str | None = None
) -> Iterator[NumberedRow]:
    """Yields the rows of a table between TABs, whose fields are quoted or not: the whole file decides.

    Args:
        lines: those of the file. What can be read only once, such as a pipe, is kept in a temporary file.
        spare: whether the header may have one cell more than all rows, which says nothing of them.
        note: what is said of a file whose quotes are undone, after its name; "" for nothing.
        quoting: what `quoting_of` returned for the lines; None to judge them here.
    """
    if quoting is None:
        quoting = quoting_of(lines, "\t")
    if quoting and note:
        inform(f"{lines.path}: {note}")
    fields = _QUOTED[quoting](lines, "\t") if quoting else _split_fields(lines)
    yield from _rows(lines, fields, None, spare)


def csv_rows(lines: Lines, delimiter: str) -> Iterator[NumberedRow]:
    """Yields the rows of CSV; quotes in fields are doubled, or follow a backslash as by Spark and Python.

    What can be read only once, such as a pipe, is kept in a temporary file.
    """
    lines.keep()
    quoting = quoting_of(lines, delimiter) if lines.holds('\\"') else ""
    return _rows(lines, _QUOTED[quoting or "doubled"](lines, delimiter), None, False)


def quoted_rows(
    lines: Lines, delimiter: str = ",", header: Sequence[str] | None = None, *, spare: bool = False
) -> Iterator[NumberedRow]:
    """Yields the rows of a table whose fields may stand between quotes, as CSV has it.

    Args:
        lines: those of the file.
        delimiter: what stands between fields.
        header: the columns of a file without a header.
        spare: whether the header may have one cell more than all rows, which says nothing of them.
    """
    return _rows(lines, _quoted_fields(lines, delimiter), header, spare)


Fields = Iterator[tuple[int, list[str]]]
"""The line where each row begins, and its fields."""


def _split_fields(lines: Lines) -> Fields:
    """Yields fields between TABs. One that is equal to that above it is the same object, to save memory."""
    above: list[str] = []
    for line in lines:
        fields = line.rstrip("\r\n").split("\t")
        if len(fields) == len(above):
            fields = [old if old == new else new for old, new in zip(above, fields, strict=True)]
        if not above and fields in _FOR_EXCEL:
            continue
        if fields != [""] or len(above) == 1:  # in a table of one column that is an empty cell
            yield lines.number, fields
            above = fields


def _backslashed_fields(lines: Lines, delimiter: str) -> Fields:
    """Yields fields in which a backslash stands before what has a meaning, between quotes and without."""
    return _quoted_fields(lines, delimiter, escapechar="\\", doublequote=False)


def _quoted_fields(lines: Lines, delimiter: str, **dialect: Any) -> Fields:
    reader = csv.reader(lines, delimiter=delimiter, strict=True, **dialect)
    width = 0
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
        if not width and fields in _FOR_EXCEL:
            continue
        width = width or len(fields)
        if fields or width == 1:  # a blank line of a table of one column is an empty cell
            yield begin, fields or [""]


def _escaped_fields(lines: Lines, delimiter: str) -> Fields:
    """Yields fields that may stand between quotes, in which a backslash stands before quotes and backslashes.

    Raises:
        FormatError: a field goes on behind its closing quote, or has none; whatever `lines.problems` are.
    """
    begin, fields, inside = 0, list[str](), list[str]()
    for line in lines:
        rest = line
        begin = begin or lines.number
        while True:
            if not inside and not rest.startswith('"'):
                field, mark, rest = rest.partition(delimiter)
                fields.append(field if mark else field.rstrip("\r\n"))
                if mark:
                    continue
                break
            match = _ESCAPED.match(rest, 0 if inside else 1)
            assert match is not None
            inside.append(match[1])
            if not match[2]:  # it goes on in the next line
                break
            fields.append(re.sub(r'\\(["\\])', r"\1", "".join(inside)))
            inside, rest = [], rest[match.end() :]
            if rest.strip("\r\n") and not rest.startswith(delimiter):
                raise FormatError(lines.path, begin, "a field goes on behind its closing quote")
            if not rest.startswith(delimiter):
                break
            rest = rest.removeprefix(delimiter)
        if not inside:
            if fields != [""]:
                yield begin, fields
            begin, fields = 0, []
    if inside:
        raise FormatError(lines.path, begin, "a field has no closing quote")


_ESCAPED = re.compile(r'((?:[^"\\]|\\.)*)("?)', re.DOTALL)

_QUOTED = {"doubled": _quoted_fields, "escaped": _escaped_fields, "backslashes": _backslashed_fields}
"""How fields are quoted, as `quoting_of` says it -> what yields them."""


def quoting_of(lines: Lines, delimiter: str) -> str:
    """Returns how fields of a table are quoted, judged by all of its rows.

    Args:
        lines: those of the file, of which none has been given out.
        delimiter: what stands between fields.

    Returns:
        "doubled" as in CSV: whatever field has a quote stands between quotes, and there is such a field, or
        the whole header is quoted, or more rows have the header's number of fields so. "escaped" as Spark
        writes it, "backslashes" as the module csv of Python does if its escapechar is a backslash. "" where
        quotes are part of the text.
    """
    lines.keep()
    if lines.holds('\\"') and _are_backslashed(lines.again(), delimiter):
        inform(f"{lines.path}: {_UNDONE}")
        return "backslashes"
    if not lines.holds('\n"', f'{delimiter}"'):
        return ""
    if reading := _doubled(lines.again(), delimiter):
        is_whole, has_doubled, has_breaks, n_wrong = reading
        others = _n_uneven(lines.again(), delimiter)
        is_likely = n_wrong <= others and (has_doubled or is_whole) and not (has_breaks and not others)
        return "doubled" if is_likely or n_wrong < others else ""
    if not lines.holds('\\"'):
        return ""
    try:
        widths = {len(fields) for _, fields in _escaped_fields(lines.again(), delimiter)}
    except FormatError:
        return ""
    return "escaped" if len(widths) == 1 else ""


def _doubled(lines: Lines, delimiter: str) -> tuple[bool, bool, bool, int] | None:
    """Returns what reading a table as CSV tells; None if some field with quotes is no quoted one.

    That is whether the whole header is quoted, whether fields have quotes in them, whether they have line
    ends or delimiters, and how many rows have another number of fields than the header.
    """
    read = _TakenLines(lines)
    has_doubled = has_breaks = is_whole = False
    width = n_wrong = 0
    try:
        for _, fields in _quoted_fields(read, delimiter):
            joined = delimiter.join(fields)
            doubled = (
                sum(2 * field.count('"') + 2 for field in fields if '"' in field) if '"' in joined else 0
            )
            n_quotes = read.taken().count('"')
            if n_quotes < doubled:
                return None
            if not width:
                width, is_whole = len(fields), n_quotes == 2 * len(fields) and not doubled
            has_doubled = has_doubled or doubled > 0 or (fields == [""] and n_quotes > 0)
            has_breaks = has_breaks or "\n" in joined or joined.count(delimiter) >= len(fields)
            n_wrong += len(fields) != width
    except FormatError:
        return None
    return is_whole, has_doubled, has_breaks, n_wrong


def _are_backslashed(lines: Lines, delimiter: str) -> bool:
    """Returns whether a table is what the module csv writes of its fields with backslashes.

    Quotes have them in two columns at least: a system may write backslashes itself.
    """
    read = _TakenLines(lines)
    columns: set[int] = set()
    width = 0
    try:
        for _, fields in _backslashed_fields(read, delimiter):
            width = width or len(fields)
            raw = read.taken()
            if len(fields) != width or not any(raw == text for text in _written(fields, delimiter, raw)):
                return False
            columns.update([index for index, field in enumerate(fields) if '"' in field])
    except (FormatError, csv.Error):
        return False
    return len(columns) > 1


def _written(fields: Sequence[str], delimiter: str, raw: str) -> Iterator[str]:
    """Yields a row as the module csv writes it with backslashes, with the line end that another text has."""
    end = raw[len(raw.rstrip("\r\n")) :]
    for quoting in (csv.QUOTE_MINIMAL, csv.QUOTE_NONE):
        text = StringIO()
        csv.writer(
            text,
            delimiter=delimiter,
            quoting=quoting,
            escapechar="\\",
            doublequote=False,
            lineterminator=end or "\n",
        ).writerow(fields)
        yield text.getvalue() if end else text.getvalue()[:-1]


class _TakenLines(Lines):
    """Yields the lines of others and keeps them until they are asked for; an error of a line is raised."""

    def __init__(self, lines: Lines) -> None:
        super().__init__(lines.path)
        self._lines = lines
        self._read: list[str] = []

    def __iter__(self) -> Iterator[str]:
        for line in self._lines:
            self._read.append(line)
            yield line

    def taken(self) -> str:
        """Returns the lines since the last call."""
        text = "".join(self._read)
        self._read.clear()
        return text


def _n_uneven(lines: Lines, delimiter: str) -> int:
    """Returns how many lines have another number of fields than the first if quotes mean nothing."""
    counts = (line.count(delimiter) for line in lines if not line.isspace())
    first = next(counts, 0)
    return sum(count != first for count in counts)


def _rows(lines: Lines, rows: Fields, header: Sequence[str] | None, spare: bool) -> Iterator[NumberedRow]:
    """Yields rows by the names of their columns; `header` None if they are the first row."""
    names, whole = header, header
    decided = not spare
    for begin, fields in rows:
        if names is None:
            names = whole = fields
            continue
        if not decided:
            decided = True
            if len(fields) == len(names) - 1:
                names = names[:-1]
        is_header = fields is whole or (fields == whole and len(fields) > 1)  # which stands there again
        if not is_header and (row := _row(lines, begin, names, fields)):
            yield row


def _row(lines: Lines, line: int, header: Sequence[str], fields: Sequence[str]) -> NumberedRow | None:
    path = lines.path
    if len(fields) == len(header):
        cells = dict(zip(header, fields, strict=True))
        if len(cells) == len(header):
            return _numbered_row((path, line, cells, ()))
        return NumberedRow(path, line, cells, tuple(name for name in cells if header.count(name) > 1))
    if len(header) == 1:
        has = f"the header has but one column, {header[0]!r}, and line {line} has {len(fields)}"
        report(lines.problems, FormatError(path, 1, f"{has}: is another character between columns?"))
        return None
    wrong = (
        f"this has {counted(len(fields), 'field')}, but there should be {len(header)}: {some_names(header)}"
    )
    if line == 2 and len(fields) == len(header) + 1:
        wrong += "; is the first one the name of the row, as R writes it? write it with row.names = FALSE"
    report(lines.problems, FormatError(path, line, wrong))
    return None


def json_lines(lines: Lines) -> Iterator[NumberedRow]:
    """Yields the JSON objects of a file, one on each line; blank lines hold none."""
    numbered = ((lines.number, line) for line in lines if not line.isspace())
    while some := list(islice(numbered, _TOGETHER)):
        numbers, texts = zip(*some, strict=True)
        values = parse_json_lines(texts)
        if values is None:
            yield from _json_one_by_one(lines, some)
        else:
            yield from map(_numbered_row, zip(repeat(lines.path), numbers, values, repeat(())))


def _json_one_by_one(lines: Lines, some: Iterable[tuple[int, str]]) -> Iterator[NumberedRow]:
    for number, line in some:
        try:
            value = parse_json(line)
        except ValueError as problem:
            wrong = f"this is not valid JSON: {fault_in_line(problem)}"
            report(lines.problems, FormatError(lines.path, number, wrong))
            continue
        if isinstance(value, dict):
            yield NumberedRow(lines.path, number, value)
        else:
            report(lines.problems, FormatError(lines.path, number, "a line must be an object, {...}"))
