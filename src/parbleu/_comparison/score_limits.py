"""Finds scores that are worse than a limit, and systems that are significantly worse than the baseline."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from parbleu._comparison.comparison_result import Comparison, significant_systems


def beyond_limit(
    metric: str, score: float, higher_is_better: bool, limits: Mapping[str, float], system: str = ""
) -> Iterator[str]:
    """Yields a line if a score is worse than the limit of its metric: less, or of an error rate more."""
    limit = limits.get(metric)
    if limit is not None and (score < limit if higher_is_better else score > limit):
        side = "under" if higher_is_better else "over"
        yield f"{system and f'{system}: '}{metric} is {score:.4f}, {side} the limit {limit:g}"


def scores_beyond_limits(comparison: Comparison, limits: Mapping[str, float]) -> Iterator[str]:
    """Yields a line for each score of a comparison that is worse than the limit of its metric."""
    for metric in comparison.metrics:
        for score in metric.scores:
            yield from beyond_limit(metric.name, score.score, metric.higher_is_better, limits, score.system)


def worse_than_baseline(comparison: Comparison) -> Iterator[str]:
    """Yields a line for each score of a test that is significantly worse than that of the baseline.

    Significance is what a star in the table of systems says.
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
