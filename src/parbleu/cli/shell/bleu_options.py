"""Makes options that name metrics and set parameters of BLEU, and the metrics for the target language."""

from __future__ import annotations

from typing import Any

from parbleu.base.known_names import target_language
from parbleu.cli.shell.command import Arguments
from parbleu.cli.shell.options import Option, parameter_option
from parbleu.metrics.bleu import BLEU
from parbleu.metrics.metric_by_name import METRIC_NAMES, metric_class, metric_words


def metrics_option(
    text: str, default: tuple[str, ...] | None = None, spelling: str = "--metrics -m"
) -> Option:
    """Returns the option that names metrics: several words, or one with commas between them."""
    return Option(
        spelling, text, many="+", default=default, choices=METRIC_NAMES, split=metric_words, dest="metrics"
    )


def metrics_or_scores_option(text: str) -> Option:
    """Returns the option that names metrics, or scores of `--scores`, with blanks or commas between them."""
    return Option("--metrics -m", text, many="+", split=_names)


def _names(word: str) -> list[str]:
    return [name for name in word.split(",") if name] or [word]


def bleu_options(*names: str) -> tuple[Option, ...]:
    """Returns the options that set parameters of BLEU."""
    found = {parameter.name: parameter for parameter in BLEU.PARAMETERS}
    return tuple(parameter_option(found[name], name, found[name].default) for name in names)


def language_of(arguments: Arguments) -> str:
    """Returns the target language of `--language-pair`, or of a table's rows; "" if it is not known."""
    pair = arguments.language_pair
    if pair is not None:
        return target_language(pair)
    table = getattr(arguments, "table", None)
    return "" if table is None else str(table.target_language)


def metrics_of(arguments: Arguments) -> list[Any]:
    """Returns the metrics that `--metrics` names, with the options that the target language needs.

    BLEU cuts as the analyses do: by `--tokenize`, or else as the language needs, and by `--lowercase`;
    `--force` leaves out its warning.
    """
    language = language_of(arguments)
    cutting = {
        "tokenize": arguments.tokenize or BLEU.tokenizer_of(language),
        "lowercase": arguments.lowercase,
        "force": arguments.force,
    }
    found = []
    for name in arguments.metrics:
        metric, options = metric_class(name)
        if "tokenize" in {parameter.name for parameter in metric.PARAMETERS}:
            options = {**options, **cutting}
        elif language:
            options = {**options, **(metric(**options).options_for(language) or {})}
        found.append(metric(**options))
    return found
