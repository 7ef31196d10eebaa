"""Reads names of metrics and scorers on a command line, and tells them apart."""

from __future__ import annotations

from parbleu._base.registry import Names
from parbleu.metrics import METRICS
from parbleu.metrics._metric_by_name import NAMES, metric_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


class MetricsAndScorers(Names):
    """The names of metrics as the choices of an option, and those of scorers with their models and options.

    Args:
        built_in: the names of metrics that are listed; by default those without chrf+ and chrf++.
        spelled: how the name of a metric that is not built in is written.
    """

    def __init__(
        self, built_in: tuple[str, ...] | None = None, spelled: Callable[[str], str] = str.lower
    ) -> None:
        super().__init__(METRICS, spelled, built_in, unlisted=NAMES)

    def for_sacrebleu(self) -> MetricsAndScorers:
        """Returns the choices without those that sacreBLEU does not know."""
        known = [name for name in METRICS if name not in METRICS.not_sacrebleus]
        names = MetricsAndScorers(tuple(map(str.lower, known)))
        names.unlisted = [name for name, (metric, _) in NAMES.items() if metric == "CHRF"]
        return names

    def __contains__(self, word: object) -> bool:
        return super().__contains__(word) or (isinstance(word, str) and names_scorer(word))


def metric_or_scorer_words(word: str) -> list[str]:
    """Returns the names in a word of a command line, such as bleu and chrf++ in BLEU,chrF2++.

    A scorer with a model or options is the last of its word, since these may hold commas.
    """
    kind, colon, rest = word.partition(":")
    if colon:
        *metrics, kind = kind.split(",")
        return [name for part in metrics if part for name in _names(part)] + [f"{kind}:{rest}"]
    return [name for part in word.split(",") if part for name in _names(part)] or [word]


def listed_names(word: str) -> list[str]:
    """Returns the names of metrics, scores or scorers in a word of a command line, as they are written."""
    if ":" in word:
        return metric_or_scorer_words(word)
    return [part for part in word.split(",") if part] or [word]


def _names(part: str) -> list[str]:
    names = metric_words(part)
    return names if _is_metric(names[0]) or not names_scorer(part) else [part]


def _is_metric(name: str) -> bool:
    return name in NAMES or METRICS.is_built_in(name)


def names_scorer(word: str) -> bool:
    """Returns whether a word is the name of a scorer, and not of a metric."""
    if _is_metric(word):
        return False
    from parbleu.scorers._scorer_names import is_scorer

    return is_scorer(word) and word not in METRICS


def metrics_and_scorers(words: Iterable[str]) -> tuple[list[str], list[str]]:
    """Returns the names of metrics among words, and those of scorers."""
    scorers = [word for word in words if names_scorer(word)]
    return [word for word in words if word not in scorers], scorers
