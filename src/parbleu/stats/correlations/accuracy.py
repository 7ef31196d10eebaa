"""Pairwise accuracy."""

from __future__ import annotations

from parbleu import _core
from parbleu.stats.correlations.base import Correlation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from parbleu.stats.scores import Rows


class Accuracy(Correlation):
    """The share of pairs that metric and gold order alike, or both call equal, of the pairs of all rows.

    T. Kocmi et al., "To Ship or Not to Ship" (2021). A row is usually a test set and its scores those of the
    systems; see `parbleu.stats.agreement.global_accuracy`.
    """

    name = "accuracy"
    low = 0.0
    weighted = True

    def rows(self, gold: ArrayLike, average_by: str) -> Rows:
        """Bring gold scores into rows, however short."""
        from parbleu.stats.scores import rows_by

        return rows_by(gold, average_by)

    def measure(self, rows: Rows) -> _core.Measure:
        """Prepare the correlation with these gold scores."""
        return _core.make_measure("accuracy", rows.gold, rows.starts, "", 0.0)
