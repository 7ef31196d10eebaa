"""Sorts numbers into buckets between cutoffs, and names the buckets."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parbleu.errors import OptionError
from parbleu.text._segments import shown

Cutoffs = Sequence[int] | Sequence[float]


def checked_cutoffs(cutoffs: Cutoffs) -> tuple[int | float, ...]:
    """Returns cutoffs as a tuple.

    Raises:
        OptionError: there is none, or they are not increasing numbers.
    """
    chosen = tuple(cutoffs)
    numbers = all(isinstance(number, (int, float)) and number == number for number in chosen)
    if not chosen or not numbers or any(one >= other for one, other in pairwise(chosen)):
        raise OptionError(f"cutoffs are numbers, each larger than the one before, not {shown(list(chosen))}")
    return chosen


def between(values: ArrayLike, cutoffs: Sequence[int | float]) -> NDArray[np.int64]:
    """Returns the bucket of each number: how many cutoffs it reaches; -1 for NaN."""
    numbers = np.asarray(values, dtype=np.float64)
    places = np.searchsorted(np.asarray(cutoffs, dtype=np.float64), numbers, side="right")
    return np.where(np.isnan(numbers), -1, places)


def cutoff_names(cutoffs: Sequence[int | float]) -> tuple[str, ...]:
    """Returns the names of the buckets between cutoffs: "<1", "1", "[2,5)", ">=5"."""
    names = [f"<{cutoffs[0]}"]
    for low, high in pairwise(cutoffs):
        whole = isinstance(low, int) and isinstance(high, int)
        names.append(str(low) if whole and high - low == 1 else f"[{low},{high})")
    return (*names, f">={cutoffs[-1]}")


def quantile_cutoffs(values: ArrayLike, count: int) -> tuple[float, ...]:
    """Returns cutoffs that sort numbers into about equally large buckets; fewer where many are equal.

    Args:
        values: the numbers; NaN is left out.
        count: how many buckets, at least 2.

    Raises:
        OptionError: the count is smaller, or all numbers are equal.
    """
    if count < 2:
        raise OptionError(f"there are at least 2 quantiles, not {count}")
    numbers = np.asarray(values, dtype=np.float64)
    numbers = np.sort(numbers[~np.isnan(numbers)])
    count = min(count, len(numbers) + 1)  # each number is a place by then
    places = [len(numbers) * part // count for part in range(1, count)]
    limits = sorted({float(numbers[index]) for index in places} - {float(numbers[0])}) if len(numbers) else []
    if not limits:
        raise OptionError("all numbers are equal: there are no quantiles; give cutoffs as numbers")
    return tuple(int(cutoff) if cutoff.is_integer() else cutoff for cutoff in limits)
