"""Adjusts p-values for their number by the methods of Holm, of Benjamini and Hochberg, and of Yekutieli."""

from __future__ import annotations

from collections.abc import Sequence

from parbleu.stats.rank_clusters import holm


def corrections(p_values: Sequence[float]) -> list[tuple[float, float, float]]:
    """Adjusts p-values by all methods.

    Args:
        p_values: from 0 to 1, in any order.

    Returns:
        For each, in the same order, what it is by the methods of Holm (`parbleu.stats.rank_clusters.holm`),
        of Benjamini and Hochberg, and of Benjamini and Yekutieli.
    """
    return list(zip(holm(p_values), benjamini_hochberg(p_values), benjamini_yekutieli(p_values), strict=True))


def benjamini_hochberg(p_values: Sequence[float]) -> list[float]:
    """Adjusts p-values by the method of Benjamini and Hochberg.

    Y. Benjamini and Y. Hochberg, "Controlling the False Discovery Rate" (1995): the i-th smallest of m
    p-values is multiplied by m / i, but never exceeds the adjusted value of a larger p-value.

    Args:
        p_values: from 0 to 1, in any order.

    Returns:
        The adjusted values, at most 1, in the same order.
    """
    return [min(1.0, value) for value in _stepped_up(p_values)]


def benjamini_yekutieli(p_values: Sequence[float]) -> list[float]:
    """Adjusts p-values by the method of Benjamini and Yekutieli, which holds however the tests depend.

    Y. Benjamini and D. Yekutieli, "The Control of the False Discovery Rate in Multiple Testing under
    Dependency" (2001): as `benjamini_hochberg`, times 1 + 1/2 + ... + 1/m.

    Args:
        p_values: from 0 to 1, in any order.

    Returns:
        The adjusted values, at most 1, in the same order.
    """
    factor = sum(1 / rank for rank in range(1, len(p_values) + 1))
    return [min(1.0, value) for value in _stepped_up([value * factor for value in p_values])]


def _stepped_up(p_values: Sequence[float]) -> list[float]:
    """Multiplies the i-th smallest of m values by m / i, but to no more than a larger one's product."""
    count = len(p_values)
    adjusted = [0.0] * count
    smallest = float("inf")
    order = sorted(range(count), key=p_values.__getitem__, reverse=True)
    for test, rank in zip(order, range(count, 0, -1), strict=True):
        smallest = min(smallest, p_values[test] * count / rank)
        adjusted[test] = smallest
    return adjusted
