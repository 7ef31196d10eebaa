"""Writes each field of the raw files to a file, and checks such files that another program wrote."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from hashlib import sha256
from typing import Any, BinaryIO

from parbleu.fetch.cache_files import caching
from parbleu.testsets.formats.base import PairFormat

FileFacts = list[Any]
"""A file's size in bytes, number of lines and SHA-256."""

_BLOCK = 1 << 20


def write_fields(reader: PairFormat, paths: Mapping[str, str]) -> dict[str, FileFacts]:
    """Writes all fields of a language pair, and returns the notes about the files.

    Each file appears whole or not at all.
    """
    with ExitStack() as stack:
        columns = {field: _Column(stack.enter_context(caching(path))) for field, path in paths.items()}
        reader.convert(lambda field, lines: columns[field].write(lines))
    return {field: column.facts() for field, column in columns.items()}


def examine(path: str) -> FileFacts:
    """Returns the notes about a file; the number of lines is -1 if the last line has no end."""
    digest, lines, size, last = sha256(), 0, 0, b""
    with open(path, "rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
            lines += block.count(b"\n")
            size += len(block)
            last = block[-1:]
    return [size, lines if last == b"\n" else -1, digest.hexdigest()]


class _Column:
    """A processed file that is being written."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._digest = sha256()
        self._size = 0
        self._lines = 0

    def write(self, lines: bytes) -> None:
        self._file.write(lines)
        self._digest.update(lines)
        self._size += len(lines)
        self._lines += lines.count(b"\n")

    def facts(self) -> FileFacts:
        return [self._size, self._lines, self._digest.hexdigest()]
