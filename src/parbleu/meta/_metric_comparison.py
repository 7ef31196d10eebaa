"""Ranks metrics by their agreement with human scores, and tests the differences between them.

    evalset = EvalSet("wmt24", "en-de")
    how = {"resampling": Resampling(seed=1), "tests": PermutationTests("pairs")}
    print(compare_metrics(contest(evalset, "segment"), "KendallWithTiesOpt", "item", **how))

Correlations are averaged over rows of equal weight, also for Kendall-like. P-values are those of MT Metrics
Eval after `numpy.random.seed(seed)`, had it the systems in the same order; see
`parbleu.stats.permutation_tests`.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy

from parbleu import _core
from parbleu._base.log import warn
from parbleu._base.progress import no_progress
from parbleu._base.threads import thread_count
from parbleu.errors import EvalSetError
from parbleu.meta._metric_ranking import Ranking
from parbleu.stats._correlations import get_correlation
from parbleu.stats._correlations.pce import SoftPairwiseAccuracy
from parbleu.stats._score_rows import rows_of_sets
from parbleu.stats.chance_levels import CONSTANT, constant_accuracy, constant_correlation, constant_interval
from parbleu.stats.correlation import correlate_all
from parbleu.stats.correlation_interval import correlation_interval
from parbleu.stats.pairwise_accuracy import global_accuracy, joined
from parbleu.stats.pairwise_significance import significance
from parbleu.stats.permutation_tests import N_SAMPLES, RESAMPLING, TESTS
from parbleu.stats.permutation_tests import PermutationTests as PermutationTests
from parbleu.stats.rank_clusters import significance_ranks

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from parbleu._base.progress import ProgressBar
    from parbleu.meta._contestants import Contest
    from parbleu.stats._correlations.base import Correlation
    from parbleu.stats._random_generators import Generator
    from parbleu.stats.correlation_interval import CorrelationInterval
    from parbleu.stats.pairwise_significance import Significance
    from parbleu.stats.resampling import Resampling


def compare_metrics(
    contest: Contest,
    correlation: str | Correlation = "pearson",
    average_by: str = "none",
    resampling: Resampling | None = RESAMPLING,
    *,
    tests: PermutationTests = TESTS,
    undefined: str = "drop",
    **options: Any,
) -> Ranking:
    """Ranks metrics by how well they agree with gold scores.

    Metrics of equal correlation are in the order of their names. A rank begins with the first metric that is
    significantly worse than one of the rank before.

    Args:
        contest: the metrics and gold scores. For soft pairwise accuracy, "pce", its scores are those of
            segments, and its gold scores those that are standard for systems.
        correlation: a name of `parbleu.stats.correlation.CORRELATIONS`, or a `Correlation`.
        average_by: "none", "item" or "system".
        resampling: how often, by which seed and at which level differences are tested; 1000 draws if it does
            not say; None for no tests, which leaves all p-values 0 and ranks 1, 2, 3, ...
        tests: what the tests exchange, and how they run.
        undefined: "drop" or "zero"; see `parbleu.stats.correlation.correlate`.
        options: options of the correlation.

    Raises:
        OptionError: an option has a value that it does not take.
        EvalSetError: a metric lacks a score, and the correlation needs all.
        InputShapeError: a test is not possible with so few scores.
    """
    chosen = get_correlation(correlation, **options)
    if chosen.complete:
        contest.check_complete()
    if isinstance(chosen, SoftPairwiseAccuracy):
        correlation, options = copy(chosen), {}
        correlation.halves_ties = not tests.test_constant
    random, seed = tests.drawing(resampling)
    values = _correlations(contest, correlation, average_by, resampling, random, undefined, options)
    names = _ordered(values)
    tests_of_pairs = None
    if resampling is not None:
        how: dict[str, Any] = {"tests": replace(tests, generator=random), "undefined": undefined, **options}
        tables = [contest.metrics[name] for name in names]
        tests_of_pairs = significance(correlation, contest.gold, tables, average_by, resampling, **how)
    return _ranking(names, values, tests_of_pairs, resampling, seed)


def compare_global_accuracy(
    contests: Sequence[Contest],
    resampling: Resampling | None = RESAMPLING,
    *,
    tests: PermutationTests = TESTS,
) -> Ranking:
    """Ranks metrics by the share of pairs of systems that they order as people do, over several sets.

    Only metrics that compete in every set under the same display name are compared.

    Args:
        contests: the metrics and gold scores at level "system", one for each set.
        resampling: how often, by which seed and at which level differences are tested; None for no tests.
        tests: how the tests run; they exchange scores, and those of all sets are brought to a common scale
            together.

    Raises:
        EvalSetError: no metric competes in every set; or one lacks a score.
        InputShapeError: scores are of another level.
    """
    for contest in contests:
        contest.check_complete()
    golds = [contest.gold for contest in contests]
    common = [name for name in contests[0].metrics if all(name in contest.metrics for contest in contests)]
    if not common:
        raise EvalSetError(
            "no metric competes in every one of these sets: choose others, or all metrics (--all)"
        )
    scores = {name: [contest.metrics[name] for contest in contests] for name in common}
    values = {name: global_accuracy(golds, tables).value for name, tables in scores.items()}
    if CONSTANT in values:
        values[CONSTANT] = constant_accuracy(golds)
    names = _ordered(values)
    if resampling is None:
        return _ranking(names, values, None, None, None)
    tables = [joined(scores[name], golds) for name in names]
    random, seed = tests.drawing(resampling)
    running = replace(tests, generator=random)
    rows = rows_of_sets(golds)
    tests_of_pairs = significance("accuracy", rows, tables, resampling=resampling, tests=running)
    return _ranking(names, values, tests_of_pairs, resampling, seed)


def correlation_intervals(
    contest: Contest,
    metrics: Sequence[str],
    correlation: str,
    average_by: str = "none",
    *,
    undefined: str = "drop",
    threads: int | None = None,
    progress: ProgressBar = no_progress,
    **options: Any,
) -> dict[str, CorrelationInterval]:
    """Returns metric -> 95 % interval of its correlation, in the given order, as in `compare_metrics`."""

    def interval(name: str) -> CorrelationInterval:
        how: dict[str, Any] = {"undefined": undefined, "weighted": False, **options}
        if name == CONSTANT:
            return constant_interval(correlation, contest.gold, average_by, **how)
        return correlation_interval(correlation, contest.gold, contest.metrics[name], average_by, **how)

    intervals = {}
    workers = ThreadPoolExecutor(thread_count(threads))
    try:
        with progress(f"intervals of {correlation}", len(metrics)) as advance:
            for name, bounds in zip(metrics, workers.map(interval, metrics), strict=True):
                intervals[name] = bounds
                advance()
    finally:
        workers.shutdown(wait=False, cancel_futures=True)  # after Ctrl-C nobody waits for samples to be drawn
    return intervals


def _correlations(
    contest: Contest,
    correlation: str | Correlation,
    average_by: str,
    resampling: Resampling | None,
    random: Generator,
    undefined: str,
    options: Mapping[str, Any],
) -> dict[str, float]:
    drawn: dict[str, Any] = {}
    if options.get("sample_rate", 1) != 1:
        drawn["seed"] = random if isinstance(random, _core.Mersenne) else getattr(resampling, "seed", None)
    results = correlate_all(
        correlation,
        contest.gold,
        contest.metrics.values(),
        average_by,
        undefined=undefined,
        weighted=False,
        threads=None if resampling is None else resampling.threads,
        **options,
        **drawn,
    )
    if not any(result.defined for result in results):
        warn(
            f"no metric has a correlation among {len(contest.systems)} systems and {contest.gold.shape[1]} "
            "items with their gold scores: all values 0 stand for none"
        )
    values = {name: result.value for name, result in zip(contest.metrics, results, strict=True)}
    chosen = get_correlation(correlation, **options)
    if CONSTANT in values and chosen.penalizes_ties:
        how: dict[str, Any] = {"undefined": undefined, "weighted": False}
        values[CONSTANT] = constant_correlation(chosen, contest.gold, average_by, **how).value
    return values


def _ordered(values: Mapping[str, float]) -> list[str]:
    """Names by descending value, then by name."""
    return sorted(values, key=lambda name: (-values[name], name))


def _ranking(
    names: Sequence[str],
    values: Mapping[str, float],
    tests_of_pairs: Significance | None,
    resampling: Resampling | None,
    seed: int | None,
) -> Ranking:
    correlations = {name: values[name] for name in names}
    if tests_of_pairs is None or resampling is None:
        nothing = numpy.zeros((len(names), len(names)))
        ranks = {name: rank for rank, name in enumerate(names, 1)}
        return Ranking(correlations, ranks, nothing, nothing.astype(numpy.int32), numpy.empty((0, 2)))
    places = significance_ranks(tests_of_pairs.p_values.tolist(), resampling.alpha)
    return Ranking(
        correlations,
        dict(zip(names, places, strict=True)),
        tests_of_pairs.p_values,
        tests_of_pairs.draws_index,
        tests_of_pairs.draws,
        resampling.alpha,
        tests_of_pairs.p_calibrated,
        tests_of_pairs.generator,
        resampling.n_samples or N_SAMPLES,
        seed,
    )
