"""Computes Williams's test: whether one of two correlations with the same gold scores is higher.

E. J. Williams, "Regression Analysis" (1959), in the form of J. H. Steiger, "Tests for Comparing Elements of a
Correlation Matrix" (1980); Y. Graham and T. Baldwin, "Testing for Significance of Increased Correlation with
Human Judgment" (2014). It is meant for Pearson's correlation of independent, normal scores; of others, and of
averages of correlations, it says what MT Metrics Eval prints.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from parbleu import _core
from parbleu.errors import OptionError
from parbleu.stats.correlation import correlate
from parbleu.stats.correlations import get_correlation
from parbleu.stats.correlations.base import Correlation
from parbleu.stats.score_rows import table
from parbleu.tables.result import Result
from parbleu.tables.table import Table, one_row


def williams_test(r12: float, r13: float, r23: float, n: int, one_sided: bool = True) -> float:
    """Compute the p-value of the difference between two dependent correlations.

    Args:
        r12: Correlation of the first metric with gold.
        r13: Of the second one.
        r23: Of the metrics with one another.
        n: How many scores, above 3.
        one_sided: Whether one asks only if the correlation that is higher here is higher in truth.

    Returns:
        From the upper tail of Student's t with n - 3 degrees of freedom at |t|, twice that if two-sided;
        NaN for correlations that no three variables can have.

    Raises:
        OptionError: `n` is too small.
    """
    if n <= 3:
        raise OptionError(f"Williams's test needs more than 3 scores, not {n}")
    determinant = 1 - r12**2 - r13**2 - r23**2 + 2 * r12 * r13 * r23
    mean = (r12 + r13) / 2
    spread = 2 * (n - 1) / (n - 3) * determinant + mean**2 * (1 - r23) ** 3
    if not spread > 0 or not 1 + r23 >= 0:
        return math.nan
    t = (r12 - r13) * math.sqrt((n - 1) * (1 + r23)) / math.sqrt(spread)
    tails = _core.student_tails(t, n - 3)
    return tails / 2 if one_sided else tails


@dataclass(frozen=True)
class WilliamsResult(Result):
    """The result of a test whether two metrics' correlations with gold scores differ.

    Attributes:
        p_value: Of Williams's test.
        first: The first metric's correlation with gold.
        second: The second metric's.
        between: The metrics' correlation with one another.
    """

    p_value: float
    first: float
    second: float
    between: float

    def tables(self) -> tuple[Table, ...]:
        """Returns the correlations and the p-value in one row."""
        names = ("first", "second", "between", "p_value")
        return (one_row("williams_test", **{name: float(getattr(self, name)) for name in names}),)


def williams_significance(
    correlation: str | Correlation,
    gold: ArrayLike,
    first: ArrayLike,
    second: ArrayLike,
    average_by: str = "none",
    *,
    count_missing: bool = False,
    one_sided: bool = True,
    weighted: bool | None = None,
    **options: Any,
) -> WilliamsResult:
    """Test whether two metrics' correlations with gold differ.

    `first` and `second` are tables of their scores. With `count_missing`, scores without a gold score count
    in the metrics' correlation with one another and in their number: MT Metrics Eval does so, which makes
    p-values too small. `one_sided` is as in `williams_test`, the other arguments are as in `correlate`.
    """
    chosen = get_correlation(correlation, **options)
    how: dict[str, Any] = {"average_by": average_by, "weighted": weighted}
    one, other = (correlate(chosen, gold, metric, **how).value for metric in (first, second))
    known = ~np.isnan(table(gold, "gold"))
    as_gold, n = table(first, "first"), known.size
    if not count_missing:
        as_gold, n = np.where(known, as_gold, np.nan), int(known.sum())
    between = correlate(chosen, as_gold, second, **how).value
    return WilliamsResult(williams_test(one, other, between, n, one_sided), one, other, between)
