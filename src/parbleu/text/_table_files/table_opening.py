"""Finds out what kind of table a file or an object of Python is, and opens it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from glob import glob, has_magic
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from parbleu._base.wording import some_names
from parbleu._io.atomic import is_device
from parbleu._io.encodings import Recoder
from parbleu._io.lines import (
    COLUMNAR,
    HEAD,
    NAME_COLUMNS,
    StandardInput,
    open_binary,
    read_block,
    uncompressed_name,
    what_it_is,
)
from parbleu.errors import FormatError, ParbleuError, UnreadableFileError
from parbleu.text._table_files.arrow_table import ArrowTable, arrow_file
from parbleu.text._table_files.batch import TableReader, check_unique, empty_table
from parbleu.text._table_files.batch_answers import name_of_requests, with_answers
from parbleu.text._table_files.numbered_rows import Lines, NumberedRow, Problems, json_lines
from parbleu.text._table_files.row_table import RowTable, has_semicolons, text_rows
from parbleu.text._table_files.spreadsheets import SHEETS, sheet_rows

BY_NAME = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "json",
    ".csv": "csv",
    ".tsv": "tsv",
    ".tab": "tsv",
    ".parquet": "parquet",
    ".feather": "arrow",
    ".arrow": "arrow",
    ".arrows": "arrow",
    ".ipc": "arrow",
}
"""How the names of tables end, but for compression, and what they are. Content decides first."""

ARROW = ("parquet", "arrow")


def table_paths(words: Sequence[str]) -> list[str]:
    """Returns the files that words name, which may be patterns such as "outputs/*.jsonl".

    Raises:
        UnreadableFileError: no file matches a pattern.
    """
    paths: list[str] = []
    for word in words:
        if not has_magic(word) or Path(word).exists():
            paths.append(word)
            continue
        matches = sorted(glob(word, recursive=True))  # noqa: PTH207 - the word may be absolute
        if not matches:
            raise UnreadableFileError(f"cannot read {word}: no file matches this pattern")
        paths += matches
    return paths


def open_table_file(path: str, encoding: str = "utf-8", naming: str = NAME_COLUMNS) -> TableReader:
    """Opens a table in a file.

    Args:
        path: JSON lines, JSON, CSV, TSV, Parquet or Arrow, also compressed; .xlsx or .ods; "-" is standard
            input, which is not decompressed.
        encoding: of text files.
        naming: how columns are named, for messages about files that are no tables.

    Raises:
        FormatError: the file is none of these; the message says what it is.
        UnreadableFileError: it cannot be read.
        MissingDependencyError: it needs a package that is not installed.
        OptionError: there is no such encoding.
    """
    _refuse_folder(path)
    if path.lower().endswith(SHEETS):
        return RowTable(path, sheet_rows(path), are_fields=True)
    begun = _begin(path, encoding)
    if begun.kind in ARROW:
        return arrow_file(begun.path, begun.kind, begun.file)
    if not begun.head.strip():
        raise empty_table(begun.path)
    if not begun.kind:
        raise begun.no_table(path, encoding, naming)
    rows = text_rows(Lines(begun.path, None, encoding, begun.file), begun.kind, begun.head)
    return RowTable(begun.path, rows, are_fields=begun.kind in ("csv", "tsv"))


def _refuse_folder(path: str) -> None:
    """Refuses a folder of tables, as Spark and datasets write; the message says how to name these."""
    if not Path(path).is_dir():
        return
    files = [file for file in Path(path).rglob("[!._]*") if _ending(str(file)) and file.is_file()]
    files.sort(key=lambda file: (_ending(str(file)) not in ARROW, str(file)))
    if files:
        inner = "**/" if files[0].parent != Path(path) else ""
        pattern = f"{path.rstrip('/')}/{inner}*{files[0].suffix}"
        raise UnreadableFileError(
            f"cannot read {path}: this is a folder; a pattern names the tables in it: '{pattern}'"
        )


class _Beginning(NamedTuple):
    """What the first bytes of a file tell.

    Attributes:
        path: what messages call the file.
        kind: "jsonl", "json", "csv", "tsv", "parquet" or "arrow"; "" for what is no table.
        head: the first bytes; of text, in UTF-8 and without a byte order mark.
        file: the open file, if it can be read only once, such as a pipe.
    """

    path: str
    kind: str
    head: bytes
    file: Any

    def no_table(self, word: str, encoding: str = "utf-8", naming: str = NAME_COLUMNS) -> FormatError:
        """Returns the error for a file that is no table; `word` is what the user calls it."""
        if kind := what_it_is(word, self.head, encoding, naming):
            return FormatError(self.path, 0, f"this {kind}")
        kinds = "JSON lines, CSV, TSV, Parquet and Arrow"
        if naming != NAME_COLUMNS:
            return FormatError(self.path, 0, f"this is no table: a table is {kinds}; {naming}")
        return FormatError(
            self.path,
            0,
            f"this is no table: {kinds} have columns, which --hyp and --ref name. Lines of text are scored "
            f"without these options: parbleu score REF -i {word}",
        )


def _begin(path: str, encoding: str = "utf-8") -> _Beginning:
    """Reads the first bytes of a file, "-" being standard input, and finds out what it is."""
    name = StandardInput.name if path == "-" else path
    opened: Any = StandardInput() if path == "-" else open_binary(path)
    if path != "-" and opened.seekable():
        file = None
        with opened:
            head = read_block(opened, path, HEAD)
    else:
        file = _Begun(opened)
        head = file.head
    if kind := arrow_kind(head):
        return _Beginning(name, kind, head, file)
    if not encoding.lower().startswith("utf-8") and encoding:
        head = Recoder(name, encoding, universal=True).recode(head, False)
    head = head.removeprefix(b"\xef\xbb\xbf")
    return _Beginning(name, _text_kind(name, head, file is not None or path.startswith("/dev/")), head, file)


class _Begun:
    """Bytes that can be read once, of which the first ones are known."""

    def __init__(self, file: Any) -> None:
        self.head = b""
        while len(self.head) < HEAD and (block := file.read(HEAD - len(self.head))):
            self.head += block
        self._rest = self.head
        self._file: Any = file

    def read(self, size: int, /) -> bytes:
        """Returns at most `size` bytes, or all for -1; none at the end."""
        if size < 0:
            begun, self._rest = self._rest, b""
            return begun + bytes(self._file.read(-1))
        begun, self._rest = self._rest[:size], self._rest[size:]
        return begun or bytes(self._file.read(size))

    def close(self) -> None:
        """Closes the file; standard input stays open."""
        self._file.close()


def first_bytes(path: str) -> bytes:
    """Returns how a file begins, decompressed; nothing of standard input and pipes, which are read once."""
    if path == "-" or is_device(path):
        return b""
    with open_binary(path) as file:
        return read_block(file, path, HEAD)


def arrow_kind(head: bytes) -> str:
    """Returns "parquet" or "arrow" for files that begin as such; "" for others."""
    return next((kind.lower() for magic, kind in COLUMNAR.items() if head.startswith(magic)), "")


def _text_kind(path: str, head: bytes, piped: bool = False) -> str:
    """Returns the kind of a text file; "" if it is no table. The name of a pipe tells nothing."""
    first, line = head.lstrip()[:1], head.partition(b"\n")[0]
    if b"\0" in line or first == b"<":
        return ""
    ending = _ending(path)
    is_cut = ending == "json" and b"\n" in head and not line.rstrip().endswith(b"}")
    if first == b"{" and (is_cut or line.strip() == b"{"):  # an object of several lines
        return "json"
    if first == b"{" or ending == "jsonl":
        return "jsonl"
    if first == b"[" and head.lstrip()[1:].lstrip()[:1] == b"{":
        return "json"
    has_commas = b"," in line or b";" in line
    if b"\t" in line and not (ending == "csv" and has_commas):
        return "tsv"
    if ending in ("csv", "tsv"):
        return ending
    return "csv" if piped and has_commas else ""


def _ending(path: str) -> str:
    return BY_NAME.get(Path(uncompressed_name(path)).suffix, "")


def is_named_as_table(path: str) -> bool:
    """Returns whether a file is a table by its name."""
    return bool(_ending(path)) or path.lower().endswith(SHEETS)


def table_rows(
    path: str,
    problems: Problems = None,
    number: str | None = None,
    naming: str = "name its columns in its first line",
) -> Iterator[NumberedRow]:
    """Yields the rows of a table of any kind with all their cells; numbers stay numbers.

    The lines of rows of Parquet and Arrow are their numbers, counted from 1.

    Args:
        path: the file, or "-" for standard input; an empty file is one without rows.
        problems: collects the errors of lines; None to raise the first.
        number: a column of numbers, where the decimal sign is a comma if semicolons separate columns of CSV.
        naming: how columns are named, for messages about files that are no tables.
    """
    if path.lower().endswith(SHEETS):
        yield from sheet_rows(path)
        return
    begun = _begin(path)
    if begun.kind in ARROW:
        yield from _arrow_rows(arrow_file(begun.path, begun.kind, begun.file))
    elif begun.kind:
        rows = text_rows(Lines(begun.path, problems, file=begun.file), begun.kind, begun.head)
        if number is not None and begun.kind == "csv" and has_semicolons(begun.head):
            rows = (_with_point(row, number) for row in rows)
        yield from rows
    elif begun.head.strip():
        raise begun.no_table(path, naming=naming)


def _with_point(row: NumberedRow, column: str) -> NumberedRow:
    """Returns a row of text with a decimal point for the comma of a number."""
    number = row.fields.get(column, "").replace(",", ".")
    return row._replace(fields={name: number if name == column else row.fields[name] for name in row.fields})


def _arrow_rows(table: ArrowTable) -> Iterator[NumberedRow]:
    names = [name for name in table.names if "." not in name or name.partition(".")[0] not in table.names]
    check_unique(table, names)
    for batch in table.batches(names):
        for line, cells in enumerate(zip(*map(batch.cells, names), strict=True), batch.first):
            yield NumberedRow(table.path, line, dict(zip(names, cells, strict=True)))


def told_columns(path: str, head: bytes, encoding: str = "utf-8") -> str:
    """Returns the names of the columns of a file, for a message about one that is no lines of text.

    Returns "" for a file that is no table, or cannot be read twice, as standard input.
    """
    if not arrow_kind(head):
        kind = _text_kind(path, head)
        if not kind or (kind == "tsv" and _ending(path) != "tsv"):  # its first line need not have names
            return ""
    try:
        names = open_table_file(path, encoding).names
    except ParbleuError:
        return ""
    return f"; it has: {some_names(names)}"


def open_tables(table: Any, encoding: str = "utf-8", naming: str = NAME_COLUMNS) -> Iterator[TableReader]:
    """Yields the tables of files, or of one object of Python, each open; the last one is done with then.

    Args:
        table: paths, or what `parbleu.text._table_files.data_frames.open_frame` takes.
        encoding: of text files.
        naming: how columns are named, for messages about files that are no tables.
    """
    if isinstance(table, (str, Path)):
        table = [table]
    if isinstance(table, (list, tuple)) and table and all(isinstance(part, (str, Path)) for part in table):
        paths = table_paths([str(part) for part in table])
        batch = _parts_of_batch(paths, encoding)
        yield from [batch] if batch else (open_table_file(path, encoding, naming) for path in paths)
    else:
        from parbleu.text._table_files.data_frames import open_frame

        yield open_frame(table)


def _parts_of_batch(paths: Sequence[str], encoding: str) -> TableReader | None:
    """Returns the answers of a batch of requests that lie in several files; None for other files."""
    if len(paths) < 2 or any(map(is_device, paths)) or _begin(paths[0], encoding).kind != "jsonl":
        return None
    rows = chain.from_iterable(json_lines(Lines(path, None, encoding)) for path in paths)
    first = next(rows, None)
    if first is None or not name_of_requests(first.fields):
        return None
    return RowTable(paths[0], with_answers(chain([first], rows)))


def as_words(value: str | Sequence[str]) -> tuple[str, ...]:
    """Returns names of columns as a tuple, of one name or several."""
    return (value,) if isinstance(value, str) else tuple(value)
