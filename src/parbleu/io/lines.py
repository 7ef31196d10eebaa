"""Opens files of lines, also compressed ones, reads them as bytes, and recognizes other files."""

from __future__ import annotations

from parbleu.errors import UnreadableFileError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from os import PathLike
    from typing import Any

MARKED = (".sgm", ".sgml", ".xml")
"""How the names of files in SGML and XML end, or do before a suffix of `COMPRESSED`."""

COMPRESSED = (".gz", ".bz2", ".xz")
"""How the names of files end that are decompressed."""

_DAMAGED = ("zlib", "_lzma")  # where the errors of damaged files come from that are no OSError

_MAGIC = {
    b"PAR1": "a Parquet file",
    b"ARROW1": "an Arrow file",
    b"PK\x03\x04": "a zip archive, such as a spreadsheet",
    b"SQLite format 3": "an SQLite database",
    b"%PDF-": "a PDF document",
    b"\x1f\x8b": "compressed by gzip, but its name does not end in .gz",
    b"\xfd7zXZ\x00": "compressed by xz",
    b"BZh9": "compressed by bzip2",
    b"\x28\xb5\x2f\xfd": "compressed by Zstandard",
}
_DECOMPRESS = {
    b"\x1f\x8b": "gzip -dc",
    b"\xfd7zXZ\x00": "xz -dc",
    b"BZh9": "bzip2 -dc",
    b"\x28\xb5\x2f\xfd": "zstd -dc",
}
_UTF16 = (b"\xff\xfe", b"\xfe\xff")

_HEAD = 1 << 16  # bytes that are looked at
_LINES = 20


def is_marked(path: str) -> bool:
    """Returns whether a file is in SGML or XML, by its name."""
    name = path.lower()
    for suffix in COMPRESSED:
        name = name.removesuffix(suffix)
    return name.endswith(MARKED)


def open_binary(path: str | PathLike[str]) -> Any:
    """Opens a file for reading bytes, decompressing one whose name ends in `.gz`, `.bz2` or `.xz`."""
    name = path if isinstance(path, str) else path.__fspath__()
    try:
        if name.endswith(".gz"):
            from gzip import open as open_gzip

            return open_gzip(name, "rb")
        if name.endswith(".bz2"):
            from bz2 import open as open_bz2

            return open_bz2(name, "rb")
        if name.endswith(".xz"):
            from lzma import open as open_xz

            return open_xz(name, "rb")
        return open(name, "rb")
    except (OSError, ValueError) as problem:  # ValueError: of a NUL in its name
        raise unreadable(name, problem) from None


def unreadable(name: str, problem: Exception) -> UnreadableFileError:
    """Returns the error for a file that the system refuses."""
    reason = getattr(problem, "strerror", None) or str(problem) or type(problem).__name__
    return UnreadableFileError(f"cannot read {name}: {reason}")


def read_block(file: Any, name: str, size: int) -> bytes:
    """Returns the next bytes of an open binary file, at most `size`, or all for -1; no byte at the end.

    Raises UnreadableFileError if reading fails, or compressed data is damaged.
    """
    try:
        return file.read(size) or b""
    except (OSError, EOFError) as problem:
        raise unreadable(name, problem) from None
    except Exception as problem:
        if type(problem).__module__ in _DAMAGED:  # without importing them
            raise unreadable(name, problem) from None
        raise


def what_it_is(name: str, block: bytes, encoding: str = "utf-8") -> str:
    """Returns what a file is instead of lines of text, and what to do; "" for text.

    Args:
        name: its path.
        block: its first bytes, or all of them.
        encoding: in which it is to be read.
    """
    for magic, kind in _MAGIC.items():
        if block.startswith(magic):
            return f"is {kind}; {_advice(name, magic)}"
    if block.startswith(_UTF16) and encoding.lower().replace("_", "-").startswith("utf-8"):
        return "is UTF-16: -e utf-16 reads it"
    lines = block[:_HEAD].split(b"\n", _LINES)
    if len(lines) > 1:
        lines.pop()  # is empty, or may be cut
    lines = [line for line in lines if line.strip()]
    return _json(name, lines) or _fields(name, lines)


def _advice(name: str, magic: bytes) -> str:
    if magic in _DECOMPRESS:
        return f"decompress it: {_DECOMPRESS[magic]} {name}"
    return "write the column that is wanted as lines of text"


def _json(name: str, lines: list[bytes]) -> str:
    if not lines or lines[0].lstrip()[:1] != b"{":
        return ""
    from parbleu.io.json_text import parse_json

    try:
        rows = [parse_json(line) for line in lines]
    except ValueError:
        return ""
    if not all(isinstance(row, dict) and row for row in rows):
        return ""
    keys = list(rows[0])
    return (
        f"is JSON lines with the keys {', '.join(keys)}; make text of one of them: "
        f"jq -r .{keys[-1]} {name} > {keys[-1]}.txt"
    )


def _fields(name: str, lines: list[bytes]) -> str:
    counts = {line.count(b"\t") for line in lines}
    if len(lines) < 2 or len(counts) != 1 or counts == {0}:
        return ""
    columns = counts.pop() + 1
    return (
        f"is a table of {columns} columns, separated by TABs; make text of one of them: "
        f"cut -f{columns} {name} > column.txt (for {columns} references in each line: -nr {columns})"
    )
