"""Reads lines from files in pieces, so that files larger than memory can be scored.

A line ends at LF and loses its trailing white space. On standard input CR LF and a lone CR end a line too, as
in every text that Python reads from there; in files they are white space inside the line.
"""

from __future__ import annotations

from parbleu import errors
from parbleu._core import LineReader, Segments
from parbleu.errors import OptionError
from parbleu.io.lines import StandardInput, open_binary, other_than_text, read_block, what_it_is

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from os import PathLike
    from typing import Any

    from parbleu.io.encodings import Recoder

BLOCK = 1 << 22
"""How many bytes of a file are read at once. Memory is a small multiple of it for every open file."""

SMALL_BLOCK = 1 << 18
SMALL_BLOCKS = 16
"""How many bytes are read at first, and how often: these fit a cache, and their memory is soon used again.
Later, larger blocks occupy more cores."""


class LineStream:
    """One file's lines, in order.

    Args:
        name: what messages call it.
        file: where its bytes come from: has `read(size)` and `close()`.
        encoding: how they are encoded.
        universal: whether CR LF and a lone CR end a line.

    Attributes:
        taken: lines taken so far.
        tabs: whether a TAB has been read.
        advance: called with the number of bytes after each block.
        check_start: called once with the first block; may refuse the file.

    Raises:
        OptionError: there is no such encoding; the file has been closed.
    """

    def __init__(self, name: str, file: Any, encoding: str = "utf-8", universal: bool = False) -> None:
        self.name = name
        self.encoding = encoding
        self.taken: int = 0
        self.tabs: bool = False
        self.advance: Callable[[int], None] | None = None
        self.check_start: Callable[[bytes], None] | None = None
        self._file = file
        self._small_blocks = SMALL_BLOCKS
        self._ended = False
        self._reader = LineReader(universal)
        try:
            self._recoder = _recoder(name, encoding, universal)
        except OptionError:
            file.close()
            raise

    def ready(self) -> int:
        """Returns how many lines `take` can return now; 0 only at the end. Reads a block if there is none.

        Raises:
            UnreadableFileError: the file cannot be read.
            UndecodableLineError: the file is not valid in its encoding, which is not UTF-8.
        """
        while not self._reader.available and not self._ended:
            self._small_blocks -= 1
            self._fill(SMALL_BLOCK if self._small_blocks >= 0 else BLOCK)
        return self._reader.available

    def _fill(self, size: int) -> None:
        block = read_block(self._file, self.name, size)
        self._ended = not block
        if self.check_start is not None:
            self.check_start(block)
            self.check_start = None
        if self.advance is not None:
            self.advance(len(block))
        if self._recoder is not None:
            block = self._recoder.recode(block, self._ended)
        self.tabs = self.tabs or b"\t" in block
        if block:  # an empty one would have the lines that wait copied
            self._reader.feed(block)
        if self._ended:
            self._reader.finish()

    def take(self, count: int) -> list[Segments]:
        """Returns the next lines, at most `count`, in as many columns as a line has.

        Raises:
            UndecodableLineError: one of them is not valid UTF-8.
        """
        before = self.taken
        try:
            lines = self._reader.take(count)
        except errors.UndecodableLineError as problem:
            problem.source = self.name
            raise
        self.taken += len(lines)
        return self.columns(lines, before)

    def rest(self) -> list[Segments]:
        """Returns all lines that are left, as `take` does, and raises what `ready` and `take` raise."""
        while not self._ended:
            self._fill(-1)
        return self.take(self._reader.available)

    def columns(self, lines: Segments, before: int) -> list[Segments]:  # noqa: ARG002 - for those that split
        """Returns the columns of lines that follow `before` others: one, unless a subclass splits."""
        return [lines]

    def skip(self) -> int:
        """Reads and discards the rest; returns how many lines the file has."""
        while count := self.ready():
            self.take(count)
        return self.taken

    def close(self) -> None:
        """Closes the file."""
        self._file.close()


def _recoder(name: str, encoding: str, universal: bool) -> Recoder | None:
    if encoding.lower().replace("_", "-") in ("utf-8", "utf8"):
        return None
    from parbleu.io.encodings import Recoder

    return Recoder(name, encoding, universal)


def lockstep(streams: Sequence[LineStream]) -> Iterator[list[list[Segments]]]:
    """Yields pieces of equal length of all streams, until the shortest has ended.

    A piece is a list with the columns of each stream. Afterwards the others still hold what they have more.
    """
    while True:
        count = min(stream.ready() for stream in streams)
        if count == 0:
            return
        yield [stream.take(count) for stream in streams]


def refuse_other_files(
    stream: LineStream, naming: str = "write the column that is meant as lines", *, tables: bool = False
) -> None:
    """Has a stream refuse a file that is no text, with a FormatError that says what it is.

    Args:
        stream: a named file; others are left alone.
        naming: how a column of a table is named.
        tables: whether JSON lines and CSV are refused, too.
    """

    def check(block: bytes) -> None:
        if tables:
            kind = what_it_is(stream.name, block, stream.encoding, naming, fields=False)
        else:
            kind = other_than_text(stream.name, block, stream.encoding, naming)
        if kind:
            raise errors.FormatError(stream.name, 0, f"this {kind}")

    if stream.name != StandardInput.name:
        stream.check_start = check


def read_stream(file: Any, name: str, *, universal: bool) -> Segments:
    """Returns the lines of an open binary file in UTF-8; the arguments and errors are `LineStream`'s.

    Raises:
        FormatError: a named file is no text.
    """
    stream = LineStream(name, file, universal=universal)
    refuse_other_files(stream)
    return stream.rest()[0]


def read_lines(path: str | PathLike[str]) -> Segments:
    """Returns the lines of a file in UTF-8."""
    with open_binary(path) as file:
        return read_stream(file, str(path), universal=False)
