"""Defines the tokenizer none, which leaves text unchanged."""

from parbleu.compat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer as BaseTokenizer
from parbleu.compat.sacrebleu.tokenizers.tokenizer_base import NamedTokenizer


class NoneTokenizer(NamedTokenizer):
    """Changes nothing."""

    _NAME = "none"
