"""Defines Pearson's correlation, and Spearman's, which is that of ranks."""

from __future__ import annotations

from numpy.typing import ArrayLike

from parbleu import _core
from parbleu.errors import InputShapeError
from parbleu.stats._correlations.base import Correlation
from parbleu.stats._score_rows import ScoreRows, table


class Pearson(Correlation):
    """Pearson's r, with the p-value of its t-test.

    Args:
        pdp: Whether to correlate the differences of all ordered pairs of scores within a row, over all rows
            together, in place of the scores. With `average_by="item"`, these are the differences of systems
            on a segment.
    """

    name = "pearson"
    title = "Pearson"
    tested = True

    def __init__(self, pdp: bool = False) -> None:
        self.pdp = pdp

    @property
    def by_row(self) -> bool:  # type: ignore[override]
        """Whether its average is the mean of values that rows have for themselves."""
        return not self.pdp

    def fisher_variance(self, value: float, n: int) -> float | None:
        """Returns the variance of Fisher's z, 1 / (n - 3)."""
        del value
        return None if self.pdp else 1 / (n - 3)

    def test_rows(self, gold: ArrayLike, average_by: str) -> ScoreRows:
        """Brings gold scores into rows; there are no differences in rows that never have two scores."""
        scores = table(gold, "gold")
        systems, items = scores.shape
        if self.pdp and {"item": systems, "system": items}.get(average_by, 2) < 2:
            raise InputShapeError("differences of scores need at least two scores in a row")
        return super().test_rows(scores, average_by)

    def measure(self, rows: ScoreRows) -> _core.Measure:
        """Prepares the correlation with these gold scores."""
        name = "pearson-differences" if self.pdp else "pearson"
        return _core.make_measure(name, rows.gold, rows.starts, "", 0.0)

    def quick_measure(self, rows: ScoreRows) -> _core.Measure:
        """Prepares the same without SciPy's order of operations, which takes longer."""
        name = "pearson-differences" if self.pdp else "pearson-quick"
        return _core.make_measure(name, rows.gold, rows.starts, "", 0.0)


class Spearman(Correlation):
    """Spearman's rho with the p-value of its t-test; tied scores have their mean rank."""

    name = native = "spearman"
    title = "Spearman"
    tested = True

    def fisher_variance(self, value: float, n: int) -> float | None:
        """Returns the variance of Fisher's z, (1 + value^2 / 2) / (n - 3)."""
        return (1 + value**2 / 2) / (n - 3)
