"""Estimates the chance level of a correlation: its value for metrics that carry no information.

Two such metrics are a constant one and a random one. For some correlations their values are far from 0:
accuracy after tie calibration is at least the share of gold ties, and soft pairwise accuracy is
between 0.4 and 0.8.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parbleu.stats.correlation import correlate_all
from parbleu.stats.correlations import get_correlation
from parbleu.stats.correlations.base import Correlation
from parbleu.stats.resampling import check_sampling
from parbleu.stats.score_rows import table
from parbleu.stats.seed import seed_number
from parbleu.tables.result import Result
from parbleu.tables.table import Table, one_row


@dataclass(frozen=True, eq=False)
class ChanceLevel(Result):
    """The correlations that metrics without information reach.

    Attributes:
        constant: The value of a metric that scores everything alike; 0 if it has none.
        random: The mean value of metrics with random scores.
        low: One time in 40 such a metric is below.
        high: One time in 40 it is above.
        seed: Of the random scores.
        samples: float64 (n_samples,): all their values, ascending.
    """

    constant: float
    random: float
    low: float
    high: float
    seed: int
    samples: NDArray[np.float64] = field(repr=False)

    def tables(self) -> tuple[Table, ...]:
        """Returns the values in one row, without the samples."""
        found = {name: float(getattr(self, name)) for name in ("constant", "random", "low", "high")}
        return (one_row("chance_level", **found, n_samples=len(self.samples), seed=self.seed),)


def constant_metric(gold: ArrayLike) -> NDArray[np.float64]:
    """Returns the scores of a constant metric: a table of the same shape."""
    return np.zeros(table(gold, "gold").shape)


def random_metric(gold: ArrayLike, seed: int | str | None = None) -> NDArray[np.float64]:
    """Returns random scores, normally distributed: a table of the same shape.

    The seed is a whole number, "none" for a new one, or None for `SACREBLEU_SEED`, or 12345.
    """
    return np.random.default_rng(seed_number(seed)).standard_normal(table(gold, "gold").shape)


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
    """Correlate with gold scores a metric that scores everything alike, and `n_samples` that score at random.

    The seed of the random scores is as in `random_metric`. The other arguments and the errors are those of
    `correlate`.
    """
    check_sampling(n_samples)
    chosen = get_correlation(correlation, **options)
    known = table(gold, "gold")
    number = seed_number(seed)
    draw = np.random.default_rng(number)
    metrics = [constant_metric(known), *(draw.standard_normal(known.shape) for _ in range(n_samples))]
    found = [
        result.value for result in correlate_all(chosen, known, metrics, average_by, undefined=undefined)
    ]
    samples = np.sort(found[1:])
    tail = n_samples // 40
    return ChanceLevel(
        found[0], float(samples.mean()), float(samples[tail]), float(samples[-1 - tail]), number, samples
    )
