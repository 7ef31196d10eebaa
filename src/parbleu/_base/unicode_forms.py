"""Brings text into Unicode's normalization forms, in time that grows no faster than the text.

`unicodedata` sorts the marks behind a letter by insertion, which takes minutes for a million marks. Before it
sees a long text, long runs of marks are decomposed and sorted here, which changes no form of the text.
"""

from __future__ import annotations

from itertools import groupby
from unicodedata import combining, normalize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    Form = Literal["NFC", "NFD", "NFKC", "NFKD"]

LONG = 1000
"""As many characters are sorted by insertion in less time than a look at each of them would take."""


def unicode_form(form: Form, text: str) -> str:
    """Returns `unicodedata.normalize(form, text)`."""
    if len(text) > LONG and not text.isascii():
        text = _with_sorted_marks(text)
    return normalize(form, text)


def without_marks(text: str) -> str:
    """Returns a text in NFC, without the combining characters that it has in NFD."""
    return normalize("NFC", "".join([point for point in unicode_form("NFD", text) if not combining(point)]))


def _with_sorted_marks(text: str) -> str:
    """Returns a text whose long runs of marks are decomposed, and sorted by their combining class."""
    marks = {}
    for character in {*text}:
        decomposed = normalize("NFD", character)
        if combining(decomposed[0]):
            marks[character] = decomposed
    if not marks:
        return text
    pieces = []
    for are_marks, run in groupby(text, marks.__contains__):
        piece = "".join(run)
        if are_marks and len(piece) > LONG:
            piece = "".join(sorted("".join(map(marks.__getitem__, piece)), key=combining))
        pieces.append(piece)
    return "".join(pieces)
