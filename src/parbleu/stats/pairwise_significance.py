"""Runs paired tests between all pairs of metrics."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parbleu.base.threads import thread_count
from parbleu.errors import OptionError
from parbleu.stats.correlations import get_correlation
from parbleu.stats.correlations.base import Correlation
from parbleu.stats.permutation_tests import N_SAMPLES, EarlyStopping, PairsTest, PermutationResult, ScoresTest
from parbleu.stats.random_generators import Generator, choose_generator, generator_name
from parbleu.stats.score_rows import Rows
from parbleu.tables.result import Result
from parbleu.tables.table import Column, Table

Test = Callable[[int, int], PermutationResult]


@dataclass(frozen=True, eq=False)
class Significance(Result):
    """All tests between metrics that are ordered from the best to the worst.

    Attributes:
        p_values: float64 (metrics, metrics): above the diagonal, at [i, j], the p-value of "i is better than
            j"; 0 elsewhere, as in MT Metrics Eval.
        p_calibrated: float64 (metrics, metrics): above the diagonal, at [i, j], the p-value that counts the
            metrics themselves as one more draw, (draws + 1) / (all + 1); 1 elsewhere.
        draws: float64 (draws, 2): the values of the two hybrids of each draw, one test after another. The
            first column belongs to the better metric.
        draws_index: int32 (metrics, metrics): for i < j, the draws of the test of i and j are
            `draws[draws_index[i, j]:draws_index[j, i]]`.
        generator: "mt19937" for NumPy's legacy generator, "splitmix64" for parbleu's faster one.
        seed: The seed that the generator began with; None if the caller passed a generator.
    """

    p_values: NDArray[np.float64]
    p_calibrated: NDArray[np.float64]
    draws: NDArray[np.float64]
    draws_index: NDArray[np.int32]
    generator: str
    seed: int | None = None

    def tables(self) -> tuple[Table, ...]:
        """Returns a row for each pair of metrics, named by their places; without the draws."""
        numbers = [Column(name, kind=float) for name in ("p_value", "p_calibrated")]
        columns = [Column("first", kind=int), Column("second", kind=int), *numbers]
        rows = [
            (first, second, self.p_values[first, second], self.p_calibrated[first, second])
            for first, second in zip(*np.triu_indices(len(self.p_values), 1), strict=True)
        ]
        return (Table("pairs", columns, rows, facts={"generator": self.generator, "seed": self.seed}),)

    def __repr__(self) -> str:
        return f"Significance({len(self.p_values)} metrics, {len(self.draws)} draws, {self.generator!r})"


def significance(
    correlation: str | Correlation,
    gold: ArrayLike | Rows,
    metrics: Sequence[ArrayLike],
    average_by: str = "none",
    *,
    n_samples: int = N_SAMPLES,
    stopping: EarlyStopping | None = None,
    undefined: str = "drop",
    seed: int | str | Generator | None = None,
    generator: str = "mt19937",
    threads: int | None = None,
    after_test: Callable[[], object] | None = None,
    test_constant: bool = False,
    **options: Any,
) -> Significance:
    """Test every metric against every worse one by exchanging scores, as `permutation_test` does.

    The tests run one after another; each continues the random numbers of the one before.

    Args:
        correlation: A name of `CORRELATIONS`, or a `Correlation`.
        gold: Table of gold scores, (systems, items) or (systems,), or what `rows_of_sets` returns.
        metrics: A table of scores for every metric, of the shape of `gold`; the best metric first.
        average_by: "none", "system" or "item": the rows over which correlations are averaged.
        n_samples: How many draws a test makes at most.
        stopping: When a test ends early; None for after 1000 draws if the p-value is below 0.02 or above 0.5.
        undefined: "drop" leaves out rows without a correlation, "zero" counts them as 0.
        seed: A whole number, "none" for a new one, or None for `SACREBLEU_SEED`, or 12345; or a generator,
            which continues from its state.
        generator: "mt19937" for MT Metrics Eval's draws, "splitmix64" for faster ones.
        threads: How many threads may work; None for `PARBLEU_THREADS`, or all processors.
        after_test: Called after every test, for a progress bar.
        test_constant: Whether draws count for a metric that scores everything alike; if not, its p-value is
            1.
        options: Options of the correlation.

    Raises:
        OptionError: An option has a value that it does not take.
        ParbleuError: As `correlate` raises.
    """
    chosen = get_correlation(correlation, **options)
    (random, number), workers = choose_generator(seed, generator), thread_count(threads)
    shared = ScoresTest(chosen, gold, average_by, undefined, random, test_constant)
    prepared = [shared.prepared(metric) for metric in metrics]

    def test(better: int, worse: int) -> PermutationResult:
        return shared.run(prepared[worse], prepared[better], n_samples, stopping, workers)

    return _all_tests(len(prepared), test, random, number, after_test)


def pairs_significance(
    gold: ArrayLike,
    metrics: Sequence[ArrayLike],
    average_by: str = "none",
    *,
    variant: str = "acc23",
    recalibrate: bool = False,
    unit: str = "pair",
    sample_rate: float = 1.0,
    n_samples: int = N_SAMPLES,
    stopping: EarlyStopping | None = None,
    undefined: str = "drop",
    seed: int | str | Generator | None = None,
    generator: str = "mt19937",
    threads: int | None = None,
    after_test: Callable[[], object] | None = None,
) -> Significance:
    """Test every metric against every worse one by exchanging comparisons, as `pairs_permutation_test` does.

    The tests run one after another; each continues the random numbers of the one before.

    Args:
        gold: Table of gold scores, (systems, items) or (systems,).
        metrics: A table of scores for every metric, of the shape of `gold`; the best metric first.
        average_by: "none", "system" or "item": the rows within which scores are compared.
        variant: "acc23", the share of right pairs, or "23", that less the share of wrong ones.
        recalibrate: Whether the best thresholds for ties are also found for the hybrids.
        unit: Whether a coin decides for every "pair" of scores or for all pairs of a "row".
        sample_rate: The share of pairs that thresholds are found on, above 0 and at most 1. Below 1, the
            sample is drawn anew for every test.
        n_samples: How many draws a test makes at most.
        stopping: When a test ends early; None for after 1000 draws if the p-value is below 0.02 or above 0.5.
        undefined: "drop" leaves out rows without a value, "zero" counts them as 0.
        seed: A whole number, "none" for a new one, or None for `SACREBLEU_SEED`, or 12345; or a generator,
            which continues from its state.
        generator: "mt19937" for MT Metrics Eval's draws, "splitmix64" for faster ones.
        threads: How many threads may work; None for `PARBLEU_THREADS`, or all processors.
        after_test: Called after every test, for a progress bar.

    Raises:
        OptionError: An option has a value that it does not take, or that does not go with another.
        InputTypeError: Scores are not numbers.
        InputShapeError: The tables differ in shape, or a metric lacks a score where there is a gold score.
    """
    (random, number), workers = choose_generator(seed, generator), thread_count(threads)
    if variant == "b":
        raise OptionError("ties are not calibrated for tau-b: use pairs_permutation_test with epsilons")
    shared = PairsTest(gold, average_by, variant, recalibrate, unit, sample_rate, undefined, random)
    once = [shared.prepared(metric) for metric in metrics] if sample_rate == 1 else []

    def test(better: int, worse: int) -> PermutationResult:
        first = once[worse] if once else shared.prepared(metrics[worse])
        second = once[better] if once else shared.prepared(metrics[better])
        return shared.run(first, second, n_samples, stopping, workers)

    return _all_tests(len(metrics), test, random, number, after_test)


def _all_tests(
    count: int, test: Test, random: Generator, seed: int | None, after_test: Callable[[], object] | None
) -> Significance:
    p_values, p_calibrated = np.zeros((count, count)), np.ones((count, count))
    index = np.zeros((count, count), dtype=np.int32)
    draws = [np.empty((0, 2))]
    total = 0
    for better in range(count):
        for worse in range(better + 1, count):
            found = test(better, worse)
            p_values[better, worse] = found.p_value
            p_calibrated[better, worse] = found.p_calibrated
            draws.append(found.draws)
            index[better, worse], index[worse, better] = total, total + found.n_samples
            total += found.n_samples
            if after_test is not None:
                after_test()
    return Significance(p_values, p_calibrated, np.concatenate(draws), index, generator_name(random), seed)
