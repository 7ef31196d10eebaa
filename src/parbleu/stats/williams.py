"""Computes Williams's test: whether one of two correlations with the same gold scores is higher.

E. J. Williams, "Regression Analysis" (1959), in the form of J. H. Steiger, "Tests for Comparing Elements of a
Correlation Matrix" (1980); Y. Graham and T. Baldwin, "Testing for Significance of Increased Correlation with
Human Judgment" (2014). The test assumes Pearson's correlation of independent, normally distributed scores.
For other correlations, and for averages of correlations, the p-value is the one that MT Metrics Eval prints,
but the assumption does not hold.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from parbleu import _core
from parbleu.errors import OptionError
from parbleu.stats._correlations import get_correlation
from parbleu.stats._correlations.base import Correlation
from parbleu.stats._score_rows import table
from parbleu.stats.correlation import correlate
from parbleu.tables import Result


def williams_test(r12: float, r13: float, r23: float, n: int, one_sided: bool = True) -> float:
    """Computes the p-value of the difference between two dependent correlations.

    Args:
        r12: Correlation of the first metric with the gold scores, from -1 to 1.
        r13: Correlation of the second metric with the gold scores, from -1 to 1.
        r23: Correlation of the two metrics with each other, from -1 to 1.
        n: How many scores each correlation was computed from; at least 4.
        one_sided: True tests whether the correlation that is higher in the sample is higher in the
            population; False tests whether the two correlations differ.

    Returns:
        The p-value, from 0 to 1: the upper tail of Student's t with n - 3 degrees of freedom at |t|, doubled
        if `one_sided` is False. NaN if no three variables can have these correlations.

    Raises:
        OptionError: `n` is less than 4.
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
        p_value: The p-value of Williams's test, from 0 to 1; NaN if no three variables can have these
            correlations.
        first: The correlation of the first metric with the gold scores.
        second: The correlation of the second metric with the gold scores.
        between: The correlation of the two metrics with each other.
    """

    table_name = "williams_test"
    column_order = "first second between p_value"
    p_value: float
    first: float
    second: float
    between: float


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
    """Tests by Williams's test whether two metrics' correlations with gold scores differ.

    Args:
        correlation: A name of `CORRELATIONS`, or a `Correlation`.
        gold: Table of gold scores, (systems, items) or (systems,); NaN or None is missing.
        first: Table of the first metric's scores, of the same shape.
        second: Table of the second metric's scores, of the same shape.
        average_by: "none", "system" or "item": the rows over which correlations are averaged.
        count_missing: Whether scores without a gold score count in the correlation of the two metrics with
            each other and in the number of scores. MT Metrics Eval counts them, which makes p-values too
            small.
        one_sided: True tests whether the correlation that is higher in the sample is higher in the
            population; False tests whether the two correlations differ.
        weighted: Whether rows are averaged with their lengths as weights; None for the correlation's default.
        options: Options of the correlation, such as `variant`.

    Raises:
        UnknownNameError: There is no such correlation.
        OptionError: An option has a value that it does not take, or there are fewer than 4 scores.
        InputTypeError: Scores are not numbers.
        InputShapeError: The tables differ in shape, or a metric lacks a score where there is a gold score.
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
