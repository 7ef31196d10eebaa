"""Adds floats from left to right, as `sum` does before Python 3.12.

Later versions compensate for the rounding of floats: the last digits of their sums are others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import reduce
from operator import add


def plain_sum(numbers: Iterable[float], start: float = 0) -> float:
    """Returns the sum of numbers; `start` of none."""
    return reduce(add, numbers, start)


def plain_mean(numbers: Collection[float]) -> float:
    """Returns the mean of numbers, of which there is at least one."""
    return plain_sum(numbers) / len(numbers)
