"""BLEU over tokens that you already have: sequences of ids or of strings, by the rules of several tools.

`references` is K streams of N sequences, or with `layout="segments"` one list of references per segment.
"""

from parbleu.lazy import lazy_attributes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parbleu.tokens.encoding import encode as encode
    from parbleu.tokens.rules import VARIANTS as VARIANTS
    from parbleu.tokens.score import TokenBLEUScore as TokenBLEUScore
    from parbleu.tokens.scoring import corpus_bleu as corpus_bleu
    from parbleu.tokens.scoring import segment_scores as segment_scores
    from parbleu.tokens.scoring import sentence_bleu as sentence_bleu
    from parbleu.tokens.scoring import statistics as statistics

_NAMES = {
    "TokenBLEUScore": "parbleu.tokens.score:TokenBLEUScore",
    "VARIANTS": "parbleu.tokens.rules:VARIANTS",
    "corpus_bleu": "parbleu.tokens.scoring:corpus_bleu",
    "encode": "parbleu.tokens.encoding:encode",
    "segment_scores": "parbleu.tokens.scoring:segment_scores",
    "sentence_bleu": "parbleu.tokens.scoring:sentence_bleu",
    "statistics": "parbleu.tokens.scoring:statistics",
}

__all__ = [*_NAMES]

__getattr__, __dir__ = lazy_attributes(__name__, _NAMES)
