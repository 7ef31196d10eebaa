"""Turns texts into lines of tokens, which the core splits at blanks."""

from __future__ import annotations

from collections.abc import Sequence

from parbleu._core import Segments, lower
from parbleu.errors import TokenizerError
from parbleu.text._segments import changed_texts
from parbleu.text._tokenizers.base import Tokenizer


def given_texts(texts: Sequence[str | None], lowercase: bool) -> list[str]:
    """Returns the texts that are not missing, as tokenizers get them: without trailing white space."""
    return [(lower(text) if lowercase else text).rstrip() for text in texts if text is not None]


def tokenized(stream: Segments, tokenizer: Tokenizer, lowercase: bool = False) -> Segments:
    """Returns a line of tokens for each text; a missing text stays missing.

    Raises:
        TokenizerError: the tokenizer does not return a string for each text.
    """

    def lines_of(texts: list[str]) -> list[str]:
        return checked_lines(tokenizer, given_texts(texts, lowercase))

    return Segments(changed_texts(stream.to_list(), lines_of))


def checked_lines(tokenizer: Tokenizer, texts: list[str]) -> list[str]:
    """Returns the tokens of all texts, by a tokenizer that may be a user's.

    Raises:
        TokenizerError: the tokenizer does not return a string for each text.
    """
    lines = tokenizer.tokenize_all(texts)
    if len(lines) != len(texts) or not all(isinstance(line, str) for line in lines):
        raise TokenizerError(f"the tokenizer {tokenizer.name!r} must make a string of each text")
    return lines


def lowered(texts: Segments) -> Segments:
    """Returns texts in lower case, character by character in place.

    A text keeps its case if a small letter is longer than its capital, as offsets behind it would move.
    """
    lines = []
    for text in texts.to_list():
        small = None if text is None else lower(text)
        lines.append(small if small is not None and text is not None and len(small) == len(text) else text)
    return Segments(lines)
