"""Computes the power of the paired t test: power, smallest effect, and how many pairs an effect needs.

An effect is the mean of the differences over their standard deviation. T of n pairs then has a noncentral t
distribution with n - 1 degrees of freedom and noncentrality effect * sqrt(n) (J. Cohen, "Statistical Power
Analysis for the Behavioral Sciences", 1988). Its tail is an integral over the standard deviation of a sample,
which Gauss-Legendre quadrature gives to about 12 digits, for any noncentrality.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from parbleu import _core
from parbleu.errors import OptionError
from parbleu.stats.resampling import check_level

_REACH = 12.0
"""Standard deviations of the density to either side that are integrated."""
_MOST_PAIRS = 1e12


def t_test_power(effect: float, n_pairs: float, alpha: float = 0.05, one_sided: bool = False) -> float:
    """Computes how likely the paired t test finds an effect.

    Args:
        effect: the mean of the differences over their standard deviation. A one-sided test is one for
            positive effects.
        n_pairs: how many pairs, at least 2.
        alpha: the level of significance.
        one_sided: whether the test is one-sided; a two-sided one also counts what it finds in the wrong
            direction.

    Returns:
        From 0 to 1.

    Raises:
        OptionError: there are fewer than two pairs, or alpha is not between 0 and 1.
    """
    check_level("alpha", alpha)
    if not n_pairs >= 2:
        raise OptionError(f"a paired test needs at least 2 pairs, not {n_pairs}")
    freedom = n_pairs - 1
    limit = critical_t(freedom, alpha, one_sided)
    shift = effect * math.sqrt(n_pairs)
    upper = _upper_tail(limit, freedom, shift)
    return upper if one_sided else min(1.0, upper + _upper_tail(limit, freedom, -shift))


@lru_cache(maxsize=4096)
def smallest_effect(
    n_pairs: float, power: float = 0.8, alpha: float = 0.05, one_sided: bool = False
) -> float:
    """Computes the smallest effect that the paired t test finds with a given power.

    Args:
        n_pairs: how many pairs, at least 2.
        power: how likely the test is to find it, above alpha and below 1.
        alpha: the level of significance.
        one_sided: whether the test is for positive effects only.

    Raises:
        OptionError: an argument is out of its range.
    """
    check_power(power, alpha)
    high = 1.0
    while t_test_power(high, n_pairs, alpha, one_sided) < power:
        high *= 2
    return _root(lambda effect: t_test_power(effect, n_pairs, alpha, one_sided) - power, 0.0, high)


def pairs_for_effect(
    effect: float, power: float = 0.8, alpha: float = 0.05, one_sided: bool = False, whole: bool = False
) -> float:
    """Computes how many pairs the paired t test needs to find an effect.

    Args:
        effect: the mean difference of a pair over its standard deviation; its sign does not matter.
        power: how likely the test is to find it, above alpha and below 1.
        alpha: the level of significance.
        one_sided: whether the test is for positive effects only.
        whole: whether the number is rounded up, which is quicker.

    Returns:
        At least 2; infinity for an effect of 0, and for one that more than 10^12 pairs would not show.

    Raises:
        OptionError: an argument is out of its range.
    """
    check_power(power, alpha)
    size = abs(effect)
    high = 4.0
    while high < _MOST_PAIRS and t_test_power(size, high, alpha, one_sided) < power:
        high *= 2
    if not size or high >= _MOST_PAIRS:
        return math.inf
    if t_test_power(size, 2, alpha, one_sided) >= power:
        return 2
    return _root(lambda pairs: t_test_power(size, pairs, alpha, one_sided) - power, 2.0, high, whole)


@lru_cache(maxsize=4096)
def critical_t(freedom: float, alpha: float = 0.05, one_sided: bool = False) -> float:
    """Computes the value of t above which a test is significant.

    Args:
        freedom: the degrees of freedom, above 0.
        alpha: the level of significance; below 0.5 for a one-sided test.
        one_sided: whether all of it is in the upper tail.
    """
    tails = 2 * alpha if one_sided else alpha
    if tails >= 1:
        return 0.0
    high = 2.0
    while _core.student_tails(high, freedom) > tails:
        high *= 2
    return _root(lambda t: tails - _core.student_tails(t, freedom), 0.0, high)


def check_power(power: float, alpha: float) -> None:
    """Raises OptionError if it is no power of a test at that level."""
    check_level("alpha", alpha)
    if not alpha < power < 1:
        raise OptionError(f"power is a number between alpha, {alpha}, and 1, not {power}")


def _upper_tail(limit: float, freedom: float, shift: float) -> float:
    """P((Z + shift) / S > limit), where S is the standard deviation of a standard normal sample."""
    spread = _REACH / math.sqrt(2 * freedom)
    low, high = max(0.0, 1 - spread), 1 + spread
    nodes, weights = _quadrature()
    at = low + (high - low) * (nodes + 1) / 2
    density = weights * np.exp((freedom - 1) * np.log(at) - freedom / 2 * (at**2 - 1))
    above = [0.5 * math.erfc(x / math.sqrt(2)) for x in (limit * at - shift).tolist()]
    return float(np.sum(density * above) / np.sum(density))


@lru_cache
def _quadrature() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    return np.polynomial.legendre.leggauss(256)


def _root(function: Callable[[float], float], low: float, high: float, whole: bool = False) -> float:
    """Returns where an increasing function becomes 0, by bisection; whole: the next whole number."""
    while True:
        middle = (low + high) / 2
        if not low < middle < high or (whole and math.floor(low) + 1 == math.ceil(high)):
            return math.ceil(high) if whole else high
        if function(middle) < 0:
            low = middle
        else:
            high = middle
