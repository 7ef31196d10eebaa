"""Finds out what kind of table a file or an object of Python is, and opens it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from glob import glob, has_magic
from pathlib import Path
from typing import Any

from parbleu.errors import FormatError, NoSegmentsError, ParbleuError, UnreadableFileError
from parbleu.io.encodings import text_decoder
from parbleu.io.line_streams import StandardInput
from parbleu.io.lines import COMPRESSED, open_binary, read_block, what_it_is
from parbleu.text.table_files.arrow_table import arrow_file
from parbleu.text.table_files.batch import TableReader
from parbleu.text.table_files.numbered_rows import Row
from parbleu.text.table_files.row_table import text_table

HEAD = 1 << 16
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
    ".ipc": "arrow",
}
"""How the names of tables end, before an ending of `COMPRESSED`, and what they are. Content decides first."""

_STREAM = b"\xff\xff\xff\xff"  # how a stream of Arrow begins
_MARKS = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}


def table_paths(words: Sequence[str]) -> list[str]:
    """Returns the files that words name, which may be patterns such as "outputs/*.jsonl".

    Raises:
        UnreadableFileError: no file matches a pattern.
    """
    found: list[str] = []
    for word in words:
        if not has_magic(word) or Path(word).exists():
            found.append(word)
            continue
        matches = sorted(glob(word, recursive=True))  # noqa: PTH207 - the word may be absolute
        if not matches:
            raise UnreadableFileError(f"cannot read {word}: no file matches this pattern")
        found += matches
    return found


def open_table_file(path: str, encoding: str = "utf-8") -> TableReader:
    """Opens a table in a file.

    Args:
        path: JSON lines, JSON, CSV, TSV, Parquet or Arrow, also compressed; "-" is standard input, which is
            not decompressed.
        encoding: of text files.

    Raises:
        FormatError: the file is none of these; the message says what it is.
        UnreadableFileError: it cannot be read.
        MissingDependencyError: it needs a package that is not installed.
        OptionError: there is no such encoding.
    """
    file = None
    if path == "-":
        file = _Begun(StandardInput())
        path, head = StandardInput.name, file.head
    else:
        head = first_bytes(path)
    if kind := arrow_kind(head):
        return arrow_file(path, kind, file)
    if not encoding.lower().startswith("utf-8") and encoding:
        head = text_decoder(encoding, "replace").decode(head).encode("utf-8", "replace")
    head = head.removeprefix(b"\xef\xbb\xbf")
    if not head.strip():
        raise NoSegmentsError(f"{path} is empty: there is no segment to score; a row is a segment", path)
    kind = _text_kind(path, head)
    if not kind:
        raise FormatError(path, 0, f"this {_what_else('-' if file else path, head, encoding)}")
    return text_table(path, kind, head, encoding, file)


class _Begun:
    """Bytes that can be read once, of which the first ones are known."""

    def __init__(self, file: StandardInput) -> None:
        self.head = b""
        while len(self.head) < HEAD and (block := file.read(HEAD - len(self.head))):
            self.head += block
        self._rest = self.head
        self._file = file

    def read(self, size: int, /) -> bytes:
        """Returns at most `size` bytes, or all for -1; none at the end."""
        if size < 0:
            return self._rest + self._file.read(-1)
        found, self._rest = self._rest[:size], self._rest[size:]
        return found or self._file.read(size)

    def close(self) -> None:
        """Does nothing, since standard input stays open."""


def first_bytes(path: str) -> bytes:
    """Returns how a file begins, decompressed."""
    with open_binary(path) as file:
        return read_block(file, path, HEAD)


def arrow_kind(head: bytes) -> str:
    """Returns "parquet" or "arrow" for files that begin as such; "" for others."""
    if head.startswith(b"PAR1"):
        return "parquet"
    return "arrow" if head.startswith((b"ARROW1", _STREAM)) else ""


def _text_kind(path: str, head: bytes) -> str:
    """Returns the kind of a text file; "" if it is no table."""
    first = head.lstrip()[:1]
    if b"\0" in head or first == b"<":
        return ""
    ending = _ending(path)
    if first == b"{":
        return "jsonl"
    if first == b"[" and head.lstrip()[1:].lstrip()[:1] == b"{":
        return "json"
    if ending in ("csv", "tsv"):
        return ending
    line = head.partition(b"\n")[0]
    if b"\t" in line:
        return "tsv"
    return "csv" if (b"," in line or b";" in line) and path == StandardInput.name else ""


def _ending(path: str) -> str:
    name = path.lower()
    for suffix in COMPRESSED:
        name = name.removesuffix(suffix)
    return BY_NAME.get(Path(name).suffix, "")


def is_named_as_table(path: str) -> bool:
    """Returns whether a file is a table by its name."""
    return bool(_ending(path))


def _what_else(path: str, head: bytes, encoding: str) -> str:
    if found := what_it_is(path, head, encoding):
        return found
    return (
        "is no table: JSON lines, CSV, TSV, Parquet and Arrow have columns, which --hyp and --ref name. "
        f"Lines of text are scored without these options: parbleu score REF -i {path}"
    )


def table_rows(path: str, encoding: str = "utf-8") -> Iterator[Row]:
    """Yields the rows of a table of any kind with all their cells; numbers stay numbers.

    The lines of rows of Parquet and Arrow are their numbers, counted from 1. The errors are those of
    `open_table_file`.
    """
    table = open_table_file(path, encoding)
    names = [name for name in table.names if "." not in name or name.partition(".")[0] not in table.names]
    for batch in table.batches(names):
        lines = range(batch.first, batch.first + batch.n_rows) if batch.lines is None else batch.lines
        for line, cells in zip(lines, zip(*map(batch.cells, names), strict=True), strict=True):
            yield Row(path, line, dict(zip(names, cells, strict=True)))


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
    return f"; it has: {', '.join(names)}"


def open_tables(table: Any, encoding: str = "utf-8") -> Iterator[TableReader]:
    """Yields the tables of files, or of one object of Python, each open; the last one is done with then.

    Args:
        table: paths, or what `parbleu.text.table_files.data_frames.open_frame` takes.
        encoding: of text files.
    """
    if isinstance(table, (str, Path)):
        table = [table]
    if isinstance(table, (list, tuple)) and table and all(isinstance(each, (str, Path)) for each in table):
        for path in table_paths([str(each) for each in table]):
            yield open_table_file(path, encoding)
    else:
        from parbleu.text.table_files.data_frames import open_frame

        yield open_frame(table)


def as_words(value: str | Sequence[str]) -> tuple[str, ...]:
    """Returns names of columns as a tuple, of one name or several."""
    return (value,) if isinstance(value, str) else tuple(value)
