"""Checks the scores that users pass, and arranges them in rows.

A table of scores has a row for every system and a column for every item (segment, document or domain); a
plain sequence is a table with one column, as scores at system level are. `None` and NaN are missing scores.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parbleu.errors import InputShapeError, InputTypeError, OptionError

AVERAGES = ("none", "item", "system")


@dataclass(frozen=True, eq=False)
class ScoreRows:
    """Gold scores in rows that are correlated separately, and their places in the table.

    Attributes:
        gold: float64 (scores,): the gold scores, row after row.
        starts: int64 (rows + 1,): where each row begins in `gold`, and at last its length.
        places: int64 (scores,): the place of each score in the flattened table.
        shape: the number of systems and of items of the table.
        n_rows: how many rows there are, with those that were left out.
    """

    gold: NDArray[np.float64]
    starts: NDArray[np.int64]
    places: NDArray[np.int64]
    shape: tuple[int, int]
    n_rows: int

    def flattened(self, metric: ArrayLike) -> NDArray[np.float64]:
        """Flattens a metric's table, missing scores included: float64 (systems * items,).

        Raises:
            InputShapeError: It has another shape than the gold scores.
        """
        scores = table(metric, "metric")
        if scores.shape != self.shape:
            raise InputShapeError(
                f"the metric scores have shape {scores.shape}, the gold scores {self.shape}: give the same"
            )
        return scores.ravel()

    def of(self, metric: ArrayLike) -> NDArray[np.float64]:
        """Arranges a metric's scores like the gold scores: float64 (scores,).

        Raises:
            InputShapeError: Its table has another shape, or lacks a score where there is a gold score.
        """
        flat: NDArray[np.float64] = self.flattened(metric)
        if len(self.places) < len(flat) or self.n_rows > 1:
            flat = flat[self.places]
        missing = np.isnan(flat)
        if np.count_nonzero(missing):
            system, item = divmod(int(self.places[missing.argmax()]), self.shape[1])
            raise InputShapeError(
                f"the metric has no score for item {item} of system {system} (counted from 0), "
                "which has a gold score; a metric must score everything that is compared"
            )
        return flat

    def on_grid(self) -> NDArray[np.float64]:
        """Returns the gold scores in a table again, (systems, items), NaN where none is."""
        if len(self.places) == self.shape[0] * self.shape[1] and self.n_rows == 1:
            return self.gold.reshape(self.shape)
        grid = np.full(self.shape, np.nan)
        grid.reshape(-1)[self.places] = self.gold
        return grid


def table(scores: ArrayLike, name: str) -> NDArray[np.float64]:
    """Brings scores into a table: float64 (systems, items), NaN for a missing score.

    Args:
        scores: Numbers, (systems, items) or (systems,); None and NaN are missing.
        name: What the scores are, for messages, such as "gold".

    Raises:
        InputTypeError: The scores are not numbers.
        InputShapeError: The scores have neither one nor two dimensions, or one is infinite.
    """
    try:
        values = np.asarray(scores, dtype=np.float64, order="C")
    except (TypeError, ValueError) as error:
        raise InputTypeError(
            f"the {name} scores are not a table of numbers, systems x items: {error}"
        ) from None
    if values.ndim == 1:
        values = values.reshape(-1, 1)
    if values.ndim != 2:
        raise InputShapeError(f"the {name} scores must have one or two dimensions, not {values.ndim}")
    if np.count_nonzero(np.isfinite(values)) < values.size and np.isinf(values).any():
        system, item = np.argwhere(np.isinf(values))[0]
        raise InputShapeError(
            f"the {name} score of item {item} of system {system} (counted from 0) is infinite"
        )
    return values


def rows_by(gold: ArrayLike, average_by: str, least: int = 0, keep_missing: bool = False) -> ScoreRows:
    """Brings gold scores into rows.

    Args:
        gold: Table of gold scores, (systems, items) or (systems,); NaN or None is missing.
        average_by: "none": one row of all scores; "system": a row for every system; "item": one for every
            item.
        least: Rows with fewer present scores than this number are left out.
        keep_missing: Whether missing scores stand in the rows as NaN.

    Raises:
        OptionError: `average_by` has another value.
        InputTypeError: The scores are not numbers.
        InputShapeError: There is no score, or one is infinite, or there are more than two dimensions.
    """
    scores = table(gold, "gold")
    if average_by not in AVERAGES:
        raise OptionError(f"average_by must be one of {', '.join(AVERAGES)}, not {average_by!r}")
    if scores.size == 0:
        raise InputShapeError("there is no gold score: pass human scores")
    systems, items = scores.shape
    arranged = {"none": scores.reshape(1, -1), "item": scores.T, "system": scores}[average_by]
    if least <= arranged.shape[1] and (keep_missing or not np.count_nonzero(np.isnan(scores))):
        places = np.arange(scores.size, dtype=np.int64).reshape(scores.shape)
        starts = np.arange(len(arranged) + 1, dtype=np.int64) * arranged.shape[1]
        ordered = places.T if average_by == "item" else places
        return ScoreRows(arranged.ravel(), starts, ordered.ravel(), (systems, items), len(arranged))
    present = np.full(arranged.shape, True) if keep_missing else ~np.isnan(arranged)
    lengths = present.sum(axis=1)
    present &= (lengths >= least)[:, None]
    kept = np.flatnonzero(present).astype(np.int64)
    if average_by == "item":
        kept = kept % systems * items + kept // systems
    lengths = lengths[lengths >= max(least, 1)]
    starts = np.concatenate(([0], np.cumsum(lengths))).astype(np.int64)
    return ScoreRows(scores.ravel()[kept], starts, kept, (systems, items), len(arranged))


def rows_of_sets(golds: Sequence[ArrayLike]) -> ScoreRows:
    """Brings the system-level gold scores of several test sets into rows, one for each set.

    Args:
        golds: The gold scores of each test set, (systems,) or (systems, 1).

    Returns:
        The rows, whose table has one column, with the sets' systems one after another.

    Raises:
        InputTypeError: The scores are not numbers.
        InputShapeError: A set has several scores for a system, or a score is infinite.
    """
    tables = [table(gold, "gold") for gold in golds]
    if any(gold.shape[1] != 1 for gold in tables):
        raise InputShapeError("test sets are compared by system-level scores, one for each system")
    scores = np.concatenate([np.empty((0, 1)), *tables]).ravel()
    lengths = [int((~np.isnan(gold)).sum()) for gold in tables]
    starts = np.concatenate(([0], np.cumsum(lengths))).astype(np.int64)
    places = np.flatnonzero(~np.isnan(scores)).astype(np.int64)
    return ScoreRows(scores[places], starts, places, (len(scores), 1), len(tables))
