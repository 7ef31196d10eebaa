"""Rates items by what human scores of them would tell about systems, and simulates how well some items do.

The formulas of the ratings are those of V. Zouhar, P. Cui and M. Sachan, "How to Select Datapoints for
Efficient Human Evaluation of NLG Models?" (2025). Higher utilities are better.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parbleu._base.numbers import plain_mean
from parbleu.errors import OptionError
from parbleu.stats.correlation import correlate
from parbleu.stats.effect_sizes import average_ranks
from parbleu.stats.resampling import seed_number
from parbleu.stats.signed_rank import signed_rank_test
from parbleu.tables import column, record, shown
from parbleu.tables._records import percent


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


RANDOM = "random"
SIGNIFICANT = 0.05


@record
class SubsetAgreement:
    """How well a choice of items orders systems.

    Attributes:
        method: how items were chosen.
        correlation: Kendall's tau-b of the systems' averages over the chosen items, of all, with those over
            all; None for random choice, which has no items of its own.
        clusters: clusters of systems that the chosen items tell apart; None for random choice.
        expected: the mean of the correlation over the draws.
        low: its 2.5 % quantile.
        high: its 97.5 % quantile.
        expected_clusters: the mean number of clusters over the draws.
        above_random: the share of draws in which it is higher than for a random choice from the same items,
            ties counting half.
    """

    column_order = "method correlation clusters expected low high expected_clusters above_random"
    method: str
    correlation: float | None = column("tau", decimals=3)
    clusters: int | None
    expected: float = column("expected tau", decimals=3, low="low", high="high")
    low: float = column("from", decimals=3)
    high: float = column("to", decimals=3)
    expected_clusters: float = column(decimals=2)
    above_random: float = column(is_column=False)

    @property
    @shown("better than random", name="above_random", unit="%", decimals=1, convert=percent)
    def above_random_of_method(self) -> float | None:
        """The share of draws in which the method is above random choice; None of random choice itself."""
        return None if self.method == RANDOM else self.above_random


def rank_correlation(scores: NDArray[np.float64], chosen: ArrayLike) -> float:
    """Returns Kendall's tau-b of systems' averages over chosen items with those over all; 0 if undefined."""
    part = scores[:, np.asarray(chosen)].mean(axis=1)
    tau = correlate("kendall", scores.mean(axis=1), part).value
    return 0.0 if np.isnan(tau) else float(tau)


def cluster_count(scores: NDArray[np.float64]) -> int:
    """Returns how many clusters of systems scores tell apart, (systems, items).

    From the best system down, a cluster ends where its last system is better than the next one by
    Wilcoxon's one-sided signed-rank test (p < 0.05). Equal scores end none.
    """
    order = np.argsort(-scores.mean(axis=1), kind="stable")
    count = 1
    for better, worse in pairwise(order):
        if (scores[better] != scores[worse]).any():
            test = signed_rank_test(scores[worse], scores[better], alternative="greater")
            count += test.p_value < SIGNIFICANT
    return count


def expected_agreement(
    scores: NDArray[np.float64],
    utilities: Mapping[str, NDArray[np.float64]],
    size: int,
    *,
    n_samples: int = 200,
    seed: int | str | None = None,
) -> tuple[SubsetAgreement, ...]:
    """Simulates choosing items, and compares with what human scores of all items say.

    Each draw takes a random pool of the items, as many as lie halfway between `size` and all, and chooses
    from it by each method, and at random.

    Args:
        scores: human scores, (systems, items), without missing ones.
        utilities: method -> utility of each item.
        size: how many items are chosen.
        n_samples: the number of draws.
        seed: of the draws; None for `SACREBLEU_SEED`, or 12345.

    Returns:
        The agreement of each method, and of random choice as the last.

    Raises:
        OptionError: there are not so many items, or fewer than two systems, or no draws.
    """
    systems, items = scores.shape
    if not 1 <= size <= items or systems < 2 or n_samples < 1:
        raise OptionError(
            "a simulation needs 2 systems, 1 draw, and as many rated segments as are chosen: there are "
            f"{systems}, {n_samples}, and {items} segments for {size}"
        )
    generator = np.random.default_rng(seed_number(seed))
    orders = {name: best_first(utility) for name, utility in utilities.items()}
    subsets: dict[str, list[tuple[float, int]]] = {name: [] for name in (*orders, RANDOM)}
    for _ in range(n_samples):
        pool = generator.permutation(items)[: (items + size + 1) // 2]
        inside = np.zeros(items, dtype=bool)
        inside[pool] = True
        choices = {name: order[inside[order]][:size] for name, order in orders.items()}
        for name, chosen in {**choices, RANDOM: pool[:size]}.items():
            subsets[name].append((rank_correlation(scores, chosen), cluster_count(scores[:, chosen])))
    chance = np.array(subsets[RANDOM])[:, 0]
    results = []
    for name, draws in subsets.items():
        values, clusters = np.array(draws).T
        low, high = np.quantile(values, [0.025, 0.975])
        whole = None if name == RANDOM else orders[name][:size]
        results.append(
            SubsetAgreement(
                name,
                None if whole is None else rank_correlation(scores, whole),
                None if whole is None else cluster_count(scores[:, whole]),
                float(values.mean()),
                float(low),
                float(high),
                float(clusters.mean()),
                float(((values > chance) + 0.5 * (values == chance)).mean()),
            )
        )
    return tuple(results)
