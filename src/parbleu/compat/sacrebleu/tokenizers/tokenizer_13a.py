"""Defines the tokenizer 13a, that of mteval-v13a."""

from parbleu.compat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer as BaseTokenizer
from parbleu.compat.sacrebleu.tokenizers.tokenizer_base import NamedTokenizer


class Tokenizer13a(NamedTokenizer):
    """What mteval-v13a.pl does to Western text."""

    _NAME = "13a"
