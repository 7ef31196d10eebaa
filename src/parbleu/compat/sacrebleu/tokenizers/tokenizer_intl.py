"""Defines the tokenizer intl, the international one of mteval-v14."""

from parbleu.compat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer as BaseTokenizer
from parbleu.compat.sacrebleu.tokenizers.tokenizer_base import NamedTokenizer


class TokenizerV14International(NamedTokenizer):
    """Splits at punctuation and symbols of all scripts."""

    _NAME = "intl"
