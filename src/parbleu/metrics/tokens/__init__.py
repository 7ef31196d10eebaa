"""Computes BLEU of token sequences, of ids or strings, by the rules of several tools.

`references` is K streams of N sequences, or with `layout="segments"` one list of references per segment.
"""

from parbleu._base.lazy import lazy_attributes

__getattr__, __dir__, __all__ = lazy_attributes(
    __name__,
    {
        "._bleu_variants": "TokenBLEUScore VARIANTS",
        "._text_encoding": "encode",
        "._token_bleu": "TokenBLEU corpus_bleu sentence_bleu",
    },
)
