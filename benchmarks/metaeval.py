"""Implements meta-evaluation in plain NumPy and SciPy, from the papers' formulas, and makes its input."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy.stats
from numpy.typing import NDArray

Scores = NDArray[np.float64]


@dataclass(frozen=True)
class Campaign:
    """Scores of the shape of a WMT metrics task: MQM-like gold scores and metrics of growing noise."""

    gold: Scores
    metrics: list[Scores]


def campaign(systems: int, segments: int, metrics: int) -> Campaign:
    draw = np.random.default_rng(1)
    quality = draw.normal(size=(systems, 1)) / 3 + draw.normal(size=segments)
    gold = -np.round(2 * np.abs(quality + draw.normal(size=(systems, segments))))
    noises = np.linspace(1, 4, metrics)
    return Campaign(gold, [gold + noise * draw.normal(size=gold.shape) for noise in noises])


def outcomes(scores: Scores) -> Scores:
    """Differences of all pairs of systems on every segment: (segments, pairs)."""
    first, second = np.triu_indices(len(scores), 1)
    return (scores[first] - scores[second]).T


def by_segment(correlation, gold: Scores, metric: Scores) -> float:
    """The mean of SciPy's correlation over segments."""
    return float(np.mean([correlation(*row).statistic for row in zip(gold.T, metric.T, strict=True)]))


def calibrated_accuracy(gold: Scores, metric: Scores) -> tuple[float, float]:
    """Accuracy with the best threshold for ties, and the threshold: all pairs sorted, credits summed up."""
    by_gold, by_metric = outcomes(gold), outcomes(metric)
    right = np.where(by_gold == 0, by_metric == 0, np.sign(by_gold) == np.sign(by_metric))
    change = np.where(by_metric == 0, 0, np.where(by_gold == 0, 1, np.where(right, -1, 0)))
    order = np.argsort(np.abs(by_metric), axis=None, kind="stable")
    thresholds = np.concatenate(([0.0], np.abs(by_metric).ravel()[order]))
    values = (right.sum() + np.concatenate(([0], np.cumsum(change.ravel()[order])))) / right.size
    last = np.append(thresholds[1:] != thresholds[:-1], True)  # of equal differences
    best = int(np.argmax(values[last]))
    return float(values[last][best]), float(thresholds[last][best])


def soft_accuracy(gold: Scores, metrics: list[Scores], trials: int = 1000) -> list[float]:
    signs = np.round(np.random.default_rng(4).random((trials, gold.shape[1]), dtype=np.float32)) * 2 - 1
    upper = np.triu_indices(len(gold), 1)

    def p_values(scores: Scores) -> Scores:
        sums, observed = signs @ scores.astype(np.float32).T, scores.astype(np.float32).sum(axis=1)
        apart = sums[:, :, None] - sums[:, None, :] >= observed[:, None] - observed
        return np.asarray(apart.mean(axis=0)[upper])

    people = p_values(gold)
    return [float(1 - np.abs(people - p_values(metric)).mean()) for metric in metrics]


def permuted_pearson(gold: Scores, first: Scores, second: Scores, draws: int) -> float:
    """The p-value of "the second metric is better" at system level, with SciPy's correlation."""
    first, second = scipy.stats.zscore(first), scipy.stats.zscore(second)
    draw = np.random.default_rng(1)

    def apart(one: Scores, other: Scores) -> float:
        return float(scipy.stats.pearsonr(gold, other).statistic - scipy.stats.pearsonr(gold, one).statistic)

    observed, reached = apart(first, second), 0
    for _ in range(draws):
        coins = draw.random(len(gold)) > 0.5
        reached += apart(np.where(coins, first, second), np.where(coins, second, first)) >= observed
    return reached / draws


def permuted_pairs(gold: Scores, first: Scores, second: Scores, draws: int) -> float:
    """The same of accuracy averaged over segments, by exchanging the outcomes of comparisons."""
    by_gold = np.sign(outcomes(gold))
    right = []
    for metric in (first, second):
        by_metric = outcomes(metric)
        tied = np.abs(by_metric) <= calibrated_accuracy(gold, metric)[1]
        right.append(np.where(tied, 0, np.sign(by_metric)) == by_gold)
    draw = np.random.default_rng(1)
    observed, reached = right[1].mean() - right[0].mean(), 0
    for _ in range(draws):
        coins = draw.random(by_gold.shape) > 0.5
        one, other = np.where(coins, *right), np.where(coins, *right[::-1])
        reached += other.mean() - one.mean() >= observed - 1e-12
    return reached / draws
