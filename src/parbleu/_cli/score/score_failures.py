"""Implements `--fail-under` and `--fail-if-worse`, which end `parbleu score` with exit status 3 and 1."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from parbleu._cli.shell.console import CommandError, UsageError
from parbleu._comparison.score_limits import JudgedScore, beyond_limits, judged_scores, worse_than_baseline

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from parbleu._cli.score.score_arguments import ScoreArguments
    from parbleu._comparison.comparison_result import Comparison
    from parbleu.metrics import Metric, Score

BEYOND_LIMIT, WORSE = 3, 1
"""Exit statuses: of a score beyond its limit; of a significantly worse system, as that of `parbleu gate`."""


def failed_scores(
    arguments: ScoreArguments, scores: Sequence[Score], metrics: Iterable[Metric[Any]]
) -> list[str]:
    """Returns a line for each score of one system beyond its limit of `--fail-under`.

    Raises:
        UsageError: the limit does not say of which metric.
        UnknownNameError: there is no such metric.
    """
    judged = [
        JudgedScore("", score.name, score.score, metric.higher_is_better)
        for score, metric in zip(scores, metrics, strict=True)
    ]
    return list(beyond_limits(judged, _limits(arguments, [score.name for score in scores])))


def failed_comparison(arguments: ScoreArguments, comparison: Comparison) -> tuple[list[str], int]:
    """Returns a line for each score that `--fail-under` or `--fail-if-worse` refuses, and the exit status.

    Raises:
        UsageError: a limit does not say of which metric.
        UnknownNameError: there is no such metric.
    """
    names = [metric.name for metric in comparison.metrics]
    lines = list(beyond_limits(judged_scores(comparison), _limits(arguments, names)))
    worse = list(worse_than_baseline(comparison)) if arguments.fail_if_worse else []
    return [*lines, *worse], WORSE if worse else BEYOND_LIMIT


def _limits(arguments: ScoreArguments, names: list[str]) -> dict[str, float]:
    """Returns name of a score -> limit."""
    given = arguments.fail_under
    if given is None:
        return {}
    if isinstance(given, dict):
        return {arguments.metric_among(names, name): limit for name, limit in given.items()}
    if len(names) > 1:
        raise UsageError(f"--fail-under with several metrics names them: --fail-under {names[0]}={given:g}")
    return {names[0]: given}


def fail(lines: Sequence[str], status: int = BEYOND_LIMIT) -> None:
    """Ends the command if there are lines, which say why.

    Raises:
        CommandError: with the exit status.
    """
    if lines:
        raise CommandError(*lines, status=status)
