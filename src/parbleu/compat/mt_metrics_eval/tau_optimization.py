"""The module `tau_optimization` of MT Metrics Eval: calibration of ties."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy

from parbleu._base.numbers import plain_sum
from parbleu.compat.mt_metrics_eval._numpy_generator import global_generator
from parbleu.errors import InputShapeError
from parbleu.stats.tie_calibration import calibrate_ties, check_sampling

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    import numpy as np
    from numpy.typing import ArrayLike, NDArray
    from typing_extensions import Self

    from parbleu import _core

    Pair = tuple[float, int, bool, str]


@dataclass
class TauSufficientStats:
    """How many pairs of scores there are of each kind.

    Attributes:
        con: concordant pairs.
        dis: discordant pairs.
        ties_human: pairs that tie in the human scores only.
        ties_metric: pairs that tie in the metric's only.
        ties_both: pairs that tie in both.
    """

    con: int = 0
    dis: int = 0
    ties_human: int = 0
    ties_metric: int = 0
    ties_both: int = 0

    @property
    def num_pairs(self) -> int:
        """How many pairs there are."""
        return self.con + self.dis + self.ties_human + self.ties_metric + self.ties_both

    def tau_23(self) -> float:
        """Returns tau-23: the share of right pairs less that of wrong ones."""
        wrong = self.dis + self.ties_human + self.ties_metric
        return (self.con + self.ties_both - wrong) / self.num_pairs

    def acc_23(self) -> float:
        """Returns acc23: the share of pairs that the metric gets right."""
        return (self.con + self.ties_both) / self.num_pairs

    def __iadd__(self, other: TauSufficientStats) -> Self:
        for name, count in vars(other).items():
            setattr(self, name, getattr(self, name) + count)
        return self

    def __isub__(self, other: TauSufficientStats) -> Self:
        for name, count in vars(other).items():
            setattr(self, name, getattr(self, name) - count)
        return self

    def __str__(self) -> str:
        return (
            f"(C={self.con},D={self.dis},T_h={self.ties_human},T_m={self.ties_metric},T_hm={self.ties_both})"
        )

    __repr__ = __str__


@dataclass
class TauOptimizationResult:
    """What suits a metric.

    Attributes:
        thresholds: all that make a difference, ascending from 0.
        taus: the average at each of them.
        best_threshold: the first of those with the best average.
        best_tau: that average.
    """

    thresholds: list[float]
    taus: list[float]
    best_threshold: float
    best_tau: float


_VARIANTS: dict[Any, str] = {TauSufficientStats.acc_23: "acc23", TauSufficientStats.tau_23: "23"}


def tau_optimization(
    metric_scores: ArrayLike,
    human_scores: ArrayLike,
    tau_fn: Callable[[TauSufficientStats], float],
    sample_rate: float = 1.0,
) -> TauOptimizationResult:
    """Finds the threshold with which the average over rows is best.

    Args:
        metric_scores: a matrix, or one row; None where there is none.
        human_scores: of the same shape.
        tau_fn: `TauSufficientStats.acc_23` or `.tau_23`; or any function of the counts of a row.
        sample_rate: the share of pairs that is looked at; below 1, NumPy's global generator draws them.

    Raises:
        OptionError: the rate is not above 0 and up to 1.
        InputShapeError: the shapes differ.
    """
    metric, human = (
        numpy.atleast_2d(numpy.asarray(scores, dtype=numpy.float64))
        for scores in (metric_scores, human_scores)
    )
    with global_generator() as random:
        variant = _VARIANTS.get(tau_fn)
        if variant is None:
            return _search(metric, human, tau_fn, sample_rate, random)
        options: Any = {"variant": variant, "sample_rate": sample_rate, "seed": random, "curve": True}
        calibration = calibrate_ties(human, metric, "system", **options)
    curve = calibration.thresholds.tolist(), calibration.values.tolist()
    return TauOptimizationResult(*curve, calibration.threshold, calibration.value)


def _search(
    metric: NDArray[np.float64],
    human: NDArray[np.float64],
    tau_fn: Callable[[TauSufficientStats], float],
    sample_rate: float,
    random: _core.Mersenne,
) -> TauOptimizationResult:
    """As `tau_optimization`, for any function of the counts of a row's pairs."""
    if metric.shape != human.shape:
        raise InputShapeError(f"the metric scores have shape {metric.shape}, the human scores {human.shape}")
    check_sampling("acc23", sample_rate, random)
    pairs = list(_pairs(metric, human, sample_rate, random))
    counts: dict[int, TauSufficientStats] = {}
    for _, row, _, kind in pairs:
        _count(counts.setdefault(row, TauSufficientStats()), kind, 1)
    if not counts:
        return TauOptimizationResult([0.0], [numpy.nan], 0.0, numpy.nan)
    total = plain_sum(tau_fn(counts[row]) for row in set(counts))
    thresholds, averages = [0.0], [total / len(counts)]
    for difference, row, human_tie, kind in sorted(pairs, key=lambda pair: pair[0]):
        total -= tau_fn(counts[row])
        _count(counts[row], kind, -1)
        _count(counts[row], "ties_both" if human_tie else "ties_metric", 1)
        total += tau_fn(counts[row])
        if thresholds[-1] == difference:
            averages[-1] = total / len(counts)
        else:
            thresholds.append(difference)
            averages.append(total / len(counts))
    best = 0 if numpy.isnan(averages).all() else int(numpy.nanargmax(averages))
    return TauOptimizationResult(thresholds, averages, thresholds[best], averages[best])


def _pairs(
    metric: NDArray[np.float64], human: NDArray[np.float64], sample_rate: float, random: _core.Mersenne
) -> Iterator[Pair]:
    """Yields, for each pair, the metric's difference, the row, whether humans tie, and its kind."""
    for row, (scores, golds) in enumerate(zip(metric, human, strict=True)):
        known = ~(numpy.isnan(scores) | numpy.isnan(golds))
        items = zip(scores[known].tolist(), golds[known].tolist(), strict=True)
        for (score, gold), (other, other_gold) in combinations(items, 2):
            if sample_rate < 1 and random.uniform() > sample_rate:
                continue
            yield abs(score - other), row, gold == other_gold, _kind(score - other, gold - other_gold)


def _kind(metric: float, human: float) -> str:
    if metric == 0:
        return "ties_both" if human == 0 else "ties_metric"
    if human == 0:
        return "ties_human"
    return "con" if (metric > 0) == (human > 0) else "dis"


def _count(counts: TauSufficientStats, kind: str, number: int) -> None:
    setattr(counts, kind, getattr(counts, kind) + number)
