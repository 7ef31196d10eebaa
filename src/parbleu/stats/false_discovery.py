"""Adjusts p-values so that the expected share of false discoveries stays at the level."""

from __future__ import annotations

from collections.abc import Sequence


def benjamini_hochberg(p_values: Sequence[float]) -> list[float]:
    """Adjusts p-values by the method of Benjamini and Hochberg.

    Y. Benjamini and Y. Hochberg, "Controlling the False Discovery Rate" (1995): the i-th smallest of m
    p-values is multiplied by m / i, but never exceeds the adjusted value of a larger p-value.

    Args:
        p_values: from 0 to 1, in any order.

    Returns:
        The adjusted values, at most 1, in the same order.
    """
    count = len(p_values)
    adjusted = [0.0] * count
    smallest = 1.0
    order = sorted(range(count), key=p_values.__getitem__, reverse=True)
    for place, rank in zip(order, range(count, 0, -1), strict=True):
        smallest = min(smallest, p_values[place] * count / rank)
        adjusted[place] = smallest
    return adjusted
