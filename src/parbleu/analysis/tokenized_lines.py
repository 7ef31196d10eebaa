"""Turns texts into lines of tokens, which the native analyses split at blanks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parbleu import _core
from parbleu._core import Segments
from parbleu.errors import TokenizerError
from parbleu.text.segments import texts_of

if TYPE_CHECKING:
    from parbleu.text.tokenizers.base import Tokenizer


def tokenized(texts: Segments, tokenizer: Tokenizer, lowercase: bool = False) -> Segments:
    """Returns a line of tokens for each text, without its trailing white space; a missing text stays missing.

    Raises:
        TokenizerError: the tokenizer does not return a string for each text.
    """
    found = texts_of(texts)
    given = [(_core.lower(text) if lowercase else text).rstrip() for text in found if text is not None]
    lines = tokenizer.tokenize_all(given)
    if len(lines) != len(given) or not all(isinstance(line, str) for line in lines):
        raise TokenizerError(f"the tokenizer {tokenizer.name!r} must make a string of each text")
    rest = iter(lines)
    return Segments([None if text is None else next(rest) for text in found])


def lowered(texts: Segments) -> Segments:
    """Returns texts in lower case, character by character in place.

    A text keeps its case if a small letter is longer than its capital, as offsets behind it would move.
    """
    found = []
    for text in texts_of(texts):
        small = None if text is None else _core.lower(text)
        found.append(small if small is not None and text is not None and len(small) == len(text) else text)
    return Segments(found)
