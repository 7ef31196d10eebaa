"""Registers the tokenizers. To add one: a file with a `Tokenizer` subclass, and its line in `TOKENIZERS`.

Other distributions add theirs through the entry-point group `parbleu.tokenizers`: name -> a class (or
function) that is called with the name and returns a `Tokenizer`.
"""

from __future__ import annotations

from parbleu._base.registry import Registry

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parbleu.text._tokenizers.base import Tokenizer

TOKENIZERS = Registry(
    "tokenizer",
    {
        "none": "parbleu.text._tokenizers.base:NativeTokenizer",
        "zh": "parbleu.text._tokenizers.base:NativeTokenizer",
        "13a": "parbleu.text._tokenizers.base:NativeTokenizer",
        "intl": "parbleu.text._tokenizers.base:NativeTokenizer",
        "char": "parbleu.text._tokenizers.base:NativeTokenizer",
        "ja-mecab": "parbleu.text._tokenizers.mecab:JaMecabTokenizer",
        "ko-mecab": "parbleu.text._tokenizers.mecab:KoMecabTokenizer",
        "spm": "parbleu.text._tokenizers.spm:SpmTokenizer",
        "flores101": "parbleu.text._tokenizers.spm:SpmTokenizer",
        "flores200": "parbleu.text._tokenizers.spm:SpmTokenizer",
        "spBLEU-1K": "parbleu.text._tokenizers.spm:SpmTokenizer",
        "icu": "parbleu.text._tokenizers.word_segmenters:IcuSegmenter",
        "th-pythainlp": "parbleu.text._tokenizers.word_segmenters:ThaiSegmenter",
        "km-khmercut": "parbleu.text._tokenizers.word_segmenters:KhmerSegmenter",
        "my-burmesenlp": "parbleu.text._tokenizers.word_segmenters:BurmeseSegmenter",
    },
    group="parbleu.tokenizers",
    not_sacrebleus=("icu", "th-pythainlp", "km-khmercut", "my-burmesenlp"),
)

# Tokenizers that belong to one metric: usable alone, but nothing that BLEU offers.
OF_METRICS = Registry(
    "tokenizer", {"tercom": "parbleu.text._tokenizers.tercom:with_defaults"}, group="parbleu.tokenizers"
)

_made: dict[str, Tokenizer] = {}


def get_tokenizer(name: str) -> Tokenizer:
    """Returns the tokenizer of that name; always the same object for the same name.

    Raises:
        UnknownNameError: there is no tokenizer of that name.
        MissingDependencyError: it needs a package that is not installed.
        MissingModelError: it needs a model file that is not there and cannot be downloaded.
    """
    tokenizer = _made.get(name)
    if tokenizer is None:
        registry = OF_METRICS if name in OF_METRICS.keys() else TOKENIZERS  # noqa: SIM118 - not those announced
        made: Tokenizer = registry[name](name)
        tokenizer = _made.setdefault(name, made)
    return tokenizer


def tokenize(text: str, name: str = "13a") -> str:
    """Returns one segment as the tokenizer `name` writes it: tokens with white space between them.

    `tercom` is TER's, with TER's defaults; `TER(...).tokenizer` has its options.

    Raises:
        InputTypeError: `text` is not a string.
        UnknownNameError: there is no tokenizer of that name.
        MissingDependencyError: it needs a package that is not installed.
        MissingModelError: it needs a model file that is not there and cannot be downloaded.
    """
    return get_tokenizer(name)(text)


def tokenizer_of_signature(text: str) -> str:
    """Returns the name of the tokenizer whose signature is `text`.

    Raises:
        ValueError: there is none; or its version differs from the installed one, and with it the tokens may.
    """
    if text in TOKENIZERS:
        return text
    for name in TOKENIZERS:
        if text.startswith(f"{name}-"):
            installed = get_tokenizer(name).signature()
            if installed != text:
                raise ValueError(f"here it is {installed}")
            return name
    raise ValueError(f"choose from {', '.join(TOKENIZERS)}")


def word_rules(language: str) -> str:
    """Returns by which rules a language's words are found: "zh" for zho_Hans and yue; "" if by blanks.

    Args:
        language: its code, in any spelling; "" if it is not known.
    """
    if language in ("", "zh", "ja", "ko"):
        return language
    from parbleu.text._languages import read_language

    return read_language(language).word_rules
