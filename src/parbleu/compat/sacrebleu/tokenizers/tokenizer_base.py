"""Defines `BaseTokenizer`, and the base class of tokenizers that parbleu's tokenizers implement."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from parbleu.text._tokenizers.base import Tokenizer


class BaseTokenizer:
    """Derive from this for a tokenizer of your own."""

    def signature(self) -> str:
        """Returns what signatures say for it."""
        raise NotImplementedError

    def __call__(self, line: str) -> str:
        """Returns a segment tokenized, with white space between tokens."""
        raise NotImplementedError


class NamedTokenizer(BaseTokenizer):
    """One of parbleu's tokenizers; a subclass says which in `_NAME`, or by `_native_name`.

    Its results are not remembered, as the original's are: looking one up would take longer.
    """

    _NAME = ""

    def __init__(self) -> None:
        _ = self._tokenizer  # now, so that a missing engine shows here

    def _native_name(self) -> str:
        return self._NAME

    @cached_property
    def _tokenizer(self) -> Tokenizer:
        # Not only in the constructor: what the original pickled comes without.
        from parbleu.text._tokenizers import get_tokenizer

        return get_tokenizer(self._native_name())

    def signature(self) -> str:
        """Returns what signatures say for it."""
        return self._tokenizer.signature()

    def __call__(self, line: str) -> str:
        """Returns a segment tokenized, with white space between tokens."""
        return self._tokenizer(line)


def native_name(tokenizer: Any) -> str | None:
    """Returns parbleu's name of the tokenizer that does what this object does; None for somebody's own."""
    if getattr(type(tokenizer), "__call__", None) is NamedTokenizer.__call__:  # noqa: B004 - not whether, but which
        name: str = tokenizer._tokenizer.name
        return name
    return None
