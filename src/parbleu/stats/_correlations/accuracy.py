"""Defines pairwise accuracy as a correlation."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parbleu.stats._correlations.base import Correlation


class Accuracy(Correlation):
    """The share of pairs that metric and gold order alike, or both call equal, of the pairs of all rows.

    T. Kocmi et al., "To Ship or Not to Ship" (2021). Usually a row has the system scores of one test set;
    `parbleu.stats.pairwise_accuracy.global_accuracy` computes it over several test sets.
    """

    name = native = "accuracy"
    low: float = 0.0
    weighted = True
    by_row = False
    credits_ties = True
    penalizes_ties = True
    joins_sets = True

    def pair_values(
        self, gold: NDArray[np.float64], metric: NDArray[np.float64]
    ) -> NDArray[np.float64] | None:
        """For every pair of systems, of system-level scores, whether both sides agree."""
        if gold.shape[1] != 1:
            return None
        sides = [np.sign(scores - scores.T) for scores in (gold, metric)]
        agree = np.where(np.isnan(sides[0]), np.nan, sides[0] == sides[1])
        np.fill_diagonal(agree, np.nan)
        return agree
