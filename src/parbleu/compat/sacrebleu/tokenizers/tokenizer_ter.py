"""Defines the tokenizer of TER."""

from __future__ import annotations

from parbleu import _core
from parbleu.compat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer


class TercomTokenizer(BaseTokenizer):
    """What TERCOM does to text.

    Args:
        normalized: separate punctuation and undo SGML entities.
        no_punct: remove punctuation.
        asian_support: with `normalized` or `no_punct`, treat Asian punctuation and ideographs too.
        case_sensitive: do not lower-case.
    """

    ASIAN_PUNCT = r"([\u3001\u3002\u3008-\u3011\u3014-\u301f\uff61-\uff65\u30fb])"
    FULL_WIDTH_PUNCT = r"([\uff0e\uff0c\uff1f\uff1a\uff1b\uff01\uff02\uff08\uff09])"

    def __init__(
        self,
        normalized: bool = False,
        no_punct: bool = False,
        asian_support: bool = False,
        case_sensitive: bool = False,
    ) -> None:
        self._normalized = normalized
        self._no_punct = no_punct
        self._asian_support = asian_support
        self._case_sensitive = case_sensitive

    @property
    def options(self) -> tuple[bool, bool, bool, bool]:
        """Its options, in the constructor's order."""
        return (
            bool(self._normalized),
            bool(self._no_punct),
            bool(self._asian_support),
            bool(self._case_sensitive),
        )

    def __call__(self, sent: str) -> str:
        """Returns a segment tokenized, with one blank between tokens."""
        return _core.tokenize_ter(sent, *self.options) if sent else ""

    def signature(self) -> str:
        """Returns `tercom`."""
        return "tercom"
