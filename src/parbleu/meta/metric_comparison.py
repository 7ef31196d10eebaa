"""Ranks metrics by their agreement with human scores, and tests the differences between them.

    evalset = EvalSet("wmt24", "en-de")
    tests = PermutationTests(exchange="pairs", seed=1)
    print(compare_metrics(contest(evalset, "segment"), "KendallWithTiesOpt", "item", tests))

Correlations are averaged over rows of equal weight, also for Kendall-like. P-values are those of MT Metrics
Eval after `numpy.random.seed(seed)`, had it the systems in the same order; see
`parbleu.stats.permutation_tests`.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy

from parbleu import _core
from parbleu.base.log import warn
from parbleu.base.progress import no_progress
from parbleu.base.threads import thread_count
from parbleu.errors import EvalSetError, OptionError
from parbleu.meta.metric_ranking import Ranking
from parbleu.stats.correlation import correlate_all
from parbleu.stats.correlation_interval import correlation_interval
from parbleu.stats.correlations import get_correlation
from parbleu.stats.pairwise_accuracy import global_accuracy, joined
from parbleu.stats.pairwise_significance import pairs_significance, significance
from parbleu.stats.random_generators import choose_generator
from parbleu.stats.rank_clusters import significance_ranks
from parbleu.stats.resampling import check_level, check_sampling
from parbleu.stats.score_rows import rows_of_sets

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from parbleu.base.progress import ProgressBar
    from parbleu.meta.contestants import Contest
    from parbleu.stats.correlation_interval import CorrelationInterval
    from parbleu.stats.correlations.base import Correlation
    from parbleu.stats.pairwise_significance import Significance
    from parbleu.stats.permutation_tests import EarlyStopping
    from parbleu.stats.random_generators import Generator

EXCHANGED = ("scores", "pairs")
PAIRS_OPTIONS = ("variant", "sample_rate")
"""The options of correlations that tests of pairs take, too."""


class PermutationTests:
    """The options of the permutation tests of differences.

    Args:
        n_samples: draws of each test, at most; 0 for no test, which leaves all p-values 0 and ranks 1, 2, 3,
            ...
        stopping: when a test may end early.
        alpha: which p-values are significant: up to this for ranks, below this where a table shows `>`.
        exchange: "scores" exchanges scores; "pairs" exchanges comparisons, and tests acc23, or the `variant`
            among the correlation's options, whatever the correlation.
        recalibrate: of "pairs", whether ties are calibrated anew for every draw; then p-values are those that
            they claim to be.
        unit: of "pairs", whether a coin decides for each "pair" or for all pairs of a "row".
        seed: a whole number, "none" for a new one, or None for `SACREBLEU_SEED`, or 12345. A generator of
            `parbleu.stats.random_generators` continues from its state.
        generator: "mt19937" for MT Metrics Eval's draws, "splitmix64" for faster ones.
        threads: how many threads; None for what `PARBLEU_THREADS` says, or all processors.
        after_test: called after each test of n * (n - 1) / 2, such as to show progress.
        test_constant: of "scores", whether draws count for a metric that scores everything alike, as in MT
            Metrics Eval; by default its p-values are 1.
        executor: what runs the tests, as for `parbleu.stats.pairwise_significance.significance`.

    Raises:
        OptionError: one of these has a value that it does not take.
        UnknownNameError: there is no such generator.

    Attributes:
        seed: the number that the generator begins with; None for one that was handed over.
        random: the generator.
    """

    def __init__(
        self,
        n_samples: int = 1000,
        stopping: EarlyStopping | None = None,
        alpha: float = 0.05,
        exchange: str = "scores",
        *,
        recalibrate: bool = False,
        unit: str = "pair",
        seed: int | str | Generator | None = None,
        generator: str = "mt19937",
        threads: int | None = None,
        after_test: Callable[[], object] | None = None,
        test_constant: bool = False,
        executor: Any = None,
    ) -> None:
        if n_samples < 0:
            raise OptionError(f"n_samples, the number of draws, is 0 or more, not {n_samples}")
        check_sampling(n_samples or 1)
        check_level("alpha", alpha)
        if exchange not in EXCHANGED:
            raise OptionError(f"a permutation test exchanges {' or '.join(EXCHANGED)}, not {exchange!r}")
        self.n_samples = n_samples
        self.alpha = alpha
        self.exchange = exchange
        self.pairs_options: dict[str, Any] = {"recalibrate": recalibrate, "unit": unit}
        self.scores_options: dict[str, Any] = {"test_constant": test_constant}
        self.random: Generator
        self.seed: int | None
        self.random, self.seed = choose_generator(seed, generator)
        self.shared: dict[str, Any] = {
            "n_samples": n_samples,
            "stopping": stopping,
            "seed": self.random,
            "threads": thread_count(threads),
            "after_test": after_test,
            "executor": executor,
        }


def compare_metrics(
    contest: Contest,
    correlation: str | Correlation = "pearson",
    average_by: str = "none",
    tests: PermutationTests | None = None,
    *,
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
        tests: how differences are tested; by default as `PermutationTests()`.
        undefined: "drop" or "zero"; see `parbleu.stats.correlation.correlate`.
        options: options of the correlation.

    Raises:
        OptionError: an option has a value that it does not take.
        EvalSetError: a metric lacks a score, and the correlation needs all.
        InputShapeError: a test is not possible with so few scores.
    """
    test = tests or PermutationTests()
    if get_correlation(correlation, **options).complete:
        contest.check_complete()
    values = _correlations(contest, correlation, average_by, test, undefined, options)
    names = _ordered(values)
    found = significance_of(
        contest.only(names), correlation, average_by, test, undefined=undefined, **options
    )
    return _ranking(names, values, found, test)


def significance_of(
    contest: Contest,
    correlation: str | Correlation,
    average_by: str,
    test: PermutationTests,
    *,
    undefined: str,
    **options: Any,
) -> Significance | None:
    """Tests each metric against each one behind it; None without draws."""
    if test.n_samples == 0:
        return None
    tables = list(contest.metrics.values())
    if test.exchange == "scores":
        given = {**options, **test.scores_options, **test.shared}
        return significance(correlation, contest.gold, tables, average_by, undefined=undefined, **given)
    chosen_correlation = get_correlation(correlation, **options)
    if chosen_correlation.from_segments:
        raise OptionError(f"{chosen_correlation.name} is tested with exchange='scores', not 'pairs'")
    chosen = {key: options[key] for key in PAIRS_OPTIONS if key in options}
    return pairs_significance(
        contest.gold, tables, average_by, undefined=undefined, **chosen, **test.pairs_options, **test.shared
    )


def compare_global_accuracy(contests: Sequence[Contest], tests: PermutationTests | None = None) -> Ranking:
    """Ranks metrics by the share of pairs of systems that they order as people do, over several sets.

    Only metrics that compete in every set under the same display name are compared.

    Args:
        contests: the metrics and gold scores at level "system", one for each set.
        tests: how differences are tested, by exchanging scores; those of all sets are brought to a common
            scale together.

    Raises:
        EvalSetError: no metric competes in every set; or one lacks a score.
        InputShapeError: scores are of another level.
    """
    test = tests or PermutationTests()
    for each in contests:
        each.check_complete()
    golds = [each.gold for each in contests]
    common = [name for name in contests[0].metrics if all(name in each.metrics for each in contests)]
    if not common:
        raise EvalSetError(
            "no metric competes in every one of these sets: choose others, or all metrics (--all)"
        )
    scores = {name: [each.metrics[name] for each in contests] for name in common}
    values = {name: global_accuracy(golds, tables).value for name, tables in scores.items()}
    names = _ordered(values)
    if test.n_samples == 0:
        return _ranking(names, values, None, test)
    if test.exchange == "pairs":
        raise OptionError("global accuracy is tested with exchange='scores', not 'pairs'")
    tables = [joined(scores[name], golds) for name in names]
    found = significance("accuracy", rows_of_sets(golds), tables, **test.scores_options, **test.shared)
    return _ranking(names, values, found, test)


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
        return correlation_interval(
            correlation,
            contest.gold,
            contest.metrics[name],
            average_by,
            undefined=undefined,
            weighted=False,
            **options,
        )

    found = {}
    workers = ThreadPoolExecutor(thread_count(threads))
    try:
        with progress(f"intervals of {correlation}", len(metrics)) as advance:
            for name, bounds in zip(metrics, workers.map(interval, metrics), strict=True):
                found[name] = bounds
                advance()
    finally:
        workers.shutdown(wait=False, cancel_futures=True)  # after Ctrl-C nobody waits for samples to be drawn
    return found


def _correlations(
    contest: Contest,
    correlation: str | Correlation,
    average_by: str,
    test: PermutationTests,
    undefined: str,
    options: Mapping[str, Any],
) -> dict[str, float]:
    drawn: dict[str, Any] = {}
    if options.get("sample_rate", 1) != 1:
        drawn["seed"] = test.random if isinstance(test.random, _core.Mersenne) else test.seed
    found = correlate_all(
        correlation,
        contest.gold,
        contest.metrics.values(),
        average_by,
        undefined=undefined,
        weighted=False,
        threads=test.shared["threads"],
        **options,
        **drawn,
    )
    if not any(result.defined for result in found):
        warn(
            f"no metric has a correlation among {len(contest.systems)} systems and {contest.gold.shape[1]} "
            "items with their gold scores: all values 0 stand for none"
        )
    return {name: result.value for name, result in zip(contest.metrics, found, strict=True)}


def _ordered(values: Mapping[str, float]) -> list[str]:
    """Names by descending value, then by name."""
    return sorted(values, key=lambda name: (-values[name], name))


def _ranking(
    names: Sequence[str], values: Mapping[str, float], found: Significance | None, test: PermutationTests
) -> Ranking:
    correlations = {name: values[name] for name in names}
    if found is None:
        nothing = numpy.zeros((len(names), len(names)))
        ranks = {name: place for place, name in enumerate(names, 1)}
        return Ranking(
            correlations, ranks, nothing, nothing.astype(numpy.int32), numpy.empty((0, 2)), test.alpha
        )
    ranks = dict(zip(names, significance_ranks(found.p_values.tolist(), test.alpha), strict=True))
    return Ranking(
        correlations,
        ranks,
        found.p_values,
        found.draws_index,
        found.draws,
        test.alpha,
        found.p_calibrated,
        found.generator,
        test.n_samples,
        test.seed,
    )
