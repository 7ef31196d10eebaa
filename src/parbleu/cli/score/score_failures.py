"""Implements `--fail-under` and `--fail-if-worse`, which end `parbleu score` with exit status 3."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from parbleu.cli.shell.console import CommandError, UsageError
from parbleu.comparison.score_limits import JudgedScore, beyond_limits, judged_scores, worse_than_baseline

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from parbleu.cli.score.score_arguments import ScoreArguments
    from parbleu.comparison.comparison_result import Comparison
    from parbleu.metrics import Metric, Score

FAILED = 3
"""The exit status of a score that is not good enough."""


def fail_by_scores(
    arguments: ScoreArguments, scores: Sequence[Score], metrics: Iterable[Metric[Any]]
) -> None:
    """Holds the scores of one system to `--fail-under`.

    Raises:
        CommandError: with exit status 3, if one is worse; with 2, if the limit does not say of which metric.
    """
    judged = [
        JudgedScore("", score.name, score.score, metric.higher_is_better)
        for score, metric in zip(scores, metrics, strict=True)
    ]
    _fail(beyond_limits(judged, _limits(arguments, [score.name for score in scores])))


def fail_by_comparison(arguments: ScoreArguments, comparison: Comparison) -> None:
    """Holds the scores of several systems to `--fail-under` and `--fail-if-worse`.

    Raises:
        CommandError: with exit status 3, if one is worse; with 2, if a limit does not say of which metric.
    """
    names = [metric.name for metric in comparison.metrics]
    lines = list(beyond_limits(judged_scores(comparison), _limits(arguments, names)))
    if arguments.fail_if_worse:
        lines += worse_than_baseline(comparison)
    _fail(lines)


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


def _fail(lines: Iterable[str]) -> None:
    lines = list(lines)
    if lines:
        raise CommandError(*lines, status=FAILED)
