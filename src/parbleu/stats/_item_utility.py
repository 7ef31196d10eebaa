"""Rates items by how much their human scores would tell about systems, from the scores of a metric.

The formulas are those of V. Zouhar, P. Cui and M. Sachan, "How to Select Datapoints for Efficient Human
Evaluation of NLG Models?" (2025). Higher utilities are better.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from parbleu._base.numbers import plain_mean
from parbleu.stats.effect_sizes import average_ranks

if TYPE_CHECKING:
    from numpy.typing import NDArray


def difficulty(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Returns for each item the negated mean of the systems' scores, (systems, items); higher is better."""
    difficulties: NDArray[np.float64] = -scores.mean(axis=0)
    return difficulties


def variance(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Returns for each item the population variance of the systems' scores, (systems, items)."""
    variances: NDArray[np.float64] = scores.var(axis=0)
    return variances


def consistency(
    scores: NDArray[np.float64], target: NDArray[np.float64] | None = None
) -> NDArray[np.float64]:
    """Returns for each item how much its order of systems is that of their averages: Kendall's tau-c.

    Args:
        scores: (systems, items).
        target: of another metric, whose averages count; None for the same.

    Returns:
        float64 (items,), from -1 to 1; 0 for an item whose scores, or if the averages, are all equal.
    """
    averages = (scores if target is None else target).mean(axis=1)
    rows, columns = np.triu_indices(len(scores), 1)
    agreeing = np.sign(scores[rows] - scores[columns]) * np.sign(averages[rows] - averages[columns])[:, None]
    ordered = np.sort(scores, axis=0)
    classes = 1 + (ordered[1:] != ordered[:-1]).sum(axis=0)
    fewer = np.minimum(classes, len(np.unique(averages)))
    size = len(scores)
    whole = size**2 * (fewer - 1) / np.maximum(1, fewer)
    discrimination: NDArray[np.float64] = np.zeros(scores.shape[1])
    np.divide(2 * agreeing.sum(axis=0), whole, out=discrimination, where=fewer > 1)
    return discrimination


def word_diversity(outputs: Sequence[Sequence[str]]) -> NDArray[np.float64]:
    """Returns for each item how few words the outputs of the systems share.

    Args:
        outputs: of each item, the outputs of all systems, at least two. Words end at white space, so that
            Chinese and Japanese need a segmentation before.

    Returns:
        float64 (items,), from -1 to 0: the negated mean over pairs of systems of the words that both have,
        repeated ones counted, times 2 over the words of both. Two empty outputs share all.
    """
    utilities = []
    for item in outputs:
        words = [Counter(output.split()) for output in item]
        shares = []
        for one, other in combinations(words, 2):
            whole = one.total() + other.total()
            shares.append(2 * (one & other).total() / whole if whole else 1.0)
        utilities.append(-plain_mean(shares))
    return np.array(utilities)


def mean_rank(utilities: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
    """Returns for each item the mean of its ranks by several utilities; 1 is the rank of the lowest."""
    ranks: NDArray[np.float64] = np.mean([average_ranks(utility) for utility in utilities], axis=0)
    return ranks


def scaled_product(utilities: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
    """Returns for each item the product of several utilities, each scaled from 0 (lowest) to 1 (highest)."""
    product: NDArray[np.float64] = np.ones(len(utilities[0]))
    for utility in utilities:
        spread = np.ptp(utility)
        product = product * ((utility - utility.min()) / spread if spread else 1.0)
    return product


def best_first(utilities: NDArray[np.float64]) -> NDArray[np.int64]:
    """Returns the places of items from the highest utility to the lowest; of equal ones the earlier first."""
    return np.argsort(-utilities, kind="stable")
