"""Tests which of two metrics agrees better with human scores."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from parbleu import _core
from parbleu.base.progress import no_progress
from parbleu.errors import EvalSetError, OptionError
from parbleu.meta.score_correlations import correlate_scores, correlation_table
from parbleu.stats.permutation_tests import permutation_test
from parbleu.stats.random_generators import choose_generator, generator_name
from parbleu.stats.williams import williams_significance
from parbleu.tables import Column, Result, Table, column, record, table_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from os import PathLike

    import numpy as np
    from numpy.typing import NDArray

    from parbleu.base.progress import ProgressBar
    from parbleu.evalset.evaluation_set import EvalSet
    from parbleu.meta.score_correlations import GoldScores, MetricCorrelations, ScoreCorrelations
    from parbleu.stats.permutation_tests import EarlyStopping
    from parbleu.stats.random_generators import Generator
    from parbleu.tables.table import Cell
    from parbleu.typing import ScoresLike

LEGACY_THRESHOLD = 25.0
"""The threshold of Kendall-like in MT Metrics Eval's permutation test, whatever that of its correlation."""


P_VALUES = ("p_williams", "p_permutation", "p_calibrated")


@record
class Difference:
    """The difference of two metrics by one correlation.

    Attributes:
        correlation: its name.
        better: 2 if the second metric is better, or as good, else 1.
        p_williams: of Williams's test; NaN for fewer than four scores.
        p_permutation: of a permutation test; None if there was none.
        p_calibrated: the same, never 0; see `parbleu.stats.permutation_tests.PermutationResult`.
    """

    correlation: str
    better: int
    p_williams: float = column("p, Williams", decimals=3, fixed_decimals=True)
    p_permutation: float | None = column("p, permutation", default=None, decimals=3, fixed_decimals=True)
    p_calibrated: float | None = column(default=None, people=False, decimals=3, fixed_decimals=True)


@dataclass(frozen=True, eq=False)
class ScoreComparison(Result):
    """Correlations of two metrics with human scores, and whether their differences are significant.

    Attributes:
        gold: the human scores.
        metrics: the first and second metric, and if asked for, the two of the chance level.
        differences: one for each correlation.
        n_samples: draws of each permutation test, at most; 0 if there was none.
        seed: the seed of the generator; None if nothing was drawn, or if it had drawn numbers before.
        generator: the name of the generator of random numbers.
    """

    gold: GoldScores
    metrics: Sequence[MetricCorrelations]
    differences: Sequence[Difference]
    n_samples: int
    seed: int | None
    generator: str

    def tables(self) -> tuple[Table, ...]:
        """Returns the table of correlations, and one of their differences."""
        rows = [
            ((self.gold.title(each.correlation), self.metrics[each.better - 1].name), each)
            for each in self.differences
        ]
        keys = (Column("correlation"), Column("better", "better metric"))
        facts: dict[str, Cell] = {"n_samples": self.n_samples}
        if self.n_samples:
            facts |= {"seed": self.seed, "generator": self.generator}
        differences = table_of("differences", Difference, rows, P_VALUES, keys=keys, facts=facts)
        return correlation_table(self.gold, self.metrics), differences


def compare_scores(
    evalset: EvalSet,
    first: str | PathLike[str] | ScoresLike,
    second: str | PathLike[str] | ScoresLike,
    *,
    n_samples: int = 1000,
    stopping: EarlyStopping | None = None,
    seed: int | str | Generator | None = None,
    generator: str = "mt19937",
    threads: int | None = None,
    progress: ProgressBar = no_progress,
    chance: bool = False,
    **options: Any,
) -> ScoreComparison:
    """Tests which of two metrics agrees better with human scores.

    The metrics, of the same level, are given as the `scores` of `correlate_scores`, whose options there are,
    too. The other arguments are those of `compare_correlations`.

    Raises:
        ParbleuError: as `correlate_scores` and `compare_correlations`.
    """
    return compare_correlations(
        correlate_scores(evalset, first, chance=chance, **options),
        correlate_scores(evalset, second, **options),
        n_samples=n_samples,
        stopping=stopping,
        seed=seed,
        generator=generator,
        threads=threads,
        progress=progress,
    )


def compare_correlations(
    first: ScoreCorrelations,
    second: ScoreCorrelations,
    *,
    n_samples: int = 1000,
    stopping: EarlyStopping | None = None,
    seed: int | str | Generator | None = None,
    generator: str = "mt19937",
    threads: int | None = None,
    progress: ProgressBar = no_progress,
    test_constant: bool = False,
) -> ScoreComparison:
    """Tests the differences of two metrics' correlations.

    With the generator "mt19937" the permutation test of Kendall-like is MT Metrics Eval's: of another
    threshold than the correlation, and averaged as the others are.

    Args:
        first: the correlations of a metric.
        second: those of another one, with the same human scores.
        n_samples: draws of each permutation test; 0 for none.
        stopping: when a test may end early.
        seed: a whole number, "none" for a new one, or None for `SACREBLEU_SEED`, or 12345; or a generator
            that continues from its state.
        generator: "mt19937" for MT Metrics Eval's draws, "splitmix64" for faster ones.
        threads: how many threads work; None is what `PARBLEU_THREADS` says, or all processors.
        progress: shows how far it is.
        test_constant: as in `parbleu.meta.metric_comparison.PermutationTests`.

    Raises:
        EvalSetError: they are of different levels.
    """
    gold = first.gold
    one, *chance = first.metrics
    two = second.metrics[0]
    if gold.level != second.gold.level:
        raise EvalSetError(
            f"scores of the same level can be compared; {one.name} is of level {gold.level}, "
            f"{two.name} of level {second.gold.level}"
        )
    if one.name == two.name:
        one, two = replace(one, name=f"1: {one.name}"), replace(two, name=f"2: {two.name}")
    random, number = choose_generator(seed, generator)
    differences = []
    with progress("permutation tests", len(one.results) if n_samples else 0) as advance:
        for name in one.results:
            options = gold.options(name)
            is_second = two.results[name].value >= one.results[name].value
            found = Difference(name, 2 if is_second else 1, _williams(name, gold.table, one, two, options))
            if n_samples:
                if isinstance(random, _core.Mersenne) and name == "KendallLike":
                    options |= {"thresh": LEGACY_THRESHOLD, "average_by": gold.average_by}
                worse, better = (one, two) if is_second else (two, one)
                test = permutation_test(
                    name,
                    gold.table,
                    worse.table,
                    better.table,
                    n_samples=n_samples,
                    stopping=stopping,
                    seed=random,
                    threads=threads,
                    test_constant=test_constant,
                    **options,
                )
                found = replace(found, p_permutation=test.p_value, p_calibrated=test.p_calibrated)
                advance()
            differences.append(found)
    return ScoreComparison(gold, [one, two, *chance], differences, n_samples, number, generator_name(random))


def _williams(
    name: str,
    gold: NDArray[np.float64],
    first: MetricCorrelations,
    second: MetricCorrelations,
    options: Mapping[str, Any],
) -> float:
    """Returns the p-value that MT Metrics Eval prints, of plain means of rows, also for Kendall-like."""
    chosen = {key: value for key, value in options.items() if key != "undefined"}
    try:
        return williams_significance(
            name, gold, first.table, second.table, count_missing=True, weighted=False, **chosen
        ).p_value
    except OptionError:
        return math.nan
