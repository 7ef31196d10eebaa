"""Estimates the chance level of a correlation: its value for metrics that carry no information.

Two such metrics are a constant one and a random one. For some correlations their values are far from 0:
accuracy after tie calibration is at least the share of gold ties, and soft pairwise accuracy is
between 0.4 and 0.8.

A constant metric orders no pair. Where a correlation only asks for the order, as pairwise accuracy does, each
of its ties that gold scores lack counts as half right, which is what coins reach that break them. Where a tie
is an answer, as in acc23, it is right or wrong as that of any metric. Where scores must not be all equal, as
for Pearson's correlation, there is no value.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parbleu.stats._correlations import get_correlation
from parbleu.stats._correlations.base import Correlation
from parbleu.stats._score_rows import table
from parbleu.stats.correlation import CorrelationResult, correlate, correlate_all
from parbleu.stats.correlation_interval import CorrelationInterval, correlation_interval
from parbleu.stats.pairwise_accuracy import global_accuracy
from parbleu.stats.resampling import check_sampling, seed_number
from parbleu.tables import Result

Measured = TypeVar("Measured")

CONSTANT, RANDOM = CHANCE = ("(constant)", "(random)")
"""What tables call the metrics that show what chance achieves."""


@dataclass(frozen=True, eq=False)
class ChanceLevel(Result):
    """The correlations that metrics without information reach.

    Attributes:
        constant: The correlation of a metric that scores everything alike, whose ties count half where the
            correlation only asks for the order; 0 if it has none.
        random: The mean correlation of metrics with random scores.
        low: The value that one in 40 of the random metrics is below.
        high: The value that one in 40 of the random metrics is above.
        seed: The seed of the random scores.
        samples: float64 (n_samples,): the correlations of the random metrics, ascending.
    """

    table_name = "chance_level"
    column_order = "constant random low high n_samples seed"
    constant: float
    random: float
    low: float
    high: float
    seed: int
    samples: NDArray[np.float64] = field(repr=False)

    @property
    def n_samples(self) -> int:
        """How many metrics with random scores there were."""
        return len(self.samples)


def constant_metric(gold: ArrayLike) -> NDArray[np.float64]:
    """Returns the scores of a constant metric: float64 zeros (systems, items), the shape of `gold`.

    Raises:
        InputTypeError: The gold scores are not numbers.
        InputShapeError: The gold scores have more than two dimensions, or one is infinite.
    """
    return np.zeros(table(gold, "gold").shape)


def random_metric(gold: ArrayLike, seed: int | str | None = None) -> NDArray[np.float64]:
    """Returns the scores of a random metric: float64 (systems, items), the shape of `gold`.

    The scores are drawn from the standard normal distribution.

    Args:
        gold: Table of gold scores; only its shape matters.
        seed: A whole number, "none" for a new one, or None for `SACREBLEU_SEED`, or 12345.

    Raises:
        OptionError: There is no such seed.
        InputTypeError: The gold scores are not numbers.
        InputShapeError: The gold scores have more than two dimensions, or one is infinite.
    """
    return np.random.default_rng(seed_number(seed)).standard_normal(table(gold, "gold").shape)


def chance_metrics(gold: ArrayLike, seed: int | str | None = None) -> dict[str, NDArray[np.float64]]:
    """Returns the scores of a constant and of a random metric, under the names that tables have for them."""
    return {CONSTANT: constant_metric(gold), RANDOM: random_metric(gold, seed)}


def constant_correlation(
    correlation: str | Correlation, gold: ArrayLike, average_by: str = "none", **options: Any
) -> CorrelationResult:
    """Correlates gold scores with a constant metric; ties that would be penalized count half.

    The options are `undefined`, `weighted` and those of the correlation.

    Raises:
        UnknownNameError: There is no such correlation.
        OptionError: An option has a value that it does not take.
        InputTypeError: Scores are not numbers.
        InputShapeError: There is no gold score, or `gold` has more than two dimensions.
    """
    results = _of_constant(correlate, correlation, gold, average_by, **options)
    return replace(results[0], value=_mean([result.value for result in results]))


def constant_interval(
    correlation: str | Correlation, gold: ArrayLike, average_by: str = "none", **options: Any
) -> CorrelationInterval:
    """Computes the confidence interval of a constant metric's correlation, by the bootstrap.

    The options are `undefined`, `weighted` and those of the correlation.

    Raises:
        UnknownNameError: There is no such correlation.
        OptionError: An option has a value that it does not take.
        InputTypeError: Scores are not numbers.
        InputShapeError: There is no gold score, or `gold` has more than two dimensions.
    """
    bounds = _of_constant(correlation_interval, correlation, gold, average_by, **options)
    return replace(
        bounds[0],
        value=_mean([bound.value for bound in bounds]),
        low=_mean([bound.low for bound in bounds]),
        high=_mean([bound.high for bound in bounds]),
        samples=np.mean([bound.samples for bound in bounds], axis=0),
    )


def constant_accuracy(golds: Sequence[NDArray[np.float64]]) -> float:
    """Returns the pairwise accuracy of a constant metric over several test sets; its ties count half."""
    return _mean(
        [global_accuracy(golds, golds).value, global_accuracy(golds, [-gold for gold in golds]).value]
    )


def _of_constant(
    measured: Callable[..., Measured],
    correlation: str | Correlation,
    gold: ArrayLike,
    average_by: str,
    *,
    undefined: str = "drop",
    weighted: bool | None = None,
    **options: Any,
) -> list[Measured]:
    """Returns what `measured` returns for the metrics whose mean correlation is that of a constant one.

    Where its ties count half, these are one that orders all pairs as gold does and its opposite: what one has
    right, the other has wrong, in each sample of a bootstrap, too.
    """
    chosen = get_correlation(correlation, **options)
    known = table(gold, "gold")
    metrics = (known, -known) if chosen.penalizes_ties else (constant_metric(known),)
    return [
        measured(chosen, gold, metric, average_by, undefined=undefined, weighted=weighted)
        for metric in metrics
    ]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def chance_level(
    correlation: str | Correlation,
    gold: ArrayLike,
    average_by: str = "none",
    *,
    n_samples: int = 100,
    seed: int | str | None = None,
    undefined: str = "drop",
    **options: Any,
) -> ChanceLevel:
    """Correlates gold scores with a metric that scores all alike, and with `n_samples` that score at random.

    Args:
        correlation: A name of `CORRELATIONS`, or a `Correlation`.
        gold: Table of gold scores, (systems, items) or (systems,); NaN or None is missing.
        average_by: "none", "system" or "item": the rows over which correlations are averaged.
        n_samples: How many random metrics there are; at least 1.
        seed: A whole number, "none" for a new one, or None for `SACREBLEU_SEED`, or 12345.
        undefined: "drop" leaves out rows without a correlation, "zero" counts them as 0.
        options: Options of the correlation, such as `variant`.

    Raises:
        UnknownNameError: There is no such correlation.
        OptionError: An option has a value that it does not take.
        InputTypeError: Scores are not numbers.
        InputShapeError: There is no gold score, or `gold` has more than two dimensions.
    """
    check_sampling(n_samples)
    chosen = get_correlation(correlation, **options)
    known = table(gold, "gold")
    number = seed_number(seed)
    draw = np.random.default_rng(number)
    metrics = [draw.standard_normal(known.shape) for _ in range(n_samples)]
    constant = constant_correlation(chosen, known, average_by, undefined=undefined)
    samples = np.sort(
        [result.value for result in correlate_all(chosen, known, metrics, average_by, undefined=undefined)]
    )
    tail = n_samples // 40
    return ChanceLevel(
        *(constant.value, float(samples.mean()), float(samples[tail]), float(samples[-1 - tail])),
        number,
        samples,
    )
