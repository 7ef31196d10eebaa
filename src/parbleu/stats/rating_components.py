"""Splits the variance of paired human ratings between items and raters, to plan how many of both are needed.

The difference of two systems' ratings of item i by rater j is delta + u_i + e_ij: u_i is the item's, e_ij the
rater's and what is left. With N items and K fresh raters an item, the mean difference has the variance
(var u + var e / K) / N. The components come from a one-way analysis of variance of a pilot, unbalanced or not
(S. R. Searle, G. Casella and C. E. McCulloch, "Variance Components", 1992); a negative one counts as 0.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from parbleu._base.numbers import plain_sum
from parbleu.errors import InputShapeError, OptionError
from parbleu.stats.t_test_power import pairs_for_effect, smallest_effect, t_test_power
from parbleu.tables._result import Result


@dataclass(frozen=True)
class RatingComponents(Result):
    """The variance of paired ratings.

    Attributes:
        n_items: how many items the pilot has.
        n_ratings: how many paired ratings.
        difference: the mean of the items' mean differences.
        item_variance: of items; where every item has one rating, of items and raters together.
        rating_variance: of ratings of one item; None where every item has only one.
    """

    table_name = "components"
    n_items: int
    n_ratings: int
    difference: float
    item_variance: float
    rating_variance: float | None

    def deviation(self, raters: int = 1) -> float:
        """Returns the standard deviation of an item's mean difference.

        Args:
            raters: how many rate each item.

        Raises:
            OptionError: there is none, or several, and the pilot does not tell how raters vary.
        """
        if raters < 1:
            raise OptionError(f"each item has at least one rater, not {raters}")
        if self.rating_variance is None:
            if raters > 1:
                raise OptionError(
                    "every item of the pilot has one rating only, which does not tell how raters vary; "
                    "have some items rated twice, or plan with one rater"
                )
            return math.sqrt(self.item_variance)
        return math.sqrt(self.item_variance + self.rating_variance / raters)

    def items_for(self, difference: float, raters: int = 1, power: float = 0.8, alpha: float = 0.05) -> float:
        """Returns how many items a paired t test needs to find a difference; infinity for a difference of 0.

        Args:
            difference: its size, in points of the ratings.
            raters: how many rate each item.
            power: how likely it is to be found.
            alpha: the level of the two-sided test.

        Raises:
            OptionError: an argument is out of its range.
        """
        deviation = self.deviation(raters)
        if not deviation:
            return 2 if difference else math.inf
        return pairs_for_effect(difference / deviation, power, alpha, whole=True)

    def detectable(self, n_items: int, raters: int = 1, power: float = 0.8, alpha: float = 0.05) -> float:
        """Returns the smallest difference that a paired t test finds in so many items.

        Args:
            n_items: how many items are rated.
            raters: how many rate each item.
            power: how likely it is to be found.
            alpha: the level of the two-sided test.

        Raises:
            OptionError: an argument is out of its range.
        """
        return smallest_effect(n_items, power, alpha) * self.deviation(raters)

    def power_for(self, difference: float, n_items: int, raters: int = 1, alpha: float = 0.05) -> float:
        """Returns how likely a paired t test finds a difference in so many items.

        Args:
            difference: its size, in points of the ratings.
            n_items: how many items are rated.
            raters: how many rate each item.
            alpha: the level of the two-sided test.

        Raises:
            OptionError: an argument is out of its range.
        """
        deviation = self.deviation(raters)
        return t_test_power(difference / deviation, n_items, alpha) if deviation else float(difference != 0)


def rating_components(differences: Sequence[Sequence[float]]) -> RatingComponents:
    """Estimates the components from a pilot.

    Args:
        differences: for each item the differences of the two systems' ratings, one for each rater of both.

    Raises:
        InputShapeError: there are fewer than two items, or an item has no rating.
    """
    if len(differences) < 2 or not all(map(len, differences)):
        raise InputShapeError(
            f"a pilot has at least two items, each with a rating of both systems; {len(differences)} have one"
        )
    counts = np.array([len(item) for item in differences])
    means, squares = np.empty(len(counts)), np.empty(len(counts))
    for count in np.unique(counts):
        rows = np.flatnonzero(counts == count)
        table = np.array([differences[row] for row in rows.tolist()])
        means[rows] = table.mean(axis=1)
        squares[rows] = np.sum((table - means[rows, None]) ** 2, axis=1)
    n_items, n_ratings = len(counts), int(counts.sum())
    difference = float(means.mean())
    if n_ratings == n_items:
        return RatingComponents(n_items, n_ratings, difference, float(np.var(means, ddof=1)), None)
    rating_variance = plain_sum(squares.tolist()) / (n_ratings - n_items)
    grand = float(np.sum(counts * means)) / n_ratings
    between = float(np.sum(counts * (means - grand) ** 2)) / (n_items - 1)
    size = (n_ratings - float(np.sum(counts**2)) / n_ratings) / (n_items - 1)
    return RatingComponents(
        n_items, n_ratings, difference, max(0.0, (between - rating_variance) / size), rating_variance
    )
