"""Tests paired scores by the ranks of their differences: Wilcoxon's test, and a Bayesian one."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parbleu._base.known_names import check_name
from parbleu.errors import OptionError
from parbleu.stats.effect_sizes import average_ranks, complete_pairs
from parbleu.stats.resampling import check_sampling, seed_number
from parbleu.tables._result import Result

ZEROS = ("wilcox", "pratt", "zsplit")
ALTERNATIVES = ("two-sided", "greater", "less")
METHODS = ("normal", "exact")
POSTERIOR_SAMPLES = 10_000
_BLOCK = 1 << 21
"""How many random weights are in memory at once."""
_MOST_EXACT = 50
"""SciPy takes the exact distribution for up to so many pairs without ties."""
_MOST_PERMUTED = 13
"""And for up to so many in any case."""
_WIDEST = 1 << 12
_ROUNDING = 1e-12
"""Masses that add up to 1 are equal if they differ by less."""


@dataclass(frozen=True)
class SignedRankTest(Result):
    """The result of Wilcoxon's signed-rank test.

    Attributes:
        statistic: the rank sum of the positive differences.
        z: its distance from the mean under the null hypothesis, in standard deviations; None without any
            difference.
        p_value: from the normal distribution, corrected for ties, or the exact one; 1 without any difference.
        n_pairs: how many pairs took part.
    """

    table_name = "signed_rank"
    statistic: float
    z: float | None
    p_value: float
    n_pairs: int


def signed_rank_test(
    first: ArrayLike,
    second: ArrayLike,
    *,
    alternative: str = "two-sided",
    zeros: str = "wilcox",
    correction: bool = False,
    method: str = "normal",
) -> SignedRankTest:
    """Tests whether differences, second less first, are symmetric around 0: Wilcoxon's signed-rank test.

    F. Wilcoxon, "Individual Comparisons by Ranking Methods" (1945).

    Args:
        first: N scores.
        second: N scores; pairs with a missing one (NaN) are left out.
        alternative: "two-sided", "greater" if the second scores might be higher, or "less".
        zeros: what becomes of differences of zero: "wilcox" leaves them out, "pratt" ranks them and leaves
            them out of the sums, "zsplit" gives half of their ranks to either sum.
        correction: whether to correct for continuity.
        method: "normal", which suits 20 differences or more; or "exact": all assignments of signs to ranks
            are equally likely. Ties keep the mean of their ranks; SciPy takes whole ranks instead, and finds
            other p-values, mostly larger ones. It takes seconds for a thousand differences.

    Raises:
        UnknownNameError: there is no such alternative, method or treatment of zeros.
        OptionError: the exact method is to split zeros, or to correct for continuity.
        InputShapeError: the two differ in length, or no pair has both scores.
    """
    check_name("method", method, METHODS)
    if method == "exact" and (correction or zeros == "zsplit"):
        raise OptionError("the exact method needs zeros='wilcox' or 'pratt', and no correction")
    check_name("alternative", alternative, ALTERNATIVES)
    check_name("treatment of zeros", zeros, ZEROS)
    one, other = complete_pairs(first, second)
    differences = other - one
    n_zeros = int((differences == 0).sum())
    if n_zeros == len(differences):
        return SignedRankTest(0.0, None, 1.0, 0)
    if zeros == "wilcox":
        differences, n_zeros = differences[differences != 0], 0
    count, sizes = len(differences), np.abs(differences)
    ranks = average_ranks(sizes)
    positive = float(ranks[differences > 0].sum())
    mean, variance = count * (count + 1) / 4, count * (count + 1) * (2 * count + 1)
    counted = sizes
    if zeros == "pratt":
        mean -= n_zeros * (n_zeros + 1) / 4
        variance -= n_zeros * (n_zeros + 1) * (2 * n_zeros + 1)
        counted = sizes[sizes > 0]
    elif zeros == "zsplit":
        positive += float(ranks[differences == 0].sum()) / 2
    repeats = np.unique(counted, return_counts=True)[1].astype(np.float64)
    sd = math.sqrt((variance - (repeats**3 - repeats).sum() / 2) / 24)
    distance = positive - mean
    if correction:
        side = {"two-sided": math.copysign(1, distance) if distance else 0, "greater": 1, "less": -1}
        distance -= 0.5 * side[alternative]
    z = distance / sd
    if method == "exact":
        less, greater = _exact_tails(ranks[differences != 0], positive)
    else:
        less, greater = NormalDist().cdf(z), NormalDist().cdf(-z)
    p_value = {"two-sided": min(1.0, 2 * min(less, greater)), "greater": greater, "less": less}[alternative]
    return SignedRankTest(positive, z, p_value, count)


def signed_rank_tails(differences: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Computes the p-values of many signed-rank tests, of the distributions that SciPy chooses by itself.

    These are the exact one for at most 50 differences of distinct sizes and without zeros, and for at most 13
    of any; else the normal one. Zeros are left out. A two-sided p-value is twice the smaller of both, but at
    most 1.

    Args:
        differences: (tests, pairs); pairs with a missing score (NaN) are left out.

    Returns:
        The p-values of "differences are above 0" and of "below 0", float64 (tests,) each; NaN for a test
        without pairs, 1 without any difference.
    """
    table = np.atleast_2d(np.asarray(differences, dtype=np.float64))
    tails = np.full((2, len(table)), np.nan)
    known = ~np.isnan(table)
    counts = known.sum(axis=1)
    twice = 2 * (table if known.all() else np.where(known, table, 0))
    batch = (counts > _MOST_EXACT) & _is_on_grid(twice)
    tails[:, batch] = _grid_tails(twice if batch.all() else twice[batch])
    for number in np.flatnonzero(~batch & (counts > 0)).tolist():
        row = table[number][known[number]]
        exact = len(row) <= _MOST_EXACT and len(np.unique(np.abs(row))) == len(row) and (row != 0).all()
        method = "exact" if exact or len(row) <= _MOST_PERMUTED else "normal"
        tails[:, number] = [
            signed_rank_test(np.zeros(len(row)), row, alternative=alternative, method=method).p_value
            for alternative in ("greater", "less")
        ]
    return tails[0], tails[1]


def paired_rank_tails(
    first: NDArray[np.float64], second: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Tests each row of a table against each later row of another by the signed ranks of differences.

    Args:
        first: (rows, pairs); pairs with a missing score (NaN) are left out.
        second: the same of what it is compared with.

    Returns:
        The p-values of "differences are above 0" and of "below 0", and the sums of the differences, float64
        (rows, rows) each: those of row i of the first table less row j of the second at [i, j], j > i. Other
        places have NaN.
    """
    all_tails = np.full((2, len(first), len(first)), np.nan)
    sums = np.full(all_tails.shape[1:], np.nan)
    missing = np.isnan(first), np.isnan(second)
    is_complete = not (missing[0].any() or missing[1].any())
    cells = [2 * np.where(absent, 0, table) for absent, table in zip(missing, (first, second), strict=True)]
    widest = max(table.max(initial=0) - other.min(initial=0) for table, other in (cells, cells[::-1]))
    is_on_grid = widest < _WIDEST and all((table == np.rint(table)).all() for table in cells)
    largest = int(widest) if is_on_grid else 0
    width = 2 * largest + 2  # the last cell of a row counts pairs with a missing score
    rows = width * np.arange(len(first))[:, None]
    if is_on_grid:
        uppers, lowers = cells[0].astype(np.int64) + largest, rows - cells[1].astype(np.int64)
    for number in range(len(first) - 1):
        later = slice(number + 1, None)
        if is_on_grid:
            places = lowers[later] + (uppers[number] - rows[number + 1])
            if not is_complete:
                absent = missing[0][number] | missing[1][later]
                places[absent] = (np.broadcast_to(rows[: len(places)], absent.shape) + (width - 1))[absent]
            counts = np.bincount(places.ravel(), minlength=width * len(places)).reshape(-1, width)[:, :-1]
            tails = _counted_tails(counts)
            sums[number, later] = counts @ np.arange(-largest, largest + 1) / 2
            few = counts.sum(axis=1) <= _MOST_EXACT
        else:
            tails = np.empty((2, len(first) - number - 1))
            few = np.ones(tails.shape[1], dtype=bool)
            sums[number, later] = np.nansum(first[number] - second[later], axis=1)
        if few.any():
            tails[:, few] = signed_rank_tails(first[number] - second[later][few])
        all_tails[:, number, later] = tails
    return all_tails[0], all_tails[1], sums


def _is_on_grid(twice: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Returns which rows hold few whole numbers, twice the differences, so that ranks are counts of sizes."""
    are_small = np.maximum(twice.max(axis=1, initial=0), -twice.min(axis=1, initial=0)) < _WIDEST
    return np.asarray((twice == np.rint(twice)).all(axis=1) & are_small)


def _grid_tails(twice: NDArray[np.float64]) -> NDArray[np.float64]:
    """Returns the p-values of the normal distribution, (2, tests), of rows of whole numbers."""
    if not len(twice):
        return np.empty((2, 0))
    largest = int(max(twice.max(), -twice.min()))
    width = 2 * largest + 1
    cells = twice.astype(np.int64)
    cells += (width * np.arange(len(twice)) + largest)[:, None]
    return _counted_tails(np.bincount(cells.ravel(), minlength=width * len(twice)).reshape(len(twice), width))


def _counted_tails(counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """Returns the p-values of the normal distribution, (2, tests).

    Args:
        counts: how often each test has each difference, from the lowest to the highest; 0 is in the middle.
    """
    largest = counts.shape[1] // 2
    positive = counts[:, largest + 1 :]
    total = (positive + counts[:, :largest][:, ::-1]).astype(np.float64)
    ranks = np.cumsum(total, axis=1) - (total - 1) / 2
    count = total.sum(axis=1)
    spread = count * (count + 1) * (2 * count + 1) - (total * total * total - total).sum(axis=1) / 2
    with np.errstate(invalid="ignore", divide="ignore"):
        z = ((positive * ranks).sum(axis=1) - count * (count + 1) / 4) / np.sqrt(spread / 24)
    cdf = NormalDist().cdf
    tails = np.array([[cdf(-value) for value in z.tolist()], [cdf(value) for value in z.tolist()]])
    return np.where(count > 0, tails, 1.0)


def _exact_tails(ranks: NDArray[np.float64], statistic: float) -> tuple[float, float]:
    """Returns how likely a rank sum of at most the statistic is, and one of at least, if signs are random."""
    shares = np.ones(1)
    for twice in (2 * ranks).astype(np.int64):  # mean ranks are whole or half
        wider = np.zeros(len(shares) + twice)
        wider[: len(shares)] = shares / 2
        wider[twice:] += shares / 2
        shares = wider
    index = round(2 * statistic)
    return float(shares[: index + 1].sum()), float(shares[index:].sum())


@dataclass(frozen=True)
class PracticalEquivalence(Result):
    """The posterior of a Bayesian signed-rank or sign test of two systems.

    A draw has a mass for "the first is better", "equivalent" and "the second is better", which add up to 1.

    Attributes:
        p_first: the share of draws whose largest mass is that of the first system; a draw with equal masses
            counts for each of these in equal parts.
        p_equivalent: that of equivalence; 0 without a region.
        p_second: that of the second system.
        mass_first, mass_equivalent, mass_second: the mean masses.
        region: two systems are equivalent if their scores differ by no more than this.
        n_pairs: how many pairs of scores there are.
        n_samples: how many draws.
        seed: of the draws.
    """

    table_name = "practical_equivalence"
    p_first: float
    p_equivalent: float
    p_second: float
    mass_first: float
    mass_equivalent: float
    mass_second: float
    region: float
    n_pairs: int
    n_samples: int
    seed: int


def bayesian_signed_rank(
    first: ArrayLike,
    second: ArrayLike,
    region: float = 0.0,
    *,
    prior: float = 0.5,
    n_samples: int = POSTERIOR_SAMPLES,
    seed: int | str | None = None,
) -> PracticalEquivalence:
    """Computes how probable it is that either of two systems is better, or that they are equivalent.

    A. Benavoli, G. Corani, F. Mangili, M. Zaffalon and F. Ruggeri, "A Bayesian Wilcoxon Signed-Rank Test
    Based on the Dirichlet Process" (2014). Higher scores are better. The verdict is about sums of pairs of
    segments' differences, and not about the corpus score.

    Args:
        first: N scores of the first system.
        second: N of the second; pairs with a missing one (NaN) are left out.
        region: two systems are practically equivalent if their scores differ by no more.
        prior: the weight of one more difference, of zero.
        n_samples: how many draws of the posterior.
        seed: a whole number from 0, "none" for a new one, or None for `SACREBLEU_SEED`, or 12345.

    Raises:
        OptionError: the region or the prior is out of its range.
        InputShapeError: the two differ in length, or no pair has both scores.
    """
    check_sampling(n_samples)
    if not 0 <= region < math.inf or not 0 < prior < math.inf:
        raise OptionError("region is a number from 0, and prior a number above 0")
    one, other = complete_pairs(first, second)
    values = np.concatenate([[0.0], other - one])
    order = np.argsort(values, kind="stable")
    values = values[order]
    shapes = np.where(order == 0, prior, 1.0)
    number = seed_number(seed)
    generator = np.random.default_rng(number)
    above, below = _places(values, 2 * region), _places(-values[::-1], 2 * region)
    block = max(1, _BLOCK // len(values))
    wins, masses = np.zeros(3), np.zeros(3)
    for start in range(0, n_samples, block):
        weights = generator.standard_gamma(shapes, (min(block, n_samples - start), len(values)))
        weights /= weights.sum(axis=1, keepdims=True)
        right = _mass_above(weights, above)
        left = _mass_above(np.ascontiguousarray(weights[:, ::-1]), below)
        drawn = _masses(left, right, shared_out=region == 0)
        masses += drawn.sum(axis=1)
        largest = drawn == drawn.max(axis=0)
        wins += (largest / largest.sum(axis=0)).sum(axis=1)
    p_first, p_equivalent, p_second = (wins / n_samples).tolist()
    mass_first, mass_equivalent, mass_second = (masses / n_samples).tolist()
    shares = p_first, p_equivalent, p_second, mass_first, mass_equivalent, mass_second
    return PracticalEquivalence(*shares, float(region), len(one), n_samples, number)


def _masses(
    left: NDArray[np.float64], right: NDArray[np.float64], *, shared_out: bool
) -> NDArray[np.float64]:
    """Returns the masses of each draw, (3, draws): left, of the region, right.

    Without a region, what is between the sides is shared out among them.
    """
    if not shared_out:
        return np.stack([left, np.maximum(0.0, 1 - left - right), right])
    with np.errstate(invalid="ignore"):  # both may be 0, which the next line settles
        masses = np.stack([left / (left + right), np.zeros(len(left)), right / (left + right)])
    masses[:, np.abs(left - right) < _ROUNDING] = np.array([[0.5], [0.0], [0.5]])
    return masses


def _places(values: NDArray[np.float64], limit: float) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For each sorted value, the first place with which it adds up to the limit, and the first above it."""
    return np.searchsorted(values, limit - values, "left"), np.searchsorted(values, limit - values, "right")


def _mass_above(
    weights: NDArray[np.float64], places: tuple[NDArray[np.int64], NDArray[np.int64]]
) -> NDArray[np.float64]:
    """Returns for each draw the weight of pairs whose sum exceeds the limit; half for those that reach it."""
    sums = np.zeros((len(weights), weights.shape[1] + 1))
    np.cumsum(weights, axis=1, out=sums[:, 1:])
    reached = sums[:, -1:] - (sums[:, places[0]] + sums[:, places[1]]) / 2
    total: NDArray[np.float64] = np.einsum("ij,ij->i", weights, reached)
    return total
