"""Checks the resampling options of a comparison and fills in their defaults."""

from __future__ import annotations

from math import comb

from parbleu.base.threads import thread_count
from parbleu.base.wording import counted
from parbleu.errors import OptionError, UnknownNameError
from parbleu.stats.resampling import BOOTSTRAP_SAMPLES, RANDOMIZATION_TRIALS, check_level, check_sampling
from parbleu.stats.seed import chosen_seed
from parbleu.text.segments import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from parbleu.comparison.metric_inputs import Measure

DEFAULT_SAMPLES = {"bootstrap": BOOTSTRAP_SAMPLES, "randomization": RANDOMIZATION_TRIALS}


ONE_SEGMENT = "There is only one segment, or unit of segments: p-values and intervals have no meaning."


class Plan:
    """The resampling of a comparison. The arguments are those of `parbleu.compare`.

    Attributes:
        test: "bootstrap", "randomization" or None.
        n_samples: the test's samples or trials; 0 without a test.
        n_interval_samples: bootstrap samples for intervals, besides those of a bootstrap test; 0 without.
        all_pairs: whether all pairs are tested.
        seed: a number; None, without asking the environment, if nothing is drawn.
        seed_text: as the signature shows it; empty if nothing is drawn.
        threads: how many may work.
        alpha: the level of significance.
        explain: whether the differences are explained.
        region: of practical equivalence, for the explanation; None without.
        seen: the share of segments that are in the training data, for the explanation; None if it is unknown.
        runs: the system of each output, if these are of several training runs; else None.
        n_run_samples: samples and trials of the comparison of runs; 0 without.
        units: the unit of each segment, such as its document: whole units are resampled; None for segments.

    Raises:
        OptionError: an argument has a value that it does not take, or contradicts another.
    """

    def __init__(
        self,
        test: str | None = None,
        n_samples: int | None = None,
        intervals: bool = False,
        n_interval_samples: int | None = None,
        all_pairs: bool = False,
        seed: int | str | None = None,
        threads: int | None = None,
        alpha: float = 0.05,
        explain: bool = False,
        region: float | None = None,
        seen: float | None = None,
        runs: Sequence[str] | None = None,
    ) -> None:
        if test is not None and test not in DEFAULT_SAMPLES:
            raise UnknownNameError("test", test, list(DEFAULT_SAMPLES))
        if test is None and all_pairs:
            raise OptionError("all_pairs needs a test: choose test='bootstrap' or test='randomization'")
        if test is not None and runs is not None:
            raise OptionError(
                "runs has tests of its own: leave out test (--paired-bs, --paired-ar, --all-pairs, --explain)"
            )
        if test is None and n_samples is not None and not (intervals or runs):
            raise OptionError("n_samples needs a test or intervals: choose a test, or pass intervals=True")
        if n_interval_samples is not None and (test != "randomization" or not intervals):
            raise OptionError(
                "n_interval_samples needs intervals=True and test='randomization'; otherwise pass n_samples"
            )
        if test is None and explain:
            raise OptionError("explain goes with a test; choose test='bootstrap' or test='randomization'")
        if region is not None and not (explain and 0 <= region < float("inf")):
            raise OptionError("region (--region) goes with explain (--explain), and is a number from 0")
        if seen is not None and not (explain and 0 <= seen <= 1):
            raise OptionError("seen goes with explain, and is a share of the segments, from 0 to 1")
        check_level("alpha", alpha)
        self.test = test
        self.all_pairs = all_pairs
        self.explain = explain
        self.region = region
        self.seen = seen
        self.runs = runs
        self.n_run_samples: int = 0 if runs is None else _count("n_samples", n_samples, BOOTSTRAP_SAMPLES)
        self.units: Sequence[str | None] | None = None
        self.threads: int = thread_count(threads)
        self.alpha = alpha
        self.n_samples: int = 0 if test is None else _count("n_samples", n_samples, DEFAULT_SAMPLES[test])
        self.n_interval_samples: int = 0
        if intervals and test is None:
            self.n_interval_samples = _count("n_samples", n_samples, BOOTSTRAP_SAMPLES)
        elif intervals and test == "randomization":
            self.n_interval_samples = _count("n_interval_samples", n_interval_samples, BOOTSTRAP_SAMPLES)
        self.seed_text: str = ""
        self.seed: int | None = None
        if self.n_samples or self.n_interval_samples or self.n_run_samples:
            self.seed_text, self.seed = chosen_seed(seed)
        if test is not None and self.seed_text != "none":
            self.seed_text = str(self.seed)  # sacreBLEU's tests sign the number, its intervals the text

    def changed(self, **values: Any) -> Plan:
        """Returns the plan with other values of the attributes that are named."""
        from copy import copy

        found = copy(self)
        vars(found).update(values)
        return found

    def sign(self, measures: Iterable[Measure]) -> None:
        """Adds the resampling to the signatures of metrics, as sacreBLEU does; they leave out None."""
        bootstrap = self.n_samples if self.test == "bootstrap" else self.n_interval_samples
        for found in measures:
            found.signature.update("bs", bootstrap or None)
            found.signature.update("ar", self.n_samples if self.test == "randomization" else None)
            found.signature.update("seed", self.seed_text if bootstrap or self.test else None)

    def too_few_samples(self, pairs: int, option: str = "n_samples=") -> str:
        """Returns a warning if no p-value can be significant after the correction for all pairs; else "".

        Args:
            pairs: how many are tested.
            option: what asks for more samples.
        """
        from parbleu.stats.rank_clusters import samples_needed

        needed = samples_needed(pairs, self.alpha)
        if self.test is None or needed <= self.n_samples:
            return ""
        return (
            f"corrected for {counted(pairs, 'pair')}, no difference can be significant at {self.alpha} with "
            f"{self.n_samples} samples; ask for {option}{needed} or more"
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


def _count(option: str, value: int | None, default: int) -> int:
    if value is None:
        return default
    if not hasattr(value, "__index__") or isinstance(value, bool):
        raise OptionError(f"{option} must be a whole number from 1, not {shown(value)}")
    check_sampling(int(value))
    return int(value)
