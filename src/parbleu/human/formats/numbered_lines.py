"""Reads the first line of rating files, and writes fields of their lines."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from parbleu.errors import RatingError
from parbleu.io.lines import open_binary, read_block


def head(path: str) -> str:
    """Returns the first line of a file, or the part of it within the first 64 KiB."""
    with open_binary(path) as file:
        data = read_block(file, path, 1 << 16)
    return next(iter(data.splitlines()), b"").decode("utf-8-sig", errors="replace")


def csv_line(fields: Iterable[object]) -> str:
    """Returns a row of CSV without its line end.

    Raises:
        RatingError: a field holds a NUL character, which the module `csv` of Python 3.10 does not write.
    """
    stream = io.StringIO()
    try:
        csv.writer(stream, lineterminator="").writerow(fields)
    except csv.Error:
        raise RatingError("Python 3.10 writes no NUL characters as CSV: remove them") from None
    return stream.getvalue()


def plain(texts: Iterable[str], what: str, forbidden: str = "\t\r\n") -> list[str]:
    """Returns fields, none of which may hold a TAB, a line end, or what else is forbidden."""
    found = list(texts)
    for text in found:
        if any(character in text for character in forbidden):
            raise RatingError(f"{what} cannot hold {text!r}, because of its TABs or line ends: remove them")
    return found
