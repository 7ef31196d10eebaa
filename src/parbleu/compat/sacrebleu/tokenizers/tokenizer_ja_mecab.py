"""Defines the tokenizer ja-mecab, which splits Japanese into words with MeCab."""

from parbleu.compat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer as BaseTokenizer
from parbleu.compat.sacrebleu.tokenizers.tokenizer_base import NamedTokenizer


class TokenizerJaMecab(NamedTokenizer):
    """Words as MeCab finds them with the IPA dictionary; MissingDependencyError without these packages."""

    _NAME = "ja-mecab"
