"""Samples items without replacement, uniformly or stratified by bins."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from parbleu.errors import OptionError
from parbleu.stats.seed import seed_number


def sample_items(total: int, size: int, seed: int | str | None = None) -> NDArray[np.int64]:
    """Draw items without replacement, as MT Metrics Eval's "uniform" method.

    Args:
        total: How many items there are.
        size: How many to draw; all if it is 0 or more than there are.
        seed: Of `numpy.random.default_rng`, or "none" for a new one; by default `SACREBLEU_SEED`, or 12345.
            0 is a seed like any other, unlike in MT Metrics Eval.

    Returns:
        int64 (size,): the items, in the order in which they were drawn.

    Raises:
        OptionError: A number is negative, or the seed is none.
    """
    if total < 0 or size < 0:
        raise OptionError(f"cannot draw {size} of {total} items")
    return np.random.default_rng(seed_number(seed)).choice(total, _limited(size, total), replace=False)


def sample_by_bin(bin_sizes: Sequence[int], size: int, seed: int | str | None = None) -> NDArray[np.int64]:
    """Draw items without replacement, of every bin its share, as MT Metrics Eval's "stratify" method.

    Shares are rounded down; the rest goes to the bins with the largest remainders, of equal ones to random
    ones. These are drawn with the seed, too, unlike in MT Metrics Eval.

    `bin_sizes` has the number of items of each bin; the items of a bin follow one another. The other
    arguments and the errors are those of `sample_items`; so is the result, bin after bin.
    """
    if size < 0 or min(bin_sizes, default=0) < 0:
        raise OptionError(f"cannot draw {size} items of bins of {list(bin_sizes)}")
    sizes = np.array(bin_sizes, dtype=np.int64)
    shares = _limited(size, int(sizes.sum())) * sizes / max(1, sizes.sum())
    counts = np.floor(shares).astype(np.int64)
    number = seed_number(seed)
    lots = np.random.default_rng((number, 1)).random(len(sizes))
    order = np.lexsort((lots, -(shares - counts)))
    counts[order[: _limited(size, int(sizes.sum())) - int(counts.sum())]] += 1
    return draw_of_bins(bin_sizes, counts.tolist(), number)


def draw_of_bins(
    bin_sizes: Sequence[int], counts: Sequence[int], seed: int | str | None = None
) -> NDArray[np.int64]:
    """Draw so many items of each bin without replacement; see `sample_by_bin`."""
    random = np.random.default_rng(seed_number(seed))
    starts = np.cumsum(bin_sizes, dtype=np.int64) - np.asarray(bin_sizes, dtype=np.int64)
    drawn = [
        start + random.choice(bin_size, count, replace=False)
        for start, bin_size, count in zip(starts, bin_sizes, counts, strict=True)
    ]
    return np.concatenate([np.empty(0, dtype=np.int64), *drawn])


def _limited(size: int, total: int) -> int:
    return size if 0 < size <= total else total
