"""Defines Kendall's correlation and its variants."""

from __future__ import annotations

from parbleu import _core
from parbleu.errors import OptionError
from parbleu.stats._correlations.base import Correlation
from parbleu.stats._score_rows import ScoreRows

VARIANTS = ("b", "c", "23", "acc23")


class Kendall(Correlation):
    """Kendall's tau-b or tau-c, with the p-value of Kendall's test: exact for few scores without ties.

    Args:
        variant: "b" or "c".

    Raises:
        OptionError: There is no such variant.
    """

    name = native = "kendall"
    title = "Kendall"
    tested = True

    def __init__(self, variant: str = "b") -> None:
        if variant not in ("b", "c"):
            raise OptionError(
                f"the variant of kendall is b or c, not {variant!r}; KendallVariants has others"
            )
        self.variant = variant

    def fisher_variance(self, value: float, n: int) -> float | None:
        """Returns the variance of Fisher's z, 0.437 / (n - 4)."""
        del value
        return 0.437 / (n - 4)


class KendallVariants(Correlation):
    """tau-b, tau-c, and tau-23 and acc23 of D. Deutsch et al., "Ties Matter" (2023), without a p-value.

    acc23 is the share of pairs that the metric gets right: concordant pairs, and pairs that tie in gold and
    in the metric. tau-23 is acc23 minus the share of the other pairs.

    Args:
        variant: One of `VARIANTS`.
        epsilon: Metric scores that differ by at most `epsilon` tie; gold scores tie if they are equal.

    Raises:
        OptionError: There is no such variant, `epsilon` is negative, or above 0 with tau-c.
    """

    name = "KendallVariants"

    def __init__(self, variant: str = "b", epsilon: float = 0.0) -> None:
        if variant not in VARIANTS:
            raise OptionError(f"the variant must be one of {', '.join(VARIANTS)}, not {variant!r}")
        if not epsilon >= 0:
            raise OptionError(f"epsilon must not be negative, as {epsilon} is")
        if epsilon > 0 and variant == "c":
            raise OptionError("tau-c knows no epsilon; use another variant")
        self.variant = variant
        self.epsilon = epsilon

    @property
    def low(self) -> float:  # type: ignore[override]
        """The value of the worst possible metric."""
        return 0.0 if self.variant == "acc23" else -1.0

    @property
    def credits_ties(self) -> bool:  # type: ignore[override]
        """Whether a pair of scores that tie on both sides counts as right."""
        return self.variant in ("23", "acc23")

    def measure(self, rows: ScoreRows) -> _core.Measure:
        """Prepares the correlation with these gold scores."""
        return _core.make_measure("kendall-variants", rows.gold, rows.starts, self.variant, self.epsilon)


class KendallLike(Correlation):
    """(concordant - discordant) / (concordant + discordant) of pairs with gold scores far enough apart.

    A pair that is not strictly concordant is discordant; ties of the metric are discordant, and with
    `thresh` 0 ties of gold are, too. A row without such pairs has the value 0. Rows are averaged with the
    numbers of their pairs as weights.

    Args:
        thresh: Pairs whose gold scores differ by less than `thresh` are left out; 25 suits direct assessment.

    Raises:
        OptionError: `thresh` is not a number.
    """

    name = "KendallLike"
    title = "Kendall-like"
    weighted = True
    penalizes_ties = True

    def __init__(self, thresh: float = 25.0) -> None:
        try:
            self.thresh: float = float(thresh)
        except ValueError:
            raise OptionError(f"thresh must be a number, not {thresh!r}") from None

    def measure(self, rows: ScoreRows) -> _core.Measure:
        """Prepares the correlation with these gold scores."""
        return _core.make_measure("kendall-like", rows.gold, rows.starts, "", self.thresh)
