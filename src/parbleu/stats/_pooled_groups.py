"""Pools differences of independent groups, such as language pairs or domains, and tells if they differ.

The pooled difference is the mean over the groups, each counting alike. Its interval and test come from
bootstrap samples that were drawn in each group by itself. Whether the groups agree is told by Q of W. G.
Cochran ("The Combination of Estimates from Different Experiments", Biometrics 1954) and by I² of J. P. T.
Higgins and S. G. Thompson ("Quantifying Heterogeneity in a Meta-Analysis", 2002).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parbleu.errors import InputShapeError
from parbleu.stats._small_samples import widened_p_value
from parbleu.stats.joint_bootstrap import percentile_bounds, varies
from parbleu.tables._result import Result


@dataclass(frozen=True)
class PooledDifference(Result):
    """The mean of the differences of several groups.

    Attributes:
        difference: the mean over the groups.
        low: lower end of its 95 % bootstrap interval.
        high: its upper end.
        p_value: two-sided, of the shifted bootstrap, widened for few segments: whether the mean over these
            groups is 0.
        q: Cochran's Q, the weighted sum of squares of the groups' differences around their weighted mean;
            None if fewer than two groups have any spread, as the next two.
        q_p_value: how likely such a Q is where all groups have the same difference.
        i_squared: the share of the variation between groups that is not chance, from 0 to 1.
    """

    table_name = "pooled"
    difference: float
    low: float
    high: float
    p_value: float
    q: float | None
    q_p_value: float | None
    i_squared: float | None


def pooled_difference(
    samples: ArrayLike, observed: Sequence[float], n_drawn: Sequence[int] | None = None
) -> PooledDifference:
    """Pools the differences of groups.

    Args:
        samples: (groups, n_samples): the difference in each group on bootstrap samples of it, which are
            independent of those of other groups.
        observed: of each group, the difference on all of its segments.
        n_drawn: of each group, how many segments, or units of several, its samples draw; None for so many
            that the bootstrap needs no correction.

    Raises:
        InputShapeError: samples and differences are not of the same groups.
    """
    drawn, differences = np.asarray(samples, dtype=np.float64), np.asarray(observed, dtype=np.float64)
    if drawn.ndim != 2 or differences.shape != drawn.shape[:1] or not drawn.size:
        raise InputShapeError(f"samples of {len(observed)} groups are expected, not of shape {drawn.shape}")
    means, difference = drawn.mean(axis=0), float(differences.mean())
    (low,), (high,) = percentile_bounds(means[:, None])
    known = varies(drawn)
    reaching = int((np.abs(means - means.mean()) >= abs(difference)).sum()) if known.any() else len(means)
    variances = drawn.var(axis=1, ddof=1) if drawn.shape[1] > 1 else differences * 0
    q, q_p_value, i_squared = _heterogeneity(differences, np.where(known, variances, 0))
    p_value = (reaching + 1) / (len(means) + 1)
    if n_drawn is not None:
        p_value = widened_p_value(
            p_value, *_freedom(np.where(known, variances, 0), np.asarray(n_drawn, float))
        )
    return PooledDifference(difference, float(low), float(high), p_value, q, q_p_value, i_squared)


def independent(samples: ArrayLike, group: int) -> NDArray[np.float64]:
    """Returns a group's samples in an order of its own, so that those of several groups are independent.

    Groups that were drawn with the same seed draw similar places: sample b of one goes with sample b of
    another, and near ones if the groups are nearly equal in size. A permutation parts them.
    """
    values = np.asarray(samples, dtype=np.float64)
    return values[..., np.random.default_rng(group).permutation(values.shape[-1])]


def _freedom(variances: NDArray[np.float64], n_drawn: NDArray[np.float64]) -> tuple[float, float]:
    """Returns the degrees of freedom of a mean's variance, and 1, and by what samples fall short of it.

    F. E. Satterthwaite, "An Approximate Distribution of Estimates of Variance Components" (1946).
    """
    known = (variances > 0) & (n_drawn > 1)
    if not known.any():
        return 1.0, 1.0
    drawn, sizes = variances[known], n_drawn[known]
    true = drawn * sizes / (sizes - 1)
    freedom = float(true.sum() ** 2 / (true**2 / (sizes - 1)).sum())
    return freedom + 1, math.sqrt(float(drawn.sum() / true.sum()))


def _heterogeneity(
    differences: np.ndarray, variances: np.ndarray
) -> tuple[float, float, float] | tuple[None, None, None]:
    """Returns Q, its p-value and I² of the groups whose difference has a spread."""
    known = variances > 0
    count = int(known.sum())
    if count < 2:
        return None, None, None
    values, weights = differences[known], 1 / variances[known]
    centre = (weights * values).sum() / weights.sum()
    q = float((weights * (values - centre) ** 2).sum())
    return q, chi_square_tail(q, count - 1), max(0.0, 1 - (count - 1) / q) if q > 0 else 0.0


def chi_square_tail(value: float, freedom: int) -> float:
    """Computes the probability that chi-square with a whole number of degrees of freedom exceeds a value."""
    half = value / 2
    if half <= 0:
        return 1.0
    odd = freedom % 2
    term = math.exp(-half) * (math.sqrt(half / math.pi) * 2 if odd else 1.0)
    total = math.erfc(math.sqrt(half)) if odd else 0.0
    for step in range(freedom // 2):
        total += term
        term *= half / (step + (1.5 if odd else 1))
    return min(1.0, total)
