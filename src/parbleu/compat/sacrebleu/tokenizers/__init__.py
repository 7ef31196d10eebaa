"""The tokenizers: each module has one class, whose objects turn a segment into a tokenized one."""

from parbleu.compat.sacrebleu.tokenizers import tokenizer_base, tokenizer_ter
from parbleu.compat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer

__all__ = ["BaseTokenizer", "tokenizer_base", "tokenizer_ter"]
