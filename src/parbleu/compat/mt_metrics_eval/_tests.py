"""Permutation tests of two metrics, by NumPy's global random numbers."""

from __future__ import annotations

from parbleu.compat.mt_metrics_eval._functions import table
from parbleu.compat.mt_metrics_eval._native import native
from parbleu.compat.mt_metrics_eval._random import global_generator

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from parbleu.compat.mt_metrics_eval.stats import Correlation, PermutationSigDiffParams
    from parbleu.stats.permutation import EarlyStopping, PermutationResult

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
    from parbleu.stats.permutation import permutation_test, standardized

    gold, first, second = _tables(corr1, corr2)
    undefined = "zero" if replace_nans_with_zeros else "drop"
    with global_generator() as random:
        chosen = native(corr_fcn, corr_fcn_args, random)
        if k:
            options: dict[str, Any] = {
                "n_draws": k,
                "stopping": stopping(params),
                "seed": random,
                "threads": 1,
            }
            return _verdict(
                permutation_test(chosen, gold, first, second, average_by, undefined=undefined, **options)
            )
        rows = chosen.test_rows(gold, average_by)
        measure = chosen.measure(rows)
        values = [
            measure.average(standardized(chosen.arrange(rows, metric), random), False, undefined == "zero")[0]
            for metric in (first, second)
        ]
    return 0.0, values[1] - values[0], 1, []


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

    Args:
        corr1: the first metric.
        corr2: the second metric, with the same gold scores.
        variant: "acc23", "23", or with both epsilons "b".
        average_by: "none", "sys" or "item": within what scores are compared.
        k: how many draws, at most.
        params: as in `PermutationSigDiff`.
        epsilon1: scores of the first metric tie if they differ by no more; by default what suits it best.
        epsilon2: the same of the second metric.
        sample_rate: the share of pairs that is looked at to find out.
        replace_nans_with_zeros: as in `PermutationSigDiff`.

    Returns:
        As `PermutationSigDiff`.

    Raises:
        ParbleuError: as `PermutationSigDiff`.
    """
    from parbleu.stats.permutation import PairsTest

    gold, first, second = _tables(corr1, corr2)
    undefined = "zero" if replace_nans_with_zeros else "drop"
    with global_generator() as random:
        test = PairsTest(gold, average_by, variant, False, "pair", sample_rate, undefined, random)
        one, other = test.prepared(first, epsilon1), test.prepared(second, epsilon2)
        if k:
            return _verdict(test.run(one, other, k, stopping(params), 1))
    # The metrics' own values are in the outcome of any draw, for which another generator will do.
    from parbleu.stats.generators import legacy_generator

    with_draw = PairsTest(gold, average_by, variant, False, "pair", 1.0, undefined, legacy_generator(0))
    return 0.0, with_draw.run(one, other, 1, None, 1).delta, 1, []


def stopping(params: PermutationSigDiffParams | None) -> EarlyStopping | None:
    """Returns when to end early, as parbleu has it."""
    from parbleu.stats.permutation import EarlyStopping

    if params is None:
        return None
    return EarlyStopping(params.block_size, params.early_min, params.early_max)


def _tables(corr1: Correlation, corr2: Correlation) -> list[Any]:
    """Gold scores, and those of both metrics."""
    from parbleu.compat.mt_metrics_eval.stats import check_same_gold

    check_same_gold(corr1, corr2)
    vectors = (corr1.gold_scores, corr1.metric_scores, corr2.metric_scores)
    return [table(scores, corr1.num_sys) for scores in vectors]


def _verdict(found: PermutationResult) -> Verdict:
    draws = [(better, worse) for better, worse in found.draws.tolist()]
    return found.p_value, found.delta, found.n_draws, draws
