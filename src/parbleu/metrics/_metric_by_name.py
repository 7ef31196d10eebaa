"""Makes metrics by name: "bleu", "chrf++", or the name of a metric that an entry point announces."""

from __future__ import annotations

from parbleu._base.registry import Names
from parbleu.errors import InputTypeError, OptionError, UnknownNameError
from parbleu.metrics import METRICS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from parbleu.metrics._base import Metric

NAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "chrf+": ("CHRF", {"word_order": 1}),
    "chrf++": ("CHRF", {"word_order": 2}),
    **{f"bleu-{order}": ("BLEU", {"max_ngram_order": order}) for order in range(1, 5)},
    "spbleu": ("BLEU", {"tokenize": "flores200"}),
    "suber-cased": ("SubER", {"cased": True}),
    "wer-cased": ("WER", {"case_sensitive": True, "punctuation_words": True}),
    "cer-cased": ("CER", {"case_sensitive": True, "punctuation": True}),
}
"""Names of metrics that are another metric with options."""

PRINTED = {
    "chrf2": "chrf",
    "chrf2+": "chrf+",
    "chrf2++": "chrf++",
    **dict.fromkeys(("sp-bleu", "spm-bleu", "spmbleu", "sentencepiece-bleu"), "spbleu"),
}
"""What scores are called in print, in lower case -> the name of the metric."""

METRIC_NAMES = Names(METRICS, str.lower, (*(name.lower() for name in METRICS), *NAMES))
"""The metrics as the choices of an option."""


def plain_name(name: str) -> str:
    """Returns the name of a metric for the name of its scores, such as chrf++ for chrF2++, else the name."""
    return PRINTED.get(name.lower().replace("_", "-"), name)


def metric_words(word: str) -> list[str]:
    """Returns the names of metrics in a word of a command line, such as bleu and chrf++ in BLEU,chrF2++."""
    return [plain_name(name).lower() for name in word.split(",") if name] or [word]


def metric_class(name: str) -> tuple[type[Metric[Any]], dict[str, Any]]:
    """Returns the class of the metric of that name, and the options that the name means.

    Names of scores as they are printed, such as chrF2++, are understood, too.

    Raises:
        UnknownNameError: there is no such metric.
        InputTypeError: the entry point of this name is no metric, or a metric of another name.
    """
    name = plain_name(name)
    known, options = NAMES.get(name.lower(), (name, {}))
    if known not in METRICS:
        raise UnknownNameError("metric", name, list(METRIC_NAMES))
    registered = METRICS[known]
    if not METRICS.is_built_in(known):
        from parbleu.metrics._base import Metric

        if not (isinstance(registered, type) and issubclass(registered, Metric)):
            raise InputTypeError(f"the metric {name!r} is {registered!r}, not a subclass of parbleu.Metric")
        if registered.__name__.lower() != name.lower():
            raise InputTypeError(
                f"the metric {name!r} is the class {registered.__name__}: announce it under the name of its "
                "class"
            )
    return registered, dict(options)


def metric_by_name(name: str, **options: Any) -> Metric[Any]:
    """Returns the metric of a name; BLEU's signature states the order of a name such as bleu-2.

    Args:
        name: that of a metric, such as "bleu", "chrf++" or "bleu-2", in any case.
        options: further ones, besides those that the name means.

    Raises:
        UnknownNameError: there is no such metric.
        InputTypeError: the entry point of this name is no metric, or a metric of another name.
        OptionError: an option has a value that it does not take.
    """
    kind, implied = metric_class(name)
    metric = kind(**{**implied, **options})
    if implied:
        metric.sign_input(order="max_ngram_order" in implied, subwords="tokenize" in implied)
    return metric


def read_subtitles(names: Iterable[str]) -> bool:
    """Returns whether metrics compare the times of subtitles; names that are no metrics' are passed over.

    Raises:
        OptionError: one does, and another does not.
    """
    kinds = {name: NAMES.get(name.lower(), (name, {}))[0].lower() == "suber" for name in names}
    if len(set(kinds.values())) > 1:
        first, other = (next(name for name in kinds if kinds[name] is kind) for kind in (True, False))
        raise OptionError(
            f"{first} compares lines and times of subtitles, and {other} only text: score one after the other"
        )
    return True in kinds.values()


def options_for_pair(
    metric: type[Metric[Any]], options: dict[str, Any], language_pair: str
) -> dict[str, Any]:
    """Returns options of a metric with the target language of a pair, if the metric takes one.

    Raises:
        OptionError: it takes one, and this is not a language pair.
    """
    if all(parameter.name != "trg_lang" for parameter in metric.PARAMETERS):
        return options
    from parbleu.text._languages import target_language

    return {**options, "trg_lang": target_language(language_pair)}


def saved_metric(
    name: str, options: dict[str, Any], others: Mapping[str, type[Metric[Any]]] | None = None
) -> Metric[Any]:
    """Returns the metric that a file tells of by the name of its class and its options.

    Raises:
        UnknownNameError: there is no such metric.
        OptionError: it does not take an option or a value.
    """
    try:
        return ((others or {}).get(name) or METRICS[name])(**options)
    except TypeError as problem:
        raise OptionError(f"the metric {name} does not take the options of the file: {problem}") from None
