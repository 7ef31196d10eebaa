"""Tokenizes the texts of a study once per tokenizer, and counts the segments that change."""

from __future__ import annotations

from itertools import chain
from operator import ne
from typing import TYPE_CHECKING

from parbleu._core import TokenLists, Vocabulary
from parbleu.study._own_tokenizers import BatchTokenizer
from parbleu.text._tokenized_lines import checked_lines, given_texts, tokenized

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parbleu._core import Segments
    from parbleu.text._tokenizers.base import Tokenizer

    Sides = tuple[list[Segments], tuple[Segments, ...]]  # the systems, and the references
    Lists = tuple[list[TokenLists], list[TokenLists]]


class CachingTokenizer(BatchTokenizer):
    """A tokenizer that keeps its results: each text is tokenized once, however often it occurs."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        super().__init__(tokenizer.name)
        self._tokenizer = tokenizer
        self._known: dict[str, str] = {}

    def signature(self) -> str:
        """Returns the tokenizer's value in signatures."""
        return self._tokenizer.signature()

    def tokenize_all(self, texts: list[str]) -> list[str]:
        """Returns many segments tokenized.

        Raises:
            TokenizerError: the tokenizer, which may be a user's, does not return a string for each text.
        """
        if new := [text for text in dict.fromkeys(texts) if text not in self._known]:
            self._known.update(zip(new, checked_lines(self._tokenizer, new), strict=True))
        return [self._known[text] for text in texts]


class TokenizedTexts:
    """Systems' outputs and references, tokenized when a tokenizer is first needed.

    Args:
        systems: a stream for each.
        references: K streams; None where a segment lacks a reference.

    Attributes:
        sides: both, as they are.
    """

    def __init__(self, systems: Sequence[Segments], references: Sequence[Segments]) -> None:
        self.sides: Sides = (list(systems), tuple(references))
        self._cached: dict[Tokenizer, CachingTokenizer] = {}
        self._changed: dict[tuple[Tokenizer, bool], int] = {}
        self._lists: dict[tuple[Tokenizer, bool], Lists] = {}

    def with_sides(self, systems: Sequence[Segments], references: Sequence[Segments]) -> TokenizedTexts:
        """Returns an object for other texts that shares the cached results."""
        made = TokenizedTexts(systems, references)
        made._cached = self._cached
        return made

    def caching(self, tokenizer: Tokenizer, lowercase: bool = False) -> Tokenizer:
        """Returns a tokenizer that has tokenized all texts, in one call, because it may be a command.

        The core's own are returned as they are: to tokenize again costs less than to look up.

        Args:
            tokenizer: any.
            lowercase: whether the texts are in lower case.
        """
        if tokenizer.native is not None:
            return tokenizer
        cached = self._cached.setdefault(tokenizer, CachingTokenizer(tokenizer))
        cached.tokenize_all(
            [text for stream in chain(*self.sides) for text in given_texts(stream.to_list(), lowercase)]
        )
        return cached

    def tokenized(self, tokenizer: Tokenizer, lowercase: bool = False) -> Sides:
        """Returns all texts, in lower case if asked, as tokens with blanks between them."""
        cached = self.caching(tokenizer, lowercase)
        systems, references = self.sides
        return (
            [tokenized(stream, cached, lowercase) for stream in systems],
            tuple(tokenized(stream, cached, lowercase) for stream in references),
        )

    def token_lists(self, tokenizer: Tokenizer, lowercase: bool) -> Lists:
        """Returns systems and references, in lower case if asked, as the native side takes tokens."""
        key = (tokenizer, lowercase)
        if key not in self._lists:
            vocabulary = Vocabulary()

            def listed(stream: Segments) -> TokenLists:
                words = [None if text is None else text.split() for text in stream.to_list()]
                return TokenLists(words, "texts", False, True, vocabulary)

            systems, references = self.tokenized(tokenizer, lowercase)
            self._lists[key] = ([*map(listed, systems)], [*map(listed, references)])
        return self._lists[key]

    def count_changed(self, tokenizer: Tokenizer, lowercase: bool = False) -> int:
        """Counts the texts, in lower case if asked, whose tokens differ in more than white space."""
        if tokenizer.spells_text:
            return 0
        key = (tokenizer, lowercase)
        if key not in self._changed:
            cached = self.caching(tokenizer, lowercase)
            self._changed[key] = 0
            for stream in chain(*self.sides):
                given = given_texts(stream.to_list(), lowercase)
                restored = tokenizer.restore(cached.tokenize_all(given))
                self._changed[key] += sum(map(ne, map(_letters, given), map(_letters, restored)))
        return self._changed[key]


def _letters(text: str) -> str:
    return "".join(text.split())
