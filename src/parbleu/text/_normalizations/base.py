"""Defines `Normalization`, which writes texts in one of the ways that mean the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from parbleu.errors import OptionError


class Normalization:
    """A way to write texts that differ in nothing else as one text.

    Args:
        function: returns a text normalized. Applied twice, it changes nothing more.
        meaning: what it undoes, in words: "composition of characters (NFC)".
        remedy: what to do about texts that differ in it.
    """

    __slots__ = ("function", "meaning", "remedy")

    def __init__(
        self, function: Callable[[str], str], meaning: str, remedy: str = "normalize both sides"
    ) -> None:
        self.function: Callable[[str], str] = function
        self.meaning: str = meaning
        self.remedy: str = remedy

    def __call__(self, text: str) -> str:
        """Returns a text normalized."""
        return self.function(text)

    def all(self, texts: Sequence[str]) -> list[str]:
        """Returns texts normalized.

        Raises:
            OptionError: one of the results is not a string.
        """
        written = list(map(self.function, texts))
        for text in written:
            if not isinstance(text, str):
                raise OptionError(f"the normalization of {self.meaning} returns {text!r} for a text")
        return written

    def __repr__(self) -> str:
        return f"Normalization({self.meaning!r})"
