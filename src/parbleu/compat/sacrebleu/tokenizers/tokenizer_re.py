"""Defines the rules for Western text that the tokenizers 13a and zh share."""

from __future__ import annotations

import re

from parbleu.compat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer

# In this order: ASCII punctuation but ' , - . is a token; full stops and commas are unless they stand between
# digits; so is a hyphen behind a digit.
_RULES = (
    (re.compile(r"([ -&(-+/:-@\[-`{-~])"), r" \1 "),
    (re.compile(r"([^0-9])([.,])", re.DOTALL), r"\1 \2 "),
    (re.compile(r"([.,])([^0-9])", re.DOTALL), r" \1 \2"),
    (re.compile(r"([0-9])(-)"), r"\1 \2 "),
)


class TokenizerRegexp(BaseTokenizer):
    """These rules alone. The core has them only within tokenizers, so this one is Python's."""

    def signature(self) -> str:
        """Returns `re`."""
        return "re"

    def __call__(self, line: str) -> str:
        """Returns a segment tokenized, with one blank between tokens."""
        for pattern, replacement in _RULES:
            line = pattern.sub(replacement, line)
        return " ".join(line.split())
