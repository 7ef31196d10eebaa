"""Recognizes the language of texts, by the package py3langid, and lines in another one than others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from parbleu._base.extras import install_command
from parbleu._core import Segments, evident_language
from parbleu.errors import MissingDependencyError
from parbleu.text._languages import read_language

FEWEST_LETTERS = 20
"""The language of shorter texts is a guess."""

_LINES = 30
_AGREEING, _MOSTLY = 0.5, 0.8


class OtherLanguage(NamedTuple):
    """Lines in another language than that of the references.

    Attributes:
        language: the code of the language that most of the lines are in.
        expected: that of the references.
        share: how many of the lines are in it.
    """

    language: str
    expected: str
    share: float


@cache
def _classifier() -> Any:
    try:
        import py3langid
    except ImportError:
        raise MissingDependencyError(
            f"languages are told by the package py3langid: {install_command('language')}"
        ) from None
    return py3langid.classify


def is_in(text: str, code: str) -> bool:
    """Returns whether a text is in a language, or in its macrolanguage: Cantonese is recognized as zh.

    Raises:
        MissingDependencyError: py3langid is not installed.
    """
    wanted, recognized = read_language(code), read_language(_recognized(text))
    return recognized.code in (wanted.code, wanted.macrolanguage)


def _recognized(text: str) -> str:
    return str(_classifier()(text)[0])


def another_language(lines: Sequence[str], code: str) -> str:
    """Returns the language of a text that is not in the one expected; "" if it may be, or is unclear.

    Args:
        lines: some of the text.
        code: of the language that is expected, in any spelling.

    Raises:
        MissingDependencyError: py3langid is not installed.
    """
    language = evident_language(Segments(lines))
    if not language:
        language, count, n_lines = _usual_language(lines)
        if not n_lines or count < _MOSTLY * n_lines:
            return ""
    return "" if _are_one(language, code) else language


def _usual_language(lines: Sequence[str]) -> tuple[str, int, int]:
    """Returns the language of most lines, how many are in it, and of how many it was recognized."""
    known = [line for line in lines if has_letters(line)][:_LINES]
    [(language, count)] = Counter(map(_recognized, known)).most_common(1) or [("", 0)]
    return language, count, len(known)


def _are_one(code: str, other: str) -> bool:
    """Returns whether two codes are of one macrolanguage."""
    return read_language(code).macrolanguage == read_language(other).macrolanguage


def has_letters(text: str) -> bool:
    """Returns whether a text has enough letters to recognize its language."""
    return sum(map(str.isalpha, text)) >= FEWEST_LETTERS


def other_language(lines: Sequence[str], references: Sequence[str]) -> OtherLanguage | None:
    """Returns the language of lines if it is not that of the references; None if it is, or is not clear.

    Raises:
        MissingDependencyError: py3langid is not installed.
    """
    expected, _, n_known = _usual_language(references)
    language, count, n_doubtful = _usual_language(lines)
    if not n_known or not n_doubtful or _are_one(language, expected) or count < _AGREEING * n_doubtful:
        return None
    return OtherLanguage(language, expected, count / n_doubtful)
