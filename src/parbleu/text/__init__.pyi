# Written by tools/make_lazy_stubs.py.

from parbleu._core import Segments as Segments
from parbleu.text.segments import as_segments as as_segments
from parbleu.text.tokenizers import TOKENIZERS as TOKENIZERS
from parbleu.text.tokenizers import get_tokenizer as get_tokenizer
from parbleu.text.tokenizers import tokenize as tokenize
from parbleu.text.tokenizers.base import Tokenizer as Tokenizer
