"""Recognizes files that are not lines of text by how they begin: tables, JSON lines, compressed files."""

from __future__ import annotations

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
    lines = block[:_HEAD].split(b"\n")
    if len(lines) > 1:
        lines.pop()  # is empty, or may be cut
    lines = [line for line in lines[:_LINES] if line.strip()]
    return _json(name, lines) or _fields(name, lines)


def _advice(name: str, magic: bytes) -> str:
    if magic in _DECOMPRESS:
        return f"decompress it: {_DECOMPRESS[magic]} {name}"
    return "write the column that is wanted as lines of text"


def _json(name: str, lines: list[bytes]) -> str:
    if not lines or lines[0].lstrip()[:1] != b"{":
        return ""
    from json import loads

    try:
        rows = [loads(line) for line in lines]
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
