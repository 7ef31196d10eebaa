"""The Kendall-like correlation of the earlier WMT metrics tasks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parbleu import _core
from parbleu.errors import OptionError
from parbleu.stats.correlations.base import Correlation

if TYPE_CHECKING:
    from parbleu.stats.score_rows import Rows


class KendallLike(Correlation):
    """(concordant - discordant) / (concordant + discordant) of pairs with gold scores far enough apart.

    A pair that is not strictly concordant is discordant: so are ties of the metric, and with `thresh` 0 those
    of gold. A row without such pairs has the value 0. It is averaged with the numbers of pairs as weights.

    Args:
        thresh: Pairs whose gold scores differ by less are left out; 25 suits direct assessment.

    Raises:
        OptionError: The threshold is no number.
    """

    name = "KendallLike"
    weighted = True

    def __init__(self, thresh: float = 25.0) -> None:
        try:
            self.thresh = float(thresh)
        except ValueError:
            raise OptionError(f"thresh must be a number, not {thresh!r}") from None

    def measure(self, rows: Rows) -> _core.Measure:
        """Prepare the correlation with these gold scores."""
        return _core.make_measure("kendall-like", rows.gold, rows.starts, "", self.thresh)
