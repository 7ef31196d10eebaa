"""Samples items without replacement, of all or of each bin."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from parbleu.errors import OptionError
from parbleu.stats._seed import seed_number


def sample_items(total: int, size: int, seed: int | str | None = None) -> NDArray[np.int64]:
    """Draws items without replacement, as MT Metrics Eval's "uniform" method.

    Args:
        total: How many items there are.
        size: How many items to draw; 0, or more than `total`, for all of them.
        seed: The seed of `numpy.random.default_rng`; "none" for a new one, or None for `SACREBLEU_SEED`, or
            12345. 0 is a seed like any other, unlike in MT Metrics Eval.

    Returns:
        int64 (size,): the numbers of the items, from 0, in the order in which they were drawn.

    Raises:
        OptionError: `total` or `size` is negative, or there is no such seed.
    """
    if total < 0 or size < 0:
        raise OptionError(f"cannot draw {size} of {total} items: both are 0 or more")
    limited = size if 0 < size <= total else total
    return np.random.default_rng(seed_number(seed)).choice(total, limited, replace=False)


def draw_of_bins(
    bin_sizes: Sequence[int], counts: Sequence[int], seed: int | str | None = None
) -> NDArray[np.int64]:
    """Draws a given number of items of each bin without replacement.

    Args:
        bin_sizes: How many items each bin has; the items of a bin follow one another.
        counts: How many items to draw of each bin.
        seed: A whole number, "none" for a new one, or None for `SACREBLEU_SEED`, or 12345.

    Returns:
        int64 (sum of counts,): the numbers of the items, from 0, bin after bin.

    Raises:
        OptionError: There is no such seed.
    """
    random = np.random.default_rng(seed_number(seed))
    starts = np.cumsum(bin_sizes, dtype=np.int64) - np.asarray(bin_sizes, dtype=np.int64)
    drawn = [
        start + random.choice(bin_size, count, replace=False)
        for start, bin_size, count in zip(starts, bin_sizes, counts, strict=True)
    ]
    return np.concatenate([np.empty(0, dtype=np.int64), *drawn])
