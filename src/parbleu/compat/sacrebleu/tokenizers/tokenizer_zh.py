"""Defines the tokenizer zh: Chinese characters are tokens, other text is tokenized as by 13a."""

from __future__ import annotations

from parbleu import _core
from parbleu.compat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer as BaseTokenizer
from parbleu.compat.sacrebleu.tokenizers.tokenizer_base import NamedTokenizer


class TokenizerZh(NamedTokenizer):
    """Makes each Chinese character a token."""

    _NAME = "zh"

    @staticmethod
    def _is_chinese_char(uchar: str) -> bool:
        """Returns whether a character is Chinese to the tokenizer; quotes, dashes and arrows are, too."""
        if uchar.isspace():  # which it does not show
            return uchar >= "\u2001"
        return uchar > "\x7f" and _core.tokenize(f"a{uchar}a", "zh") != f"a{uchar}a"
