"""Computes pairwise accuracy, hard and soft: how often metric and gold prefer the same system.

Soft pairwise accuracy (B. Thompson et al., "Improving Statistical Significance in Human Evaluation of
Automatic Metrics via Soft Pairwise Accuracy", 2024) compares, for every pair of systems, the p-values of a
paired permutation test under metric and gold. Its signs come from `numpy.random.default_rng(4)`, as in MT
Metrics Eval, and its sums are rounded to single precision as they are there on a processor with AVX-512 and
with one thread; on others, that program's own p-values differ by a trial or two of some pairs. Values depend
on the order of the systems where trials tie, about 1e-3 for scores with few different values; the order is
that of the table, not of a hash. Permutation tests of it add up exactly.

A pair of systems is compared on the segments for which both have a gold score. If all systems have gold
scores for the same segments, this is what MT Metrics Eval does; where they have not, that program stops, or
compares different segments.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parbleu import _core
from parbleu.errors import InputShapeError
from parbleu.stats.correlation import CorrelationResult, correlate
from parbleu.stats.correlations.accuracy import Accuracy
from parbleu.stats.correlations.pce import SoftPairwiseAccuracy
from parbleu.stats.score_rows import rows_of_sets, table

N_SAMPLES = 1000
SEED = 4
"""MT Metrics Eval's, whatever the environment says: the value of the measure depends on it."""


def global_accuracy(golds: Sequence[ArrayLike], metrics: Sequence[ArrayLike]) -> CorrelationResult:
    """Compute the share of system pairs of several test sets that a metric orders as the gold scores do.

    T. Kocmi et al., "To Ship or Not to Ship" (2021). Pairs with a missing gold score are left out.

    Args:
        golds: For every test set the gold scores of its systems.
        metrics: For every test set the metric's scores of these systems.

    Returns:
        Its weight is the number of pairs.

    Raises:
        InputTypeError: Scores are no numbers.
        InputShapeError: The numbers of sets or systems differ, or a metric's score is missing.
    """
    rows = rows_of_sets(golds)
    return Accuracy().evaluator(rows, True, False)(rows.of(joined(metrics, golds)))


def joined(metrics: Sequence[ArrayLike], golds: Sequence[ArrayLike]) -> NDArray[np.float64]:
    """Join a metric's system-level scores on several test sets, as `rows_of_sets` does the gold scores'."""
    if len(metrics) != len(golds):
        raise InputShapeError(
            f"there are {len(golds)} test sets with gold scores, {len(metrics)} with the metric's"
        )
    tables = [table(scores, "metric") for scores in metrics]
    for place, (scores, gold) in enumerate(zip(tables, golds, strict=True)):
        if scores.shape != (len(table(gold, "gold")), 1):
            raise InputShapeError(
                f"test set {place} (counted from 0) has another number of metric than gold scores"
            )
    return np.concatenate([np.empty((0, 1)), *tables])


def soft_pairwise_accuracy(
    gold: ArrayLike, metric: ArrayLike, n_samples: int = N_SAMPLES, seed: int = SEED
) -> CorrelationResult:
    """Compute soft pairwise accuracy of segment scores (Thompson et al., 2024).

    Args:
        gold: Table, systems by segments.
        metric: Table of the same shape.
        n_samples: How many trials make a p-value.
        seed: Of the trials' signs.

    Raises:
        OptionError: `n_samples` is below 1, or the seed negative.
        InputTypeError: Scores are no numbers.
        InputShapeError: The tables differ in shape, or a metric's score is missing.
    """
    return correlate(SoftPairwiseAccuracy(n_samples, seed), gold, metric)


def pairwise_p_values(scores: ArrayLike, n_samples: int = N_SAMPLES, seed: int = SEED) -> NDArray[np.float64]:
    """Compute the p-values of paired permutation tests between all pairs of systems.

    One-sided paired permutation tests on segment scores, all with the same random signs. Each pair is
    compared on the segments that both have. Arguments and errors are those of `soft_pairwise_accuracy`.

    Returns:
        float64 (systems, systems): entry [i, j] above the diagonal is small if i is better than j; the
        others are NaN, and so are pairs without a common segment.
    """
    SoftPairwiseAccuracy(n_samples, seed)  # checks them
    grid = table(scores, "system")
    found = np.full((len(grid), len(grid)), np.nan)
    found[np.triu_indices(len(grid), 1)] = _core.pairwise_p_values(grid, n_samples, seed)
    return found
