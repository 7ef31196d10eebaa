"""Finds scores that are worse than a limit, and systems that are significantly worse than the baseline."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parbleu._base.record import Record
from parbleu._comparison.comparison_result import significant_systems

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from parbleu._comparison.comparison_result import Comparison


class JudgedScore(Record):
    """A score that is held to a limit.

    Attributes:
        system: whose; "" if there is only one.
        metric: the name of the score, such as "BLEU".
        score: the number, not rounded.
        higher_is_better: False for error rates.
    """

    system: str
    metric: str
    score: float
    higher_is_better: bool


def beyond_limits(scores: Iterable[JudgedScore], limits: Mapping[str, float]) -> Iterator[str]:
    """Yields a line for each score that is worse than its limit: less, or of an error rate more.

    Args:
        scores: any number.
        limits: name of a score -> limit.
    """
    for score in scores:
        limit = limits.get(score.metric)
        if limit is None:
            continue
        if score.score < limit if score.higher_is_better else score.score > limit:
            of = f"{score.system}: " if score.system else ""
            side = "under" if score.higher_is_better else "over"
            yield f"{of}{score.metric} is {score.score:.4f}, {side} the limit {limit:g}"


def judged_scores(comparison: Comparison) -> Iterator[JudgedScore]:
    """Yields all scores of a comparison."""
    for metric in comparison.metrics:
        for score in metric.scores:
            yield JudgedScore(score.system, metric.name, score.score, metric.higher_is_better)


def worse_than_baseline(comparison: Comparison) -> Iterator[str]:
    """Yields a line for each system and metric whose score is significantly worse than the baseline's.

    Significance is what a star in the table of systems says.

    Args:
        comparison: one with a test.
    """
    for metric in comparison.metrics:
        significant = significant_systems(comparison, metric)
        for score in metric.scores[1:]:
            difference = score.score - metric.scores[0].score
            worse = difference < 0 if metric.higher_is_better else difference > 0
            if worse and score.system in significant:
                yield (
                    f"{score.system} is significantly worse than {comparison.baseline}: {metric.name} "
                    f"{score.score:.4f} against {metric.scores[0].score:.4f}"
                )
