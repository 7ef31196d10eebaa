"""The module `stats` of MT Metrics Eval: correlations with gold scores, and tests of differences.

Numbers are its numbers; where its random numbers come from NumPy's global generator, so do these, and the
generator is left where it would have left it. NaN in scores is a missing score, as `None` is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy
from numpy.typing import ArrayLike

from parbleu.compat.mt_metrics_eval import _functions
from parbleu.compat.mt_metrics_eval._functions import Agreement as Agreement
from parbleu.compat.mt_metrics_eval._functions import KendallLike as KendallLike
from parbleu.compat.mt_metrics_eval._functions import KendallVariants as KendallVariants
from parbleu.compat.mt_metrics_eval._functions import KendallWithTiesOpt as KendallWithTiesOpt
from parbleu.compat.mt_metrics_eval._functions import PairwiseConfidenceError as PairwiseConfidenceError
from parbleu.compat.mt_metrics_eval._functions import filter_gold_nones as filter_gold_nones
from parbleu.compat.mt_metrics_eval._functions import is_constant_array as is_constant_array
from parbleu.compat.mt_metrics_eval._functions import table
from parbleu.compat.mt_metrics_eval._known_functions import is_pearson, native
from parbleu.compat.mt_metrics_eval._numpy_generator import global_generator
from parbleu.compat.mt_metrics_eval._permutation_tests import (
    PairwisePermutationSigDiff as PairwisePermutationSigDiff,
)
from parbleu.compat.mt_metrics_eval._permutation_tests import PermutationSigDiff as PermutationSigDiff
from parbleu.compat.mt_metrics_eval._permutation_tests import check_same_gold
from parbleu.compat.mt_metrics_eval._score_pairs import KendallPreproc as KendallPreproc
from parbleu.compat.mt_metrics_eval._score_pairs import PairwiseDiffs as PairwiseDiffs
from parbleu.compat.mt_metrics_eval._score_pairs import (
    _FenwickTreeSufficientStatistics as _FenwickTreeSufficientStatistics,
)
from parbleu.compat.mt_metrics_eval._score_pairs import (
    _MatrixSufficientStatistics as _MatrixSufficientStatistics,
)
from parbleu.errors import InputShapeError, OptionError
from parbleu.evalset.levels import spelled_out
from parbleu.stats.correlation import correlate
from parbleu.stats.item_sampling import draw_of_bins, sample_items
from parbleu.stats.williams import williams_test

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    import numpy as np
    from numpy.typing import NDArray

    Score = float | None
    Triple = tuple[float, float, float]


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


class Correlation:
    """A metric's scores, and gold scores to correlate them with.

    Args:
        num_sys: how many systems there are.
        gold_scores: all of the first system, then of the next, and so on; None where there is none.
        metric_scores: as many.

    Attributes:
        num_sys: as given; so are the others.
        num_items: how many scores each system has.
        none_count: how many gold scores are missing.

    Raises:
        InputShapeError: systems cannot have equally many of so many scores.
    """

    def __init__(self, num_sys: int, gold_scores: Sequence[Score], metric_scores: Sequence[Score]) -> None:
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

    def _average(self, corr_fcn: Callable[..., Any], average_by: str, **options: Any) -> Triple:
        return self.AverageCorrelation(corr_fcn, average_by, **options)(self.gold_scores, self.metric_scores)

    def Pearson(self, average_by: str = "none", pdp: bool = False) -> Triple:
        """Returns Pearson's correlation, the (mean) p-value, and the number of rows.

        Args:
            average_by: "none": one correlation of all scores; "sys": the mean of one for every system;
                "item": that of one for every item.
            pdp: correlate the differences of all pairs of a row, instead of scores.
        """
        return self._average(_functions.pearsonr, average_by, **({"pdp": True} if pdp else {}))

    def Spearman(self, average_by: str = "none") -> Triple:
        """Returns Spearman's correlation, as `Pearson` does."""
        return self._average(_functions.spearmanr, average_by)

    def Kendall(self, average_by: str = "none", variant: str = "b") -> Triple:
        """Returns Kendall's tau-b or tau-c, as `Pearson` does."""
        return self._average(_functions.kendalltau, average_by, variant=variant)

    def KendallLike(self, average_by: str = "item", thresh: float = 25) -> Triple:
        """Returns the correlation of the pairs whose gold scores differ by `thresh`, 0, and their number."""
        return self._average(_functions.KendallLike, average_by, macro=False, thresh=thresh)

    def KendallVariants(self, average_by: str = "none", variant: str = "b", epsilon: float = 0.0) -> Triple:
        """Returns tau-b, tau-c, tau-23 or acc23, as `Pearson` does; the p-value is 0."""
        return self._average(_functions.KendallVariants, average_by, variant=variant, epsilon=epsilon)

    def KendallWithTiesOpt(
        self, average_by: str = "none", variant: str = "acc23", sample_rate: float = 0.1
    ) -> Triple:
        """Returns acc23 or tau-23 with the best threshold for ties, 0, and the number of rows."""
        options: dict[str, Any] = {"variant": variant, "sample_rate": sample_rate}
        return self._average(_functions.KendallWithTiesOpt, average_by, **options)

    def PairwiseConfidenceError(self, average_by: str = "none") -> Triple:
        """Returns soft pairwise accuracy, 0, and 1."""
        return self._average(_functions.PairwiseConfidenceError, average_by)


class AverageCorrelation:
    """A correlation, averaged over rows. It is called with vectors of gold and of metric scores.

    Args:
        corr_fcn: a function of this module, of SciPy, or of the user; the latter is called for every row, and
            returns value, p-value and perhaps the row's weight.
        num_sys: how many systems the vectors are of; for averages "none", it may be 0.
        average_by: "none", "sys" or "item", as in `Correlation.Pearson`.
        filter_nones: whether gold scores may be missing; rows of one score are left out then.
        replace_nans_with_zeros: whether undefined values count as 0; else they are left out.
        macro: whether all rows weigh the same.
        corr_fcn_args: further arguments of the function; and `pdp`, as in `Correlation.Pearson`.

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
        if pdp and not is_pearson(corr_fcn):
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

        Args:
            gold_vect: gold scores; None where there is none.
            metric_vect: the metric's.

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
        with global_generator() as random:
            chosen = native(self.corr_fcn, self.corr_fcn_args, random)
            undefined = "zero" if self.replace_nans_with_zeros else "drop"
            if chosen.name == "pce":
                found = correlate(chosen, gold, metric)
                return (found.value if found.defined else float("nan")), 0, rows
            found = correlate(
                chosen,
                gold,
                metric,
                spelled_out(self.average_by),
                undefined=undefined,
                weighted=not self.macro,
            )
        weight = found.weight
        return found.value, found.p_value, int(weight) if weight == int(weight) else weight

    Corr = __call__

    def _enumerate_pairwise_diffs(
        self, human_scores: Sequence[Sequence[Score]], metric_scores: Sequence[Sequence[float]]
    ) -> tuple[list[Score], list[Score]]:
        """Returns the differences of all ordered pairs of scores of each row, one row after another.

        Those of scores that are missing are None.
        """
        return _differences(human_scores), _differences(metric_scores)


def _differences(rows: Any) -> list[Score]:
    found: list[Score] = []
    for row in rows:
        scores = numpy.asarray(row, dtype=numpy.float64)
        if len(scores) < 2:
            raise InputShapeError("differences of scores need at least two scores in a row")
        differences = (scores[None, :] - scores[:, None]).ravel().tolist()
        found += [None if difference != difference else difference for difference in differences]
    return found


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


def WilliamsTest(r12: float, r13: float, r23: float, n: int, one_sided: bool = True) -> float:
    """Returns the p-value of Williams's test, NaN of three scores or fewer; see `parbleu.stats.williams`."""
    return williams_test(r12, r13, r23, n, one_sided) if n > 3 else float("nan")


def WilliamsSigDiff(
    corr1: Correlation, corr2: Correlation, corr_fcn: Callable[..., Any], one_sided: bool = True
) -> Triple:
    """Tests whether two metrics differ in their correlation with the same gold scores.

    Args:
        corr1: the first metric.
        corr2: the second metric.
        corr_fcn: called with two vectors of scores; the first number that it returns counts.
        one_sided: whether only a higher first correlation counts.

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
        seeded: Any = seed or "none"
        if method == "uniform":
            self.sample: NDArray[np.int64] = sample_items(total_size, size, seeded)
        elif method == "stratify":
            if bin_sizes is None or sum(bin_sizes) != total_size:
                raise OptionError(f"bin_sizes must add up to the {total_size} items")
            if not 0 < size <= total_size:
                size = total_size
            shares = [bin_size / total_size for bin_size in bin_sizes] if total_size else []
            self.sample = draw_of_bins(bin_sizes, self._SubsampleSizes(shares, size, bin_sizes), seeded)
        else:
            raise OptionError(f"the method is uniform or stratify, not {method!r}")

    def _SubsampleSizes(self, proportions: Sequence[float], size: int, bin_sizes: Sequence[int]) -> list[int]:
        """Returns how many items of each bin make a sample, by NumPy's global generator where rests tie."""
        exact = [share * size for share in proportions]
        counts = [int(number) for number in exact]
        order = numpy.random.permutation(len(counts)).tolist()
        order.sort(key=lambda place: counts[place] - exact[place])
        for place in order[: size - sum(counts)]:
            counts[place] += 1
        return [min(count, bin_size) for count, bin_size in zip(counts, bin_sizes, strict=True)]

    def Select(self, v: ArrayLike) -> NDArray[np.generic]:
        """Returns the elements of a vector that were drawn."""
        return numpy.asarray(v)[self.sample]
