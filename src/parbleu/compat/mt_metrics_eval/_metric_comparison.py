"""Compares metrics under the names of MT Metrics Eval, with NumPy's global random numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy

from parbleu.compat.mt_metrics_eval import _functions, stats
from parbleu.compat.mt_metrics_eval._functions import table
from parbleu.compat.mt_metrics_eval._known_functions import native
from parbleu.compat.mt_metrics_eval._numpy_generator import global_generator
from parbleu.compat.mt_metrics_eval._permutation_tests import check_same_gold, stopping, threads
from parbleu.errors import EvalSetError, InputShapeError, OptionError
from parbleu.evalset.levels import spelled_out
from parbleu.meta.contestants import Contest, contest
from parbleu.meta.metric_comparison import (
    PAIRS_OPTIONS,
    PermutationTests,
    compare_global_accuracy,
    compare_metrics,
    significance_of,
)
from parbleu.stats.rank_clusters import significance_ranks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any

    import numpy as np
    from numpy.typing import NDArray

    from parbleu import _core
    from parbleu.compat.mt_metrics_eval._evalset import EvalSet
    from parbleu.compat.mt_metrics_eval.stats import Correlation, PermutationSigDiffParams
    from parbleu.meta.metric_ranking import Ranking
    from parbleu.stats.correlations.base import Correlation as NativeCorrelation

    Ranks = dict[str, list[Any]]
    Matrix = NDArray[np.float64]
    Significance = tuple[Matrix, NDArray[np.int32], Matrix]
    Comparison = tuple[Ranks, Matrix, NDArray[np.int32], Matrix]


def GetCorrelations(
    evs: EvalSet,
    level: str,
    main_refs: Iterable[str],
    close_refs: Iterable[str],
    include_human: bool,
    include_outliers: bool,
    gold_name: str,
    primary_metrics: bool,
    domain: str | None = None,
    extern_metrics: Mapping[str, Any] | None = None,
    sample_size: int | None = None,
    sample_method: str | None = None,
    sample_seed: int | None = None,
    metric_format: str = "full",
) -> dict[str, Correlation]:
    """Collects what metrics are compared by.

    Systems, gold scores and metrics are chosen as by `parbleu.meta.contest`, whose arguments these are under
    other names. If there is a `sample_size`, so many items are drawn, uniformly, and depending on the seed.

    Returns:
        Metric -> correlation, of systems sorted by name.

    Raises:
        ParbleuError: as `parbleu.meta.contestants.contest`.
    """
    found = contest(
        evs.native,
        spelled_out(level),
        refs=main_refs,
        close_refs=close_refs,
        human=include_human,
        outliers=include_outliers,
        gold=gold_name,
        primary=primary_metrics,
        domain=domain,
        extern=extern_metrics,
        fmt=metric_format,
    )
    places: Any = slice(None)
    if sample_size:
        if sample_method not in (None, "uniform"):
            raise OptionError(
                f"items are drawn uniformly, not by {sample_method!r}: use stats.Sample for that"
            )
        places = stats.Sample(found.gold.shape[1], sample_size, "uniform", None, sample_seed).sample
    systems = len(found.systems)
    gold = _flat(found.gold[:, places])
    return {
        name: stats.Correlation(systems, gold, _flat(scores[:, places]))
        for name, scores in found.metrics.items()
    }


def _flat(scores: NDArray[np.float64]) -> list[float | None]:
    return [None if score != score else score for score in scores.ravel().tolist()]


def CompareMetrics(
    metric_corrs: Mapping[str, Correlation],
    corr_fcn: Callable[..., Any],
    average_by: str = "none",
    k: int = 1000,
    psd: PermutationSigDiffParams | None = None,
    pval: float = 0.05,
    replace_nans_with_zeros: bool = False,
    perm_test: str = "scores",
    parallel_file: str | None = None,
    **corr_fcn_args: Any,
) -> Comparison:
    """Ranks metrics by their correlation with gold scores.

    Args:
        metric_corrs: metric -> its scores and the gold scores, which are the same for all.
        corr_fcn: as in `stats.AverageCorrelation`; so is `average_by`.
        average_by: "none", "sys" or "item".
        k: draws of each permutation test; 0 for none.
        psd: when a test may end early.
        pval: which p-values are significant.
        replace_nans_with_zeros: as in `stats.AverageCorrelation`; so are `corr_fcn_args`.
        perm_test: whether "scores" are exchanged, or outcomes of "pairs" of scores; see
            `stats.PairwisePermutationSigDiff`.
        parallel_file: as in the original; it changes nothing: threads work in parallel.
        corr_fcn_args: further arguments of the function.

    Returns:
        metric -> [correlation, rank], the best first; the matrix of p-values; where the draws of a pair begin
        and end; and the draws.

    Raises:
        ParbleuError: scores are missing; an option has a value that it cannot have.
    """
    how = replace_nans_with_zeros, perm_test, corr_fcn_args
    return compare_contest(_contest(metric_corrs), corr_fcn, average_by, k, psd, pval, *how)


def ComputeSigMatrix(
    metric_corrs: Mapping[str, Correlation],
    corrs_and_ranks: Iterable[str],
    corr_fcn: Callable[..., Any],
    average_by: str,
    k: int,
    psd: PermutationSigDiffParams | None,
    replace_nans_with_zeros: bool,
    perm_test: str,
    parallel_file: str | None = None,
    **corr_fcn_args: Any,
) -> Significance:
    """Tests each metric against each worse one.

    `corrs_and_ranks` names the metrics, the best first; the other arguments are those of `CompareMetrics`.

    Returns:
        The matrix of p-values; where the draws of a pair begin and end; and the draws.
    """
    ordered = _contest({name: metric_corrs[name] for name in corrs_and_ranks})
    undefined = "zero" if replace_nans_with_zeros else "drop"
    with global_generator() as random:
        chosen, tests = _prepared(corr_fcn, corr_fcn_args, random, k, psd, 0.05, perm_test)
        found = significance_of(ordered, chosen, spelled_out(average_by), tests, undefined=undefined)
    if found is None:
        nothing = numpy.zeros((len(ordered.metrics), len(ordered.metrics)))
        return nothing, nothing.astype(numpy.int32), numpy.empty((0, 2))
    return found.p_values, found.draws_index, found.draws


def CompareMetricsWithPairwiseConfidenceError(
    metric_corrs: Mapping[str, Correlation],
    k: int = 1000,
    psd: PermutationSigDiffParams | None = None,
    pval: float = 0.05,
    replace_nans_with_zeros: bool = False,
    perm_test: str = "scores",
    parallel_file: str | None = None,
) -> Comparison:
    """Ranks metrics by soft pairwise accuracy; arguments and results are those of `CompareMetrics`."""
    function = _functions.PairwiseConfidenceError
    return CompareMetrics(metric_corrs, function, "none", k, psd, pval, replace_nans_with_zeros, perm_test)


def CompareMetricsWithGlobalAccuracy(
    evs_list: Sequence[EvalSet],
    main_refs_list: Sequence[Iterable[str]],
    close_refs_list: Sequence[Iterable[str]],
    include_human: bool,
    include_outliers: bool,
    gold_name: str | Sequence[str],
    primary_metrics: bool,
    domain: str | None = None,
    k: int = 1000,
    psd: PermutationSigDiffParams | None = None,
    pval: float = 0.05,
    extern_metrics_list: Sequence[Mapping[str, Any] | None] | None = None,
    parallel_file: str | None = None,
) -> Comparison:
    """Ranks metrics by the share of pairs of systems that they order as people do, over several sets.

    The lists, and `gold_name` if it is one, have for each set what `GetCorrelations` takes. The other
    arguments are those of `GetCorrelations` and `CompareMetrics`.

    Returns:
        As `CompareMetrics`, with metrics by display name.
    """
    golds = [gold_name] * len(evs_list) if isinstance(gold_name, str) else gold_name
    extern = extern_metrics_list or [None] * len(evs_list)
    contests = [
        contest(
            evs.native,
            "system",
            refs=refs,
            close_refs=close_refs,
            human=include_human,
            outliers=include_outliers,
            gold=gold,
            primary=primary_metrics,
            domain=domain,
            extern=_as_displayed(evs, more or {}),
        )
        for evs, refs, close_refs, gold, more in zip(
            evs_list, main_refs_list, close_refs_list, golds, extern, strict=True
        )
    ]
    return compare_accuracy(contests, k, psd, pval)


def _as_displayed(evs: EvalSet, extern: Mapping[str, Any]) -> dict[str, Any]:
    """Returns external metrics under their display names, if their names say which references they used."""
    found: dict[str, Any] = {}
    for name, scores in extern.items():
        shown = evs.DisplayName(name) if "-" in name else name
        found[f"{shown} ({name})" if shown in found else shown] = scores
    return found


def compare_accuracy(
    contests: Sequence[Any], k: int, psd: PermutationSigDiffParams | None, pval: float
) -> Comparison:
    """Ranks the metrics of contests, one for each set, by global accuracy."""
    with global_generator() as random:
        tests = PermutationTests(k, stopping(psd), pval, seed=random, test_constant=True)
        found = compare_global_accuracy(contests, tests)
    return _comparison(found)


def compare_contest(
    compared: Contest,
    corr_fcn: Callable[..., Any],
    average_by: str,
    k: int,
    psd: PermutationSigDiffParams | None,
    pval: float,
    replace_nans_with_zeros: bool,
    perm_test: str,
    options: Mapping[str, Any],
) -> Comparison:
    """Ranks the metrics of a contest; see `CompareMetrics`."""
    undefined = "zero" if replace_nans_with_zeros else "drop"
    with global_generator() as random:
        chosen, tests = _prepared(corr_fcn, options, random, k, psd, pval, perm_test)
        by = spelled_out(average_by)
        return _comparison(compare_metrics(compared, chosen, by, tests, undefined=undefined))


def _prepared(
    function: Callable[..., Any],
    options: Mapping[str, Any],
    random: _core.Mersenne,
    k: int,
    psd: PermutationSigDiffParams | None,
    pval: float,
    perm_test: str,
) -> tuple[NativeCorrelation, PermutationTests]:
    """Returns the correlation that a function stands for, and how differences are tested."""
    chosen = native(function, options, random)
    how: dict[str, Any] = {"seed": random, "threads": threads(chosen), "test_constant": True}
    tests = PermutationTests(k, stopping(psd), pval, perm_test, **how)
    tests.pairs_options |= {key: options[key] for key in PAIRS_OPTIONS if key in options}
    return chosen, tests


def _comparison(found: Ranking) -> Comparison:
    ranks = {name: [corr, rank] for name, (corr, rank) in found.corr_ranks.items()}
    return ranks, found.matrix, found.draws_index, found.draws_list


def AssignRanks(sig_matrix: Matrix | Sequence[Sequence[float]], pval: float) -> list[int]:
    """Returns the ranks of metrics that are ordered from the best to the worst.

    Args:
        sig_matrix: [i, j], i < j, is the p-value of "metric i is better than j".
        pval: which p-values are significant.
    """
    return significance_ranks([list(row) for row in sig_matrix], pval)


def _contest(metric_corrs: Mapping[str, Correlation]) -> Contest:
    """Returns gold scores and metrics in tables, whose systems have no names."""
    if not metric_corrs:
        raise EvalSetError("there is no metric to compare")
    first = next(iter(metric_corrs.values()))
    tables = {}
    for name, corr in metric_corrs.items():
        check_same_gold(first, corr)
        if corr.num_sys != first.num_sys:
            raise InputShapeError(f"{name} has scores of {corr.num_sys} systems, others of {first.num_sys}")
        tables[name] = table(corr.metric_scores, corr.num_sys)
    systems = (f"system {number}" for number in range(1, first.num_sys + 1))
    return Contest(systems, table(first.gold_scores, first.num_sys), tables)
