"""Tests whether one metric agrees better with gold scores than another: paired permutation tests.

    permutation_test("pearson", gold, first, second)             # exchanges scores
    permutation_test("KendallWithTiesOpt", gold, first, second, "item", tests=PermutationTests("pairs"))

The second exchanges comparisons, for acc23 with ties.

Both ask whether the second metric is better than the first, one-sided. A draw decides by coins for every
score (or every pair of scores) which of two hybrids has the first metric's and which the second's; the
p-value is the share of draws in which the hybrids are at least as far apart as the metrics.

Draws and p-values are those of MT Metrics Eval after `numpy.random.seed(seed)`, including its habits: a
metric that scores everything alike has no z-scores, so that all its hybrids have the value 0; and the test on
pairs ends early only where a block's last draw was counted. With the generator "splitmix64" coins are drawn
by a faster generator; z-scores of equal scores are 0, the test may end after every block, and draws that are
as far apart but for rounding count. The number of threads changes nothing.

Exchanging the scores of a metric that scores everything alike is no evidence: the p-value is 1, whatever the
draws. With `test_constant=True` it is the share of draws, as in MT Metrics Eval: 0 if the other is better.

The test on pairs, which WMT uses, finds differences too often: it exchanges the comparisons of one segment
one by one, although they depend on one another, and thresholds for ties that were chosen to suit the metrics
are not chosen anew for the hybrids. Of metrics that are equally good, on 8 systems and 30 segments, it calls
13 % different at level 0.05 if averages are over segments, 28 % if over systems, and 40 % without averages.
`PermutationTests("rows")` exchanges all comparisons of a segment together and chooses thresholds anew: with
both it is 4 %, as for the test on scores. tests/unit/stats/test_level.py measures them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parbleu import _core
from parbleu._base.known_names import check_name
from parbleu._base.threads import thread_count
from parbleu.errors import OptionError
from parbleu.stats._correlations import get_correlation
from parbleu.stats._correlations.base import Correlation
from parbleu.stats._correlations.kendall import KendallVariants
from parbleu.stats._random_generators import GENERATORS, Generator, choose_generator, generator_name
from parbleu.stats._score_rows import ScoreRows, rows_by
from parbleu.stats.correlation import counts_as_zero
from parbleu.stats.resampling import Resampling, check_sampling
from parbleu.stats.tie_calibration import calibrate_ties
from parbleu.tables._result import Result

N_SAMPLES = 1000
UNITS = ("pair", "row")
EXCHANGED = ("scores", "pairs", "rows")


@dataclass(frozen=True)
class EarlyStopping:
    """The rule by which a test may stop before all draws are made.

    Args:
        block_size: The test may stop after each block of this number of draws; at least 1. It never stops
            early if `block_size` is the number of draws.
        early_min: The test stops if the p-value is below this value,
        early_max: or above this one.

    Raises:
        OptionError: `block_size` is below 1.
    """

    block_size: int = 1000
    early_min: float = 0.02
    early_max: float = 0.5

    def __post_init__(self) -> None:
        if self.block_size < 1:
            raise OptionError(f"block_size must be at least 1, not {self.block_size}")


@dataclass(frozen=True, eq=False)
class PermutationResult(Result):
    """The result of a test whether the second metric is better than the first.

    Attributes:
        p_value: The share of draws that are at least as far apart as the metrics: MT Metrics Eval's p-value.
        p_calibrated: The p-value that counts the metrics themselves as one more draw, (draws + 1) / (all +
            1). It is never 0, and where there is no difference it is below a level as often as the level
            says.
        delta: The value of the second metric minus that of the first, as the test computes them: from scores
            that were brought to a common scale.
        values: The values of the first and of the second metric.
        draws: float64 (n_samples, 2): the values of the two hybrids of each draw. The first column belongs to
            the second metric.
        generator: "mt19937" for NumPy's legacy generator, "splitmix64" for parbleu's faster one.
        seed: The seed that the generator began with; None if the caller passed a generator.
    """

    table_name = "permutation_test"
    column_order = "first second delta p_value p_calibrated n_samples generator seed"
    p_value: float
    p_calibrated: float
    delta: float
    values: tuple[float, float]
    draws: NDArray[np.float64] = field(repr=False)
    generator: str
    seed: int | None = None

    @property
    def first(self) -> float:
        """The value of the first metric."""
        return self.values[0]

    @property
    def second(self) -> float:
        """The value of the second metric."""
        return self.values[1]

    @property
    def n_samples(self) -> int:
        """How many draws were made."""
        return len(self.draws)


@dataclass(frozen=True)
class PermutationTests:
    """What a permutation test of two metrics exchanges, and how it runs.

    Args:
        exchange: "scores"; or comparisons of two scores, which tests acc23, or the `variant` among the
            correlation's options, whatever the correlation: "pairs" decides for each pair by a coin, as WMT
            does, and "rows" for all pairs of a row, so that p-values are those that they claim to be.
        stopping: When a test may end early.
        generator: "mt19937" for MT Metrics Eval's draws, "splitmix64" for faster ones; or a generator of
            `parbleu.stats._random_generators`, which continues from its state.
        test_constant: Of "scores", whether draws count for a metric that scores everything alike, as in MT
            Metrics Eval; by default its p-values are 1.
        recalibrate: Of comparisons, whether the best thresholds for ties are also found for the hybrids; None
            for "rows" only.
        pairs_options: Of comparisons, `variant` and `sample_rate`, the share of pairs that thresholds are
            found on, where the correlation is not given by its name and options.
        executor: What runs the tests of many metrics, such as a `concurrent.futures.ProcessPoolExecutor` or
            any other object whose `submit` returns something with `result`; None for this process. The
            p-values are the same. Not with "mt19937" and a test that may stop early or samples pairs.
        after_test: Called after each test of many metrics, such as to show progress.

    Raises:
        OptionError: One of these has a value that it does not take.
        UnknownNameError: There is no such generator.
    """

    exchange: str = "scores"
    stopping: EarlyStopping = EarlyStopping()
    generator: str | Generator = "mt19937"
    test_constant: bool = False
    recalibrate: bool | None = None
    pairs_options: Mapping[str, Any] = field(default_factory=dict)
    executor: Any = None
    after_test: Callable[[], object] | None = None

    def __post_init__(self) -> None:
        if self.exchange not in EXCHANGED:
            raise OptionError(f"a permutation test exchanges {', '.join(EXCHANGED)}, not {self.exchange!r}")
        if isinstance(self.generator, str):
            check_name("generator of random numbers", self.generator, GENERATORS)

    def drawing(self, resampling: Resampling | None) -> tuple[Generator, int | None]:
        """Returns what draws, and the seed that it begins with; None without tests."""
        if not isinstance(self.generator, str):
            return self.generator, None
        random, seed = choose_generator(None if resampling is None else resampling.seed, self.generator)
        return random, None if resampling is None else seed

    def shared(
        self,
        correlation: str | Correlation,
        gold: ArrayLike | ScoreRows,
        average_by: str,
        undefined: str,
        **options: Any,
    ) -> Callable[[Generator], ScoresTest | PairsTest]:
        """Returns what makes the data that tests of many pairs of metrics share, given what draws."""
        chosen = get_correlation(correlation, **options)
        if self.exchange == "scores":
            return partial(ScoresTest, chosen, gold, average_by, undefined, test_constant=self.test_constant)
        if chosen.from_segments or isinstance(gold, ScoreRows):
            raise OptionError(f"{chosen.name} is tested with exchange='scores', not {self.exchange!r}")
        given = {"variant": "acc23", "sample_rate": 1.0, **self.pairs_options}
        given |= {name: options[name] for name in given if name in options}
        by_row = self.exchange == "rows"
        recalibrate = by_row if self.recalibrate is None else self.recalibrate
        how = given["variant"], recalibrate, "row" if by_row else "pair", given["sample_rate"], undefined
        return partial(PairsTest, gold, average_by, *how)


RESAMPLING = Resampling()
TESTS = PermutationTests()


def permutation_test(
    correlation: str | Correlation,
    gold: ArrayLike | ScoreRows,
    first: ArrayLike,
    second: ArrayLike,
    average_by: str = "none",
    resampling: Resampling = RESAMPLING,
    *,
    tests: PermutationTests = TESTS,
    undefined: str = "drop",
    epsilons: tuple[float, float] | None = None,
    **options: Any,
) -> PermutationResult:
    """Tests whether the second metric is better than the first by exchanging scores, or comparisons of them.

    Scores that are exchanged are first brought to mean 0 and variance 1, all together; averages are over rows
    of equal weight, whatever `correlate` does.

    Args:
        correlation: A name of `CORRELATIONS`, or a `Correlation`.
        gold: Table of gold scores, (systems, items) or (systems,); NaN or None is missing. For accuracy on
            several test sets, what `parbleu.stats._score_rows.rows_of_sets` returns; `first` and `second` are
            then what `parbleu.stats.pairwise_accuracy.joined` returns.
        first: Table of the first metric's scores, of the same shape.
        second: Table of the second metric's scores, of the same shape.
        average_by: "none", "system" or "item": the rows over which correlations are averaged, and within
            which scores are compared.
        resampling: How often and by which seed is drawn, and by how many threads; 1000 draws at most if it
            does not say.
        tests: What is exchanged, when the test ends early, and what draws.
        undefined: "drop" leaves out rows without a correlation, "zero" counts them as 0.
        epsilons: Of comparisons, the largest differences at which scores of the first and of the second
            metric tie; None for the best ones, which `calibrate_ties` finds.
        options: Options of the correlation, such as `variant`.

    Raises:
        OptionError: An option has a value that it does not take, or that does not go with another.
        InputTypeError: Scores are not numbers.
        InputShapeError: The tables differ in shape, or a metric lacks a score where there is a gold score.
        UnknownNameError: There is no such correlation.
    """
    random, seed = tests.drawing(resampling)
    test = tests.shared(correlation, gold, average_by, undefined, **options)(random)
    if isinstance(test, PairsTest):
        one, other = (
            test.prepared(metric, epsilon)
            for metric, epsilon in zip((first, second), epsilons or (None, None), strict=True)
        )
    else:
        one, other = test.prepared(first), test.prepared(second)
    n_samples, threads = resampling.n_samples or N_SAMPLES, thread_count(resampling.threads)
    return replace(test.run(one, other, n_samples, tests.stopping, threads), seed=seed)


@dataclass(eq=False)
class ScoresTest:
    """Data that tests of many pairs of metrics share that exchange scores."""

    prepares_once = True

    correlation: Correlation
    gold: ArrayLike | ScoreRows
    average_by: str
    undefined: str
    random: Generator
    test_constant: bool = False

    def __post_init__(self) -> None:
        gold, self._zero = self.gold, counts_as_zero(self.undefined)
        self._rows = (
            gold if isinstance(gold, ScoreRows) else self.correlation.test_rows(gold, self.average_by)
        )
        self._legacy = isinstance(self.random, _core.Mersenne)
        prepare = self.correlation.measure if self._legacy else self.correlation.quick_measure
        self._measure = prepare(self._rows)

    def prepared(self, metric: ArrayLike) -> NDArray[np.float64]:
        """Brings a metric's scores to mean 0 and variance 1; missing scores stay missing.

        Equal scores have no variance. With the generator "mt19937" they become NaN, as in MT Metrics Eval,
        and scores that differ by rounding only are equal, as for `scipy.stats.zscore`. With "splitmix64"
        they become 0. With `test_constant` they become 1 or -1, as there, where their mean is rounded by more
        than that function takes for equal, such as for 30 times 0.1.
        """
        scores = self.correlation.arrange(self._rows, metric)
        if self._legacy:
            centre, deviation = scores.mean(), scores.std()
            is_constant = not self.test_constant and (scores == scores[:1]).all()
            if is_constant or deviation <= np.finfo(np.float64).eps * abs(centre):
                return np.full_like(scores, np.nan)
            return np.asarray((scores - centre) / deviation)
        known = scores[~np.isnan(scores)]
        if not len(known) or (known == known[0]).all():
            return np.where(np.isnan(scores), np.nan, 0.0)
        return np.asarray((scores - known.mean()) / known.std())

    def coins(self) -> int:
        """Returns how many coins of the legacy generator a draw takes: one for each score."""
        return len(self._rows.gold)

    def run(
        self,
        first: NDArray[np.float64],
        second: NDArray[np.float64],
        n_samples: int,
        stopping: EarlyStopping | None,
        threads: int,
    ) -> PermutationResult:
        """Tests two metrics that are prepared."""
        rule = _rule(n_samples, stopping)
        permuted = _core.permute_scores(self._measure, first, second, self._zero, rule, self.random, threads)
        result = _result(permuted, self.random)
        if self.test_constant or all(np.any(np.nan_to_num(scores)) for scores in (first, second)):
            return result
        return replace(result, p_value=1.0, p_calibrated=1.0)


@dataclass(eq=False)
class PairsTest:
    """Data that tests of many pairs of metrics share that exchange comparisons."""

    gold: ArrayLike
    average_by: str
    variant: str
    recalibrate: bool
    unit: str
    sample_rate: float
    undefined: str
    random: Generator

    def __post_init__(self) -> None:
        KendallVariants(self.variant)  # checks it
        if self.variant == "c" or (self.recalibrate and self.variant == "b"):
            when = " after calibration" if self.recalibrate else ""
            raise OptionError(
                f"comparisons cannot be exchanged for tau-{self.variant}{when}: exchange scores"
            )
        if self.recalibrate and self.sample_rate < 1:
            raise OptionError("ties are calibrated anew on all pairs: use sample_rate=1")
        if self.unit not in UNITS:
            raise OptionError(f"unit must be one of {', '.join(UNITS)}, not {self.unit!r}")
        self._zero = counts_as_zero(self.undefined)
        self._rows = rows_by(self.gold, self.average_by)
        self.prepares_once: bool = self.sample_rate == 1  # else each test draws a sample
        self._sampling = self.random if isinstance(self.random, _core.Mersenne) else None

    def prepared(self, metric: ArrayLike, epsilon: float | None = None) -> Any:
        """Compares a metric's scores; without `epsilon` calibrates its ties first."""
        rows = self._rows
        scores = rows.of(metric)
        if self.recalibrate:
            if epsilon is not None:
                raise OptionError("thresholds that are calibrated anew cannot be given: leave out epsilons")
            return scores
        if epsilon is None:
            if self.variant == "b":
                raise OptionError("ties are not calibrated for tau-b: give epsilons, such as (0, 0)")
            rate, seed = self.sample_rate, self._sampling
            calibration = calibrate_ties(
                self.gold, metric, self.average_by, variant=self.variant, sample_rate=rate, seed=seed
            )
            epsilon = calibration.threshold
        KendallVariants(self.variant, epsilon)  # checks it
        return _core.make_outcomes(rows.gold, rows.starts, scores, epsilon, self._sampling is not None)

    def coins(self) -> int:
        """Returns how many coins of the legacy generator a draw takes."""
        lengths = np.diff(self._rows.starts)
        if self.unit == "row":
            return len(lengths)
        if self.recalibrate:
            return int((lengths * (lengths - 1) // 2).sum())
        return int((lengths * lengths).sum())

    def run(
        self, first: Any, second: Any, n_samples: int, stopping: EarlyStopping | None, threads: int
    ) -> PermutationResult:
        """Tests two metrics that are prepared."""
        rule = _rule(n_samples, stopping)
        rows, random, variant, by_row = self._rows, self.random, self.variant, self.unit == "row"
        if self.recalibrate:
            permuted = _core.permute_calibrated(
                rows.gold, rows.starts, first, second, variant, by_row, rule, random, threads
            )
        else:
            legacy = self._sampling is not None
            permuted = _core.permute_pairs(
                first, second, variant, by_row, self._zero, rule, legacy, random, threads
            )
        return _result(permuted, random)


def _rule(n_samples: int, stopping: EarlyStopping | None) -> tuple[int, int, float, float]:
    check_sampling(n_samples)
    ends = stopping or EarlyStopping()
    return n_samples, ends.block_size, ends.early_min, ends.early_max


def _result(permuted: tuple[int, float, float, memoryview], random: Generator) -> PermutationResult:
    reached, first, second, draws = permuted
    return PermutationResult(
        p_value=reached / len(draws),
        p_calibrated=(reached + 1) / (len(draws) + 1),
        delta=second - first,
        values=(first, second),
        draws=np.asarray(draws),
        generator=generator_name(random),
    )
