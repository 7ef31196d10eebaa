"""Pearson's correlation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parbleu import _core
from parbleu.errors import InputShapeError
from parbleu.stats.correlations.base import Correlation
from parbleu.stats.score_rows import Rows, rows_by, table

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


class Pearson(Correlation):
    """Pearson's r, with the p-value of its t-test.

    Args:
        pdp: Correlate all ordered differences of two scores of a row instead of the scores, of all rows
            together. With `average_by="item"`, these are the differences of systems on a segment.
    """

    name = "pearson"

    def __init__(self, pdp: bool = False) -> None:
        self.pdp = pdp

    def rows(self, gold: ArrayLike, average_by: str) -> Rows:
        """Bring gold scores into rows; there are no differences in rows that never have two scores."""
        if not self.pdp:
            return super().rows(gold, average_by)
        scores = table(gold, "gold")
        if (average_by == "item" and scores.shape[0] < 2) or (average_by == "sys" and scores.shape[1] < 2):
            raise InputShapeError("differences of scores need at least two scores in a row")
        return rows_by(scores, average_by)

    @property
    def by_row(self) -> bool:  # type: ignore[override]
        """Whether its average is the mean of values that rows have for themselves."""
        return not self.pdp

    def test_rows(self, gold: ArrayLike, average_by: str) -> Rows:
        """As `rows`, if differences are correlated."""
        return self.rows(gold, average_by) if self.pdp else super().test_rows(gold, average_by)

    def measure(self, rows: Rows) -> _core.Measure:
        """Prepare the correlation with these gold scores."""
        name = "pearson-differences" if self.pdp else "pearson"
        return _core.make_measure(name, rows.gold, rows.starts, "", 0.0)
