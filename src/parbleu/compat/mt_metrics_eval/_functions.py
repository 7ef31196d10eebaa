"""Defines correlation functions of a gold and a metric vector, with MT Metrics Eval's results.

Each takes the name of a correlation of `parbleu.stats.correlations` and computes one row with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy

from parbleu.compat.mt_metrics_eval._numpy_generator import global_generator
from parbleu.compat.mt_metrics_eval._score_pairs import (
    KendallPreproc,
    PairwiseDiffs,
    counts_between,
    tau_of_counts,
)
from parbleu.compat.mt_metrics_eval.tau_optimization import TauOptimizationResult
from parbleu.errors import InputShapeError, OptionError
from parbleu.evalset.levels import spelled_out
from parbleu.stats.correlation import correlate
from parbleu.stats.correlations import get_correlation
from parbleu.stats.pairwise_accuracy import soft_pairwise_accuracy
from parbleu.stats.score_rows import Rows
from parbleu.stats.tie_calibration import calibrate_ties

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    Score = float | None


def pearsonr(gold: ArrayLike, metric: ArrayLike) -> tuple[float, float]:
    """Pearson's r and the p-value of its test, as `scipy.stats.pearsonr` has them."""
    return _row("pearson", gold, metric)[:2]


def spearmanr(gold: ArrayLike, metric: ArrayLike) -> tuple[float, float]:
    """Spearman's rho and the p-value of its test, as `scipy.stats.spearmanr` has them."""
    return _row("spearman", gold, metric)[:2]


def kendalltau(gold: ArrayLike, metric: ArrayLike, variant: str = "b") -> tuple[float, float]:
    """Kendall's tau and the p-value of its test, as `scipy.stats.kendalltau` has them."""
    return _row("kendall", gold, metric, variant=variant)[:2]


def KendallLike(
    gold_scores: Sequence[Score], metric_scores: Sequence[float], thresh: float = 25.0
) -> tuple[float, float, int, int, int]:
    """The Kendall-like correlation of the earlier metrics tasks.

    Returns:
        The correlation, 0, and the numbers of pairs, of concordant ones, and of discordant ones.
    """
    gold, metric = filter_gold_nones(gold_scores, metric_scores)
    value, _, pairs = _row("KendallLike", gold, metric, thresh=thresh) if len(gold) else (0.0, 0.0, 0.0)
    concordant = round(pairs * (1 + value) / 2)
    return value, 0, int(pairs), concordant, int(pairs) - concordant


def KendallVariants(
    gold_scores: Sequence[float] | None,
    metric_scores: Sequence[float],
    variant: str = "b",
    preproc: KendallPreproc | None = None,
    epsilon: float = 0.0,
    metric_preproc: PairwiseDiffs | None = None,
) -> tuple[float, float]:
    """tau-b, tau-c, tau-23 or acc23.

    Args:
        gold_scores: none missing; None for those that `preproc` was made of.
        metric_scores: as many.
        variant: "b", "c", "23" or "acc23".
        preproc: what the gold scores were prepared to; they count, whatever `gold_scores` says.
        epsilon: metric scores tie if they differ by no more.
        metric_preproc: differences of metric scores, which then count instead of the scores.

    Returns:
        The correlation, and 0.

    Raises:
        OptionError: there is no such variant; `epsilon` is negative, or above 0 with "c".
        InputShapeError: there are no scores.
    """
    gold: Any = preproc.y if preproc is not None else gold_scores
    if gold is None or not len(gold):
        raise InputShapeError("there are no gold scores to correlate with")
    if metric_preproc is not None:
        get_correlation("KendallVariants", variant=variant, epsilon=epsilon)  # checks them
        counts = counts_between(metric_preproc, preproc or KendallPreproc(gold))
        return tau_of_counts(counts, variant, metric_scores, gold), 0
    return _row("KendallVariants", gold, metric_scores, variant=variant, epsilon=epsilon)[0], 0


def KendallWithTiesOpt(
    gold_scores: Sequence[Score],
    metric_scores: Sequence[Score],
    variant: str = "acc23",
    num_sys: int = 1,
    average_by: str = "none",
    sample_rate: float = 0.1,
) -> tuple[float, float, Any]:
    """acc23 or tau-23 with the threshold for ties that suits the metric best.

    Args:
        gold_scores: systems one after another; None where there is none.
        metric_scores: as many.
        variant: "acc23" or "23".
        num_sys: how many systems there are.
        average_by: "none", "sys" or "item": within what scores are compared.
        sample_rate: the share of pairs that is looked at; below 1, NumPy's global generator draws them.

    Returns:
        The best average, its threshold, and the `TauOptimizationResult`.
    """
    gold, metric = table(gold_scores, num_sys), table(metric_scores, num_sys)
    with global_generator() as random:
        found = calibrate_ties(
            gold,
            metric,
            spelled_out(average_by),
            variant=variant,
            sample_rate=sample_rate,
            seed=random,
            curve=True,
        )
    curve = found.thresholds.tolist(), found.values.tolist()
    return found.value, found.threshold, TauOptimizationResult(*curve, found.threshold, found.value)


def PairwiseConfidenceError(
    gold_scores: Sequence[Score],
    metric_scores: Sequence[float],
    num_sys: int,
    num_permutations: int = 1000,
    filter_nones: bool = False,
) -> tuple[float]:
    """Soft pairwise accuracy: 1 less the mean difference of p-values; see `parbleu.stats.pairwise_accuracy`.

    Args:
        gold_scores: of segments, systems one after another; None where there is none.
        metric_scores: as many.
        num_sys: how many systems there are.
        num_permutations: how many trials make a p-value.
        filter_nones: as in the original; it changes nothing.

    Returns:
        A tuple of one number; NaN for one system.
    """
    gold, metric = table(gold_scores, num_sys), table(metric_scores, num_sys)
    found = soft_pairwise_accuracy(gold, metric, num_permutations)
    return (found.value if found.defined else float("nan"),)


def Agreement(gold_vect: Sequence[Score], metric_vect: Sequence[float]) -> tuple[int, int]:
    """Returns how many pairs of scores gold and metric order alike, and how many pairs there are."""
    if len(gold_vect) == 0:
        return 0, 0
    found = correlate("accuracy", table(gold_vect, 0), table(metric_vect, 0))
    return round(found.value * found.weight), int(found.weight)


def filter_gold_nones(gold: Sequence[Score], model: Sequence[Any]) -> tuple[Sequence[float], Sequence[Any]]:
    """Drops the scores for which there is no gold score; returns two tuples, or two empty lists."""
    kept = [pair for pair in zip(gold, model, strict=True) if pair[0] is not None]
    return tuple(zip(*kept, strict=True)) if kept else ([], [])  # type: ignore[return-value]


def is_constant_array(arr: NDArray[Any]) -> bool:
    """Returns whether all elements of an array equal the first."""
    values = numpy.asarray(arr)
    return bool((values == values[0]).all())


def table(scores: Any, num_sys: int) -> NDArray[np.float64]:
    """Brings flat scores into a table, systems by items; `num_sys` 0 is one system. None becomes NaN."""
    flat = numpy.asarray(scores, dtype=numpy.float64).ravel()
    systems = num_sys or 1
    if len(flat) % systems:
        raise InputShapeError(f"{len(flat)} scores cannot be those of {systems} systems with as many each")
    return flat.reshape(systems, -1)


def _row(name: str, gold: ArrayLike, metric: ArrayLike, **options: Any) -> tuple[float, float, float]:
    """Returns value, p-value and weight of a correlation; NaN if a score is."""
    chosen = get_correlation(name, **options)
    first, second = (numpy.asarray(scores, dtype=numpy.float64).ravel() for scores in (gold, metric))
    if len(first) != len(second):
        raise InputShapeError(f"there are {len(first)} gold scores, but {len(second)} of the metric")
    if numpy.isnan(first).any() or numpy.isnan(second).any():
        return float("nan"), float("nan"), float(len(first))
    if not len(first):
        raise OptionError("there are no scores to correlate")
    places = numpy.arange(len(first), dtype=numpy.int64)
    rows = Rows(first, numpy.array([0, len(first)], dtype=numpy.int64), places, (1, len(first)), 1)
    value, p_value, weight = numpy.asarray(chosen.measure(rows).figures(second))[0].tolist()
    return value, p_value, weight
