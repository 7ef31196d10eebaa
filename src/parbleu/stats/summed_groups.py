"""Adds up rows of statistics by groups, such as documents, so that resampling draws whole groups."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from parbleu.errors import InputShapeError

if TYPE_CHECKING:
    from numpy.typing import NDArray


def sum_groups(table: Any, groups: Sequence[Hashable]) -> NDArray[Any]:
    """Returns the sums of the rows of each group.

    Segments of a document are not independent. A bootstrap that draws whole documents, the cluster bootstrap,
    resamples these sums as if they were segments (A. C. Davison and D. V. Hinkley, "Bootstrap Methods and
    their Application", 1997, section 3.8).

    Args:
        table: N rows of statistics, which add up.
        groups: the group of each row.

    Returns:
        A row for each group, in the order in which groups first occur; of the same type.

    Raises:
        InputShapeError: there are not as many groups as rows, or fewer than two distinct ones.
    """
    rows = np.asarray(table)
    if len(groups) != len(rows):
        raise InputShapeError(
            f"there are groups of {len(groups)} segments; the statistics are of {len(rows)}"
        )
    known: dict[Hashable, int] = {}
    places = [known.setdefault(group, len(known)) for group in groups]
    if len(known) < 2:
        raise InputShapeError(
            "all segments are of one group: there is nothing to resample; give two or more groups"
        )
    sums = np.zeros((len(known), rows.shape[1]), dtype=rows.dtype)
    np.add.at(sums, places, rows)
    return sums
