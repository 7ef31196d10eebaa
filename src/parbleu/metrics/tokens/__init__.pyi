# Written by tools/make_lazy_stubs.py.

from parbleu.metrics.tokens._bleu_variants import VARIANTS as VARIANTS
from parbleu.metrics.tokens._bleu_variants import TokenBLEUScore as TokenBLEUScore
from parbleu.metrics.tokens._text_encoding import encode as encode
from parbleu.metrics.tokens._token_bleu import TokenBLEU as TokenBLEU
from parbleu.metrics.tokens._token_bleu import corpus_bleu as corpus_bleu
from parbleu.metrics.tokens._token_bleu import sentence_bleu as sentence_bleu
