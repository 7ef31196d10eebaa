"""BLEU over tokens that you already have: sequences of ids or of strings, by the rules of several tools.

`references` is K streams of N sequences, or with `layout="segments"` one list of references per segment.
"""

from typing import TYPE_CHECKING

from parbleu.base.lazy import lazy_attributes

if TYPE_CHECKING:
    from parbleu.metrics.tokens.bleu_variants import VARIANTS as VARIANTS
    from parbleu.metrics.tokens.text_encoding import encode as encode
    from parbleu.metrics.tokens.token_bleu import TokenBLEU as TokenBLEU
    from parbleu.metrics.tokens.token_bleu import corpus_bleu as corpus_bleu
    from parbleu.metrics.tokens.token_bleu import sentence_bleu as sentence_bleu
    from parbleu.metrics.tokens.token_score import TokenBLEUScore as TokenBLEUScore

_NAMES = {
    "TokenBLEU": "parbleu.metrics.tokens.token_bleu:TokenBLEU",
    "TokenBLEUScore": "parbleu.metrics.tokens.token_score:TokenBLEUScore",
    "VARIANTS": "parbleu.metrics.tokens.bleu_variants:VARIANTS",
    "corpus_bleu": "parbleu.metrics.tokens.token_bleu:corpus_bleu",
    "encode": "parbleu.metrics.tokens.text_encoding:encode",
    "sentence_bleu": "parbleu.metrics.tokens.token_bleu:sentence_bleu",
}

__all__ = [*_NAMES]

__getattr__, __dir__ = lazy_attributes(__name__, _NAMES)
