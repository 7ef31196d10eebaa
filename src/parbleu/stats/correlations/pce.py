"""Defines soft pairwise accuracy under MT Metrics Eval's name for it: pairwise confidence error."""

from __future__ import annotations

from functools import lru_cache
from operator import index

import numpy as np
from numpy.typing import NDArray

from parbleu import _core
from parbleu.errors import OptionError
from parbleu.stats.correlations.base import Correlation
from parbleu.stats.score_rows import Rows

MOST_KEPT = 10**7
"""How many signs are kept for metrics that are compared later: these take 1.5 MB."""

_drawn_before = lru_cache(maxsize=4)(_core.sign_trials)


class SoftPairwiseAccuracy(Correlation):
    """1 minus the mean difference of gold and metric p-values over all pairs of systems.

    `parbleu.stats.pairwise_accuracy` defines it, and how missing scores count.

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

    def __init__(self, n_samples: int = 1000, seed: int = 4) -> None:
        if index(n_samples) < 1 or index(seed) < 0:
            raise OptionError("n_samples must be at least 1, and the seed not negative")
        self.n_samples = n_samples
        self.seed = seed

    def measure(self, rows: Rows) -> _core.Measure:
        """Prepare the correlation with these gold scores."""
        grid = np.full(rows.shape, np.nan)
        grid.reshape(-1)[rows.places] = rows.gold
        return _core.make_soft_pairwise_accuracy(grid, rows.places, self.trials(grid))

    def trials(self, scores: NDArray[np.float64]) -> _core.SignTrials:
        """Returns the random signs of trials for the items that two systems or more have scores of.

        Args:
            scores: float64 (systems, items), NaN for a missing score.
        """
        items = int(np.count_nonzero(np.count_nonzero(~np.isnan(scores), axis=0) > 1))
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
        values[upper] = values.T[upper] = 1 - np.abs(ours - theirs)
        return values
