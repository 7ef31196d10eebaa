"""Helpers."""

from __future__ import annotations

from os import environ
from os.path import expanduser, join

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

USERHOME = expanduser("~")  # noqa: PTH111 - strings, as the original has them
SACREBLEU_DIR = environ.get("SACREBLEU", join(USERHOME, ".sacrebleu"))  # noqa: PTH118


def smart_open(file: str, mode: str = "rt", encoding: str = "utf-8") -> Any:
    """Opens a text file whose lines end at LF only; one whose name ends in `.gz` is (de)compressed."""
    if file.endswith(".gz"):
        from gzip import open as open_gzip

        return open_gzip(file, mode=mode, encoding=encoding, newline="\n")
    return open(file, mode=mode, encoding=encoding, newline="\n")  # noqa: PTH123 - any name that `open` takes


def my_log(num: float) -> float:
    """Returns the natural logarithm; -9999999999 for 0."""
    from math import log

    return log(num) if num != 0 else -9999999999


def sum_of_lists(lists: Sequence[Any]) -> Any:
    """Returns the sums of columns; a single row itself."""
    if len(lists) == 1:
        return lists[0]
    zero = type(lists[0][0])(0)
    return [sum((row[column] for row in lists), zero) for column in range(len(lists[0]))]
