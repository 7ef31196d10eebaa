"""Reads raw files as UTF-8, in pieces or line by line; only LF ends a line."""

from __future__ import annotations

from parbleu._io.lines import UTF16, open_binary, read_block
from parbleu.errors import FormatError, OptionError, UndecodableLineError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from parbleu._io.encodings import Recoder

_BLOCK = 1 << 18
_HEAD = 200
"""Bytes in which an XML declaration says what the encoding is."""

_LONGEST = 1 << 26
"""Bytes of a line. No text comes near; a small compressed file could otherwise fill the memory."""


def pieces(path: str, encoding: str | None = None) -> Iterator[bytes]:
    """Yields a file in pieces of UTF-8, split at any byte. A UTF-8 file is passed on unchecked.

    Args:
        path: the file; one whose name ends in `.gz` is decompressed.
        encoding: its encoding; by default that of a byte order mark or an XML declaration, or UTF-8.

    Raises:
        UnreadableFileError: it cannot be read.
        UndecodableLineError: it is not valid in its encoding, which is not UTF-8.
        FormatError: there is no such encoding.
    """
    recoder = None
    with open_binary(path) as file:
        block = read_block(file, path, _BLOCK)
        name = _declared(block[:_HEAD]) if encoding is None else _other_than_utf8(encoding)
        if name:
            recoder = _recoder(path, name)
        while block:
            yield _recoded(recoder, block, False) if recoder else block
            block = read_block(file, path, _BLOCK)
        if recoder:
            yield _recoded(recoder, b"", True)


def _declared(head: bytes) -> str:
    """Returns the encoding that the beginning of a file shows or declares; "" for UTF-8."""
    if head.startswith(UTF16):
        return "utf-16"
    if not head.startswith(b"<?xml"):
        return ""
    declared = head.partition(b"?>")[0].partition(b"encoding")[2].lstrip(b" \t\r\n=")
    return _other_than_utf8(
        declared[1:].partition(declared[:1])[0].decode("ascii", "replace") if declared else ""
    )


def _other_than_utf8(name: str) -> str:
    return "" if name.lower() in ("utf-8", "utf8", "us-ascii", "ascii") else name


def _recoder(path: str, encoding: str) -> Recoder:
    from parbleu._io.encodings import Recoder

    try:
        return Recoder(path, encoding, universal=False)
    except OptionError as problem:
        raise FormatError(path, 1, str(problem)) from None


def _recoded(recoder: Recoder, block: bytes, final: bool) -> bytes:
    try:
        return recoder.recode(block, final)
    except OptionError as problem:  # it names the file
        raise FormatError("", 0, str(problem)) from None


def blocks(path: str) -> Iterator[tuple[int, list[str]]]:
    """Yields the lines of a UTF-8 file in pieces, each with the number of its first line, counted from 1.

    Args:
        path: the file; one whose name ends in `.gz` is decompressed.

    Raises:
        UnreadableFileError: it cannot be read.
        UndecodableLineError: it is not UTF-8.
        FormatError: a line is longer than memory should be.
    """
    for number, text in whole_lines(pieces(path, "utf-8"), path):
        yield number, text.split("\n")


def whole_lines(parts: Iterable[bytes], path: str) -> Iterator[tuple[int, str]]:
    """Yields UTF-8, cut anywhere, as text that ends where lines do, and the number of its first line.

    The last line end is left out.

    Raises:
        UndecodableLineError: it is not UTF-8.
        FormatError: a line is longer than memory should be.
    """
    number = 1
    begun: list[bytes] = []  # the pieces of a line whose end has not been read
    for block in parts:
        whole, end, rest = block.rpartition(b"\n")
        if not end:
            begun.append(block)
            if sum(map(len, begun)) > _LONGEST:
                raise FormatError(path, number, f"a line of more than {_LONGEST:,} bytes")
            continue
        lines = _decoded(b"".join([*begun, whole]), path, number)
        yield number, lines
        number += lines.count("\n") + 1
        begun = [rest]
    last = b"".join(begun)
    if last:
        yield number, _decoded(last, path, number)


def _decoded(lines: bytes, path: str, number: int) -> str:
    try:
        return lines.decode()
    except UnicodeDecodeError as problem:
        at = problem.start
        column = at - (lines.rfind(b"\n", 0, at) + 1)
        line = number + lines.count(b"\n", 0, at)
        raise UndecodableLineError(line, column, lines[at], path) from None
