"""Defines the tokenizer ko-mecab, which splits Korean into morphemes with MeCab-ko."""

from parbleu.compat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer as BaseTokenizer
from parbleu.compat.sacrebleu.tokenizers.tokenizer_base import NamedTokenizer


class TokenizerKoMecab(NamedTokenizer):
    """Morphemes as MeCab-ko finds them with its dictionary; MissingDependencyError without these packages."""

    _NAME = "ko-mecab"
