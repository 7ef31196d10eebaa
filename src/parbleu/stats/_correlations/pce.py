"""Defines soft pairwise accuracy under MT Metrics Eval's name for it: pairwise confidence error."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import isnan
from operator import index

import numpy as np
from numpy.typing import NDArray

from parbleu import _core
from parbleu._base.threads import thread_count
from parbleu.errors import OptionError
from parbleu.stats._correlations.base import Correlation, CorrelationResult
from parbleu.stats._score_rows import ScoreRows

MOST_KEPT = 10**7
"""How many signs are kept for metrics that are compared later: these take 1.5 MB."""

_drawn_before = lru_cache(maxsize=4)(_core.sign_trials)


class SoftPairwiseAccuracy(Correlation):
    """1 minus the mean difference of gold and metric p-values over all pairs of systems.

    `parbleu.stats.pairwise_accuracy` defines it, and how missing scores count. A metric that scores
    everything alike prefers no system: its p-values are 1/2, so that the value does not depend on the order
    of the systems.

    Args:
        n_samples: How many trials make a p-value; at least 1.
        seed: The seed of the trials' signs, a whole number from 0. It is a part of the measure's definition:
            the default is MT Metrics Eval's 4, and `SACREBLEU_SEED` does not change it.

    Raises:
        OptionError: `n_samples` is below 1, or `seed` is negative.
    """

    name = "pce"
    title = "SPA"
    low: float = 0.0
    averages: tuple[str, ...] = ("none",)
    by_row = False
    credits_ties = True
    drawn = True
    turns_sign = False  # a p-value of 1 - p against p is no exact opposite of p against p
    from_segments = True
    halves_ties = True
    """Whether a metric that scores everything alike gets p-values of 1/2, and not 1 as in MT Metrics Eval."""

    def __init__(self, n_samples: int = 1000, seed: int = 4) -> None:
        if index(n_samples) < 1 or index(seed) < 0:
            raise OptionError("n_samples must be at least 1, and the seed not negative")
        self.n_samples = n_samples
        self.seed = seed

    def measure(self, rows: ScoreRows) -> _core.Measure:
        """Prepares the correlation with these gold scores."""
        grid = rows.on_grid()
        return _core.make_soft_pairwise_accuracy(grid, rows.places, self.trials(grid))

    def correlate(
        self,
        rows: ScoreRows,
        metrics: Iterable[NDArray[np.float64]],
        weighted: bool,
        zero: bool,
        threads: int | None,
    ) -> list[CorrelationResult]:
        """Correlates several metrics with these gold scores, by the same sums for several at once."""
        del weighted  # there is one value
        grid = rows.on_grid()
        tables = list(metrics)
        values = list(
            _core.soft_pairwise_accuracies(
                grid, rows.places, tables, self.trials(grid), thread_count(threads)
            )
        )
        if constant := [metric for metric, scores in enumerate(tables) if self._halves(scores)]:
            p_values = np.asarray(_core.pairwise_p_values(grid, self.trials(grid)))
            known = p_values[~np.isnan(p_values)]
            for metric in constant:
                values[metric] = float(1 - np.abs(known - 0.5).mean()) if len(known) else values[metric]
        return [
            CorrelationResult(0.0, 0.0, float(zero)) if isnan(value) else CorrelationResult(value, 0.0, 1.0)
            for value in values
        ]

    def _halves(self, scores: NDArray[np.float64]) -> bool:
        """Returns whether all scores are the same: every trial is a tie, which counts half."""
        known = scores[~np.isnan(scores)]
        return self.halves_ties and len(known) > 0 and bool((known == known[0]).all())

    def trials(self, scores: NDArray[np.float64]) -> _core.SignTrials:
        """Returns the random signs of trials for the items that two systems or more have scores of.

        Args:
            scores: float64 (systems, items), NaN for a missing score.
        """
        missing, items = np.isnan(scores), scores.shape[1] if len(scores) > 1 else 0
        if np.count_nonzero(missing):
            items = int(np.count_nonzero(np.count_nonzero(~missing, axis=0) > 1))
        draw = _drawn_before if items * self.n_samples <= MOST_KEPT else _core.sign_trials
        return draw(items, self.n_samples, self.seed)

    def pair_values(self, gold: NDArray[np.float64], metric: NDArray[np.float64]) -> NDArray[np.float64]:
        """Returns 1 minus the difference of the p-values, for every pair of systems."""
        systems = len(gold)
        scores = np.where(np.isnan(gold), np.nan, metric)
        upper = np.triu_indices(systems, 1)
        values = np.full((systems, systems), np.nan)
        ours, theirs = (
            np.asarray(_core.pairwise_p_values(side, self.trials(side))) for side in (scores, gold)
        )
        if self._halves(scores):
            ours = np.where(np.isnan(ours), np.nan, 0.5)
        values[upper] = values.T[upper] = 1 - np.abs(ours - theirs)
        return values
