"""Comparisons of metrics under the names of MT Metrics Eval, by NumPy's global random numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy

from parbleu.compat.mt_metrics_eval import _functions, stats
from parbleu.compat.mt_metrics_eval._functions import table
from parbleu.compat.mt_metrics_eval._known_functions import native
from parbleu.compat.mt_metrics_eval._numpy_generator import global_generator
from parbleu.compat.mt_metrics_eval._permutation_tests import check_same_gold, stopping, threads
from parbleu.errors import EvalSetError, InputShapeError, OptionError
from parbleu.meta.contestants import contest
from parbleu.meta.metric_comparison import PermutationTests, compare_global_accuracy
from parbleu.stats.correlation import correlate_all
from parbleu.stats.pairwise_significance import pairs_significance, significance
from parbleu.stats.rank_clusters import significance_ranks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any

    import numpy as np
    from numpy.typing import NDArray

    from parbleu.compat.mt_metrics_eval._evalset import EvalSet
    from parbleu.compat.mt_metrics_eval.stats import Correlation, PermutationSigDiffParams

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

    Args:
        evs: the evaluation set.
        level: what scores are of.
        main_refs: the references that metrics may use.
        close_refs: references that are too close to these to be scored.
        include_human: whether other references are scored as systems.
        include_outliers: whether outliers are.
        gold_name: the name of human scores; "std" for those that are standard.
        primary_metrics: whether only primary metrics compete.
        domain: only what belongs to this domain; with level "sys", its scores at level "domain".
        extern_metrics: name -> system -> scores: further metrics.
        sample_size: how many items are drawn; by default all are compared.
        sample_method: "uniform", or "stratify", of each domain its share.
        sample_seed: of the random numbers.
        metric_format: how metrics are called; see `EvalSet.DisplayName`.

    Returns:
        Metric -> correlation, of systems sorted by name.

    Raises:
        ParbleuError: as `parbleu.meta.contestants.contest`.
    """
    found = contest(
        evs.native,
        level,
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
    gold, tables = _tables(metric_corrs)
    chosen = Comparing(corr_fcn, average_by, replace_nans_with_zeros, perm_test, corr_fcn_args)
    return chosen.compare(gold, tables, k, psd, pval)


def ComputeSigMatrix(
    metric_corrs: Mapping[str, Correlation],
    corrs_and_ranks: Iterable[str],
    corr_fcn: Callable[..., Any],
    average_by: str = "none",
    k: int = 1000,
    psd: PermutationSigDiffParams | None = None,
    replace_nans_with_zeros: bool = False,
    perm_test: str = "scores",
    parallel_file: str | None = None,
    **corr_fcn_args: Any,
) -> Significance:
    """Tests each metric against each worse one.

    Args:
        metric_corrs: as in `CompareMetrics`; so are the others.
        corrs_and_ranks: the metrics, the best first.
        corr_fcn: the correlation.
        average_by: what it is averaged by.
        k: draws of each test.
        psd: when a test may end early.
        replace_nans_with_zeros: what undefined values count.
        perm_test: what is exchanged.
        parallel_file: changes nothing.
        corr_fcn_args: further arguments of the function.

    Returns:
        The matrix of p-values; where the draws of a pair begin and end; and the draws.
    """
    gold, tables = _tables({name: metric_corrs[name] for name in corrs_and_ranks})
    chosen = Comparing(corr_fcn, average_by, replace_nans_with_zeros, perm_test, corr_fcn_args)
    return chosen.significance(gold, list(tables.values()), k, psd)


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
    return CompareMetrics(
        metric_corrs,
        _functions.PairwiseConfidenceError,
        "none",
        k,
        psd,
        pval,
        replace_nans_with_zeros,
        perm_test,
        parallel_file,
    )


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

    Args:
        evs_list: the evaluation sets.
        main_refs_list: for each one what `GetCorrelations` takes; so are the other lists.
        close_refs_list: references that are not scored.
        include_human: as in `GetCorrelations`.
        include_outliers: as in `GetCorrelations`.
        gold_name: as in `GetCorrelations`, or one for each set.
        primary_metrics: as in `GetCorrelations`.
        domain: as in `GetCorrelations`.
        k: as in `CompareMetrics`; so are `psd` and `pval`.
        psd: when a test may end early.
        pval: which p-values are significant.
        extern_metrics_list: further metrics.
        parallel_file: changes nothing.

    Returns:
        As `CompareMetrics`, with metrics by display name.
    """
    golds = [gold_name] * len(evs_list) if isinstance(gold_name, str) else gold_name
    extern = extern_metrics_list or [None] * len(evs_list)
    contests = [
        contest(
            evs.native,
            "sys",
            refs=refs,
            close_refs=close_refs,
            human=include_human,
            outliers=include_outliers,
            gold=gold,
            primary=primary_metrics,
            domain=domain,
            extern=more,
        )
        for evs, refs, close_refs, gold, more in zip(
            evs_list, main_refs_list, close_refs_list, golds, extern, strict=True
        )
    ]
    return compare_accuracy(contests, k, psd, pval)


def compare_accuracy(
    contests: Sequence[Any], k: int, psd: PermutationSigDiffParams | None, pval: float
) -> Comparison:
    """Ranks the metrics of contests, one for each set, by global accuracy."""
    with global_generator() as random:
        found = compare_global_accuracy(contests, PermutationTests(k, stopping(psd), pval, seed=random))
    ranks = {name: [corr, rank] for name, (corr, rank) in found.corr_ranks.items()}
    return ranks, found.matrix, found.draws_index, found.draws_list


def AssignRanks(sig_matrix: Matrix | Sequence[Sequence[float]], pval: float) -> list[int]:
    """Returns the ranks of metrics that are ordered from the best to the worst.

    Args:
        sig_matrix: [i, j], i < j, is the p-value of "metric i is better than j".
        pval: which p-values are significant.
    """
    return significance_ranks([list(row) for row in sig_matrix], pval)


def _tables(metric_corrs: Mapping[str, Correlation]) -> tuple[Matrix, dict[str, Matrix]]:
    """The gold scores, and metric -> scores, in tables."""
    if not metric_corrs:
        raise EvalSetError("there is no metric to compare")
    first = next(iter(metric_corrs.values()))
    tables = {}
    for name, corr in metric_corrs.items():
        check_same_gold(first, corr)
        if corr.num_sys != first.num_sys:
            raise InputShapeError(f"{name} has scores of {corr.num_sys} systems, others of {first.num_sys}")
        tables[name] = table(corr.metric_scores, corr.num_sys)
    return table(first.gold_scores, first.num_sys), tables


class Comparing:
    """How metrics are compared; arguments as of `CompareMetrics`."""

    def __init__(
        self,
        corr_fcn: Callable[..., Any],
        average_by: str,
        replace_nans_with_zeros: bool,
        perm_test: str,
        options: Mapping[str, Any],
    ) -> None:
        if perm_test not in ("scores", "pairs"):
            raise OptionError(f"perm_test is scores or pairs, not {perm_test!r}")
        self._function = corr_fcn
        self._average_by = average_by
        self._undefined = "zero" if replace_nans_with_zeros else "drop"
        self._perm_test = perm_test
        self._options = dict(options)

    def compare(
        self,
        gold: Matrix,
        tables: Mapping[str, Matrix],
        k: int,
        psd: PermutationSigDiffParams | None,
        pval: float,
    ) -> Comparison:
        """Ranks metrics, given as tables, systems by items."""
        with global_generator() as random:
            chosen = native(self._function, self._options, random)
            found = correlate_all(
                chosen,
                gold,
                tables.values(),
                self._average_by,
                undefined=self._undefined,
                weighted=False,
                threads=threads(chosen),
            )
        values = {name: result.value for name, result in zip(tables, found, strict=True)}
        ordered = sorted(values, key=lambda name: (-values[name], name))
        matrix, index, draws = self.significance(gold, [tables[name] for name in ordered], k, psd)
        ranks = AssignRanks(matrix, pval)
        return (
            {name: [values[name], rank] for name, rank in zip(ordered, ranks, strict=True)},
            matrix,
            index,
            draws,
        )

    def significance(
        self, gold: Matrix, tables: Sequence[Matrix], k: int, psd: PermutationSigDiffParams | None
    ) -> Significance:
        """Tests metrics, given as tables, the best first."""
        if not k:
            nothing = numpy.zeros((len(tables), len(tables)))
            return nothing, nothing.astype(numpy.int32), numpy.empty((0, 2))
        with global_generator() as random:
            chosen = native(self._function, self._options, random)
            shared: dict[str, Any] = {
                "n_draws": k,
                "stopping": stopping(psd),
                "undefined": self._undefined,
                "seed": random,
                "threads": threads(chosen),
            }
            if self._perm_test == "scores":
                found = significance(chosen, gold, tables, self._average_by, **shared)
            elif chosen.name == "pce":
                raise OptionError("soft pairwise accuracy is tested by exchanging scores, not pairs")
            else:
                own = {key: self._options[key] for key in ("variant", "sample_rate") if key in self._options}
                found = pairs_significance(gold, tables, self._average_by, **own, **shared)
        return found.p_values, found.draws_index, found.draws
