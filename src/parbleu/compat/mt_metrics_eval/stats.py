"""The module `stats` of MT Metrics Eval: correlations with gold scores, and tests of differences.

Numbers are its numbers; where its random numbers come from NumPy's global generator, so do these, and the
generator is left where it would have left it. NaN in scores is a missing score, as `None` is.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import nan, sqrt
from typing import Any

import numpy
from numpy.typing import ArrayLike, NDArray

from parbleu import _core
from parbleu._base.threads import thread_count
from parbleu.compat.mt_metrics_eval._numpy_generator import global_generator
from parbleu.compat.mt_metrics_eval._original import original
from parbleu.compat.mt_metrics_eval.tau_optimization import TauOptimizationResult
from parbleu.errors import InputShapeError, OptionError
from parbleu.meta._task_names import mtme_value, our_value
from parbleu.stats._correlations import get_correlation
from parbleu.stats._correlations.base import Correlation as NativeCorrelation
from parbleu.stats._correlations.pce import SoftPairwiseAccuracy
from parbleu.stats._random_generators import legacy_generator
from parbleu.stats._score_rows import ScoreRows
from parbleu.stats.correlation import correlate
from parbleu.stats.permutation_tests import (
    EarlyStopping,
    PairsTest,
    PermutationResult,
    PermutationTests,
    permutation_test,
)
from parbleu.stats.resampling import Resampling, seed_number
from parbleu.stats.tie_calibration import calibrate_ties
from parbleu.stats.williams import williams_test

Score = float | None
Scores = Sequence[Score]
Triple = tuple[float, float, float]
Counts = tuple[int, int, int, int, int]
Verdict = tuple[float, float, int, list[tuple[float, float]]]


@dataclass
class PermutationSigDiffParams:
    """When a permutation test may end early.

    Attributes:
        block_size: after so many draws, and again after so many more,
        early_min: if the p-value is below,
        early_max: or above that.
    """

    block_size: int = 1000
    early_min: float = 0.02
    early_max: float = 0.5


# Correlations of two vectors.


def _pearsonr(gold: ArrayLike, metric: ArrayLike) -> tuple[float, float]:
    """Returns Pearson's r and the p-value of its test, as `scipy.stats.pearsonr` has them."""
    return _row("pearson", gold, metric)[:2]


def _spearmanr(gold: ArrayLike, metric: ArrayLike) -> tuple[float, float]:
    """Returns Spearman's rho and the p-value of its test, as `scipy.stats.spearmanr` has them."""
    return _row("spearman", gold, metric)[:2]


def _kendalltau(gold: ArrayLike, metric: ArrayLike, variant: str = "b") -> tuple[float, float]:
    """Returns Kendall's tau and the p-value of its test, as `scipy.stats.kendalltau` has them."""
    return _row("kendall", gold, metric, variant=variant)[:2]


@original("stats.KendallLike")
def KendallLike(gold_scores: Scores, metric_scores: Scores, thresh: float) -> tuple[float, ...]:
    """Returns the Kendall-like correlation, 0, and the numbers of pairs, concordant and discordant ones."""
    gold, metric = filter_gold_nones(gold_scores, metric_scores)
    value, _, pairs = _row("KendallLike", gold, metric, thresh=thresh) if len(gold) else (0.0, 0.0, 0.0)
    concordant = round(pairs * (1 + value) / 2)
    return value, 0, int(pairs), concordant, int(pairs) - concordant


@original("stats.KendallVariants")
def KendallVariants(
    gold_scores: ArrayLike | None,
    metric_scores: Any,
    variant: str,
    preproc: KendallPreproc | None,
    epsilon: float,
    metric_preproc: PairwiseDiffs | None,
) -> tuple[float, float]:
    """Returns tau-b, tau-c, tau-23 or acc23, and 0. Scores that are prepared count instead of scores.

    Raises:
        OptionError: there is no such variant; `epsilon` is negative, or above 0 with "c".
        InputShapeError: there are no scores.
    """
    gold: Any = preproc.y if preproc is not None else gold_scores
    if gold is None or not len(gold):
        raise InputShapeError("there are no gold scores to correlate with")
    if metric_preproc is not None:
        get_correlation("KendallVariants", variant=variant, epsilon=epsilon)  # checks them
        counts = _counts_between(metric_preproc, preproc or KendallPreproc(gold))
        return _tau_of_counts(counts, variant, metric_scores, gold), 0
    return _row("KendallVariants", gold, metric_scores, variant=variant, epsilon=epsilon)[0], 0


@original("stats.KendallWithTiesOpt")
def KendallWithTiesOpt(
    gold_scores: Scores, metric_scores: Scores, num_sys: int, average_by: str, **options: Any
) -> tuple[float, float, TauOptimizationResult]:
    """Returns acc23 or tau-23 with the best threshold for ties, that threshold, and the curve of all.

    Of a `sample_rate` below 1, NumPy's global generator draws the pairs.
    """
    gold, metric = table(gold_scores, num_sys), table(metric_scores, num_sys)
    with global_generator() as random:
        best = calibrate_ties(gold, metric, average_by, seed=random, curve=True, **options)
    curve = best.thresholds.tolist(), best.values.tolist()
    return best.value, best.threshold, TauOptimizationResult(*curve, best.threshold, best.value)


@original("stats.PairwiseConfidenceError", filter_nones="")
def PairwiseConfidenceError(
    gold_scores: Scores, metric_scores: Scores, num_sys: int, num_permutations: int
) -> tuple[float]:
    """Returns soft pairwise accuracy, of scores of segments, as a tuple of one number; NaN for one system."""
    gold, metric = table(gold_scores, num_sys), table(metric_scores, num_sys)
    agreement = correlate(_as_original(SoftPairwiseAccuracy(num_permutations)), gold, metric)
    return (agreement.value if agreement.defined else nan,)


def Agreement(gold_vect: Scores, metric_vect: Scores) -> tuple[int, int]:
    """Returns how many pairs of scores gold and metric order alike, and how many pairs there are."""
    if len(gold_vect) == 0:
        return 0, 0
    agreement = correlate("accuracy", table(gold_vect, 0), table(metric_vect, 0))
    return round(agreement.value * agreement.weight), int(agreement.weight)


def filter_gold_nones(gold: Scores, model: Sequence[Any]) -> tuple[Any, Any]:
    """Drops the scores for which there is no gold score; returns two tuples, or two empty lists."""
    kept = [pair for pair in zip(gold, model, strict=True) if pair[0] is not None]
    return tuple(zip(*kept, strict=True)) if kept else ([], [])  # type: ignore[return-value]


def is_constant_array(arr: NDArray[Any]) -> bool:
    """Returns whether all elements of an array equal the first."""
    values = numpy.asarray(arr)
    return bool((values == values[0]).all())


def table(scores: Any, num_sys: int) -> NDArray[numpy.float64]:
    """Brings flat scores into a table, systems by items; `num_sys` 0 is one system. None becomes NaN."""
    flat = numpy.asarray(scores, dtype=numpy.float64).ravel()
    systems = num_sys or 1
    if len(flat) % systems:
        raise InputShapeError(f"{len(flat)} scores cannot be those of {systems} systems with as many each")
    return flat.reshape(systems, -1)


def _row(name: str, gold: Any, metric: Any, **options: Any) -> Triple:
    """Returns value, p-value and weight of a correlation; NaN if a score is."""
    chosen = get_correlation(name, **options)
    first, second = (numpy.asarray(scores, dtype=numpy.float64).ravel() for scores in (gold, metric))
    if len(first) != len(second):
        raise InputShapeError(f"there are {len(first)} gold scores, but {len(second)} of the metric")
    if numpy.isnan(first).any() or numpy.isnan(second).any():
        return nan, nan, float(len(first))
    if not len(first):
        raise OptionError("there are no scores to correlate")
    places = numpy.arange(len(first), dtype=numpy.int64)
    rows = ScoreRows(first, numpy.array([0, len(first)], dtype=numpy.int64), places, (1, len(first)), 1)
    value, p_value, weight = numpy.asarray(chosen.measure(rows).figures(second))[0].tolist()
    return value, p_value, weight


# Differences of all pairs of scores, and kinds of pairs.


class KendallPreproc:
    """What a vector of gold scores can be prepared to.

    Attributes:
        y: float64 (n,), the scores.
        y_diffs: float64 (n, n), [a, b] is that of b less that of a.
        y_is_tie: whether they are equal.
        perm: int64 (n,), the order in which they ascend.
        y_cumsum: int64 (n,), their ranks in that order, counted from 1, equal scores having the same.
        ytie: how many pairs are equal.
    """

    def __init__(self, y: ArrayLike) -> None:
        self.y: NDArray[numpy.float64] = numpy.asarray(y, dtype=numpy.float64)
        self.y_diffs: NDArray[numpy.float64] = self.y[None, :] - self.y[:, None]
        self.y_is_tie: Any = self.y_diffs == 0
        self.perm: NDArray[numpy.intp] = numpy.argsort(self.y, kind="stable")
        ascending = self.y[self.perm]
        steps = numpy.concatenate(([True], ascending[1:] != ascending[:-1]))
        self.y_cumsum: NDArray[Any] = steps[: len(self.y)].cumsum(dtype=numpy.int64)
        self.ytie: int = int((self.y_is_tie.sum() - len(self.y)) // 2)


class PairwiseDiffs:
    """Differences of all pairs of a metric's scores; those up to `epsilon` count as none.

    Attributes:
        x_diffs: float64 (n, n), [a, b] is the score of b less that of a, or 0 for a tie.
        x_is_tie: (n, n), whether they tie.
    """

    def __init__(self, x: ArrayLike | None = None, epsilon: float = 0.0) -> None:
        self.x_diffs: Any = None
        self.x_is_tie: Any = None
        if x is not None:
            scores = numpy.asarray(x, dtype=numpy.float64)
            differences = scores[None, :] - scores[:, None]
            self.x_is_tie = numpy.abs(differences) <= epsilon
            self.x_diffs = numpy.where(self.x_is_tie, 0.0, differences)

    def Combine(self, other: PairwiseDiffs, self_wts: ArrayLike, other_wts: ArrayLike) -> PairwiseDiffs:
        """Returns a mixture of these and others, with weights (n, n) of both."""
        mixed = PairwiseDiffs()
        mixed.x_diffs = self_wts * self.x_diffs + other_wts * other.x_diffs
        mixed.x_is_tie = self_wts * self.x_is_tie + other_wts * other.x_is_tie
        return mixed


def _MatrixSufficientStatistics(
    x: Any, y: Any, epsilon: float, preproc: KendallPreproc | None, preproc_x: PairwiseDiffs | None
) -> Counts:
    """Returns the numbers of pairs: concordant, discordant, tied in `x` (metric), in `y` (gold), in both."""
    if preproc_x is not None:
        return _counts_between(preproc_x, preproc or KendallPreproc(y))
    gold, metric = (numpy.asarray(scores, dtype=numpy.float64) for scores in (y, x))
    concordant, discordant, in_gold, in_metric, both = _core.count_pairs(gold, metric, epsilon)
    return concordant, discordant, in_metric, in_gold, both


def _FenwickTreeSufficientStatistics(x: Any, y: Any, preproc: KendallPreproc | None) -> Counts:
    """As `_MatrixSufficientStatistics`, of scores that tie only if they are equal."""
    return _MatrixSufficientStatistics(x, y, 0.0, preproc, None)


def _counts_between(metric: PairwiseDiffs, gold: KendallPreproc) -> Counts:
    """As `_MatrixSufficientStatistics`, of differences."""
    products = metric.x_diffs * gold.y_diffs
    own = len(gold.y)  # each score ties with itself
    both = (int((metric.x_is_tie * gold.y_is_tie).sum()) - own) // 2
    in_metric = (int(metric.x_is_tie.sum()) - own) // 2
    right, wrong = int((products > 0).sum()) // 2, int((products < 0).sum()) // 2
    return right, wrong, in_metric - both, gold.ytie - both, both


def _tau_of_counts(counts: Counts, variant: str, metric: Sequence[float], gold: Sequence[float]) -> float:
    """Returns "b", "c", "23" or "acc23" of the counts of pairs; NaN where it is not defined."""
    concordant, discordant, in_metric, in_gold, both = counts
    pairs = sum(counts)
    if not pairs:
        return nan
    if variant == "acc23":
        return (concordant + both) / pairs
    if variant == "23":
        return (concordant + both - discordant - in_gold - in_metric) / pairs
    free_metric, free_gold = pairs - in_metric - both, pairs - in_gold - both
    if not free_metric or not free_gold:
        return nan
    if variant == "b":
        return (concordant - discordant) / sqrt(free_metric) / sqrt(free_gold)
    classes = min(len(set(metric)), len(set(gold)))
    return 2 * (concordant - discordant) / (len(gold) ** 2 * (classes - 1) / classes)


# Functions, such as SciPy's, and the correlations of parbleu that compute the same.

_NATIVE: dict[Any, tuple[str, dict[str, str]]] = {
    _pearsonr: ("pearson", {"pdp": "pdp"}),
    _kendalltau: ("kendall", {"variant": "variant"}),
    _spearmanr: ("spearman", {}),
    Agreement: ("accuracy", {}),
    KendallLike: ("KendallLike", {"thresh": "thresh"}),
    KendallVariants: ("KendallVariants", {"variant": "variant", "epsilon": "epsilon"}),
    KendallWithTiesOpt: ("KendallWithTiesOpt", {"variant": "variant", "sample_rate": "sample_rate"}),
    PairwiseConfidenceError: ("pce", {"num_permutations": "n_samples"}),
}
"""Function -> name of the correlation, and option of the function -> option of the correlation."""

_SCIPY = {"pearsonr": _pearsonr, "spearmanr": _spearmanr, "kendalltau": _kendalltau}
"""Functions of SciPy's -> ours."""

SAMPLE_RATE = 0.1
"""Of the original's `KendallWithTiesOpt`, if nobody says otherwise."""


class UserFunction(NativeCorrelation):
    """A correlation that some function computes, row by row.

    Args:
        function: takes gold and metric scores, and these options; returns the value, or value and p-value, or
            value, p-value and weight, and so on.
        options: the options.
    """

    def __init__(self, function: Callable[..., Any], options: Mapping[str, Any]) -> None:
        self.function = function
        self.given: dict[str, Any] = dict(options)
        self.name: str = getattr(function, "__name__", type(function).__name__)

    def _figures(self, rows: ScoreRows, metric: memoryview) -> NDArray[numpy.float64]:
        """Returns value, p-value and weight of every row."""
        scores = numpy.asarray(metric)
        figures = numpy.zeros((len(rows.starts) - 1, 3))
        for row, (start, end) in enumerate(zip(rows.starts[:-1], rows.starts[1:], strict=True)):
            result = self.function(rows.gold[start:end], scores[start:end], **self.given)
            parts: Any = (result,) if numpy.ndim(result) == 0 else result
            figures[row, 0] = parts[0]
            figures[row, 1] = parts[1] if len(parts) > 1 else 0.0
            figures[row, 2] = parts[2] if len(parts) > 2 else end - start
        return figures


def native(
    function: Callable[..., Any] | str | NativeCorrelation,
    options: Mapping[str, Any],
    random: _core.Mersenne | None = None,
) -> NativeCorrelation:
    """Returns the correlation that a function stands for.

    Args:
        function: one of ours or of SciPy's; or a user's, which is then called for every row.
        options: what it is called with besides scores.
        random: draws samples of pairs for `KendallWithTiesOpt`.

    Raises:
        OptionError: an option has a value that it does not take.
    """
    if isinstance(function, NativeCorrelation):
        return function
    if isinstance(function, str):
        return _as_original(get_correlation(function, **options))
    name, words = _known(function)
    if not name or not options.keys() <= words.keys():
        return UserFunction(function, options)
    given = {words[word]: value for word, value in options.items()}
    if name == "KendallWithTiesOpt" and given.setdefault("sample_rate", SAMPLE_RATE) < 1:
        given["seed"] = random
    return _as_original(get_correlation(name, **given))


def _as_original(chosen: NativeCorrelation) -> NativeCorrelation:
    """Returns a new correlation, by which equal scores of a metric count as in MT Metrics Eval."""
    if isinstance(chosen, SoftPairwiseAccuracy):
        chosen.halves_ties = False
    return chosen


def _known(function: Any) -> tuple[str, Mapping[str, str]]:
    """Returns the correlation of a function of ours or SciPy's, and its options; nothing of others."""
    scipy_stats = sys.modules.get("scipy.stats")  # who has a function of it has imported it
    for theirs, ours in _SCIPY.items():
        if scipy_stats is not None and function is getattr(scipy_stats, theirs, None):
            return _NATIVE[ours]
    try:
        return _NATIVE.get(function, ("", {}))
    except TypeError:  # a callable that cannot be hashed
        return "", {}


def threads(chosen: NativeCorrelation) -> int:
    """Returns how many threads may work: functions of users are called by one."""
    return 1 if isinstance(chosen, UserFunction) else thread_count(None)


# Correlations of tables of scores.


def _averaged(name: str, function: Callable[..., Any], **fixed: Any) -> Any:
    """Returns a method that averages a correlation over rows: value, p-value or 0, and weight."""

    def average(self: Correlation, average_by: str, **options: Any) -> Triple:
        averaging = self.AverageCorrelation(
            function, mtme_value("average_by", average_by), **fixed, **options
        )
        return averaging(self.gold_scores, self.metric_scores)

    return original(f"stats.Correlation.{name}")(average)


class Correlation:
    """A metric's scores, and gold scores to correlate them with: all of the first system, then of the next.

    Attributes:
        num_sys: how many systems there are.
        gold_scores: as given; None where there is none.
        metric_scores: as given.
        num_items: how many scores each system has.
        none_count: how many gold scores are missing.

    Raises:
        InputShapeError: systems cannot have equally many of so many scores.
    """

    def __init__(self, num_sys: int, gold_scores: Scores, metric_scores: Scores) -> None:
        self.num_sys = num_sys
        self.gold_scores = gold_scores
        self.metric_scores = metric_scores
        if num_sys < 1 or len(gold_scores) % num_sys or len(gold_scores) != len(metric_scores):
            raise InputShapeError(
                f"{len(gold_scores)} gold scores and {len(metric_scores)} scores of a metric cannot be "
                f"those of {num_sys} systems, of equally many items"
            )
        self.num_items: int = len(gold_scores) // num_sys
        self.none_count: int = sum(score is None for score in gold_scores)

    def AverageCorrelation(
        self,
        corr_fcn: Callable[..., Any],
        average_by: str,
        replace_nans_with_zeros: bool = False,
        macro: bool = True,
        **corr_fcn_args: Any,
    ) -> AverageCorrelation:
        """Returns what correlates vectors of scores like these; see the class of that name."""
        how = average_by, bool(self.none_count), replace_nans_with_zeros, macro
        return AverageCorrelation(corr_fcn, self.num_sys, *how, **corr_fcn_args)

    Pearson: Any = _averaged("Pearson", _pearsonr)
    Spearman: Any = _averaged("Spearman", _spearmanr)
    Kendall: Any = _averaged("Kendall", _kendalltau)
    KendallLike: Any = _averaged("KendallLike", KendallLike, macro=False)
    KendallVariants: Any = _averaged("KendallVariants", KendallVariants)
    KendallWithTiesOpt: Any = _averaged("KendallWithTiesOpt", KendallWithTiesOpt)
    PairwiseConfidenceError: Any = _averaged("PairwiseConfidenceError", PairwiseConfidenceError)


class AverageCorrelation:
    """A correlation, averaged over rows. It is called with vectors of gold and of metric scores.

    Args:
        corr_fcn: a function of this module, of SciPy, or of the user; the latter is called for every row, and
            returns value, p-value and perhaps the row's weight.
        num_sys: how many systems the vectors are of; for averages "none", it may be 0.
        average_by: "none": one correlation of all scores; "sys": the mean of one for every system; "item":
            that of one for every item.
        filter_nones: whether gold scores may be missing; rows of one score are left out then.
        replace_nans_with_zeros: whether undefined values count as 0; else they are left out.
        macro: whether all rows weigh the same.
        corr_fcn_args: further arguments of the function; and `pdp`, to correlate the differences of all pairs
            of a row, instead of scores.

    Raises:
        OptionError: there is no such average; or `pdp` is not for this function.
    """

    def __init__(
        self,
        corr_fcn: Callable[..., Any],
        num_sys: int = 0,
        average_by: str = "none",
        filter_nones: bool = True,
        replace_nans_with_zeros: bool = False,
        macro: bool = True,
        **corr_fcn_args: Any,
    ) -> None:
        pdp = corr_fcn_args.pop("pdp", False)
        if average_by not in ("none", "sys", "item"):
            raise OptionError(f"average_by is none, sys or item, not {average_by!r}")
        if pdp and _known(corr_fcn)[0] != "pearson":
            raise OptionError("only Pearson's correlation can be that of pairwise differences (pdp)")
        self.corr_fcn = corr_fcn
        self.num_sys = num_sys
        self.average_by = average_by
        self.filter_nones: bool = bool(filter_nones)
        self.replace_nans_with_zeros = replace_nans_with_zeros
        self.macro = macro
        self.corr_fcn_args: dict[str, Any] = {**corr_fcn_args, **({"pdp": True} if pdp else {})}

    def __call__(self, gold_vect: Any, metric_vect: Any) -> Triple:
        """Returns value, p-value (of several rows their mean, which is no valid one), and weight.

        Raises:
            ParbleuError: scores are missing, or too many; differences are asked for, and no row has two
                scores; an option has a value that it does not take.
        """
        gold, metric = table(gold_vect, self.num_sys), table(metric_vect, self.num_sys)
        rows = {"none": 1, "sys": gold.shape[0], "item": gold.shape[1]}[self.average_by]
        if gold.size == rows and self.corr_fcn_args.get("pdp"):
            raise InputShapeError("differences of scores need at least two scores in a row")
        if gold.size == rows and self.filter_nones:
            return 0, 0, 0  # no row has two scores
        by = our_value("average_by", self.average_by)
        undefined = our_value("undefined", self.replace_nans_with_zeros)
        with global_generator() as random:
            chosen = native(self.corr_fcn, self.corr_fcn_args, random)
            if isinstance(chosen, SoftPairwiseAccuracy):
                result = correlate(chosen, gold, metric)
                return (result.value if result.defined else nan), 0, rows
            result = correlate(chosen, gold, metric, by, undefined=undefined, weighted=not self.macro)
        weight = result.weight
        return result.value, result.p_value, int(weight) if weight == int(weight) else weight

    Corr = __call__

    def _enumerate_pairwise_diffs(
        self, human_scores: Any, metric_scores: Any
    ) -> tuple[list[Score], list[Score]]:
        """Returns the differences of all ordered pairs of scores of each row; None of missing scores."""
        return _differences(human_scores), _differences(metric_scores)


def _differences(rows: Any) -> list[Score]:
    every: list[Score] = []
    for row in rows:
        scores = numpy.asarray(row, dtype=numpy.float64)
        if len(scores) < 2:
            raise InputShapeError("differences of scores need at least two scores in a row")
        differences = (scores[None, :] - scores[:, None]).ravel().tolist()
        every += [None if difference != difference else difference for difference in differences]
    return every


def _Reshape(vector: ArrayLike, num_sys: int, average_by: str) -> NDArray[Any]:
    """Returns scores of systems, one system after another, as rows of what is compared."""
    scores = numpy.asarray(vector)
    if average_by == "none":
        return scores.reshape(1, -1)
    by_system = scores.reshape(num_sys, -1)
    return by_system if average_by == "sys" else by_system.T


def _ReshapeAndFilter(
    corr1: Correlation, corr2: Correlation, average_by: str
) -> tuple[list[int], NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Brings two metrics' scores into rows, and drops those without a gold score.

    Returns:
        The lengths of the rows that have any; and gold scores and those of both metrics, row after row.
    """
    gold, first, second = (
        _Reshape(numpy.array(scores, dtype=object), corr1.num_sys, average_by)
        for scores in (corr1.gold_scores, corr1.metric_scores, corr2.metric_scores)
    )
    known = numpy.array([[score is not None for score in row] for row in gold])
    lengths = [int(count) for count in known.sum(axis=1) if count]
    kept = [numpy.array(scores[known].tolist()) for scores in (gold, first, second)]
    return lengths, kept[0], kept[1], kept[2]


# Tests of two metrics.


@original("stats.PermutationSigDiff")
def PermutationSigDiff(
    corr1: Correlation,
    corr2: Correlation,
    correlation: Callable[..., Any],
    average_by: str,
    n_samples: int,
    stopping: EarlyStopping | None,
    undefined: str,
    correlation_options: Mapping[str, Any],
) -> Verdict:
    """Tests whether the second metric is better than the first, by exchanging scores.

    Returns:
        The p-value; the difference of the correlations of scores brought to a common scale; how many draws
        there were; and the correlations of the second and first metric's hybrid in each. Without draws, the
        p-value is 0, of 1 draw.

    Raises:
        ParbleuError: the gold scores differ, scores are missing, or an option has a value that it cannot.
    """
    gold, first, second = _tables(corr1, corr2)
    with global_generator() as random:
        chosen = native(correlation, correlation_options, random)
        resampling = Resampling(n_samples=n_samples or 1, threads=threads(chosen))
        drawing = random if n_samples else legacy_generator(0)
        tests = PermutationTests("scores", stopping or EarlyStopping(), drawing, test_constant=True)
        how: dict[str, Any] = {"tests": tests, "undefined": undefined}
        result = permutation_test(chosen, gold, first, second, average_by, resampling, **how)
    return _verdict(result, n_samples)


@original("stats.PairwisePermutationSigDiff")
def PairwisePermutationSigDiff(
    corr1: Correlation,
    corr2: Correlation,
    variant: str,
    average_by: str,
    n_samples: int,
    stopping: EarlyStopping | None,
    epsilon1: float | None,
    epsilon2: float | None,
    sample_rate: float,
    undefined: str,
) -> Verdict:
    """Tests whether the second metric is better than the first, by exchanging comparisons of two scores.

    Scores of a metric tie if they differ by no more than its epsilon, by default what suits it best;
    `sample_rate` is the share of pairs that is looked at to find out. The variant is "acc23", "23", or with
    both epsilons "b".

    Returns:
        As `PermutationSigDiff`.

    Raises:
        ParbleuError: the gold scores differ, scores are missing, or an option has a value that it cannot.
    """
    gold, first, second = _tables(corr1, corr2)
    with global_generator() as random:
        test = PairsTest(gold, average_by, variant, False, "pair", sample_rate, undefined, random)
        one, other = test.prepared(first, epsilon1), test.prepared(second, epsilon2)
        if not n_samples:
            test = PairsTest(gold, average_by, variant, False, "pair", 1.0, undefined, legacy_generator(0))
        result = test.run(one, other, n_samples or 1, stopping, thread_count(None))
    return _verdict(result, n_samples)


def check_same_gold(corr1: Correlation, corr2: Correlation) -> None:
    """Checks that two metrics are measured by the same gold scores."""
    first, second = (table(corr.gold_scores, corr.num_sys) for corr in (corr1, corr2))
    if not numpy.array_equal(first, second, equal_nan=True):
        raise InputShapeError("the metrics have different gold scores")


def _tables(corr1: Correlation, corr2: Correlation) -> list[Any]:
    """Returns the gold scores, and those of both metrics."""
    check_same_gold(corr1, corr2)
    vectors = (corr1.gold_scores, corr1.metric_scores, corr2.metric_scores)
    return [table(scores, corr1.num_sys) for scores in vectors]


def _verdict(result: PermutationResult, n_samples: int) -> Verdict:
    """Returns the verdict of a test; of one without draws, another generator made one for the difference."""
    if not n_samples:
        return 0.0, result.delta, 1, []
    draws = [(better, worse) for better, worse in result.draws.tolist()]
    return result.p_value, result.delta, result.n_samples, draws


def WilliamsTest(r12: float, r13: float, r23: float, n: int, one_sided: bool = True) -> float:
    """Returns the p-value of Williams's test, NaN of three scores or fewer; see `parbleu.stats.williams`."""
    return williams_test(r12, r13, r23, n, one_sided) if n > 3 else nan


def WilliamsSigDiff(
    corr1: Correlation, corr2: Correlation, corr_fcn: Callable[..., Any], one_sided: bool = True
) -> Triple:
    """Tests whether two metrics differ in their correlation with the same gold scores.

    The first number that `corr_fcn` returns counts. With `one_sided`, only a higher first correlation does.

    Returns:
        The p-value, and the correlations of the first and of the second metric.

    Raises:
        InputShapeError: the gold scores differ.
    """
    check_same_gold(corr1, corr2)
    first = corr_fcn(corr1.gold_scores, corr1.metric_scores)[0]
    second = corr_fcn(corr2.gold_scores, corr2.metric_scores)[0]
    between = corr_fcn(corr1.metric_scores, corr2.metric_scores)[0]
    return WilliamsTest(first, second, between, len(corr1.gold_scores), one_sided), first, second


class Sample:
    """A random sample of items.

    Args:
        total_size: how many items there are.
        size: how many to draw; all if it is 0 or more than there are.
        method: "uniform"; or "stratify", of each bin its share, rounded down; what is missing goes to the
            bins with the largest rests, of equal ones to those that NumPy's global generator puts first.
        bin_sizes: how many items each bin has; the items of a bin follow one another.
        seed: of the random numbers; 0 and None for new ones each time.

    Attributes:
        sample: int64 (size,), the items.

    Raises:
        OptionError: there is no such method; or a number is negative.
    """

    def __init__(
        self,
        total_size: int,
        size: int,
        method: str,
        bin_sizes: Sequence[int] | None = None,
        seed: int | None = None,
    ) -> None:
        random = numpy.random.default_rng(seed_number(seed or "none"))
        if method == "uniform":
            if total_size < 0 or size < 0:
                raise OptionError(f"cannot draw {size} of {total_size} items: both are 0 or more")
            drawn = [random.choice(total_size, size if 0 < size <= total_size else total_size, replace=False)]
        elif method == "stratify":
            if bin_sizes is None or sum(bin_sizes) != total_size:
                raise OptionError(f"bin_sizes must add up to the {total_size} items")
            if not 0 < size <= total_size:
                size = total_size
            shares = [bin_size / total_size for bin_size in bin_sizes] if total_size else []
            counts = self._SubsampleSizes(shares, size, bin_sizes)
            starts = numpy.cumsum(bin_sizes, dtype=numpy.int64) - numpy.asarray(bin_sizes, dtype=numpy.int64)
            drawn = [
                start + random.choice(bin_size, count, replace=False)
                for start, bin_size, count in zip(starts, bin_sizes, counts, strict=True)
            ]
        else:
            raise OptionError(f"the method is uniform or stratify, not {method!r}")
        self.sample: NDArray[numpy.int64] = numpy.concatenate([numpy.empty(0, dtype=numpy.int64), *drawn])

    def _SubsampleSizes(self, proportions: Sequence[float], size: int, bin_sizes: Sequence[int]) -> list[int]:
        """Returns how many items of each bin make a sample, by NumPy's global generator where rests tie."""
        exact = [share * size for share in proportions]
        counts = [int(number) for number in exact]
        order = numpy.random.permutation(len(counts)).tolist()
        order.sort(key=lambda part: counts[part] - exact[part])
        for part in order[: size - sum(counts)]:
            counts[part] += 1
        return [min(count, bin_size) for count, bin_size in zip(counts, bin_sizes, strict=True)]

    def Select(self, v: ArrayLike) -> NDArray[numpy.generic]:
        """Returns the elements of a vector that were drawn."""
        return numpy.asarray(v)[self.sample]
