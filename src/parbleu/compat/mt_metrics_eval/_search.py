"""The search for the best threshold for ties with a function of the user's: pair by pair, in Python."""

from __future__ import annotations

from itertools import combinations

from parbleu.compat.mt_metrics_eval.tau_optimization import TauOptimizationResult, TauSufficientStats
from parbleu.stats.tie_calibration import check_sampling

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import numpy as np
    from numpy.typing import NDArray

    from parbleu import _core

    Pair = tuple[float, int, bool, str]


def search(
    metric: NDArray[np.float64],
    human: NDArray[np.float64],
    tau_fn: Callable[[TauSufficientStats], float],
    sample_rate: float,
    random: _core.Mersenne,
) -> TauOptimizationResult:
    """Finds the threshold with which the average of a function over rows is best.

    Args:
        metric: float64 (rows, items), NaN where there is no score.
        human: float64 of the same shape.
        tau_fn: of the counts of a row's pairs.
        sample_rate: the share of pairs that is looked at.
        random: draws them.

    Raises:
        OptionError: the rate is not above 0 and up to 1.
        InputShapeError: the shapes differ.
    """
    import numpy

    from parbleu.errors import InputShapeError

    if metric.shape != human.shape:
        raise InputShapeError(f"the metric scores have shape {metric.shape}, the human scores {human.shape}")
    check_sampling("acc23", sample_rate, random)
    pairs = list(_pairs(metric, human, sample_rate, random))
    counts: dict[int, TauSufficientStats] = {}
    for _, row, _, kind in pairs:
        _count(counts.setdefault(row, TauSufficientStats()), kind, 1)
    if not counts:
        return TauOptimizationResult([0.0], [numpy.nan], 0.0, numpy.nan)
    total = sum(tau_fn(counts[row]) for row in set(counts))
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
    import numpy

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
