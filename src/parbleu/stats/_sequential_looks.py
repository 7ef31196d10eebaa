"""Computes at which level a test may be made that is repeated while its data grow.

A test at level 5 % that is made again after each hundred segments, and ends with the first significant
result, finds a difference far more often than in 5 % of cases where there is none. A spending function says
how much of alpha may be used up when a given part of the planned data is there (K. K. G. Lan and D. L.
DeMets, "Discrete Sequential Boundaries for Clinical Trials", Biometrika 1983). It needs the planned number,
and not when the looks will be.

The statistic after n of N segments, times the square root of n / N, moves as Brownian motion does. So the
probability to cross all bounds so far is an integral over the looks (P. Armitage, C. K. McPherson and B. C.
Rowe, "Repeated Significance Tests on Accumulating Data", 1969), here by Gauss-Legendre quadrature.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from parbleu._base.known_names import check_name
from parbleu.errors import OptionError
from parbleu.stats.resampling import check_level
from parbleu.tables._result import Result
from parbleu.tables._table import Column, Table

_NORMAL = NormalDist()
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(400)
_REACH = 8.5
"""Standard deviations beyond which nothing is integrated."""
_LEAST_STEP = 0.002
"""The part of the planned data by which looks have to differ."""


SPENDING: dict[str, Callable[[float, float], float]] = {
    "obrien-fleming": lambda alpha, part: (
        2 - 2 * _NORMAL.cdf(_NORMAL.inv_cdf(1 - alpha / 2) / math.sqrt(part))
    ),
    "pocock": lambda alpha, part: alpha * math.log(1 + (math.e - 1) * part),
}
"""Names of spending functions: "obrien-fleming" keeps nearly all of alpha for the end, "pocock" does not."""


@dataclass(frozen=True)
class SequentialDesign:
    """A test that is repeated while its data grow, at levels that keep that of all looks together.

    Args:
        planned: how many segments there are to be in the end, fixed before the first look.
        looked: how many there were at each earlier look.
        spending: how much of alpha early looks may use, one of `SPENDING`.

    Raises:
        UnknownNameError: there is no such spending function.
    """

    planned: int
    looked: Sequence[int] = ()
    spending: str = "obrien-fleming"

    def __post_init__(self) -> None:
        object.__setattr__(self, "looked", tuple(self.looked))
        check_name("spending function", self.spending, SPENDING)


@dataclass(frozen=True)
class SequentialLooks(Result):
    """The looks at a test, and the level of each.

    Attributes:
        looks: how many segments there were, or will be, at each look.
        planned: how many there are to be in the end.
        alpha: the level of all looks together.
        one_sided: whether the test is one-sided.
        spending: the name of the spending function.
        levels: of each look: the difference is significant if the p-value of the usual test is at most that.
        spent: how much of alpha is used up after each look.
    """

    looks: tuple[int, ...]
    planned: int
    alpha: float
    one_sided: bool
    spending: str
    levels: tuple[float, ...]
    spent: tuple[float, ...]

    def tables(self) -> tuple[Table, ...]:
        """Returns a row for each look."""
        columns = [
            Column("segments", kind=int),
            Column("part", kind=float, unit="%", decimals=1),
            Column("level", "p at most", float, decimals=6),
            Column("spent", "alpha spent", float, decimals=6),
        ]
        rows = [
            (look, 100 * look / self.planned, level, spent)
            for look, level, spent in zip(self.looks, self.levels, self.spent, strict=True)
        ]
        facts = {name: getattr(self, name) for name in ("planned", "alpha", "one_sided", "spending")}
        return (Table("looks", columns, rows, "Sequential looks", facts=facts),)


def sequential_looks(
    looks: Sequence[int],
    planned: int,
    alpha: float = 0.05,
    *,
    spending: str = "obrien-fleming",
    one_sided: bool = False,
) -> SequentialLooks:
    """Computes the level of each look at a test whose data grow.

    Args:
        looks: how many segments there are at each look, in increasing order. The levels of the first ones do
            not depend on later ones, so that looks need not be planned.
        planned: how many segments there are to be in the end, fixed before the first look.
        alpha: the level of all looks together, between 0 and 1.
        spending: one of `SPENDING`.
        one_sided: whether the test is one-sided.

    Raises:
        OptionError: looks do not increase by at least 0.2 % of the planned number, exceed it, or alpha is
            out of its range.
        UnknownNameError: there is no such spending function.
    """
    check_level("alpha", alpha)
    check_name("spending function", spending, SPENDING)
    parts = [look / planned for look in looks] if planned > 0 else []
    steps = np.diff([0.0, *parts])
    if not parts or parts[-1] > 1 or (steps < _LEAST_STEP).any():
        raise OptionError(
            f"looks are increasing numbers of segments, up to the {planned} that are planned and at least "
            f"{_LEAST_STEP:.1%} of them apart, not {' '.join(map(str, looks))}"
        )
    sides = 1 if one_sided else 2
    spent = [sides * SPENDING[spending](alpha / sides, part) for part in parts]
    levels = _levels(parts, np.diff([0.0, *spent]).tolist(), one_sided)
    return SequentialLooks(
        tuple(looks), planned, alpha, one_sided, spending, tuple(levels), tuple(map(float, spent))
    )


def level_of_family(
    design: SequentialDesign | None, n_segments: int, alpha: float, n_tests: int = 1
) -> float:
    """Computes the level at which a family of tests may be made at this look, corrected by Holm's method.

    A step of Holm's method that has k tests left may use the bounds of a test at the level alpha / k (W.
    Maurer and F. Bretz, "Multiple Testing in Group Sequential Trials Using Graphical Approaches", 2013): a
    corrected p-value, k times that of a test, is compared with k times the bound. At early looks that is
    least for all tests, and at late looks, to which much of alpha is left, for one. The least of all steps is
    returned, so that no step uses more than it may.

    Args:
        design: the looks; None for a single one, whose level is alpha.
        n_segments: how many segments there are.
        alpha: the level of all looks and tests together.
        n_tests: how many two-sided tests there are.

    Raises:
        OptionError: looks do not increase by at least 0.2 % of the planned number, or exceed it.
    """
    if design is None:
        return alpha
    looks = [*design.looked, n_segments]
    steps = sorted({min(2**power, n_tests) for power in range(n_tests.bit_length() + 1)})
    spending = design.spending
    return min(
        float(left * sequential_looks(looks, design.planned, alpha / left, spending=spending).levels[-1])
        for left in steps
    )


def look_note(n_before: int, n_segments: int, planned: int, level: float, alpha: float) -> str:
    """Returns the sentence of a table about a test that is one of several looks."""
    return (
        f"Look {n_before + 1}, at {n_segments} of {planned} planned segments: the level of this look is "
        f"{level:.3g}, so that that of all looks is {alpha:g} (spending function of Lan and DeMets)."
    )


def _levels(parts: Sequence[float], shares: Sequence[float], one_sided: bool) -> list[float]:
    """Returns the level of each look at which it is the first significant one with its share of alpha."""
    # Where the statistic may be, and its density there times the nodes' weights.
    at, weights, before = np.zeros(1), np.ones(1), 0.0
    levels = []
    for part, share in zip(parts, shares, strict=True):
        step, whole = math.sqrt(part - before), math.sqrt(part)
        crossing = partial(_crossing, at, weights, step, whole, one_sided)
        bound = _decreasing_root(crossing, share)
        levels.append((1 if one_sided else 2) * float(_upper(np.array([bound]))[0]))
        low, high = (-_REACH if one_sided else -bound) * whole, min(bound, _REACH) * whole
        low = max(low, -_REACH * whole)
        places = low + (high - low) * (_NODES + 1) / 2
        distance = (places[:, None] - at[None, :]) / step
        density = np.exp(-(distance**2) / 2) @ weights / (step * math.sqrt(2 * math.pi))
        at, weights, before = places, density * _WEIGHTS * (high - low) / 2, part
    return levels


def _crossing(
    at: NDArray[np.float64],
    weights: NDArray[np.float64],
    step: float,
    whole: float,
    one_sided: bool,
    bound: float,
) -> float:
    """Returns how probable it is that the statistic is beyond a bound at the next look."""
    above = _upper((bound * whole - at) / step)
    below = 0.0 if one_sided else _upper((bound * whole + at) / step)
    return float(weights @ (above + below))


def _upper(z: NDArray[np.float64]) -> NDArray[np.float64]:
    """Returns how probable larger values of the normal distribution are."""
    return np.array([0.5 * math.erfc(quantile / math.sqrt(2)) for quantile in np.asarray(z).tolist()])


def _decreasing_root(function: Callable[[float], float], value: float) -> float:
    low, high = -_REACH, 37.0
    for _ in range(60):
        middle = (low + high) / 2
        if function(middle) > value:
            low = middle
        else:
            high = middle
    return high
