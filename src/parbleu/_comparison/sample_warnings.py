"""Says where resampling means little: too few samples, too few segments, scores that do not vary."""

from __future__ import annotations

from math import comb

from parbleu._base.wording import counted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from parbleu.stats.resampling import Resampling

ONE_SEGMENT = "There is only one segment, or unit of segments: p-values and intervals have no meaning."


def too_few_samples(resampling: Resampling, pairs: int, option: str = "n_samples=") -> str:
    """Returns a warning if no p-value can be significant after the correction for all pairs; else "".

    Args:
        resampling: the test.
        pairs: how many are tested.
        option: what asks for more samples.
    """
    from parbleu.stats.rank_clusters import samples_needed

    needed = samples_needed(pairs, resampling.alpha)
    if resampling.test is None or needed <= resampling.n_test_samples:
        return ""
    return (
        f"corrected for {counted(pairs, 'pair')}, no difference can be significant at {resampling.alpha} "
        f"with {resampling.n_test_samples} samples; ask for {option}{needed} or more"
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
    """Returns how few different bootstrap samples there are, in a sentence; "" if there are enough.

    Args:
        n_drawn: how many segments, or units of several, are resampled.
        n_samples: how many samples are drawn.
    """
    if n_drawn == 1:
        return ONE_SEGMENT
    # From 32 on there are more than 10^17, and counting those of a whole corpus would take minutes.
    if not 1 < n_drawn < 32 or (n_different := comb(2 * n_drawn - 1, n_drawn)) >= n_samples:
        return ""
    return (
        f"Of {n_drawn} segments, or units of segments, there are only {n_different} different bootstrap "
        "samples: intervals and p-values that come from them say little."
    )
