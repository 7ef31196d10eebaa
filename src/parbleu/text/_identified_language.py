"""Recognizes the language of texts, by the package py3langid, and lines in another one than others."""

from __future__ import annotations

from sys import modules

from parbleu._core import Segments, evident_language

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

FEWEST_LETTERS = 20
"""The language of shorter texts is a guess."""

_LINES = 30
_AGREEING, _MOSTLY = 0.5, 0.8


_classifiers: list[Callable[[str], str] | None] = []
"""What returns the code of a text's language, once it was needed; None if py3langid is not installed."""


def _classifier() -> Callable[[str], str] | None:
    if not _classifiers:
        from parbleu.text._kept_language_model import kept_classifier

        is_loaded = "py3langid" in modules
        _classifiers.append((None if is_loaded else kept_classifier()) or _classifier_of_package())
    return _classifiers[0]


def _classifier_of_package() -> Callable[[str], str] | None:
    try:
        import py3langid
    except ImportError:
        return None
    from parbleu.text._kept_language_model import keep_model

    keep_model(py3langid)
    return lambda text: str(py3langid.classify(text)[0])


def is_in(text: str, code: str) -> bool:
    """Returns whether a text is in a language, or in its macrolanguage: Cantonese is recognized as zh.

    Raises:
        MissingDependencyError: py3langid is not installed.
    """
    from parbleu.text._languages import read_language

    wanted, recognized = read_language(code), read_language(_recognized(text))
    return recognized.code in (wanted.code, wanted.macrolanguage)


def _recognized(text: str) -> str:
    classifier = _classifier()
    if classifier is None:
        from parbleu._base.extras import install_command
        from parbleu.errors import MissingDependencyError

        raise MissingDependencyError(
            f"languages are told by the package py3langid: {install_command('language')}"
        )
    try:
        return classifier(text)
    except ValueError:  # what was kept is damaged
        _classifiers[:] = [_classifier_of_package()]
        return _recognized(text)


def another_language(lines: Sequence[str], code: str) -> str:
    """Returns the language of a text that is not in the one expected.

    Returns "" if it may be, or is unclear, or frequent words do not tell it and py3langid is not installed.

    Args:
        lines: some of the text.
        code: of the language that is expected, in any spelling.
    """
    language = evident_language(Segments(lines))
    if not language:
        if _classifier() is None:
            return ""
        language, count, n_lines = _usual_language(lines, int(_MOSTLY * _LINES))
        if not n_lines or count < _MOSTLY * n_lines:
            return ""
    return "" if _are_one(language, code) else language


def part_in_another_language(
    lines: Sequence[str], references: Sequence[str], n_lines: int, expected: str = ""
) -> tuple[str, str, int] | None:
    """Returns the language of lines, that of the references, and the percentage of all lines in the former.

    Returns None if they are in the same language, or that is not clear, or py3langid is not installed.

    Args:
        lines: those that may be in another language.
        references: some of them.
        n_lines: how many lines there are in all.
        expected: the language of the references, if frequent words tell it.
    """
    if _classifier() is None:
        return None
    expected = expected or _usual_language(references, _LINES // 2 + 1)[0]
    language, count, n_doubtful = _usual_language(lines) if expected else ("", 0, 0)
    if not n_doubtful or count < _AGREEING * n_doubtful or _are_one(language, expected):
        return None
    return language, expected, round(100 * (count / n_doubtful) * len(lines) / n_lines)


def _usual_language(lines: Sequence[str], enough: int = _LINES) -> tuple[str, int, int]:
    """Returns the language of most lines, how many are in it, and of how many it was recognized.

    Of the lines with enough letters the first ones are recognized, up to so many in one language.
    """
    languages: list[str] = []
    for line in lines:
        if has_letters(line):
            languages.append(_recognized(line))
            if len(languages) == _LINES or languages.count(languages[-1]) == enough:
                break
    language = max(languages, key=languages.count, default="")
    return language, languages.count(language), len(languages)


def _are_one(code: str, other: str) -> bool:
    """Returns whether two codes are of one macrolanguage."""
    if code == other:
        return True
    from parbleu.text._languages import read_language

    return read_language(code).macrolanguage == read_language(other).macrolanguage


def has_letters(text: str) -> bool:
    """Returns whether a text has enough letters to recognize its language."""
    return any(sum(map(str.isalpha, part)) >= FEWEST_LETTERS for part in (text[: 2 * FEWEST_LETTERS], text))
