"""The texts of a study, each cut once by every tokenizer; and what cutting loses of them."""

from __future__ import annotations

from itertools import chain
from operator import ne
from typing import TYPE_CHECKING

from parbleu._core import Segments, TokenLists, Vocabulary, lower
from parbleu.errors import TokenizerError
from parbleu.text.tokenizers.base import Tokenizer

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Sides = tuple[list[Segments], tuple[Segments, ...]]  # the systems, and the references
    Lists = tuple[list[TokenLists], list[TokenLists]]


class Remembering(Tokenizer):
    """A tokenizer that remembers: each text is cut once, however often it occurs and is asked for."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        super().__init__(tokenizer.name)
        self._tokenizer = tokenizer
        self._known: dict[str, str] = {}

    def signature(self) -> str:
        """Returns what signatures say for the tokenizer."""
        return self._tokenizer.signature()

    def __call__(self, text: str) -> str:
        """Returns one segment tokenized."""
        return self.tokenize_all([text])[0]

    def tokenize_all(self, texts: list[str]) -> list[str]:
        """Returns many segments tokenized.

        Raises:
            TokenizerError: the tokenizer, which may be anybody's, makes something else of them.
        """
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if new:
            lines = self._tokenizer.tokenize_all(new)
            if len(lines) != len(new) or not all(isinstance(line, str) for line in lines):
                raise TokenizerError(f"the tokenizer {self.name!r} must make a string of each text")
            self._known.update(zip(new, lines, strict=True))
        return [self._known[text] for text in texts]


class Texts:
    """Systems' output and references.

    Args:
        systems: a stream for each.
        references: K streams; None where a segment lacks a reference.

    Attributes:
        sides: both, as they are.
    """

    def __init__(self, systems: Sequence[Segments], references: Sequence[Segments]) -> None:
        self.sides: Sides = (list(systems), tuple(references))
        self._cutters: dict[Tokenizer, Remembering] = {}
        self._changed: dict[tuple[Tokenizer, bool], int] = {}
        self._lists: dict[tuple[Tokenizer, bool], Lists] = {}

    def otherwise(self, systems: Sequence[Segments], references: Sequence[Segments]) -> Texts:
        """Returns other texts for the same tokenizers, which remember these."""
        made = Texts(systems, references)
        made._cutters = self._cutters
        return made

    def cutter(self, tokenizer: Tokenizer, lowercase: bool = False) -> Tokenizer:
        """Returns a tokenizer that knows all texts: they were cut in one go, since it may be a command.

        The core's own are returned as they are: to cut again costs less than to remember.

        Args:
            tokenizer: any.
            lowercase: whether it is to know them in lower case.
        """
        if tokenizer.is_native:
            return tokenizer
        found = self._cutters.setdefault(tokenizer, Remembering(tokenizer))
        found.tokenize_all([text for stream in self._streams() for text in _given(stream, lowercase)])
        return found

    def cut(self, tokenizer: Tokenizer, lowercase: bool = False) -> Sides:
        """Returns all texts as tokens with blanks between them; arguments as for `cutter`."""
        cutter = self.cutter(tokenizer, lowercase)
        systems, references = ([_cut(stream, cutter, lowercase) for stream in side] for side in self.sides)
        return systems, tuple(references)

    def token_lists(self, tokenizer: Tokenizer, lowercase: bool) -> Lists:
        """Returns systems and references as the native side takes tokens; arguments as for `cutter`."""
        key = (tokenizer, lowercase)
        if key not in self._lists:
            vocabulary = Vocabulary()
            systems, references = (
                [TokenLists(_words(stream), "texts", False, True, vocabulary) for stream in side]
                for side in self.cut(tokenizer, lowercase)
            )
            self._lists[key] = (systems, references)
        return self._lists[key]

    def changed(self, tokenizer: Tokenizer, lowercase: bool = False) -> int:
        """Returns of how many texts the tokens do not spell the text, white space aside.

        Arguments as for `cutter`.
        """
        if tokenizer.spells_text:
            return 0
        key = (tokenizer, lowercase)
        if key not in self._changed:
            cutter = self.cutter(tokenizer, lowercase)
            self._changed[key] = 0
            for stream in self._streams():
                given = _given(stream, lowercase)
                restored = tokenizer.restore(cutter.tokenize_all(given))
                self._changed[key] += sum(map(ne, map(_spelt, given), map(_spelt, restored)))
        return self._changed[key]

    def _streams(self) -> Iterator[Segments]:
        return chain(*self.sides)


def _texts(stream: Segments) -> list[str | None]:
    return [stream[index] for index in range(len(stream))]


def _given(stream: Segments, lowercase: bool) -> list[str]:
    """Returns the texts that are there, as BLEU gives them to a tokenizer."""
    return [(lower(text) if lowercase else text).rstrip() for text in _texts(stream) if text is not None]


def _cut(stream: Segments, cutter: Tokenizer, lowercase: bool) -> Segments:
    lines = iter(cutter.tokenize_all(_given(stream, lowercase)))
    return Segments([None if text is None else next(lines) for text in _texts(stream)])


def _words(stream: Segments) -> list[list[str] | None]:
    return [None if text is None else text.split() for text in _texts(stream)]


def _spelt(text: str) -> str:
    return "".join(text.split())
