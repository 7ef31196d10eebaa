"""Computes the differences of all pairs of scores, and counts kinds of pairs."""

from __future__ import annotations

from math import nan, sqrt
from typing import TYPE_CHECKING

import numpy

from parbleu import _core

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from numpy.typing import ArrayLike, NDArray

    Counts = tuple[int, int, int, int, int]


class KendallPreproc:
    """What a vector of gold scores can be prepared to.

    Attributes:
        y: float64 (n,), the scores.
        y_diffs: float64 (n, n), [a, b] is that of b less that of a.
        y_is_tie: whether they are equal.
        perm: int64 (n,), the order in which they ascend.
        y_cumsum: int64 (n,), their ranks in that order, counted from 1, equal scores having the same.
        ytie: how many pairs are equal.
    """

    def __init__(self, y: ArrayLike) -> None:
        self.y: NDArray[numpy.float64] = numpy.asarray(y, dtype=numpy.float64)
        self.y_diffs: NDArray[numpy.float64] = self.y[None, :] - self.y[:, None]
        self.y_is_tie: Any = self.y_diffs == 0
        self.perm: NDArray[numpy.intp] = numpy.argsort(self.y, kind="stable")
        ascending = self.y[self.perm]
        steps = numpy.concatenate(([True], ascending[1:] != ascending[:-1]))
        self.y_cumsum: NDArray[Any] = steps[: len(self.y)].cumsum(dtype=numpy.int64)
        self.ytie: int = int((self.y_is_tie.sum() - len(self.y)) // 2)


class PairwiseDiffs:
    """Differences of all pairs of a metric's scores.

    Args:
        x: the scores; None to fill in the attributes oneself.
        epsilon: differences up to this count as none.

    Attributes:
        x_diffs: float64 (n, n), [a, b] is the score of b less that of a, or 0 for a tie.
        x_is_tie: (n, n), whether they tie.
    """

    def __init__(self, x: ArrayLike | None = None, epsilon: float = 0.0) -> None:
        self.x_diffs: Any = None
        self.x_is_tie: Any = None
        if x is not None:
            scores = numpy.asarray(x, dtype=numpy.float64)
            differences = scores[None, :] - scores[:, None]
            self.x_is_tie = numpy.abs(differences) <= epsilon
            self.x_diffs = numpy.where(self.x_is_tie, 0.0, differences)

    def Combine(self, other: PairwiseDiffs, self_wts: ArrayLike, other_wts: ArrayLike) -> PairwiseDiffs:
        """Returns a mixture of these and others.

        Args:
            other: the others.
            self_wts: (n, n), the weights of these.
            other_wts: (n, n), the weights of the others.
        """
        mixed = PairwiseDiffs()
        mixed.x_diffs = self_wts * self.x_diffs + other_wts * other.x_diffs
        mixed.x_is_tie = self_wts * self.x_is_tie + other_wts * other.x_is_tie
        return mixed


def _MatrixSufficientStatistics(
    x: ArrayLike,
    y: ArrayLike,
    epsilon: float,
    preproc: KendallPreproc | None,
    preproc_x: PairwiseDiffs | None,
) -> Counts:
    """Counts the pairs of metric scores `x` and gold scores `y`.

    Returns:
        How many are concordant, discordant, tied in `x` only, tied in `y` only, and tied in both.
    """
    if preproc_x is not None:
        return counts_between(preproc_x, preproc or KendallPreproc(y))

    gold, metric = (numpy.asarray(scores, dtype=numpy.float64) for scores in (y, x))
    concordant, discordant, in_gold, in_metric, both = _core.count_pairs(gold, metric, epsilon)
    return concordant, discordant, in_metric, in_gold, both


def _FenwickTreeSufficientStatistics(x: ArrayLike, y: ArrayLike, preproc: KendallPreproc | None) -> Counts:
    """As `_MatrixSufficientStatistics`, of scores that tie only if they are equal."""
    return _MatrixSufficientStatistics(x, y, 0.0, preproc, None)


def counts_between(metric: PairwiseDiffs, gold: KendallPreproc) -> Counts:
    """As `_MatrixSufficientStatistics`, of differences."""
    products = metric.x_diffs * gold.y_diffs
    own = len(gold.y)  # each score ties with itself
    both = (int((metric.x_is_tie * gold.y_is_tie).sum()) - own) // 2
    in_metric = (int(metric.x_is_tie.sum()) - own) // 2
    return (
        int((products > 0).sum()) // 2,
        int((products < 0).sum()) // 2,
        in_metric - both,
        gold.ytie - both,
        both,
    )


def tau_of_counts(counts: Counts, variant: str, metric: Sequence[float], gold: Sequence[float]) -> float:
    """Returns one of the variants of Kendall's correlation; NaN where it is not defined.

    Args:
        counts: as `_MatrixSufficientStatistics` returns them.
        variant: "b", "c", "23" or "acc23".
        metric: the metric's scores, of which tau-c counts the different ones.
        gold: the gold scores.
    """
    concordant, discordant, in_metric, in_gold, both = counts
    pairs = sum(counts)
    if not pairs:
        return nan
    if variant == "acc23":
        return (concordant + both) / pairs
    if variant == "23":
        return (concordant + both - discordant - in_gold - in_metric) / pairs
    free_metric, free_gold = pairs - in_metric - both, pairs - in_gold - both
    if not free_metric or not free_gold:
        return nan
    if variant == "b":
        return (concordant - discordant) / sqrt(free_metric) / sqrt(free_gold)
    classes = min(len(set(metric)), len(set(gold)))
    return 2 * (concordant - discordant) / (len(gold) ** 2 * (classes - 1) / classes)
