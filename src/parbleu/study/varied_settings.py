"""What can be set otherwise, and how: the rows of a study of one and the same text."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from parbleu.base.log import warn
from parbleu.errors import InputTypeError, MissingDependencyError, OptionError, UnknownNameError
from parbleu.metrics.bleu import BLEU
from parbleu.metrics.tokens.bleu_variants import VARIANTS
from parbleu.text.tokenizers import TOKENIZERS, get_tokenizer
from parbleu.text.tokenizers.base import Tokenizer

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    NamedMetric = tuple[str | None, Any]  # as `parbleu.comparison.metric_inputs.named_metrics` returns it

ONE_SIDE = ("hyp", "ref")


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
        one_side: the side that alone is cut by `tokenizer`, before both are cut by `scorer`; None for both.
        scorer: what the scorer itself cuts with, if only one side is cut before.
        metric: another metric; None for BLEU.
        of_tokens: whether that scores the tokens that BLEU counts, with blanks between them; else the text.
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

    def otherwise(self, name: str, **changes: Any) -> Setting:
        """Returns the same setting under another name, with some attributes changed."""
        return replace(self, name=name, **changes)


def default_tokenizers(language: str = "") -> list[str]:
    """Returns the tokenizers that need no download, the usual one of a target language first.

    Warns if that is MeCab, which is not installed.

    Args:
        language: "zh", "ja", "ko", or any other.
    """
    first = BLEU.tokenizer_of(language)
    try:
        get_tokenizer(first)
    except MissingDependencyError as problem:
        warn(f"without {first}: {' '.join(str(problem).split())}")
        first = TOKENIZERS[first].substitute
    without_download = [name for name, made in TOKENIZERS.items() if getattr(made, "is_native", False)]
    return list(dict.fromkeys((first, BLEU.tokenizer_of(""), *without_download)))


def chosen_tokenizers(tokenizers: Iterable[Any]) -> list[Tokenizer]:
    """Returns tokenizers by their names, and those that are tokenizers already.

    Raises:
        InputTypeError: something is neither.
        OptionError: there is none, or two have the same name.
        ParbleuError: as `get_tokenizer` does.
    """
    if isinstance(tokenizers, (str, Tokenizer)) or not hasattr(tokenizers, "__iter__"):
        tokenizers = [tokenizers]
    found: list[Tokenizer] = []
    for item in tokenizers:
        if not isinstance(item, (str, Tokenizer)):
            raise InputTypeError(
                "a tokenizer is a name such as '13a', or an object such as parbleu.study.PieceFile(path), "
                f"not {item!r}"
            )
        made = get_tokenizer(item) if isinstance(item, str) else item
        if made.name in [other.name for other in found]:
            raise OptionError(f"the tokenizer {made.name!r} was given twice")
        found.append(made)
    if not found:
        raise OptionError("there is no tokenizer to cut with")
    return found


def _tokenizers(base: Setting, others: Sequence[Tokenizer], one_side: str | None) -> list[Setting]:
    settings = [base.otherwise(base.tokenizer.name)]
    for tokenizer in others:
        if one_side is None:
            settings.append(base.otherwise(tokenizer.name, tokenizer=tokenizer))
            continue
        name = f"{tokenizer.name}, {one_side} only"
        settings.append(base.otherwise(name, tokenizer=tokenizer, one_side=one_side, scorer=base.tokenizer))
    return settings


def _cases(base: Setting) -> list[Setting]:
    names = {False: "mixed", True: "lc"}
    cases = (base.lowercase, not base.lowercase)
    return [base.otherwise(names[case], lowercase=case) for case in cases]


def _smoothings(base: Setting) -> list[Setting]:
    settings = [base.otherwise(_told(base.smooth_method, base.smooth_value))]
    for method in BLEU.SMOOTH_DEFAULTS:
        made = base.otherwise(_told(method, None), smooth_method=method, smooth_value=None)
        if made.name != settings[0].name:
            settings.append(made)
    return settings


def _told(method: str, value: float | None) -> str:
    default = BLEU.SMOOTH_DEFAULTS[method]
    if default is None:
        return method
    return f"{method} {default if value is None else value:g}"


def _variants(base: Setting) -> list[Setting]:
    settings = [base.otherwise("sacrebleu")]
    for variant, rules in VARIANTS.items():
        if variant != "sacrebleu":
            method = rules.smoothing[0]
            settings.append(base.otherwise(variant, variant=variant, smooth_method=method, smooth_value=None))
    return settings


def _metrics(base: Setting, metrics: Sequence[NamedMetric]) -> list[Setting]:
    return [base.otherwise("BLEU"), *(base.otherwise("", metric=metric) for metric in metrics)]


VARIED = ("tokenizer", "case", "smoothing", "variant", "metric")
"""What a study can set otherwise."""


def settings_of(
    varies: str,
    base: Setting,
    others: Sequence[Tokenizer],
    one_side: str | None,
    metrics: Sequence[NamedMetric],
) -> list[Setting]:
    """Returns the settings that differ in one respect, the base's first.

    Args:
        varies: in which, one of `VARIED`.
        base: how BLEU is computed otherwise.
        others: the other tokenizers.
        one_side: the side that alone they cut; None for both.
        metrics: the other metrics.

    Raises:
        UnknownNameError: nothing of this name varies.
    """
    if varies not in VARIED:
        raise UnknownNameError("thing to vary", varies, list(VARIED))
    return {
        "tokenizer": lambda: _tokenizers(base, others, one_side),
        "case": lambda: _cases(base),
        "smoothing": lambda: _smoothings(base),
        "variant": lambda: _variants(base),
        "metric": lambda: _metrics(base, metrics),
    }[varies]()


def of_tokens(settings: Sequence[Setting], metric: NamedMetric) -> list[Setting]:
    """Returns settings of BLEU for another metric, which scores the tokens that BLEU counts."""
    return [setting.otherwise(setting.name, metric=metric, of_tokens=True) for setting in settings]
