"""Estimates the power of a comparison by BLEU without any output, from an assumed spread of its differences.

The model is that of D. Card et al., "With Little Power Comes Great Responsibility" (EMNLP 2020): exchanging
the two outputs for a segment leaves the difference as it is with the probability `p_equal`, and else changes
it by a Laplace variable with the mean -2 D / (n (1 - p_equal)) and the scale `spread` / n, where D is the
true difference of n segments. The test is approximate randomization, in its normal limit. With output of the
two systems, `parbleu.stats.power` needs no assumption.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from parbleu.errors import OptionError
from parbleu.stats.resampling import BOOTSTRAP_SAMPLES, check_level, check_sampling, seed_number
from parbleu.tables._result import Result

P_EQUAL = 0.13
SPREAD = 25.8
"""Card et al. fitted both to BLEU of submissions to WMT."""


@dataclass(frozen=True)
class AssumedPower(Result):
    """The power for one difference under the model.

    Attributes:
        difference: the true difference.
        n_segments: of the test set.
        power: how likely it is found, whatever its sign comes out as.
        exaggeration: how many times larger than the truth a difference is on average that is found (type M
            error); None if none was.
        wrong_sign: the share of the differences found that have the wrong sign (type S error); None if none
            was.
        n_samples: how many test sets were simulated.
        seed: of the simulation.
    """

    table_name = "power"
    difference: float
    n_segments: int
    power: float
    exaggeration: float | None
    wrong_sign: float | None
    n_samples: int
    seed: int


def assumed_power(
    difference: float,
    n_segments: int,
    *,
    p_equal: float = P_EQUAL,
    spread: float = SPREAD,
    alpha: float = 0.05,
    n_samples: int = BOOTSTRAP_SAMPLES,
    seed: int | str | None = None,
) -> AssumedPower:
    """Simulates test sets by the module's model.

    Args:
        difference: the true difference in points of BLEU, above 0.
        n_segments: how many segments a test set has.
        p_equal: the share of segments whose exchange changes nothing, from 0 to below 1.
        spread: the scale of the changes, times the number of segments.
        alpha: the level of the two-sided test.
        n_samples: how many test sets to simulate.
        seed: a whole number from 0, "none" for a new one, or None for `SACREBLEU_SEED`, or 12345.

    Raises:
        OptionError: an option is out of its range.
    """
    check_sampling(n_samples)
    check_level("alpha", alpha)
    if not (difference > 0 and n_segments > 0 and 0 <= p_equal < 1 and spread > 0):
        raise OptionError(
            "difference, n_segments and spread are above 0, and p_equal is from 0 to below 1, not "
            f"{difference}, {n_segments}, {spread} and {p_equal}"
        )
    from statistics import NormalDist

    number = seed_number(seed)
    random = np.random.default_rng(number)
    mean = -2 * difference / (n_segments * (1 - p_equal))
    reach = NormalDist().inv_cdf(1 - alpha / 2)
    significant = []
    for _ in range(n_samples):
        changes = random.laplace(mean, spread / n_segments, n_segments)
        changes[random.random(n_segments) < p_equal] = 0
        observed = -float(changes.sum()) / 2
        if abs(observed) > reach * math.sqrt(float(np.sum(changes**2))) / 2:
            significant.append(observed)
    sizes = np.abs(significant)
    return AssumedPower(
        difference=difference,
        n_segments=n_segments,
        power=len(significant) / n_samples,
        exaggeration=float(sizes.mean()) / difference if significant else None,
        wrong_sign=float(np.mean(np.array(significant) < 0)) if significant else None,
        n_samples=n_samples,
        seed=number,
    )
