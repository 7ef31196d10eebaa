"""The package `tokenizers` of sacreBLEU: a module for each tokenizer, with one class.

It imports them when they are asked for: a thread that imported one of them meanwhile would wait for this
package, and this package for it.
"""

from parbleu._base.lazy import lazy_attributes

__getattr__, __dir__, __all__ = lazy_attributes(
    __name__, {".tokenizer_base": "BaseTokenizer", ".": "tokenizer_base tokenizer_ter"}
)
