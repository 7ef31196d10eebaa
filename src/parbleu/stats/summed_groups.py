"""Adds up rows of statistics by groups, such as documents, so that resampling draws whole groups."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parbleu.errors import InputShapeError


def group_numbers(groups: Sequence[Hashable]) -> NDArray[np.int64]:
    """Returns the number of each row's group, from 0 in the order in which groups first occur."""
    known: dict[Hashable, int] = {}
    return np.fromiter((known.setdefault(group, len(known)) for group in groups), np.int64, len(groups))


def sum_groups(table: Any, groups: Sequence[Hashable], fewest: int = 2) -> NDArray[Any]:
    """Returns the sums of the rows of each group.

    Segments of a document are not independent. A bootstrap that draws whole documents, the cluster bootstrap,
    resamples these sums as if they were segments (A. C. Davison and D. V. Hinkley, "Bootstrap Methods and
    their Application", 1997, section 3.8).

    Returns:
        A row for each group, in the order in which groups first occur; of the same type.

    Raises:
        InputShapeError: there are not as many groups as rows, or fewer distinct ones than there must be.
    """
    rows = np.asarray(table)
    if len(groups) != len(rows):
        raise InputShapeError(
            f"there are groups of {len(groups)} segments; the statistics are of {len(rows)}"
        )
    numbers = group_numbers(groups)
    n_groups = int(numbers.max(initial=-1)) + 1
    if n_groups < fewest:
        raise InputShapeError(
            "all segments are of one group: there is nothing to resample; give two or more groups"
        )
    sums = np.zeros((n_groups, rows.shape[1]), dtype=rows.dtype)
    np.add.at(sums, numbers, rows)
    return sums
