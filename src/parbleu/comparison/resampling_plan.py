"""How a comparison resamples: its options, checked and filled in."""

from __future__ import annotations

from parbleu.errors import OptionError, UnknownNameError
from parbleu.stats.resampling import BOOTSTRAP_SAMPLES, RANDOMIZATION_TRIALS, check_sampling
from parbleu.stats.seed import chosen_seed
from parbleu.text.segments import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

DEFAULT_SAMPLES = {"bootstrap": BOOTSTRAP_SAMPLES, "randomization": RANDOMIZATION_TRIALS}


class Plan:
    """What to draw.

    Attributes:
        test: "bootstrap", "randomization" or None.
        n_samples: the test's samples or trials; 0 without a test.
        n_confidence: samples for intervals, besides those of a bootstrap test; 0 without.
        all_pairs: whether all pairs are tested.
        seed: a number; the environment is not asked for it if nothing is drawn.
        seed_text: as the signature shows it; empty if nothing is drawn.
        threads: how many may work.
        alpha: the level of significance.
    """

    __slots__ = ("all_pairs", "alpha", "n_confidence", "n_samples", "seed", "seed_text", "test", "threads")

    test: str | None
    n_samples: int
    n_confidence: int
    all_pairs: bool
    seed: int
    seed_text: str
    threads: int
    alpha: float

    def signature_items(self) -> dict[str, Any]:
        """Returns what a signature says of it, as sacreBLEU's do; None for what does not show."""
        bootstrap = self.n_samples if self.test == "bootstrap" else self.n_confidence
        return {
            "bs": bootstrap or None,
            "ar": self.n_samples if self.test == "randomization" else None,
            "seed": self.seed_text if bootstrap or self.test else None,
        }


def make_plan(
    test: str | None,
    n_samples: int | None,
    confidence: int | bool | None,
    all_pairs: bool,
    seed: int | str | None,
    threads: int,
    alpha: float,
) -> Plan:
    """Returns the plan; the arguments are those of `parbleu.compare`.

    Raises:
        OptionError: one has a value that it does not take, or contradicts another.
    """
    if test is not None and test not in DEFAULT_SAMPLES:
        raise UnknownNameError("test", test, list(DEFAULT_SAMPLES))
    for option, value in (("n_samples", n_samples), ("all_pairs", all_pairs)):
        if test is None and value:
            raise OptionError(f"{option} is a test's; choose test='bootstrap' or test='randomization'")
    if not 0 < alpha < 1:
        raise OptionError(f"alpha is a number between 0 and 1, not {shown(alpha)}")
    plan = Plan()
    plan.test = test
    plan.all_pairs = all_pairs
    plan.threads = threads
    plan.alpha = alpha
    plan.n_samples = 0 if test is None else _count("n_samples", n_samples, DEFAULT_SAMPLES[test])
    plan.n_confidence = 0
    if confidence is not None and confidence is not False:
        asked = None if confidence is True else confidence
        default = plan.n_samples if test == "bootstrap" else BOOTSTRAP_SAMPLES
        plan.n_confidence = _count("confidence", asked, default)
    if test == "bootstrap":
        if plan.n_confidence not in (0, plan.n_samples):
            raise OptionError(
                f"the intervals of a bootstrap test come from its own {plan.n_samples} samples, not from "
                f"{plan.n_confidence} others; leave confidence out"
            )
        plan.n_confidence = 0
    plan.seed_text, plan.seed = chosen_seed(seed) if plan.n_samples or plan.n_confidence else ("", 0)
    if test is not None and plan.seed_text != "none":
        plan.seed_text = str(plan.seed)  # sacreBLEU's tests sign the number, its intervals the text
    return plan


def _count(option: str, value: int | None, default: int) -> int:
    if value is None:
        return default
    if not hasattr(value, "__index__") or isinstance(value, bool):
        raise OptionError(f"{option} is a whole number, at least 1, not {shown(value)}")
    check_sampling(int(value), 0)
    return int(value)
