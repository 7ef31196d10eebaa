"""What is translated: files of text, and test files in SGML and XML; segment after segment."""

from __future__ import annotations

import os

from parbleu.errors import UnreadableFileError
from parbleu.io.line_streams import LineStream
from parbleu.io.lines import is_marked, open_binary
from parbleu.translate.engine_driver import iterate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


def read_source(source: Any, encoding: str | None = None) -> tuple[Iterator[str], str | None]:
    """Returns the segments of a source, and its path if it is a file.

    Args:
        source: the path of a file; "-" for standard input; or any other stream of segments.
        encoding: that of the file; by default UTF-8, or what SGML or XML declares.

    Raises:
        InputTypeError: it is no stream of segments.
    """
    path = path_of(source)
    if path is None and not isinstance(source, str):
        return iter(iterate(source)), None
    return (read_marked if is_marked(path or "") else read_text)(path or "-", encoding), path


def path_of(source: Any) -> str | None:
    """Returns the path of a source that is a file; None for all others."""
    if isinstance(source, str) or hasattr(source, "__fspath__"):
        path = str(os.fspath(source))
        return None if path == "-" else path
    return None


def read_marked(path: str, encoding: str | None = None) -> Iterator[str]:
    """Returns the segments of the source that a test file in SGML or XML holds.

    Raises:
        ParbleuError: as `parbleu.testsets.read_segments`.
    """
    from parbleu.testsets.markup.markup_reader import read_segments

    return read_segments(path, "src", None, encoding)


def read_text(path: str, encoding: str | None = None) -> Iterator[str]:
    """Yields the lines of a file, or of standard input, without a BOM and their trailing white space.

    Only LF ends a line, also on standard input, so that there are as many as `wc -l` counts.

    Args:
        path: the file; `.gz` is decompressed; "-" is standard input.
        encoding: that of the file, UTF-8 by default.

    Raises:
        UnreadableFileError: it cannot be read.
        UndecodableLine: a line is not valid in the encoding.
        OptionError: there is no such encoding.
    """
    stream = open_text(path, encoding)
    mark = "\ufeff"
    try:
        while waiting := stream.ready():
            (block,) = stream.take(min(waiting, 1024))
            for index in range(len(block)):
                yield str(block[index]).removeprefix(mark)
                mark = ""
    finally:
        if path != "-":
            stream.close()


def open_text(path: str, encoding: str | None = None) -> LineStream:
    """Opens what `read_text` reads.

    Raises:
        UnreadableFileError: it cannot be opened.
        OptionError: there is no such encoding.
    """
    if path != "-":
        return LineStream(path, open_binary(path), encoding or "utf-8")
    import sys

    if sys.stdin is None:
        raise UnreadableFileError("standard input is closed")
    return LineStream("standard input", sys.stdin.buffer, encoding or "utf-8")
