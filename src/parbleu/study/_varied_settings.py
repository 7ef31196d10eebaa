"""Defines the settings that a study compares: tokenizer, case, smoothing, variant and metric."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from parbleu._base.log import warn
from parbleu.errors import InputTypeError, MissingDependencyError, OptionError, UnknownNameError
from parbleu.metrics._bleu import BLEU
from parbleu.metrics.tokens._bleu_variants import VARIANTS
from parbleu.study._own_tokenizers import NamedFunction
from parbleu.text._normalizations import normalization_names
from parbleu.text._tokenizers import TOKENIZERS, get_tokenizer, word_rules
from parbleu.text._tokenizers.base import Tokenizer
from parbleu.text._tokenizers.word_segmenters import WordSegmenter
from parbleu.typing import TokenizerLike

NamedMetric = tuple[str | None, Any]  # as `parbleu._comparison.metric_inputs.named_metrics` returns it
VARIED = ("tokenizer", "case", "normalization", "smoothing", "variant", "metric")
"""What a study can vary."""

ONE_SIDE = ("hyp", "ref")

NORMALIZED = (
    *("nfc", "width", "invisible", "quotes", "dashes", "ellipsis", "punctuation", "spaces", "diacritics"),
    "nfc+width+invisible+quotes+dashes+ellipsis+punctuation+spaces",
)
"""The normalizations that a study compares with none where none are named."""


@dataclass(frozen=True)
class Setting:
    """One way to compute BLEU, or another metric.

    Attributes:
        name: what tables call it.
        tokenizer: of BLEU.
        lowercase: whether BLEU ignores case.
        smooth_method: BLEU's.
        smooth_value: BLEU's; None for the method's default.
        variant: whose rules, of `parbleu.metrics.tokens.VARIANTS`.
        one_side: the side that alone is tokenized by `tokenizer`, before both are by `scorer`; None for both.
        scorer: the scorer's own tokenizer, if only one side is tokenized before.
        metric: another metric; None for BLEU.
        of_tokens: whether that scores the tokens that BLEU counts, with blanks between them; else the text.
        normalize: normalizations of both sides, joined by "+".
    """

    name: str
    tokenizer: Tokenizer
    lowercase: bool
    smooth_method: str
    smooth_value: float | None
    variant: str = "sacrebleu"
    one_side: str | None = None
    scorer: Tokenizer | None = None
    metric: NamedMetric | None = None
    of_tokens: bool = False
    normalize: str = ""


def default_tokenizers(language: str = "") -> list[str]:
    """Returns the tokenizers that need no download, the usual one of a target language first.

    Those that find the words of a language without blanks are among them, if their packages are installed.
    Warns if the usual one is MeCab, which is not installed.

    Args:
        language: a code of any kind; "" if it is not known.
    """
    first = BLEU.tokenizer_of(language)
    try:
        get_tokenizer(first)
    except MissingDependencyError as problem:
        warn(f"without {first}: {' '.join(str(problem).split())}")
        first = TOKENIZERS[first].substitute
    words = [name for name in BLEU.tokenizers_for(language) if word_rules(language) and _finds_words(name)]
    without_download = [
        name for name, tokenizer in TOKENIZERS.items() if getattr(tokenizer, "is_native", False)
    ]
    return list(dict.fromkeys((first, BLEU.tokenizer_of(""), *words, *without_download)))


def _finds_words(name: str) -> bool:
    """Returns whether a tokenizer is a word segmenter, whose package is installed."""
    if not issubclass(TOKENIZERS[name], WordSegmenter):
        return False
    try:
        get_tokenizer(name)
    except MissingDependencyError:
        return False
    return True


def chosen_tokenizers(tokenizers: str | TokenizerLike | Iterable[str | TokenizerLike]) -> list[Tokenizer]:
    """Returns tokenizers from names or tokenizers; their names must differ."""
    if isinstance(tokenizers, (str, Tokenizer)) or not hasattr(tokenizers, "__iter__"):
        tokenizers = [tokenizers]
    chosen: list[Tokenizer] = []
    for item in tokenizers:
        tokenizer = _tokenizer(item)
        if tokenizer.name in [other.name for other in chosen]:
            raise OptionError(f"the tokenizer {tokenizer.name!r} was given twice: rename or remove one")
        chosen.append(tokenizer)
    if not chosen:
        raise OptionError("there is no tokenizer: name one, such as 13a")
    return chosen


def _tokenizer(item: Any) -> Tokenizer:
    if isinstance(item, str):
        return get_tokenizer(item)
    if isinstance(item, Tokenizer):
        return item
    if callable(item) and isinstance(getattr(item, "name", None), str):
        return NamedFunction(item)
    raise InputTypeError(
        "a tokenizer is a name such as '13a', an object such as parbleu.study.PieceFile(path), or a function "
        f"of a segment with the attribute name, not {item!r}"
    )


def chosen_normalizations(names: Any) -> list[str]:
    """Returns normalizations to compare, several that are applied together joined by "+"; each once.

    Args:
        names: one or several, as users name them.

    Raises:
        UnknownNameError: there is no such normalization.
        OptionError: nothing is named, or something else.
    """
    words = [names] if isinstance(names, str) or not hasattr(names, "__iter__") else list(names)
    if not words:
        raise OptionError("there is no normalization: name one, such as nfc")
    return list(dict.fromkeys("+".join(normalization_names([word])) for word in words))


def settings_of(
    varies: str,
    base: Setting,
    others: Sequence[Tokenizer],
    one_side: str | None,
    normalizations: Sequence[str],
    metrics: Sequence[NamedMetric],
) -> list[Setting]:
    """Returns the settings that differ from the base in one option, the base first.

    Args:
        varies: in which, one of `VARIED`.
        base: the usual setting.
        others: the other tokenizers.
        one_side: the side that alone they tokenize; None for both.
        normalizations: those to compare with none.
        metrics: the other metrics.
    """
    if varies == "tokenizer":
        return _tokenizers(base, others, one_side)
    if varies == "case":
        names = {False: "mixed", True: "lc"}
        cases = (base.lowercase, not base.lowercase)
        return [replace(base, name=names[case], lowercase=case) for case in cases]
    if varies == "normalization":
        chosen = dict.fromkeys((base.normalize, "", *normalizations))
        return [replace(base, name=names or "none", normalize=names) for names in chosen]
    if varies == "smoothing":
        return _smoothings(base)
    if varies == "variant":
        others_rules = {name: rules.smoothing[0] for name, rules in VARIANTS.items() if name != base.variant}
        return [
            replace(base, name=base.variant),
            *(
                replace(base, name=variant, variant=variant, smooth_method=method, smooth_value=None)
                for variant, method in others_rules.items()
            ),
        ]
    if varies == "metric":
        other_metrics = (replace(base, name="", metric=metric) for metric in metrics)
        return [replace(base, name="BLEU"), *other_metrics]
    raise UnknownNameError("thing to vary", varies, list(VARIED))


def _tokenizers(base: Setting, others: Sequence[Tokenizer], one_side: str | None) -> list[Setting]:
    if one_side is None:
        return [base, *(replace(base, name=tokenizer.name, tokenizer=tokenizer) for tokenizer in others)]
    mistaken = replace(base, one_side=one_side, scorer=base.tokenizer)
    names = (f"{tokenizer.name}, {one_side} only" for tokenizer in others)
    return [
        base,
        *(replace(mistaken, name=name, tokenizer=other) for name, other in zip(names, others, strict=True)),
    ]


def _smoothings(base: Setting) -> list[Setting]:
    settings = {_smoothing_name(base.smooth_method, base.smooth_value): base}
    for method in BLEU.SMOOTH_DEFAULTS:
        other = replace(base, smooth_method=method, smooth_value=None)
        settings.setdefault(_smoothing_name(method, None), other)
    return [replace(setting, name=name) for name, setting in settings.items()]


def _smoothing_name(method: str, value: float | None) -> str:
    default = BLEU.SMOOTH_DEFAULTS[method]
    if default is None:
        return method
    return f"{method} {default if value is None else value:g}"
