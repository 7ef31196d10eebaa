"""Defines the tokenizer char, whose tokens are characters."""

from parbleu.compat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer as BaseTokenizer
from parbleu.compat.sacrebleu.tokenizers.tokenizer_base import NamedTokenizer


class TokenizerChar(NamedTokenizer):
    """Makes each character a token."""

    _NAME = "char"
