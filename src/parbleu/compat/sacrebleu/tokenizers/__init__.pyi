# Written by tools/make_lazy_stubs.py.

from parbleu.compat.sacrebleu.tokenizers import tokenizer_base as tokenizer_base
from parbleu.compat.sacrebleu.tokenizers import tokenizer_ter as tokenizer_ter
from parbleu.compat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer as BaseTokenizer
