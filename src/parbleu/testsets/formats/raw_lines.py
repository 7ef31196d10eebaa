"""Reads raw files line by line; only LF ends a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from parbleu.errors import FormatError, UndecodableLineError
from parbleu.testsets.formats.declared_encoding import pieces

_LONGEST = 1 << 26
"""Bytes of a line. No text comes near; a small compressed file could otherwise fill the memory."""


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

    The last line end is left out. It raises what `blocks` raises.
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
