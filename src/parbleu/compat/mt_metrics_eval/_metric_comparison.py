"""Compares metrics under the names of MT Metrics Eval, with NumPy's global random numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy

from parbleu.compat.mt_metrics_eval import _functions, stats
from parbleu.compat.mt_metrics_eval._functions import table
from parbleu.compat.mt_metrics_eval._known_functions import native
from parbleu.compat.mt_metrics_eval._numpy_generator import global_generator
from parbleu.compat.mt_metrics_eval._original import original
from parbleu.compat.mt_metrics_eval._permutation_tests import check_same_gold, threads
from parbleu.errors import EvalSetError, InputShapeError, OptionError
from parbleu.meta.contestants import Contest, contest
from parbleu.meta.metric_comparison import (
    PAIRS_OPTIONS,
    PermutationTests,
    compare_global_accuracy,
    compare_metrics,
    significance_of,
)
from parbleu.stats.permutation_tests import EarlyStopping
from parbleu.stats.rank_clusters import significance_ranks
from parbleu.stats.resampling import Resampling

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any

    import numpy as np
    from numpy.typing import NDArray

    from parbleu import _core
    from parbleu.compat.mt_metrics_eval._evalset import EvalSet
    from parbleu.compat.mt_metrics_eval.stats import Correlation
    from parbleu.meta.metric_ranking import Ranking
    from parbleu.stats.correlations.base import Correlation as NativeCorrelation

    Ranks = dict[str, list[Any]]
    Matrix = NDArray[np.float64]
    Significance = tuple[Matrix, NDArray[np.int32], Matrix]
    Comparison = tuple[Ranks, Matrix, NDArray[np.int32], Matrix]


@original("data.GetCorrelations")
def GetCorrelations(
    evs: EvalSet,
    level: str,
    sample_size: int | None,
    sample_method: str | None,
    sample_seed: int | None,
    **chosen: Any,
) -> dict[str, Correlation]:
    """Returns metric -> correlation, of systems sorted by name; see `parbleu.meta.contest`.

    If there is a `sample_size`, so many items are drawn, uniformly, and depending on the seed.
    """
    found = contest(evs.native, level, **chosen)
    places: Any = slice(None)
    if sample_size:
        if sample_method not in (None, "uniform"):
            raise OptionError(
                f"items are drawn uniformly, not by {sample_method!r}: use stats.Sample for that"
            )
        places = stats.Sample(found.gold.shape[1], sample_size, "uniform", None, sample_seed).sample
    gold = _flat(found.gold[:, places])
    return {
        name: stats.Correlation(len(found.systems), gold, _flat(scores[:, places]))
        for name, scores in found.metrics.items()
    }


def _flat(scores: NDArray[np.float64]) -> list[float | None]:
    return [None if score != score else score for score in scores.ravel().tolist()]


@original("data.CompareMetrics")
def CompareMetrics(metric_corrs: Mapping[str, Correlation], **how: Any) -> Comparison:
    """Ranks metrics by their correlation with gold scores; see `parbleu.meta.compare_metrics`.

    Returns:
        metric -> [correlation, rank], the best first; the matrix of p-values; where the draws of a pair begin
        and end; and the draws.
    """
    return compare_contest(_contest(metric_corrs), **how)


@original("data.CompareMetricsWithPairwiseConfidenceError")
def CompareMetricsWithPairwiseConfidenceError(
    metric_corrs: Mapping[str, Correlation], **how: Any
) -> Comparison:
    """Ranks metrics by soft pairwise accuracy, as `CompareMetrics`."""
    return compare_contest(_contest(metric_corrs), _functions.PairwiseConfidenceError, **how)


@original("data.ComputeSigMatrix")
def ComputeSigMatrix(
    metric_corrs: Mapping[str, Correlation],
    corrs_and_ranks: Iterable[str],
    average_by: str,
    undefined: str,
    **how: Any,
) -> Significance:
    """Tests each metric of `corrs_and_ranks`, the best first, against each worse one.

    Returns:
        The matrix of p-values; where the draws of a pair begin and end; and the draws.
    """
    ordered = _contest({name: metric_corrs[name] for name in corrs_and_ranks})
    with global_generator() as random:
        chosen, resampled, tests = _prepared(random, **how)
        found = significance_of(ordered, chosen, average_by, resampled, tests, undefined=undefined)
    if found is None:
        nothing = numpy.zeros((len(ordered.metrics), len(ordered.metrics)))
        return nothing, nothing.astype(numpy.int32), numpy.empty((0, 2))
    return found.p_values, found.draws_index, found.draws


@original("data.CompareMetricsWithGlobalAccuracy")
def CompareMetricsWithGlobalAccuracy(
    evs_list: Sequence[EvalSet],
    main_refs_list: Sequence[Iterable[str]],
    close_refs_list: Sequence[Iterable[str]],
    gold: str | Sequence[str],
    extern_metrics_list: Sequence[Mapping[str, Any] | None] | None,
    n_samples: int,
    stopping: EarlyStopping | None,
    alpha: float,
    **chosen: Any,
) -> Comparison:
    """Ranks metrics by the share of pairs of systems that they order as people do, over several sets.

    The lists, and `gold_name` if it is one, have for each set what `GetCorrelations` takes.

    Returns:
        As `CompareMetrics`, with metrics by display name.
    """
    golds = [gold] * len(evs_list) if isinstance(gold, str) else gold
    added = extern_metrics_list or [None] * len(evs_list)
    lists = zip(evs_list, main_refs_list, close_refs_list, golds, added, strict=True)
    contests = [
        contest(
            evs.native,
            references=references,
            close_references=close,
            gold=gold_of_set,
            added=_as_displayed(evs, more or {}),
            **chosen,
        )
        for evs, references, close, gold_of_set, more in lists
    ]
    return compare_accuracy(contests, n_samples, stopping, alpha)


def _as_displayed(evs: EvalSet, extern: Mapping[str, Any]) -> dict[str, Any]:
    """Returns external metrics under their display names, if their names say which references they used."""
    found: dict[str, Any] = {}
    for name, scores in extern.items():
        shown = evs.DisplayName(name) if "-" in name else name
        found[f"{shown} ({name})" if shown in found else shown] = scores
    return found


def compare_accuracy(
    contests: Sequence[Any], n_samples: int, stopping: EarlyStopping | None, alpha: float
) -> Comparison:
    """Ranks the metrics of contests, one for each set, by global accuracy."""
    with global_generator() as random:
        tests = PermutationTests("scores", stopping or EarlyStopping(), random, test_constant=True)
        found = compare_global_accuracy(contests, resampling(n_samples, alpha), tests=tests)
    return _comparison(found)


def compare_contest(
    compared: Contest,
    correlation: Callable[..., Any],
    average_by: str = "none",
    undefined: str = "drop",
    **how: Any,
) -> Comparison:
    """Ranks the metrics of a contest; see `CompareMetrics`."""
    with global_generator() as random:
        chosen, resampled, tests = _prepared(random, correlation, **how)
        how = {"tests": tests, "undefined": undefined}
        return _comparison(compare_metrics(compared, chosen, average_by, resampled, **how))


def _prepared(
    random: _core.Mersenne,
    correlation: Callable[..., Any],
    n_samples: int,
    stopping: EarlyStopping | None,
    exchange: str,
    alpha: float = 0.05,
    correlation_options: Mapping[str, Any] | None = None,
) -> tuple[NativeCorrelation, Resampling | None, PermutationTests]:
    """Returns the correlation that a function stands for, and how differences are tested."""
    options = correlation_options or {}
    chosen = native(correlation, options, random)
    tests = PermutationTests(
        exchange,
        stopping or EarlyStopping(),
        random,
        test_constant=True,
        pairs_options={name: options[name] for name in PAIRS_OPTIONS if name in options},
    )
    return chosen, resampling(n_samples, alpha, threads(chosen)), tests


def resampling(n_samples: int, alpha: float = 0.05, threads: int | None = None) -> Resampling | None:
    """Returns how scores are resampled; None for no draws."""
    return Resampling(n_samples=n_samples, alpha=alpha, threads=threads) if n_samples else None


def _comparison(found: Ranking) -> Comparison:
    ranks = {name: [found.correlations[name], found.ranks[name]] for name in found.metrics}
    return ranks, found.p_values, found.draws_index, found.draws


@original("data.AssignRanks")
def AssignRanks(p_values: Any, alpha: float) -> list[int]:
    """Returns the ranks of metrics that are ordered from the best to the worst."""
    return significance_ranks([list(row) for row in p_values], alpha)


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
