"""Says where resampling means little: too few samples, too few segments, scores that do not vary."""

from __future__ import annotations

from math import comb

from parbleu._base import log
from parbleu._base.significance import ONE_SEGMENT
from parbleu._base.wording import counted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from parbleu.stats.resampling import Resampling

SIGNIFICANCE_DEPENDS = "what is significant depends on how texts are written"
"""How a warning begins that other differences are significant once texts are normalized."""
FEW = 20
"""No more samples are drawn or asked for because there are fewer segments than these."""


def needed_samples(resampling: Resampling, n_tests: int, n_drawn: int | None = None) -> int:
    """Returns how many samples it takes for a p-value to be significant once corrected for `n_tests` tests.

    Args:
        resampling: how scores are resampled.
        n_tests: how many tests are corrected together.
        n_drawn: how many segments are drawn, of which fewer than `FEW` count as so many; None for p-values
            that are not widened for their number.
    """
    from parbleu.stats.rank_clusters import samples_needed

    is_widened = n_drawn is not None and resampling.test == "bootstrap"
    return samples_needed(n_tests, resampling.alpha, max(n_drawn or 0, FEW) if is_widened else None)


def too_few_samples(resampling: Resampling, n_tests: int, n_drawn: int | None = None) -> str:
    """Returns a warning if there are fewer samples than `needed_samples` of the same values; else ""."""
    from parbleu.stats.rank_clusters import NEVER

    needed = needed_samples(resampling, n_tests, n_drawn)
    if resampling.test is None or needed <= resampling.n_test_samples:
        return ""
    option = "--n-samples " if log.in_shell else "n_samples="
    remedy = f"ask for {option}{needed} or more" if needed < NEVER else "more samples do not help"
    return (
        f"corrected for {counted(n_tests, 'test')}, no difference can be significant at "
        f"{resampling.alpha:g} with {resampling.n_test_samples} samples; {remedy}"
    )


def why_never_significant(test: str | None, n_samples: int, n_tests: int, alpha: float, n_drawn: int) -> str:
    """Returns why no difference of a comparison can be significant, in a sentence; "" if one can.

    Args:
        test: "bootstrap", "randomization" or None.
        n_samples: how many samples or trials were drawn.
        n_tests: how many tests are corrected together.
        alpha: the level of significance.
        n_drawn: how many segments, or units of several, were resampled.
    """
    from parbleu.stats.rank_clusters import NEVER, samples_needed

    if not n_tests or n_drawn == 1:
        return ""
    needed = samples_needed(n_tests, alpha, n_drawn if test == "bootstrap" else None)
    drawn = "trials" if test == "randomization" else "samples"
    if needed <= n_samples:
        return ""
    if needed >= NEVER:
        return f"With {counted(n_drawn, 'segment')} no difference can be significant, whatever the samples."
    return (
        f"Too few {drawn} for {counted(n_tests, 'test')} on {counted(n_drawn, 'segment')}: none can be "
        f"significant with less than {needed}."
    )


def why_meaningless(test: str, n_drawn: int, ends: Iterable[tuple[float | None, float | None]]) -> str:
    """Returns why the p-values of a test mean nothing, in a sentence; "" if they do.

    Args:
        test: "bootstrap" or "randomization".
        n_drawn: how many segments, or units of several, are resampled.
        ends: of the scores' intervals, of which a bootstrap test has one for each system and metric.
    """
    if n_drawn == 1:
        return ONE_SEGMENT
    if test == "bootstrap" and all(low is not None and low == high for low, high in ends):
        return "All bootstrap samples have the same scores: p has no meaning."
    return ""


def why_few_samples(n_drawn: int, n_samples: int) -> str:
    """Returns how few different bootstrap samples there are, in a sentence; "" if there are enough."""
    if n_drawn == 1:
        return ONE_SEGMENT
    # From 32 on there are more than 10^17, and counting those of a whole corpus would take minutes.
    if not 1 < n_drawn < 32 or (n_different := comb(2 * n_drawn - 1, n_drawn)) >= n_samples:
        return ""
    return (
        f"Of {n_drawn} segments, or units of segments, there are only {n_different} different bootstrap "
        "samples: intervals and p-values that come from them say little."
    )
