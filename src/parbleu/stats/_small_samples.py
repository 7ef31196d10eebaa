"""Widens p-values of the bootstrap by what it underestimates on few segments, or units of segments.

Samples that are drawn from n segments vary by (n - 1) / n of what new segments would, and the ends of their
distribution are those of the normal one, though the spread itself is only an estimate. So the tests reject
too often on small test sets. The remedy is that of expanded percentile intervals (T. C. Hesterberg, "What
Teachers Should Know About the Bootstrap", The American Statistician, 2015). A p-value p belongs to the
distance z of the normal distribution with P(|Z| >= z) = p. It becomes P(|T| >= z * sqrt((n - 1) / n)) of
Student's T with n - 1 degrees of freedom. For 1,000 segments it is nearly the same number.
"""

from __future__ import annotations

from math import erfc, inf, sqrt

from parbleu import _core


def widened_p_value(p_value: float, n_drawn: float, shrinkage: float | None = None) -> float:
    """Returns the p-value that holds its level on few segments.

    Args:
        p_value: Two-sided, of a bootstrap test: from 0 to 1, or NaN, which stays NaN.
        n_drawn: How many segments, or units of several, each sample draws; degrees of freedom and 1 if they
            come from several groups.
        shrinkage: The standard deviation of samples over that of new test sets, if it is not
            sqrt((n - 1) / n).

    Returns:
        At least `p_value`; 1 if there is only one segment, of which nothing is known but its scores.
    """
    if n_drawn <= 1:
        return 1.0
    if shrinkage is None:
        shrinkage = sqrt((n_drawn - 1) / n_drawn)
    if not 0 < p_value < 1:
        return p_value
    distance = _core.normal_distance(p_value) * shrinkage
    return min(1.0, max(p_value, _core.student_tails(distance, n_drawn - 1)))


def narrowed_distance(distance: float, n_drawn: float) -> float:
    """Returns the distance in the samples' standard deviations beyond which few enough samples are.

    It is the other way round: where `widened_p_value` changes the p-value, this changes the observed
    difference, which is then compared with samples as they are.

    Args:
        distance: That of the observed difference from 0, in standard deviations of the samples; from 0.
        n_drawn: How many segments, or units of several, each sample draws.

    Returns:
        From 0 to `distance`; infinity stays infinity.
    """
    if n_drawn <= 1 or not distance < inf:
        return 0.0 if n_drawn <= 1 else distance
    tails = _core.student_tails(distance * sqrt((n_drawn - 1) / n_drawn), n_drawn - 1)
    return min(distance, _core.normal_distance(tails))


def narrowed_level(level: float, n_drawn: float) -> float:
    """Returns which share of samples `widened_p_value` makes a p-value of: 0 if there is only one segment."""
    if n_drawn <= 1:
        return 0.0
    low, high = 0.0, 2.0
    while _core.student_tails(high, n_drawn - 1) > level:
        high *= 2
    for _ in range(100):
        middle = (low + high) / 2
        if _core.student_tails(middle, n_drawn - 1) > level:
            low = middle
        else:
            high = middle
    return min(level, erfc(high / sqrt((n_drawn - 1) / n_drawn) / sqrt(2)))
