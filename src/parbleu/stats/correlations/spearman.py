"""Spearman's correlation."""

from __future__ import annotations

from parbleu import _core
from parbleu.stats.correlations.base import Correlation
from parbleu.stats.score_rows import Rows


class Spearman(Correlation):
    """Spearman's rho, ties having their mean rank, with the p-value of its t-test."""

    name = "spearman"

    def measure(self, rows: Rows) -> _core.Measure:
        """Prepare the correlation with these gold scores."""
        return _core.make_measure("spearman", rows.gold, rows.starts, "", 0.0)
