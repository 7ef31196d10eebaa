"""Checks the text that users pass and converts it to segments; defines the tokenizers and normalizations."""

from parbleu._base.lazy import lazy_attributes

__getattr__, __dir__, __all__ = lazy_attributes(
    __name__,
    {
        "._segments": "as_segments",
        "._tokenizers": "TOKENIZERS get_tokenizer tokenize",
        "._tokenizers.base": "Tokenizer",
        "._resegmentation": "Resegmentation resegment",
        "._normalizations": "NORMALIZATIONS normalize",
        "._normalizations.base": "Normalization",
        "parbleu._core": "Segments",
    },
)
