"""The package `tokenizers` of sacreBLEU: a module for each tokenizer, with one class."""

from parbleu.compat.sacrebleu.tokenizers import tokenizer_base, tokenizer_ter
from parbleu.compat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer

__all__ = ["BaseTokenizer", "tokenizer_base", "tokenizer_ter"]
