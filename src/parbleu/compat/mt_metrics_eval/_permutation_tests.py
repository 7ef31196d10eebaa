"""Runs permutation tests of two metrics with NumPy's global random numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy

from parbleu.base.threads import thread_count
from parbleu.compat.mt_metrics_eval._functions import table
from parbleu.compat.mt_metrics_eval._known_functions import UserFunction, native
from parbleu.compat.mt_metrics_eval._numpy_generator import global_generator
from parbleu.errors import InputShapeError
from parbleu.evalset.levels import spelled_out
from parbleu.stats.permutation_tests import EarlyStopping, PairsTest, permutation_test
from parbleu.stats.random_generators import legacy_generator

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from parbleu.compat.mt_metrics_eval.stats import Correlation, PermutationSigDiffParams
    from parbleu.stats.permutation_tests import PermutationResult

    Draws = list[tuple[float, float]]
    Verdict = tuple[float, float, int, Draws]


def PermutationSigDiff(
    corr1: Correlation,
    corr2: Correlation,
    corr_fcn: Callable[..., Any],
    average_by: str = "none",
    k: int = 1000,
    params: PermutationSigDiffParams | None = None,
    replace_nans_with_zeros: bool = False,
    **corr_fcn_args: Any,
) -> Verdict:
    """Tests whether the second metric is better than the first, by exchanging scores.

    Args:
        corr1: the first metric.
        corr2: the second metric, with the same gold scores.
        corr_fcn: as in `stats.AverageCorrelation`; so is `average_by`.
        average_by: "none", "sys" or "item".
        k: how many draws, at most.
        params: when to end early; by default as `PermutationSigDiffParams()`.
        replace_nans_with_zeros: as in `stats.AverageCorrelation`; so are `corr_fcn_args`.
        corr_fcn_args: further arguments of the function.

    Returns:
        The p-value; the difference of the correlations of scores brought to a common scale; how many draws
        there were; and the correlations of the second and first metric's hybrid in each. Without draws, the
        p-value is 0, of 1 draw.

    Raises:
        ParbleuError: the gold scores differ, scores are missing, or an option has a value that it cannot.
    """
    gold, first, second = _tables(corr1, corr2)
    undefined = "zero" if replace_nans_with_zeros else "drop"
    with global_generator() as random:
        chosen = native(corr_fcn, corr_fcn_args, random)
        found = permutation_test(
            chosen,
            gold,
            first,
            second,
            spelled_out(average_by),
            n_samples=k or 1,
            stopping=stopping(params),
            undefined=undefined,
            seed=random if k else legacy_generator(0),
            threads=threads(chosen),
            test_constant=True,
        )
    return _verdict(found, k)


def PairwisePermutationSigDiff(
    corr1: Correlation,
    corr2: Correlation,
    variant: str = "acc23",
    average_by: str = "none",
    k: int = 1000,
    params: PermutationSigDiffParams | None = None,
    epsilon1: float | None = None,
    epsilon2: float | None = None,
    sample_rate: float = 1.0,
    replace_nans_with_zeros: bool = False,
) -> Verdict:
    """Tests whether the second metric is better than the first, by exchanging comparisons of two scores.

    Scores of a metric tie if they differ by no more than its epsilon, by default what suits it best;
    `sample_rate` is the share of pairs that is looked at to find out. The variant is "acc23", "23", or with
    both epsilons "b". The other arguments, the result and errors are those of `PermutationSigDiff`.
    """
    gold, first, second = _tables(corr1, corr2)
    undefined = "zero" if replace_nans_with_zeros else "drop"
    with global_generator() as random:
        by = spelled_out(average_by)
        test = PairsTest(gold, by, variant, False, "pair", sample_rate, undefined, random)
        one, other = test.prepared(first, epsilon1), test.prepared(second, epsilon2)
        if not k:
            test = PairsTest(gold, by, variant, False, "pair", 1.0, undefined, legacy_generator(0))
        found = test.run(one, other, k or 1, stopping(params), thread_count(None))
    return _verdict(found, k)


def stopping(params: PermutationSigDiffParams | None) -> EarlyStopping | None:
    """Returns when to end early, as parbleu has it."""
    if params is None:
        return None
    return EarlyStopping(params.block_size, params.early_min, params.early_max)


def threads(chosen: Any) -> int:
    """Returns how many threads may work: functions of users are called by one."""
    return 1 if isinstance(chosen, UserFunction) else thread_count(None)


def check_same_gold(corr1: Correlation, corr2: Correlation) -> None:
    """Checks that two metrics are measured by the same gold scores.

    Raises:
        InputShapeError: they are not.
    """
    first, second = (table(corr.gold_scores, corr.num_sys) for corr in (corr1, corr2))
    if not numpy.array_equal(first, second, equal_nan=True):
        raise InputShapeError("the metrics have different gold scores")


def _tables(corr1: Correlation, corr2: Correlation) -> list[Any]:
    """Gold scores, and those of both metrics."""
    check_same_gold(corr1, corr2)
    vectors = (corr1.gold_scores, corr1.metric_scores, corr2.metric_scores)
    return [table(scores, corr1.num_sys) for scores in vectors]


def _verdict(found: PermutationResult, k: int) -> Verdict:
    """What a test returns. Without draws, one was made, by another generator, for the difference."""
    if not k:
        return 0.0, found.delta, 1, []
    draws = [(better, worse) for better, worse in found.draws.tolist()]
    return found.p_value, found.delta, found.n_samples, draws
