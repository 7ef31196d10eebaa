"""Tests which of two metrics agrees better with human scores."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from parbleu import _core
from parbleu._base.progress import no_progress
from parbleu._base.wording import listed
from parbleu.errors import EvalSetError, OptionError
from parbleu.meta._score_correlations import correlate_scores, correlation_table
from parbleu.stats._random_generators import generator_name
from parbleu.stats.permutation_tests import N_SAMPLES, RESAMPLING, TESTS, PermutationTests, permutation_test
from parbleu.stats.williams import williams_significance
from parbleu.tables import Column, Result, Table, column, record, table_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from os import PathLike

    import numpy as np
    from numpy.typing import NDArray

    from parbleu._base.progress import ProgressBar
    from parbleu.evalset._evaluation_set import EvalSet
    from parbleu.meta._score_correlations import GoldScores, MetricCorrelations, ScoreCorrelations
    from parbleu.stats.resampling import Resampling
    from parbleu.tables._table import Cell
    from parbleu.typing import ScoresLike

LEGACY_THRESHOLD = 25.0
"""The threshold of Kendall-like in MT Metrics Eval's permutation test, whatever that of its correlation."""


P_VALUES = ("p_williams", "p_permutation", "p_calibrated")


@record
class Difference:
    """The difference of two metrics by one correlation.

    Attributes:
        correlation: its name.
        better: 2 if the second metric is better, or as good, else 1. A correlation that is not defined, such
            as that of equal scores, counts as 0.
        p_williams: of Williams's test; NaN for fewer than four scores, and where a correlation is not
            defined.
        p_permutation: of a permutation test, as MT Metrics Eval counts it; None if there was none, and where
            a correlation is not defined.
        p_calibrated: the same, never 0, which tables for people show; see
            `parbleu.stats.permutation_tests.PermutationResult`.
    """

    correlation: str
    better: int
    p_williams: float = column("p, Williams", decimals=3, fixed_decimals=True)
    p_permutation: float | None = column(default=None, people=False, decimals=3, fixed_decimals=True)
    p_calibrated: float | None = column("p, permutation", default=None, decimals=3, fixed_decimals=True)

    @property
    def is_tested(self) -> bool:
        """Whether there is a p-value."""
        return self.p_permutation is not None or not math.isnan(self.p_williams)


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
        first, second, *_ = self.metrics
        rows, absent = [], dict[str, None]()
        for difference in self.differences:
            name = difference.correlation
            undefined = [metric.name for metric in (first, second) if not metric.results[name].defined]
            if difference.is_tested:  # as it is with `test_constant`
                undefined = []
            absent |= dict.fromkeys(undefined)
            better = None if undefined else self.metrics[difference.better - 1].name
            rows.append(((self.gold.title(name), better), difference))
        why = "are not defined, as those of equal scores: no test."
        notes = [f"Correlations of {listed(absent)} {why}"] if absent else []
        keys = (Column("correlation"), Column("better", "better metric"))
        facts: dict[str, Cell] = {"n_samples": self.n_samples}
        if self.n_samples:
            facts |= {"seed": self.seed, "generator": self.generator}
        differences = table_of("differences", Difference, rows, P_VALUES, keys=keys, facts=facts, notes=notes)
        return correlation_table(self.gold, self.metrics), differences


def compare_scores(
    evalset: EvalSet,
    first: str | PathLike[str] | ScoresLike,
    second: str | PathLike[str] | ScoresLike,
    resampling: Resampling | None = RESAMPLING,
    *,
    tests: PermutationTests = TESTS,
    progress: ProgressBar = no_progress,
    chance: bool = False,
    **options: Any,
) -> ScoreComparison:
    """Tests which of two metrics agrees better with human scores.

    Args:
        evalset: the evaluation set.
        first: the scores of a metric, as `correlate_scores` takes them.
        second: those of another one, of the same level.
        resampling: how often and by which seed scores are exchanged; 1000 draws if it does not say; None for
            no permutation tests.
        tests: how the permutation tests run.
        progress: shows how far it is.
        chance: whether a constant and a random metric are added, which show the chance level.
        options: those of `correlate_scores`.

    Raises:
        EvalSetError: the scores are of different levels, do not fit the set, or lack a system.
        ParbleuError: a file cannot be read.
    """
    correlations = correlate_scores(evalset, first, **options)
    if chance:
        correlations = correlations.with_chance()
    others = correlate_scores(evalset, second, **options)
    return compare_correlations(correlations, others, resampling, tests=tests, progress=progress)


def compare_correlations(
    first: ScoreCorrelations,
    second: ScoreCorrelations,
    resampling: Resampling | None = RESAMPLING,
    *,
    tests: PermutationTests = TESTS,
    progress: ProgressBar = no_progress,
) -> ScoreComparison:
    """Tests the differences of two metrics' correlations.

    With the generator "mt19937" the permutation test of Kendall-like is MT Metrics Eval's: of another
    threshold than the correlation, and averaged as the others are.

    Args:
        first: the correlations of a metric.
        second: those of another one, with the same human scores.
        resampling: how often and by which seed scores are exchanged; 1000 draws if it does not say; None for
            no permutation tests.
        tests: how the permutation tests run.
        progress: shows how far it is.

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
    random, seed = tests.drawing(resampling)
    n_samples = 0 if resampling is None else resampling.n_samples or N_SAMPLES
    differences = []
    with progress("permutation tests", len(one.results) if n_samples else 0) as advance:
        for name in one.results:
            options = gold.options(name)
            is_second = two.results[name].value >= one.results[name].value
            is_defined = all(metric.results[name].defined for metric in (one, two)) or tests.test_constant
            p_williams = _williams(name, gold.table, one, two, options) if is_defined else math.nan
            difference = Difference(name, 2 if is_second else 1, p_williams)
            if resampling is not None:
                if isinstance(random, _core.Mersenne) and name == "KendallLike":
                    options |= {"thresh": LEGACY_THRESHOLD, "average_by": gold.average_by}
                worse, better = (one, two) if is_second else (two, one)
                test = permutation_test(
                    name,
                    gold.table,
                    worse.table,
                    better.table,
                    resampling=resampling,
                    tests=replace(tests, generator=random),
                    **options,
                )
                if is_defined:  # else the test has only drawn, so that later ones draw the same as ever
                    difference = replace(
                        difference, p_permutation=test.p_value, p_calibrated=test.p_calibrated
                    )
                advance()
            differences.append(difference)
    return ScoreComparison(gold, [one, two, *chance], differences, n_samples, seed, generator_name(random))


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
