"""Defines `Correlation`: a name, a range, and a function from gold and metric scores to values."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parbleu import _core
from parbleu._base.threads import thread_count
from parbleu.errors import OptionError
from parbleu.stats._score_rows import ScoreRows, rows_by, table
from parbleu.tables._result import Result


@dataclass(frozen=True)
class CorrelationResult(Result):
    """The agreement of one metric with gold scores.

    Attributes:
        value: The correlation, or the average over rows. It is 0 if no row has a correlation, as for a metric
            that scores everything alike; `defined` is False then.
        p_value: The p-value of the test of no correlation. Of several rows it is the mean of their p-values,
            which is not a valid p-value. 0 for correlations without a test.
        weight: How many rows were averaged, or the sum of their weights.
    """

    table_name = "correlation"
    column_order = "value p_value weight"
    value: float
    p_value: float
    weight: float

    @property
    def defined(self) -> bool:
        """Whether any row has a value."""
        return self.weight > 0


class Correlation:
    """The base class of correlations. A subclass defines `row`; a native one names or defines its `measure`.

    `low`, `high`, `averages`, `complete`, `drawn` and `turns_sign` state which laws of correlations a
    subclass does not keep; `tests/contract/test_correlations.py` has the laws.

    Attributes:
        name: The name in the registry.
        title: The name in tables; by default `name`.
        native: The native module's measure that needs no option but `variant`, if one computes the values.
        variant: Which kind of the correlation, if there are several.
        low: The value of the worst possible metric.
        high: The value of the best possible metric.
        weighted: Whether the rows' values are averaged with their weights (a micro average) by
            default.
        averages: The values of `average_by` that it supports.
        complete: Whether a metric must score everything that has a gold score.
        by_row: Whether the average is the mean of values that are computed for each row alone.
        credits_ties: Whether a pair of scores that tie on both sides counts as right.
        penalizes_ties: Whether a pair that the metric does not order counts as wrong where gold scores
            differ. Chance levels count it half. False where a tie is an answer of its own, as in acc23.
        in_order: Whether metrics must be correlated one after another, as they share random numbers.
        drawn: Whether its value depends on random draws, and so, a little, on the order of items.
        turns_sign: Whether a metric of the opposite sign has the value `low + high - value`, if nothing ties.
        tested: Whether the correlation has a p-value.
        from_segments: Whether the correlation compares systems by the scores of their segments.
        joins_sets: Whether the correlation compares metrics over several test sets at once, which are its
            rows.
    """

    name = ""
    title = ""
    native = ""
    variant = ""
    low: float = -1.0
    high: float = 1.0
    weighted = False
    averages: tuple[str, ...] = ("none", "item", "system")
    complete = True
    by_row = True
    credits_ties = False
    penalizes_ties = False
    in_order = False
    drawn = False
    turns_sign = True
    tested = False
    from_segments = False
    joins_sets = False

    def row(self, gold: NDArray[np.float64], metric: NDArray[np.float64]) -> float | tuple[float, float]:
        """Computes the value of one row, or its value and p-value; NaN where the value is not defined.

        Args:
            gold: The gold scores of the row, float64 (scores,), none missing.
            metric: The metric's scores of the row, float64 (scores,), none missing.
        """
        raise NotImplementedError(f"{type(self).__name__} defines neither row() nor measure()")

    def rows(self, gold: ArrayLike, average_by: str) -> ScoreRows:
        """Brings gold scores into the rows that are averaged over.

        As in MT Metrics Eval, rows of one score, which have no value, are left out if any gold score is
        missing.
        """
        scores = table(gold, "gold")
        if self.by_row and np.isnan(scores).any():
            return rows_by(scores, average_by, 2)
        return self.test_rows(scores, average_by)

    def measure(self, rows: ScoreRows) -> _core.Measure:
        """Prepares the correlation with these gold scores."""
        if self.native:
            return _core.make_measure(self.native, rows.gold, rows.starts, self.variant, 0.0)
        return _core.python_measure(lambda metric: self._figures(rows, metric), len(rows.gold))

    def quick_measure(self, rows: ScoreRows) -> _core.Measure:
        """Prepares a faster computation for tests with our own generator; its last digits may differ."""
        return self.measure(rows)

    def _figures(self, rows: ScoreRows, metric: memoryview) -> NDArray[np.float64]:
        """Returns value, p-value and weight of every row."""
        scores = np.asarray(metric)
        figures = np.zeros((len(rows.starts) - 1, 3))
        for row in range(len(figures)):
            start, end = rows.starts[row], rows.starts[row + 1]
            value = self.row(rows.gold[start:end], scores[start:end])
            figures[row, :2] = value if isinstance(value, tuple) else (value, 0.0)
            figures[row, 2] = end - start
        return figures

    def test_rows(self, gold: ArrayLike, average_by: str) -> ScoreRows:
        """Brings gold scores into the rows of a permutation test: all that have scores."""
        if average_by not in self.averages:
            known = ", ".join(self.averages)
            raise OptionError(f"{self.name}: average_by must be one of {known}, not {average_by!r}")
        return rows_by(gold, average_by)

    def arrange(self, rows: ScoreRows, metric: ArrayLike) -> NDArray[np.float64]:
        """Brings a metric's table into the order that the measure takes."""
        return rows.of(metric)

    def evaluator(
        self, rows: ScoreRows, weighted: bool, zero: bool
    ) -> Callable[[NDArray[np.float64]], CorrelationResult]:
        """Returns a function that correlates metrics with these gold scores; several threads may call it.

        Args:
            rows: The gold scores; a metric's are what `arrange` makes of them.
            weighted: Whether to average with weights.
            zero: Whether undefined values count as 0, and are not left out.
        """
        measure = self.measure(rows)
        return lambda metric: CorrelationResult(*measure.average(metric, weighted, zero))

    def correlate(
        self,
        rows: ScoreRows,
        metrics: Iterable[NDArray[np.float64]],
        weighted: bool,
        zero: bool,
        threads: int | None,
    ) -> list[CorrelationResult]:
        """Correlates several metrics with these gold scores, on several threads.

        Args:
            rows: The gold scores; a metric's are what `arrange` makes of them.
            metrics: A metric's scores each.
            weighted: Whether to average with weights.
            zero: Whether undefined values count as 0, and are not left out.
            threads: How many threads may work; None for `PARBLEU_THREADS`, or all processors.
        """
        evaluate = self.evaluator(rows, weighted, zero)
        workers = thread_count(threads)
        if workers == 1 or self.in_order:
            return [evaluate(metric) for metric in metrics]
        from concurrent.futures import ThreadPoolExecutor

        pool = ThreadPoolExecutor(workers)
        try:
            return list(pool.map(evaluate, metrics))
        finally:
            pool.shutdown(wait=False, cancel_futures=True)  # after Ctrl-C nobody waits for what is begun

    def pair_values(
        self, gold: NDArray[np.float64], metric: NDArray[np.float64]
    ) -> NDArray[np.float64] | None:
        """Returns the values of all pairs of systems if the correlation is their mean, and otherwise None.

        Returns:
            float64 (systems, systems), symmetric; NaN where two systems are not compared.
        """
        del gold, metric
        return None

    def fisher_variance(self, value: float, n: int) -> float | None:
        """Returns the variance of Fisher's z of a value from `n` scores; None if that is not known."""
        del value, n
        return None

    def options(self) -> dict[str, Any]:
        """Returns the options that the correlation was made with."""
        return dict(vars(self))

    def __repr__(self) -> str:
        options = ", ".join(f"{name}={value!r}" for name, value in self.options().items())
        return f"{type(self).__name__}({options})"
