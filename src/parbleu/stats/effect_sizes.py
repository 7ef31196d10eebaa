"""Computes how large a difference of paired scores is: effect sizes, intervals, the t and the sign test."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parbleu import _core
from parbleu.errors import InputShapeError, OptionError
from parbleu.stats.joint_bootstrap import varies
from parbleu.stats.t_test_power import critical_t
from parbleu.tables._result import Result


@dataclass(frozen=True)
class EffectSizes(Result):
    """How large the differences of n pairs of scores are: the second score less the first.

    Figures that are not defined, such as those of differences without any spread, are None.

    Attributes:
        n_pairs: how many pairs both have a score.
        mean: of the differences.
        sd: their standard deviation (n - 1).
        low: lower end of the t interval of the mean.
        high: its upper end.
        t: the statistic of the paired t test.
        t_p_value: its two-sided p-value.
        d_z: mean / sd. It depends on how strongly the pairs correlate.
        d_av: mean / sqrt((var first + var second) / 2), comparable between studies.
        hedges_g: d_z times 1 - 3 / (4 (n - 1) - 1), which corrects it for few pairs.
        losses: pairs with a lower second score, by more than the tie width.
        ties: pairs whose scores are closer than that.
        wins: pairs with a higher second score.
        superiority: (wins + ties / 2) / n: how often the second of a pair is the higher.
        unpaired_superiority: the same over all n * n pairs of a first and a second score (A12 of A. Vargha
            and H. D. Delaney, 2000), without a tie width.
        sign_p_value: two-sided, of the sign test of wins against losses.
        rank_biserial: (rank sum of wins - rank sum of losses) / their sum, by sizes of differences.
    """

    table_name = "effect"
    n_pairs: int
    mean: float
    sd: float | None
    low: float | None
    high: float | None
    t: float | None
    t_p_value: float | None
    d_z: float | None
    d_av: float | None
    hedges_g: float | None
    losses: int
    ties: int
    wins: int
    superiority: float
    unpaired_superiority: float
    sign_p_value: float
    rank_biserial: float | None


def effect_sizes(
    first: ArrayLike, second: ArrayLike, *, tie_width: float = 0.0, confidence_level: float = 0.95
) -> EffectSizes:
    """Computes the effect sizes of paired scores, the second less the first.

    Args:
        first: N scores of the first system.
        second: N scores of the second. Pairs with a missing score (NaN) are left out.
        tie_width: differences up to this size are ties.
        confidence_level: of the t interval.

    Raises:
        InputShapeError: the two differ in length, or no pair has both scores.
        OptionError: the tie width is negative, or the level is not between 0 and 1.
    """
    if not 0 <= tie_width < math.inf or not 0 < confidence_level < 1:
        raise OptionError("tie_width is not negative, and confidence_level is between 0 and 1")
    one, other = complete_pairs(first, second)
    differences = other - one
    n_pairs, mean = len(differences), float(differences.mean())
    sd = float(differences.std(ddof=1)) if varies(differences) else 0.0
    known = sd > 0
    half = critical_t(n_pairs - 1, 1 - confidence_level) * sd / math.sqrt(n_pairs) if known else 0.0
    t = mean / (sd / math.sqrt(n_pairs)) if known else None
    spread = math.sqrt((one.var(ddof=1) + other.var(ddof=1)) / 2) if varies(one) or varies(other) else 0.0
    wins, losses = int((differences > tie_width).sum()), int((differences < -tie_width).sum())
    ties = n_pairs - wins - losses
    return EffectSizes(
        n_pairs=n_pairs,
        mean=mean,
        sd=sd if n_pairs > 1 else None,
        low=mean - half if known else None,
        high=mean + half if known else None,
        t=t,
        t_p_value=None if t is None else _core.student_tails(t, n_pairs - 1),
        d_z=mean / sd if known else None,
        d_av=mean / spread if spread else None,
        hedges_g=mean / sd * (1 - 3 / (4 * (n_pairs - 1) - 1)) if known else None,
        losses=losses,
        ties=ties,
        wins=wins,
        superiority=(wins + ties / 2) / n_pairs,
        unpaired_superiority=_unpaired_superiority(one, other),
        sign_p_value=sign_test(wins, losses),
        rank_biserial=_rank_biserial(differences),
    )


def complete_pairs(first: ArrayLike, second: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Returns the pairs of scores that are both known, as two arrays.

    Raises:
        InputShapeError: the two differ in length, or there is no such pair.
    """
    one, other = (np.asarray(scores, dtype=np.float64) for scores in (first, second))
    if one.ndim != 1 or one.shape != other.shape:
        raise InputShapeError(
            f"paired scores are two lists of the same length, not {one.shape} and {other.shape}"
        )
    known = np.isfinite(one) & np.isfinite(other)
    if not known.any():
        raise InputShapeError("no pair has two scores: pass scores of the same segments")
    return one[known], other[known]


_SUM_BITS = 384
"""How many bits of a sum of binomial coefficients are kept where that is enough for its float."""


@lru_cache(maxsize=1 << 16)
def sign_test(wins: int, losses: int) -> float:
    """Computes the two-sided p-value of the sign test; ties do not count. Without any it is 1.

    It is exact up to 100,000 pairs, and of the normal distribution above.
    """
    count, smaller = wins + losses, min(wins, losses)
    if count > 100_000:  # the exact sum would take long
        return min(1.0, 2 * NormalDist().cdf((smaller + 0.5 - count / 2) / math.sqrt(count / 4)))
    for bits in (_SUM_BITS, count + 1):  # so many hold every sum
        low, high = (float(2 * total / 2**count) for total in tail_bounds(count, smaller, bits))
        if low == high:
            break
    return min(1.0, low)


def tail_bounds(count: int, last: int, bits: int) -> tuple[int, int]:
    """Bounds the sum of the binomial coefficients `count` over 0 to `last`.

    Args:
        count: at most 100,000.
        last: the last coefficient of the sum, at most half of `count`.
        bits: how many the sum may have before its lower ones are cut off; at least 256.

    Returns:
        The largest number that the sum is known to reach, and the smallest that it is known not to exceed.
        They are equal, and the sum, if it has no more bits than allowed.
    """
    limit, cut = 1 << bits, 0
    term, total = 1, 1
    for step in range(last):
        term = term * (count - step) // (step + 1)
        total += term
        if total >= limit:
            term >>= 64
            total >>= 64
            cut += 64
    # A coefficient is above a 2^9th of the sum up to it. So what is lost in a step, by three roundings
    # downwards, is below a 2^(bits - 76)th of the sum, and in all 50,000 steps below a 2^(bits - 96)th.
    lost = (total >> (bits - 96)) + 1 if cut else 0
    return total << cut, (total + lost) << cut


def average_ranks(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Returns the rank of each value from 1; equal ones have the mean of their ranks."""
    order = np.sort(values)
    return (np.searchsorted(order, values, "left") + np.searchsorted(order, values, "right") + 1) / 2


def _unpaired_superiority(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    order = np.sort(one)
    below = np.searchsorted(order, other, "left") + np.searchsorted(order, other, "right")
    return float(below.sum() / 2 / len(one) / len(other))


def _rank_biserial(differences: NDArray[np.float64]) -> float | None:
    rest = differences[differences != 0]
    if not len(rest):
        return None
    ranks = average_ranks(np.abs(rest))
    return float((ranks[rest > 0].sum() - ranks[rest < 0].sum()) / ranks.sum())
