"""Defines the tokenizers of the native core: none, 13a, intl, zh and char."""

from __future__ import annotations

from parbleu import _core
from parbleu.text.tokenizers.base import Tokenizer, check_string


class NativeTokenizer(Tokenizer):
    """One of the core's tokenizers, alone. Metrics use the core's directly."""

    is_native = True

    @property
    def spells_text(self) -> bool:
        """13a alone drops or replaces anything but white space: entities, for example."""
        return self.name != "13a"

    def __call__(self, text: str) -> str:
        """Returns one segment tokenized.

        Raises:
            InputTypeError: `text` is not a string.
        """
        check_string(text)
        return _core.tokenize(text, self.name)
