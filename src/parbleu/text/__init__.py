"""Checks the text that users pass and converts it to segments; defines the tokenizers."""

from parbleu.base.lazy import lazy_attributes

__getattr__, __dir__, __all__ = lazy_attributes(
    __name__,
    {
        ".segments": "as_segments",
        ".tokenizers": "TOKENIZERS get_tokenizer tokenize",
        ".tokenizers.base": "Tokenizer",
        "parbleu._core": "Segments",
    },
)
