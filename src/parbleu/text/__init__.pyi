# Written by tools/make_lazy_stubs.py.

from parbleu._core import Segments as Segments
from parbleu.text._normalizations import NORMALIZATIONS as NORMALIZATIONS
from parbleu.text._normalizations import normalize as normalize
from parbleu.text._normalizations.base import Normalization as Normalization
from parbleu.text._resegmentation import Resegmentation as Resegmentation
from parbleu.text._resegmentation import resegment as resegment
from parbleu.text._segments import as_segments as as_segments
from parbleu.text._tokenizers import TOKENIZERS as TOKENIZERS
from parbleu.text._tokenizers import get_tokenizer as get_tokenizer
from parbleu.text._tokenizers import tokenize as tokenize
from parbleu.text._tokenizers.base import Tokenizer as Tokenizer
