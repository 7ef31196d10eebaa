"""Ranks metrics by their agreement with human scores, and tests the differences between them.

    evalset = EvalSet("wmt24", "en-de")
    how = {"resampling": Resampling(seed=1), "tests": PermutationTests("pairs")}
    print(compare_metrics(contest(evalset, "segment"), "KendallWithTiesOpt", "item", **how))

Correlations are averaged over rows of equal weight, also for Kendall-like. P-values are those of MT Metrics
Eval after `numpy.random.seed(seed)`, had it the systems in the same order; see
`parbleu.stats.permutation_tests`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy

from parbleu import _core
from parbleu.base.known_names import check_name
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
from parbleu.stats.permutation_tests import N_SAMPLES, EarlyStopping
from parbleu.stats.random_generators import GENERATORS, Generator, choose_generator
from parbleu.stats.rank_clusters import significance_ranks
from parbleu.stats.resampling import Resampling
from parbleu.stats.score_rows import rows_of_sets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parbleu.base.progress import ProgressBar
    from parbleu.meta.contestants import Contest
    from parbleu.stats.correlation_interval import CorrelationInterval
    from parbleu.stats.correlations.base import Correlation
    from parbleu.stats.pairwise_significance import Significance

EXCHANGED = ("scores", "pairs", "rows")
PAIRS_OPTIONS = ("variant", "sample_rate")
"""The options of correlations that tests of pairs take, too."""


@dataclass(frozen=True)
class PermutationTests:
    """What a permutation test of two metrics exchanges, and how it runs.

    Args:
        exchange: "scores"; or comparisons of two scores, which tests acc23, or the `variant` among the
            correlation's options, whatever the correlation: "pairs" decides for each pair by a coin, "rows"
            for all pairs of a row, and calibrates ties anew for every draw, so that p-values are those that
            they claim to be.
        stopping: when a test may end early.
        generator: "mt19937" for MT Metrics Eval's draws, "splitmix64" for faster ones; or a generator of
            `parbleu.stats.random_generators`, which continues from its state.
        test_constant: of "scores", whether draws count for a metric that scores everything alike, as in MT
            Metrics Eval; by default its p-values are 1.
        executor: what runs the tests, as for `parbleu.stats.pairwise_significance.significance`.
        after_test: called after each test of n * (n - 1) / 2, such as to show progress.
        pairs_options: `variant` and `sample_rate` of tests of comparisons, where the correlation is not given
            by its name and options.

    Raises:
        OptionError: one of these has a value that it does not take.
        UnknownNameError: there is no such generator.
    """

    exchange: str = "scores"
    stopping: EarlyStopping = EarlyStopping()  # noqa: RUF009 - it is frozen
    generator: str | Generator = "mt19937"
    test_constant: bool = False
    executor: Any = None
    after_test: Callable[[], object] | None = None
    pairs_options: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.exchange not in EXCHANGED:
            raise OptionError(f"a permutation test exchanges {', '.join(EXCHANGED)}, not {self.exchange!r}")
        if isinstance(self.generator, str):
            check_name("generator of random numbers", self.generator, GENERATORS)


RESAMPLING = Resampling()
TESTS = PermutationTests()


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
    if get_correlation(correlation, **options).complete:
        contest.check_complete()
    random, seed = generator_of(resampling, tests.generator)
    values = _correlations(contest, correlation, average_by, resampling, random, undefined, options)
    names = _ordered(values)
    running = replace(tests, generator=random)
    found = significance_of(
        contest.only(names), correlation, average_by, resampling, running, undefined=undefined, **options
    )
    return _ranking(names, values, found, resampling, seed)


def generator_of(resampling: Resampling | None, generator: str | Generator) -> tuple[Generator, int | None]:
    """Returns what draws, and the seed that it begins with; None without tests."""
    if not isinstance(generator, str):
        return generator, None
    random, seed = choose_generator(None if resampling is None else resampling.seed, generator)
    return random, None if resampling is None else seed


def significance_of(
    contest: Contest,
    correlation: str | Correlation,
    average_by: str,
    resampling: Resampling | None,
    tests: PermutationTests,
    *,
    undefined: str,
    **options: Any,
) -> Significance | None:
    """Tests each metric against each one behind it; None without draws."""
    if resampling is None:
        return None
    tables = list(contest.metrics.values())
    shared = _shared(resampling, tests)
    if tests.exchange == "scores":
        shared["test_constant"] = tests.test_constant
        return significance(
            correlation, contest.gold, tables, average_by, undefined=undefined, **options, **shared
        )
    found = get_correlation(correlation, **options)
    if found.from_segments:
        raise OptionError(f"{found.name} is tested with exchange='scores', not {tests.exchange!r}")
    known = {**tests.pairs_options, **{name: options[name] for name in PAIRS_OPTIONS if name in options}}
    if tests.exchange == "rows":
        known |= {"unit": "row", "recalibrate": True}
    return pairs_significance(contest.gold, tables, average_by, undefined=undefined, **known, **shared)


def _shared(resampling: Resampling, tests: PermutationTests) -> dict[str, Any]:
    """Returns the options that all tests take."""
    return {
        "n_samples": resampling.n_samples or N_SAMPLES,
        "stopping": tests.stopping,
        "seed": tests.generator,
        "threads": thread_count(resampling.threads),
        "after_test": tests.after_test,
        "executor": tests.executor,
    }


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
    names = _ordered(values)
    if resampling is None:
        return _ranking(names, values, None, None, None)
    if tests.exchange != "scores":
        raise OptionError(f"global accuracy is tested with exchange='scores', not {tests.exchange!r}")
    tables = [joined(scores[name], golds) for name in names]
    random, seed = generator_of(resampling, tests.generator)
    shared = _shared(resampling, replace(tests, generator=random))
    found = significance("accuracy", rows_of_sets(golds), tables, test_constant=tests.test_constant, **shared)
    return _ranking(names, values, found, resampling, seed)


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
    resampling: Resampling | None,
    random: Generator,
    undefined: str,
    options: Mapping[str, Any],
) -> dict[str, float]:
    drawn: dict[str, Any] = {}
    if options.get("sample_rate", 1) != 1:
        drawn["seed"] = random if isinstance(random, _core.Mersenne) else getattr(resampling, "seed", None)
    found = correlate_all(
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
    names: Sequence[str],
    values: Mapping[str, float],
    found: Significance | None,
    resampling: Resampling | None,
    seed: int | None,
) -> Ranking:
    correlations = {name: values[name] for name in names}
    if found is None or resampling is None:
        nothing = numpy.zeros((len(names), len(names)))
        ranks = {name: place for place, name in enumerate(names, 1)}
        return Ranking(correlations, ranks, nothing, nothing.astype(numpy.int32), numpy.empty((0, 2)))
    places = significance_ranks(found.p_values.tolist(), resampling.alpha)
    return Ranking(
        correlations,
        dict(zip(names, places, strict=True)),
        found.p_values,
        found.draws_index,
        found.draws,
        resampling.alpha,
        found.p_calibrated,
        found.generator,
        resampling.n_samples or N_SAMPLES,
        seed,
    )
