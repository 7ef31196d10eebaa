"""Computes pairwise accuracy, hard and soft: how often metric and gold prefer the same system.

Soft pairwise accuracy (B. Thompson et al., "Improving Statistical Significance in Human Evaluation of
Automatic Metrics via Soft Pairwise Accuracy", 2024) compares, for every pair of systems, the p-values of a
paired permutation test under metric and gold. The signs of a trial come from `numpy.random.default_rng(4)`,
as in MT Metrics Eval. Sums are rounded to single precision, as MT Metrics Eval rounds them on a processor
with AVX-512 and with one thread; on other processors its p-values of some pairs differ by a trial or two.
Where trials tie, the value depends on the order of the systems: by about 1e-3 for scores with few different
values. The order is that of the table. The draws of permutation tests are rounded in the same way.

A pair of systems is compared on the segments for which both have a gold score. If all systems have gold
scores for the same segments, MT Metrics Eval does the same; otherwise it stops, or compares different
segments.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parbleu import _core
from parbleu.errors import InputShapeError
from parbleu.stats._correlations.accuracy import Accuracy
from parbleu.stats._correlations.pce import SoftPairwiseAccuracy
from parbleu.stats._score_rows import rows_of_sets, table
from parbleu.stats.correlation import CorrelationResult, correlate

N_SAMPLES = 1000
SEED = 4
"""MT Metrics Eval's, whatever the environment says: the value of the measure depends on it."""


def global_accuracy(golds: Sequence[ArrayLike], metrics: Sequence[ArrayLike]) -> CorrelationResult:
    """Computes the share of system pairs of several test sets that a metric orders as the gold scores do.

    T. Kocmi et al., "To Ship or Not to Ship" (2021). Pairs with a missing gold score are left out.

    Args:
        golds: For every test set the gold scores of its systems.
        metrics: For every test set the metric's scores of these systems.

    Returns:
        The accuracy, from 0 to 1; its weight is the number of pairs.

    Raises:
        InputTypeError: Scores are not numbers.
        InputShapeError: The numbers of sets or systems differ, or a metric's score is missing.
    """
    rows = rows_of_sets(golds)
    return Accuracy().evaluator(rows, True, False)(rows.of(joined(metrics, golds)))


def joined(metrics: Sequence[ArrayLike], golds: Sequence[ArrayLike]) -> NDArray[np.float64]:
    """Joins a metric's system-level scores on several test sets, in the order of the sets.

    Raises:
        InputShapeError: the sets, or the systems of one, are not as many as those of the gold scores.
    """
    if len(metrics) != len(golds):
        raise InputShapeError(
            f"there are {len(golds)} test sets with gold scores, {len(metrics)} with the metric's: "
            "give both for each"
        )
    tables = [table(scores, "metric") for scores in metrics]
    for set_index, (scores, gold) in enumerate(zip(tables, golds, strict=True)):
        if scores.shape != (len(table(gold, "gold")), 1):
            raise InputShapeError(
                f"test set {set_index} (counted from 0) has another number of metric than gold scores"
            )
    return np.concatenate([np.empty((0, 1)), *tables])


def soft_pairwise_accuracy(
    gold: ArrayLike, metric: ArrayLike, n_samples: int = N_SAMPLES, seed: int = SEED
) -> CorrelationResult:
    """Computes soft pairwise accuracy of segment scores (Thompson et al., 2024).

    Args:
        gold: Table of gold scores, (systems, segments); NaN or None is missing.
        metric: Table of the metric's scores, of the same shape.
        n_samples: How many trials make a p-value; at least 1.
        seed: The seed of the trials' signs, a whole number from 0.

    Returns:
        1 minus the mean difference of gold and metric p-values over all pairs of systems, from 0 to 1. The
        p-values of a metric that scores everything alike are 1/2.

    Raises:
        OptionError: `n_samples` is below 1, or `seed` is negative.
        InputTypeError: Scores are not numbers.
        InputShapeError: The tables differ in shape, or the metric lacks a score where there is a gold score.
    """
    return correlate(SoftPairwiseAccuracy(n_samples, seed), gold, metric)


def pairwise_p_values(scores: ArrayLike, n_samples: int = N_SAMPLES, seed: int = SEED) -> NDArray[np.float64]:
    """Computes the p-values of paired permutation tests between all pairs of systems.

    The tests are one-sided, on segment scores, and all use the same random signs. Each pair is compared on
    the segments for which both systems have a score.

    Args:
        scores: Table of scores, (systems, segments); NaN or None is missing.
        n_samples: How many trials make a p-value; at least 1.
        seed: The seed of the trials' signs, a whole number from 0.

    Returns:
        float64 (systems, systems): entry [i, j] above the diagonal is small if system i is better than system
        j. It is NaN for a pair without a common segment; entries on and below the diagonal are NaN.

    Raises:
        OptionError: `n_samples` is below 1, or `seed` is negative.
        InputTypeError: Scores are not numbers.
        InputShapeError: A score is infinite, or there are more than two dimensions.
    """
    accuracy = SoftPairwiseAccuracy(n_samples, seed)
    grid = table(scores, "system")
    p_values = np.full((len(grid), len(grid)), np.nan)
    p_values[np.triu_indices(len(grid), 1)] = _core.pairwise_p_values(grid, accuracy.trials(grid))
    return p_values
