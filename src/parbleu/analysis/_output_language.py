"""Finds output in another language than the target's, by the package py3langid."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from parbleu._base.extras import install_command
from parbleu.errors import MissingDependencyError
from parbleu.text._languages import read_language

if TYPE_CHECKING:
    from parbleu.analysis._checked_stream import CheckedStream

FEWEST_LETTERS = 20
"""The language of shorter texts is a guess."""


def wrong_language(stream: CheckedStream) -> Iterator[int]:
    """Finds texts of at least 20 letters that py3langid takes for another language, but not their references.

    Raises:
        MissingDependencyError: py3langid is not installed.
    """
    for segment, text in enumerate(stream.output.texts):
        if sum(map(str.isalpha, text)) < FEWEST_LETTERS or _is_in(text, stream.language):
            continue
        references = stream.references_of(segment)
        if not references or any(_is_in(each.texts[segment], stream.language) for each in references):
            yield segment


@cache
def _classifier() -> Any:
    try:
        import py3langid
    except ImportError:
        raise MissingDependencyError(
            f"languages are told by the package py3langid: {install_command('language')}"
        ) from None
    return py3langid.classify


def _is_in(text: str, code: str) -> bool:
    """Returns whether a text is in a language, or in its macrolanguage: Cantonese is recognized as zh."""
    wanted, recognized = read_language(code), read_language(str(_classifier()(text)[0]))
    return recognized.code in (wanted.code, wanted.macrolanguage)
