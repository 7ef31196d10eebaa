"""Which of many metrics are better than which: all paired tests between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from parbleu.errors import OptionError
from parbleu.stats.correlations import get_correlation
from parbleu.stats.permutation_tests import DRAWS, PairsTest, scores_test, standardized
from parbleu.stats.random_generators import choose_generator, generator_name
from parbleu.stats.score_rows import Rows

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from numpy.typing import ArrayLike, NDArray

    from parbleu.stats.correlations.base import Correlation
    from parbleu.stats.permutation_tests import EarlyStopping, PermutationResult
    from parbleu.stats.random_generators import Generator

    Test = Callable[[int, int], PermutationResult]


@dataclass(frozen=True, eq=False)
class Significance:
    """All tests between metrics that are ordered from the best to the worst.

    Attributes:
        p_values: float64 (metrics, metrics): above the diagonal, at [i, j], the p-value of "i is better than
            j"; 0 elsewhere, as in MT Metrics Eval.
        p_calibrated: The same of `PermutationResult.p_calibrated`; 1 elsewhere.
        draws: float64 (draws, 2): the hybrids of all tests, one test after another; those of the better
            metric first.
        draws_index: int32 (metrics, metrics): the draws of i and j, i < j, are those from [i, j] to [j, i].
        generator: As in `PermutationResult`.
    """

    p_values: NDArray[np.float64]
    p_calibrated: NDArray[np.float64]
    draws: NDArray[np.float64]
    draws_index: NDArray[np.int32]
    generator: str

    def __repr__(self) -> str:
        return f"Significance({len(self.p_values)} metrics, {len(self.draws)} draws, {self.generator!r})"


def significance(
    correlation: str | Correlation,
    gold: ArrayLike | Rows,
    metrics: Sequence[ArrayLike],
    average_by: str = "none",
    *,
    n_draws: int = DRAWS,
    stopping: EarlyStopping | None = None,
    undefined: str = "drop",
    seed: int | Generator | None = None,
    threads: int = 1,
    after_test: Callable[[], object] | None = None,
    **options: Any,
) -> Significance:
    """Test every metric against every worse one by exchanging scores, as `permutation_test` does.

    Args:
        correlation: As in `permutation_test`.
        gold: As in `permutation_test`.
        metrics: A table of scores for every metric, the best metric first.
        average_by: As in `correlate`.
        n_draws: As in `permutation_test`.
        stopping: As in `permutation_test`.
        undefined: As in `correlate`.
        seed: As in `permutation_test`; the tests follow one another, each going on where the last one ended.
        threads: As in `permutation_test`.
        after_test: Called after every test, such as to show progress.
        options: Options of the correlation.

    Raises:
        ParbleuError: As for `permutation_test`.
    """
    chosen = get_correlation(correlation, **options)
    random = choose_generator(seed)
    rows = gold if isinstance(gold, Rows) else chosen.test_rows(gold, average_by)
    measure = chosen.measure(rows)
    scaled = [standardized(chosen.arrange(rows, metric), random) for metric in metrics]

    def test(better: int, worse: int) -> PermutationResult:
        return scores_test(
            measure, scaled[worse], scaled[better], n_draws, stopping, undefined, random, threads
        )

    return _all_tests(len(scaled), test, random, after_test)


def pairs_significance(
    gold: ArrayLike,
    metrics: Sequence[ArrayLike],
    average_by: str = "none",
    *,
    variant: str = "acc23",
    recalibrate: bool = False,
    unit: str = "pair",
    sample_rate: float = 1.0,
    n_draws: int = DRAWS,
    stopping: EarlyStopping | None = None,
    undefined: str = "drop",
    seed: int | Generator | None = None,
    threads: int = 1,
    after_test: Callable[[], object] | None = None,
) -> Significance:
    """Test every metric against every worse one by exchanging comparisons, as `pairs_permutation_test` does.

    Args:
        gold: As in `pairs_permutation_test`.
        metrics: A table of scores for every metric, the best metric first.
        average_by: As in `pairs_permutation_test`.
        variant: "acc23" or "23".
        recalibrate: As in `pairs_permutation_test`.
        unit: As in `pairs_permutation_test`.
        sample_rate: As in `pairs_permutation_test`; samples are drawn anew for every test.
        n_draws: As in `permutation_test`.
        stopping: As in `permutation_test`.
        undefined: As in `correlate`.
        seed: As in `significance`.
        threads: As in `permutation_test`.
        after_test: As in `significance`.

    Raises:
        ParbleuError: As for `pairs_permutation_test`.
    """
    random = choose_generator(seed)
    if variant == "b":
        raise OptionError("ties are not calibrated for tau-b: use pairs_permutation_test with epsilons")
    shared = PairsTest(gold, average_by, variant, recalibrate, unit, sample_rate, undefined, random)
    once = [shared.prepared(metric) for metric in metrics] if sample_rate == 1 else []

    def test(better: int, worse: int) -> PermutationResult:
        first = once[worse] if once else shared.prepared(metrics[worse])
        second = once[better] if once else shared.prepared(metrics[better])
        return shared.run(first, second, n_draws, stopping, threads)

    return _all_tests(len(metrics), test, random, after_test)


def _all_tests(
    count: int, test: Test, random: Generator, after_test: Callable[[], object] | None
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
            index[better, worse], index[worse, better] = total, total + found.n_draws
            total += found.n_draws
            if after_test is not None:
                after_test()
    return Significance(p_values, p_calibrated, np.concatenate(draws), index, generator_name(random))
