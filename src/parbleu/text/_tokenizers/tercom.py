"""Defines the tokenizer of TER."""

from __future__ import annotations

from parbleu import _core
from parbleu.text._tokenizers.base import Tokenizer, check_string


class TercomTokenizer(Tokenizer):
    """The tokenizer of TER, with its options.

    Args:
        normalized: separate punctuation and undo SGML entities.
        no_punct: remove punctuation.
        asian_support: with `normalized` or `no_punct`, treat Asian punctuation and ideographs too.
        case_sensitive: do not lower-case.
    """

    def __init__(
        self,
        normalized: bool = False,
        no_punct: bool = False,
        asian_support: bool = False,
        case_sensitive: bool = False,
    ) -> None:
        super().__init__("tercom")
        self._options = (normalized, no_punct, asian_support, case_sensitive)

    def __call__(self, text: str) -> str:
        """Returns one segment tokenized.

        Raises:
            InputTypeError: `text` is not a string.
        """
        check_string(text)
        return _core.tokenize_ter(text, *self._options)

    def __reduce__(self) -> tuple[type[TercomTokenizer], tuple[bool, bool, bool, bool]]:  # type: ignore[override]
        return type(self), self._options


def with_defaults(name: str) -> TercomTokenizer:  # noqa: ARG001 - the registry calls with it
    """Returns the tokenizer as `TER()` uses it."""
    return TercomTokenizer()
