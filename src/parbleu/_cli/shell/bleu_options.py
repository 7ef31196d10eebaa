"""Makes options that name metrics and set parameters of BLEU, and the metrics for the target language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parbleu._cli.shell.console import UsageError
from parbleu._cli.shell.metric_names import (
    MetricsAndScorers,
    listed_names,
    metric_or_scorer_words,
    names_scorer,
)
from parbleu._cli.shell.options import Arguments, Option, parameter_option
from parbleu._inputs.corpus import LANGUAGE_PAIR, Corpus
from parbleu.errors import OptionError
from parbleu.metrics._base import Metric
from parbleu.metrics._bleu import BLEU
from parbleu.metrics._metric_by_name import METRIC_NAMES, metric_by_name, metric_class, metric_words
from parbleu.text._languages import target_language


def metrics_option(
    text: str,
    default: tuple[str, ...] | None = None,
    spelling: str = "--metrics -m",
    *,
    scorers: bool = False,
) -> Option:
    """Returns the option that names metrics: several words, or one with commas between them."""
    choices = MetricsAndScorers() if scorers else METRIC_NAMES
    split = metric_or_scorer_words if scorers else metric_words
    text = f"{text}; scorers, too" if scorers else text
    return Option(spelling, text, many="+", default=default, choices=choices, split=split, dest="metrics")


def metrics_or_scores_option(text: str) -> Option:
    """Returns the option that names metrics, or scores of `--scores`, with blanks or commas between them."""
    return Option("--metrics -m", text, many="+", split=listed_names)


def bleu_options(*names: str) -> tuple[Option, ...]:
    """Returns the options that set parameters of BLEU."""
    parameters = {parameter.name: parameter for parameter in BLEU.PARAMETERS}
    return tuple(parameter_option(parameters[name], name, parameters[name].default) for name in names)


def refuse_bleu_options(arguments: Arguments, metrics: Sequence[str]) -> None:
    """Refuses `--tokenize` and `--lowercase` where none of the metrics takes them."""
    for name in ("tokenize", "lowercase"):
        if getattr(arguments, name) and not any(map(_takes_words, metrics)):
            raise UsageError(f"--{name} is an option of BLEU: add -m bleu, or leave --{name} out")


def _takes_words(name: str) -> bool:
    if names_scorer(name):
        return False
    return any(parameter.name == "tokenize" for parameter in metric_class(name)[0].PARAMETERS)


def heed_language(metrics: Sequence[str], corpus: Corpus) -> bool:
    """Returns whether the language of a corpus matters: it has one, or a metric finds words by language."""
    kinds = [metric_class(name)[0] for name in metrics]
    return corpus.language_pair is not None or any(
        kind.options_for is not Metric.options_for for kind in kinds
    )


def language_of(arguments: Arguments, corpus: Corpus) -> str:
    """Returns the target language of a corpus, whose language pairs a column may have; "" if it is not known.

    It warns of a code that is not known, unless an option chooses the tokenizer or leaves warnings out.

    Of several language pairs for which BLEU has another tokenizer than usual, the same for all, it is that of
    one of them.

    Raises:
        OptionError: some need another tokenizer of BLEU than others.
    """
    if corpus.language_pair is not None:
        language = target_language(corpus.language_pair)
        if not any(getattr(arguments, name, None) for name in ("tokenize", "force", "quiet")):
            BLEU.warn_of_code(language)
        return language
    pairs = [label for label in dict.fromkeys(corpus.labels.get(LANGUAGE_PAIR, ())) if label is not None]
    targets = [target_language(pair) for pair in pairs]
    usual = BLEU.tokenizer_of("")
    special = [index for index, target in enumerate(targets) if BLEU.tokenizer_of(target) != usual]
    if not special:
        return ""
    if len({BLEU.tokenizer_of(target) for target in targets}) > 1:
        pair = pairs[special[0]]
        raise OptionError(
            f"the rows are of the language pairs {', '.join(pairs)}, and BLEU cuts {pair} otherwise: "
            f"choose the rows of one, such as --language-pair {arguments.language_pair}={pair}"
        )
    return targets[0]


def metrics_of(arguments: Arguments, corpus: Corpus) -> list[Any]:
    """Returns the metrics that `--metrics` names, with the options that the target language needs.

    BLEU cuts as the analyses do: by `--tokenize`, or else as the language needs, and by `--lowercase`;
    `--force` leaves out its warning.
    """
    language = language_of(arguments, corpus) if heed_language(arguments.metrics, corpus) else ""
    cutting = {
        "tokenize": arguments.tokenize or (BLEU.tokenizer_of(language) if language else None),
        "lowercase": arguments.lowercase,
        "force": arguments.force,
    }
    made_metrics = []
    for name in arguments.metrics:
        kind, options = metric_class(name)
        chosen: dict[str, Any] = {}
        if _takes_words(name):
            chosen = {key: value for key, value in cutting.items() if key not in options}
        elif language:
            chosen = kind(**options).options_for(language) or {}
        metric = metric_by_name(name, **chosen, normalize=getattr(arguments, "normalize", None))
        metric.sign_input(**arguments.present("tags", "mt_in", "leave_out"))
        made_metrics.append(metric)
    return made_metrics
