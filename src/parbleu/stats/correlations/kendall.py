"""Kendall's correlation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parbleu import _core
from parbleu.errors import OptionError
from parbleu.stats.correlations.base import Correlation

if TYPE_CHECKING:
    from parbleu.stats.score_rows import Rows


class Kendall(Correlation):
    """Kendall's tau-b or tau-c, with the p-value of Kendall's test: exact for few scores without ties.

    Args:
        variant: "b" or "c".

    Raises:
        OptionError: It is neither.
    """

    name = "kendall"

    def __init__(self, variant: str = "b") -> None:
        if variant not in ("b", "c"):
            raise OptionError(
                f"the variant of kendall is b or c, not {variant!r}; KendallVariants has others"
            )
        self.variant = variant

    def measure(self, rows: Rows) -> _core.Measure:
        """Prepare the correlation with these gold scores."""
        return _core.make_measure("kendall", rows.gold, rows.starts, self.variant, 0.0)
