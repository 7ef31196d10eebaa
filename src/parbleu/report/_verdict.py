"""Says in sentences who leads, whether that is significant, and what the test could have detected."""

from __future__ import annotations

from typing import Any

import numpy as np

from parbleu._base.wording import counted
from parbleu._comparison.comparison_result import Comparison, MetricComparison
from parbleu._comparison.resampled_scores import ResampledScores
from parbleu.stats.joint_bootstrap import varies
from parbleu.stats.rank_clusters import samples_needed
from parbleu.stats.resampling import bootstrap_scores

DETECTED = 1.959964 + 0.841621
"""Standard errors of a difference that a two-sided test at 5 % finds in 80 % of test sets."""
MOST_NAMED = 3


def verdict(comparison: Comparison, scores: ResampledScores) -> tuple[str, ...]:
    """Returns a sentence or two for each metric.

    The smallest detectable difference is that of the best system and the next: 2.8 standard errors of their
    difference over bootstrap samples of segments (J. Cohen, "Statistical Power Analysis for the Behavioral
    Sciences", 1988: power 0.8, two-sided, alpha 0.05).

    Args:
        comparison: the scores and tests.
        scores: what they were made of.
    """
    entries = [(found.scorer, found.tables) for found in scores.measures]
    errors: list[Any] = [None] * len(entries)
    if scores.samples is not None:
        errors = [[np.asarray(drawn) for drawn in systems] for systems in scores.samples]
    elif comparison.test:
        errors = list(bootstrap_scores(entries, seed=comparison.seed, threads=scores.resampling.threads))
    return tuple(
        " ".join(_sentences(comparison, metric, samples))
        for metric, samples in zip(comparison.metrics, errors, strict=True)
    )


def _sentences(comparison: Comparison, metric: MetricComparison, samples: Any) -> list[str]:
    order = comparison.order(metric.name)
    best, *others = order
    leader = metric.scores[best]
    score = f"{leader.score:.{metric.decimals}f}"
    if not others:
        return [
            f"{metric.name}: {leader.system} scores {score} on {counted(comparison.n_segments, 'segment')}."
        ]
    if leader.score == metric.scores[others[0]].score:
        return [f"{metric.name}: several systems have the best score, {score}."]
    found = [
        f"{metric.name}: {leader.system} has the best score, {score}{_significance(comparison, metric)}."
    ]
    if samples is not None:
        differences = samples[best] - samples[others[0]]
        if varies(differences):
            spread = float(np.std(differences, ddof=1))
            found.append(
                f"A true difference of {DETECTED * spread:.{metric.decimals}f} from "
                f"{metric.scores[others[0]].system} would be found in about 80 % of test sets like this one."
            )
    return found


def _significance(comparison: Comparison, metric: MetricComparison) -> str:
    if not comparison.test:
        return ""
    if (needed := samples_needed(len(metric.pairs), comparison.alpha)) > comparison.n_samples:
        return (
            f", but whether that is significant is not known: for {counted(len(metric.pairs), 'pair')} "
            f"the test needs {needed} samples or more, not {comparison.n_samples}"
        )
    others = [metric.scores[place] for place in comparison.order(metric.name)[1:]]
    names = [score.system for score in others if score.rank and score.rank[0] == 1]
    if not names:
        return ", significantly better than all others"
    named = ", ".join(names[:MOST_NAMED]) + (" and others" if len(names) > MOST_NAMED else "")
    return f", but is not significantly better than {named}"
