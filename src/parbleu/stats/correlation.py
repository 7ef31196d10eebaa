"""Computes correlations of metric scores with gold scores.

    correlate("pearson", gold, metric)                             # all scores together
    correlate("KendallVariants", gold, metric, average_by="item", variant="acc23", epsilon=0.1)

`gold` and `metric` are tables, systems by items; see `parbleu.stats._score_rows`. Items without a gold score
are left out; a metric must have a score wherever gold has one. Values and p-values are those of MT Metrics
Eval and SciPy; docs/exactness.md states to which digit. MT Metrics Eval crashes on a row of one score if no
gold score is missing; here the row counts as undefined.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from numpy.typing import ArrayLike

from parbleu.errors import OptionError
from parbleu.stats._correlations import CORRELATIONS as CORRELATIONS
from parbleu.stats._correlations import get_correlation as get_correlation
from parbleu.stats._correlations.base import Correlation as Correlation
from parbleu.stats._correlations.base import CorrelationResult as CorrelationResult

UNDEFINED = ("drop", "zero")


def correlate(
    correlation: str | Correlation,
    gold: ArrayLike,
    metric: ArrayLike,
    average_by: str = "none",
    *,
    undefined: str = "drop",
    weighted: bool | None = None,
    **options: Any,
) -> CorrelationResult:
    """Correlates a metric's scores with gold scores.

    Args:
        correlation: A name of `CORRELATIONS`, or a `Correlation`.
        gold: Table of float64, (systems, items) or (systems,); NaN or None is missing. Higher is better.
        metric: Table of the same shape.
        average_by: "none": one correlation of all scores; "system": the mean of the correlations of every
            system; "item": the mean of the correlations of every item, across systems.
        undefined: How rows count whose correlation is undefined, such as rows of equal scores: "drop"
            leaves them out, "zero" counts them as 0.
        weighted: Whether rows are averaged with their lengths as weights (for Kendall-like, the numbers of
            pairs). None for the correlation's default, which is True for Kendall-like only.
        options: Options of the correlation, such as `variant`.

    Raises:
        UnknownNameError: There is no such correlation.
        OptionError: An option has a value that it does not take.
        InputTypeError: Scores are not numbers.
        InputShapeError: The tables differ in shape, there is no gold score, or the metric lacks a score where
            there is a gold score.
    """
    (result,) = correlate_all(
        correlation, gold, [metric], average_by, undefined=undefined, weighted=weighted, threads=1, **options
    )
    return result


def correlate_all(
    correlation: str | Correlation,
    gold: ArrayLike,
    metrics: Iterable[ArrayLike],
    average_by: str = "none",
    *,
    undefined: str = "drop",
    weighted: bool | None = None,
    threads: int | None = None,
    **options: Any,
) -> list[CorrelationResult]:
    """Correlates the scores of several metrics with gold scores, which are prepared once.

    Args:
        correlation: A name of `CORRELATIONS`, or a `Correlation`.
        gold: Table of float64, (systems, items) or (systems,); NaN or None is missing. Higher is better.
        metrics: A table of the same shape for every metric.
        average_by: "none", "system" or "item": the rows over which correlations are averaged.
        undefined: "drop" leaves out rows without a correlation, "zero" counts them as 0.
        weighted: Whether rows are averaged with their lengths as weights; None for the correlation's default.
        threads: How many threads may work; None for `PARBLEU_THREADS`, or all processors.
        options: Options of the correlation, such as `variant`.

    Returns:
        For every metric what `correlate` returns.

    Raises:
        UnknownNameError: There is no such correlation.
        OptionError: An option has a value that it does not take.
        InputTypeError: Scores are not numbers.
        InputShapeError: The tables differ in shape, there is no gold score, or a metric lacks a score where
            there is a gold score.
    """
    chosen = get_correlation(correlation, **options)
    zero = counts_as_zero(undefined)
    rows = chosen.rows(gold, average_by)
    micro = chosen.weighted if weighted is None else weighted
    arranged = (chosen.arrange(rows, metric) for metric in metrics)
    return chosen.correlate(rows, arranged, micro, zero, threads)


def counts_as_zero(undefined: str) -> bool:
    """Returns whether undefined correlations count as 0 ("zero"); if not, they are left out ("drop").

    Raises:
        OptionError: `undefined` has another value.
    """
    if undefined not in UNDEFINED:
        raise OptionError(f"undefined must be one of {', '.join(UNDEFINED)}, not {undefined!r}")
    return undefined == "zero"
