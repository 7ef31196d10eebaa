"""Runs paired tests between all pairs of metrics."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parbleu import _core
from parbleu._base.threads import thread_count
from parbleu.errors import OptionError
from parbleu.stats._correlations.base import Correlation
from parbleu.stats._random_generators import Generator, generator_name
from parbleu.stats._score_rows import ScoreRows
from parbleu.stats.permutation_tests import (
    N_SAMPLES,
    RESAMPLING,
    TESTS,
    EarlyStopping,
    PairsTest,
    PermutationResult,
    PermutationTests,
    ScoresTest,
)
from parbleu.stats.resampling import Resampling
from parbleu.tables._result import Result
from parbleu.tables._table import Column, Table

Test = Callable[[int, int], PermutationResult]

JOBS = 64
"""How many jobs an executor gets, at most."""
MOST_COINS = 1 << 20
"""How many coins are thrown at once to reach the random numbers of the next job."""


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
    gold: ArrayLike | ScoreRows,
    metrics: Sequence[ArrayLike],
    average_by: str = "none",
    resampling: Resampling = RESAMPLING,
    *,
    tests: PermutationTests = TESTS,
    undefined: str = "drop",
    **options: Any,
) -> Significance:
    """Tests by permutations whether every metric correlates better with gold scores than every worse one.

    The tests run one after another; each continues the random numbers of the one before.

    Args:
        correlation: A name of `CORRELATIONS`, or a `Correlation`.
        gold: Table of gold scores, (systems, items) or (systems,), or what `rows_of_sets` returns.
        metrics: A table of scores for every metric, of the shape of `gold`; the best metric first.
        average_by: "none", "system" or "item": the rows over which correlations are averaged, and within
            which scores are compared.
        resampling: How often and by which seed is drawn, and by how many threads; 1000 draws at most if it
            does not say.
        tests: What is exchanged, when a test ends early, what draws, and where the tests run.
        undefined: "drop" leaves out rows without a correlation, "zero" counts them as 0.
        options: Options of the correlation.

    Raises:
        OptionError: An option has a value that it does not take; or with an executor and "mt19937", a test
            may stop early, so that nobody knows where the next one begins.
        InputTypeError: Scores are not numbers.
        InputShapeError: The tables differ in shape, or a metric lacks a score where there is a gold score.
        UnknownNameError: There is no such correlation.
    """
    shared = tests.shared(correlation, gold, average_by, undefined, **options)
    pairs = _Pairs(list(metrics), resampling.n_samples or N_SAMPLES, tests.stopping, shared)
    threads = thread_count(resampling.threads)
    return pairs.all(tests.drawing(resampling), threads, tests.after_test, tests.executor)


@dataclass(frozen=True, eq=False)
class _Pairs:
    """The tests of all pairs of metrics, which can be pickled.

    Attributes:
        metrics: a table of scores for every metric, the best first.
        n_samples: how many draws a test makes at most.
        stopping: when a test ends early.
        shared: returns what the tests share that draw from a generator.
    """

    metrics: list[ArrayLike]
    n_samples: int
    stopping: EarlyStopping
    shared: Callable[[Generator], ScoresTest | PairsTest]

    def opened(self, random: Generator, threads: int) -> tuple[Test, int]:
        """Returns the test of a pair, and how many coins a draw takes; 0 if nobody knows before."""
        shared = self.shared(random)
        once = [shared.prepared(metric) for metric in self.metrics] if shared.prepares_once else []

        def test(better: int, worse: int) -> PermutationResult:
            first, second = (
                once[metric] if once else shared.prepared(self.metrics[metric]) for metric in (worse, better)
            )
            return shared.run(first, second, self.n_samples, self.stopping, threads)

        return test, shared.coins() if once else 0

    def all(
        self,
        generator: tuple[Generator, int | None],
        threads: int,
        after_test: Callable[[], object] | None,
        executor: Any,
    ) -> Significance:
        """Runs all tests, one after another or in jobs of an executor."""
        random, seed = generator
        count = len(self.metrics)
        pairs = [(better, worse) for better in range(count) for worse in range(better + 1, count)]
        if executor is None:
            test, _ = self.opened(random, threads)
            results: Iterator[PermutationResult] = (test(*pair) for pair in pairs)
        else:
            results = self._handed_out(executor, random, pairs)
        p_values, p_calibrated = np.zeros((count, count)), np.ones((count, count))
        index = np.zeros((count, count), dtype=np.int32)
        draws = [np.empty((0, 2))]
        total = 0
        for (better, worse), result in zip(pairs, results, strict=True):
            p_values[better, worse] = result.p_value
            p_calibrated[better, worse] = result.p_calibrated
            draws.append(result.draws)
            index[better, worse], index[worse, better] = total, total + result.n_samples
            total += result.n_samples
            if after_test is not None:
                after_test()
        return Significance(
            p_values, p_calibrated, np.concatenate(draws), index, generator_name(random), seed
        )

    def _handed_out(
        self, executor: Any, random: Generator, pairs: list[tuple[int, int]]
    ) -> Iterator[PermutationResult]:
        """Yields the results of jobs, each of which goes on with the random numbers of the one before."""
        _, coins = self.opened(random, 1)
        size = -(-len(pairs) // JOBS) or 1
        futures = []
        try:
            for begin in range(0, len(pairs), size):
                job = pairs[begin : begin + size]
                futures.append(executor.submit(_run, self, _state(random), job))
                self._skip(random, len(job), coins)
            for future in futures:
                yield from future.result()
        finally:
            for future in futures:
                future.cancel()

    def _skip(self, random: Generator, tests: int, coins: int) -> None:
        if isinstance(random, _core.SplitMix):
            random.skip(tests)
            return
        block = self.stopping.block_size
        if block < self.n_samples or coins == 0:
            raise OptionError(
                "where tests run elsewhere, the random numbers of each must be known before: take the "
                f"generator 'splitmix64', or at most {block} draws of all pairs, after which a test may stop"
            )
        left = tests * self.n_samples * coins
        while left > 0:
            random.coins(min(left, MOST_COINS))
            left -= MOST_COINS


def _state(random: Generator) -> Any:
    """Returns the state of a generator, which can be pickled."""
    if isinstance(random, _core.SplitMix):
        return random.state
    words, used = random.state
    return np.array(words), used


def _run(tests: _Pairs, state: Any, pairs: list[tuple[int, int]]) -> list[PermutationResult]:
    """Runs some tests with the random numbers from a state on."""
    random = _core.SplitMix(state) if isinstance(state, int) else _core.mersenne_from_state(*state)
    test, _ = tests.opened(random, 1)
    return [test(*pair) for pair in pairs]
