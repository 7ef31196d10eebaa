"""The texts of a study, each cut once by every tokenizer; and what cutting loses of them."""

from __future__ import annotations

from parbleu._core import Segments, TokenLists, Vocabulary, lower
from parbleu.text.tokenizers.base import Tokenizer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    Sides = tuple[list[Segments], tuple[Segments, ...]]  # the systems, and the references

# Without one of these, no tokenizer of the core drops or replaces a character that is not white space.
_SUSPECTS = "&<\n"


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
        """Returns many segments tokenized."""
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if new:
            self._known.update(zip(new, self._tokenizer.tokenize_all(new), strict=True))
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

    def cutter(self, tokenizer: Tokenizer, lowercase: bool = False) -> Remembering:
        """Returns a tokenizer that knows all texts: they were cut in one go, since it may be a command.

        Args:
            tokenizer: any.
            lowercase: whether it is to know them in lower case.
        """
        found = self._cutters.setdefault(tokenizer, Remembering(tokenizer))
        found.tokenize_all(self._given(lowercase))
        return found

    def cut(self, tokenizer: Tokenizer, lowercase: bool = False) -> Sides:
        """Returns all texts as tokens with blanks between them; arguments as for `cutter`."""
        cutter = self.cutter(tokenizer, lowercase)
        systems, references = ([_cut(stream, cutter, lowercase) for stream in side] for side in self.sides)
        return systems, tuple(references)

    def token_lists(self, tokenizer: Tokenizer, lowercase: bool) -> tuple[list[TokenLists], list[TokenLists]]:
        """Returns systems and references as the native side takes tokens; arguments as for `cutter`."""
        vocabulary = Vocabulary()
        systems, references = (
            [TokenLists(_words(stream), "texts", False, True, vocabulary) for stream in side]
            for side in self.cut(tokenizer, lowercase)
        )
        return systems, references

    def changed(self, tokenizer: Tokenizer, lowercase: bool = False) -> int:
        """Returns of how many texts the tokens do not spell the text, white space aside.

        Arguments as for `cutter`.
        """
        key = (tokenizer, lowercase)
        if key not in self._changed:
            given = self._given(lowercase)
            if tokenizer.is_native:
                given = [text for text in given if any(character in text for character in _SUSPECTS)]
                lines = tokenizer.tokenize_all(given)
            else:
                lines = tokenizer.restore(self.cutter(tokenizer, lowercase).tokenize_all(given))
            self._changed[key] = sum(
                _spelt(text) != _spelt(line) for text, line in zip(given, lines, strict=True)
            )
        return self._changed[key]

    def _given(self, lowercase: bool) -> list[str]:
        """Returns all texts, as BLEU gives them to a tokenizer."""
        systems, references = self.sides
        return [
            _prepared(text, lowercase)
            for stream in (*systems, *references)
            for text in _texts(stream)
            if text is not None
        ]


def _texts(stream: Segments) -> list[str | None]:
    return [stream[index] for index in range(len(stream))]


def _prepared(text: str, lowercase: bool) -> str:
    return (lower(text) if lowercase else text).rstrip()


def _cut(stream: Segments, cutter: Tokenizer, lowercase: bool) -> Segments:
    texts = _texts(stream)
    lines = iter(cutter.tokenize_all([_prepared(text, lowercase) for text in texts if text is not None]))
    return Segments([None if text is None else next(lines) for text in texts])


def _words(stream: Segments) -> list[list[str] | None]:
    return [None if text is None else text.split() for text in _texts(stream)]


def _spelt(text: str) -> str:
    return "".join(text.split())
