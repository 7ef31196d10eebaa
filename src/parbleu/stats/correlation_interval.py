"""Computes confidence intervals of a metric's correlation with gold scores.

The percentile bootstrap, as D. Deutsch, R. Dror, D. Roth, "A Statistical Analysis of Summarization
Evaluation Metrics Using Resampling Methods" (2021) use it: items are drawn with replacement, or systems, or
both, and the metric is correlated anew. What is drawn is what the interval generalizes to: other segments
for the same systems, other systems on the same segments, or both.

Systems that are drawn twice tie with themselves, in gold and in the metric. Correlations that give credit
for that (`Correlation.credits_ties`) are resampled over items; accuracy and soft pairwise accuracy may be
resampled over systems, too: pairs of a system with itself are left out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parbleu.errors import OptionError
from parbleu.stats._correlations import get_correlation
from parbleu.stats._correlations.base import Correlation
from parbleu.stats._score_rows import table
from parbleu.stats.correlation import correlate
from parbleu.stats.resampling import Resampling, check_level, seed_number
from parbleu.tables import Result

Drawn = NDArray[np.int64] | None
Resampler = Callable[[Drawn, Drawn], float]

RESAMPLES = ("items", "systems", "both")
N_SAMPLES = 1000
RESAMPLING = Resampling()


@dataclass(frozen=True, eq=False)
class CorrelationInterval(Result):
    """A confidence interval of the correlation of a metric with gold scores.

    Attributes:
        value: The correlation of the given scores.
        low: The lower end of the interval; NaN if no sample has a correlation.
        high: The upper end of the interval; NaN if no sample has a correlation.
        confidence_level: The share of such intervals that hold the true value, between 0 and 1.
        method: "bootstrap over items", "bootstrap over systems", "bootstrap over both" or "fisher".
        seed: The seed of the bootstrap; None for Fisher's interval.
        samples: float64: the correlations of the bootstrap samples that have one; empty for Fisher's
            interval.
    """

    table_name = "correlation_interval"
    column_order = "value low high confidence_level method n_samples seed"
    value: float
    low: float
    high: float
    confidence_level: float
    method: str
    seed: int | None
    samples: NDArray[np.float64] = field(repr=False)

    @property
    def n_samples(self) -> int:
        """How many samples have a correlation."""
        return len(self.samples)


def correlation_interval(
    correlation: str | Correlation,
    gold: ArrayLike,
    metric: ArrayLike,
    average_by: str = "none",
    resampling: Resampling = RESAMPLING,
    *,
    resample: str | None = None,
    undefined: str = "drop",
    weighted: bool | None = None,
    **options: Any,
) -> CorrelationInterval:
    """Computes the confidence interval of a correlation by the bootstrap.

    Args:
        correlation: A name of `CORRELATIONS`, or a `Correlation`.
        gold: Table of gold scores, (systems, items) or (systems,); NaN or None is missing.
        metric: Table of the same shape.
        average_by: "none", "system" or "item": the rows over which correlations are averaged.
        resampling: How many samples are drawn, 1000 if it does not say; the seed of
            `numpy.random.default_rng`; and `alpha`, 1 less the confidence level.
        resample: What is drawn: "items", "systems" or "both"; None for systems if there is one item, and for
            items otherwise.
        undefined: "drop" leaves out rows without a correlation, "zero" counts them as 0. Samples without any
            correlation are left out.
        weighted: Whether rows are averaged with their lengths as weights; None for the correlation's default.
        options: Options of the correlation, such as `variant`.

    Raises:
        OptionError: An option has a value that it does not take, or the correlation cannot be resampled over
            what `resample` names.
        UnknownNameError: There is no such correlation.
        InputTypeError: Scores are not numbers.
        InputShapeError: The tables differ in shape, there is no gold score, or the metric lacks a score where
            there is a gold score.
    """
    chosen = get_correlation(correlation, **options)
    tables = table(gold, "gold"), table(metric, "metric")
    over = resample or ("systems" if tables[0].shape[1] == 1 else "items")
    if over not in RESAMPLES:
        raise OptionError(f"resample must be one of {', '.join(RESAMPLES)}, not {over!r}")
    n_samples = N_SAMPLES if resampling.n_samples is None else resampling.n_samples
    observed = correlate(chosen, *tables, average_by, undefined=undefined, weighted=weighted)
    number = seed_number(resampling.seed)
    random = np.random.default_rng(number)
    micro, zero = chosen.weighted if weighted is None else weighted, undefined == "zero"
    resampler = _Sampled(chosen, average_by, *tables, micro, zero).resampler(over)
    drawn = np.array([resampler(*_draw(random, tables[0].shape, over)) for _ in range(n_samples)])
    samples = drawn[~np.isnan(drawn)]
    confidence_level = 1 - resampling.alpha
    tail = (1 - confidence_level) / 2
    bounds = (float("nan"), float("nan"))
    if len(samples):
        bounds = float(np.quantile(samples, tail)), float(np.quantile(samples, 1 - tail))
    method = f"bootstrap over {over}"
    return CorrelationInterval(observed.value, *bounds, confidence_level, method, number, samples)


def fisher_interval(
    correlation: str, gold: ArrayLike, metric: ArrayLike, confidence_level: float = 0.95
) -> CorrelationInterval:
    """Computes the confidence interval of a correlation over all scores together by Fisher's z.

    It is for few systems at system level, where the bootstrap has little to draw from. Scores should be
    independent of one another. Standard errors of z: Pearson 1 / sqrt(n - 3), Spearman
    sqrt((1 + r^2 / 2) / (n - 3)), Kendall sqrt(0.437 / (n - 4)); D. G. Bonett and T. A. Wright, "Sample Size
    Requirements for Estimating Pearson, Kendall and Spearman Correlations" (2000).

    Args:
        correlation: "pearson", "spearman", "kendall", or another correlation that defines `fisher_variance`.
        gold: Table of gold scores, (systems, items) or (systems,); NaN or None is missing.
        metric: Table of the same shape.
        confidence_level: Between 0 and 1.

    Raises:
        OptionError: The correlation has no such standard error, there are fewer than five scores, or
            `confidence_level` is out of its range.
        UnknownNameError: There is no such correlation.
        InputTypeError: Scores are not numbers.
        InputShapeError: The tables differ in shape, there is no gold score, or the metric lacks a score where
            there is a gold score.
    """
    import math
    from statistics import NormalDist

    n = int((~np.isnan(table(gold, "gold"))).sum())
    if n < 5:
        raise OptionError(f"Fisher's interval needs at least five scores, not {n}")
    value = correlate(correlation, gold, metric).value
    variance = get_correlation(correlation).fisher_variance(value, n)
    if variance is None:
        raise OptionError(f"Fisher's interval is for pearson, spearman and kendall, not {correlation!r}")
    check_level("confidence_level", confidence_level)
    reach = NormalDist().inv_cdf((1 + confidence_level) / 2) * math.sqrt(variance)
    z = math.atanh(max(-1 + 1e-15, min(1 - 1e-15, value)))
    bounds = math.tanh(z - reach), math.tanh(z + reach)
    return CorrelationInterval(value, *bounds, confidence_level, "fisher", None, np.empty(0))


def _draw(random: np.random.Generator, shape: tuple[int, ...], over: str) -> tuple[Drawn, Drawn]:
    """Draws systems, items, or both."""
    systems = None if over == "items" else random.integers(shape[0], size=shape[0])
    items = None if over == "systems" else random.integers(shape[1], size=shape[1])
    return systems, items


@dataclass(frozen=True, eq=False)
class _Sampled:
    """Scores of which samples are correlated; what does that returns NaN where a sample has no value."""

    chosen: Correlation
    average_by: str
    gold: NDArray[np.float64]
    metric: NDArray[np.float64]
    weighted: bool
    zero: bool

    def resampler(self, over: str) -> Resampler:
        """Returns the fastest function that correlates a bootstrap sample."""
        chosen = self.chosen
        if over != "items" and chosen.credits_ties:
            pairs = chosen.pair_values(self.gold, self.metric) if over == "systems" else None
            if pairs is None:
                raise OptionError(
                    f"{chosen.name} would credit the metric for systems that are drawn twice: resample items"
                )
            return lambda systems, _: _of_pairs(pairs, systems)
        if chosen.by_row and (over, self.average_by) in (("items", "item"), ("systems", "system")):
            return self._of_rows()
        return self._anew

    def _anew(self, systems: Drawn, items: Drawn) -> float:
        gold, metric = self.gold, self.metric
        if systems is not None:
            gold, metric = gold[systems], metric[systems]
        if items is not None:
            gold, metric = gold[:, items], metric[:, items]
        rows = self.chosen.rows(gold, self.average_by)
        result = self.chosen.evaluator(rows, self.weighted, self.zero)(self.chosen.arrange(rows, metric))
        return result.value if result.defined else float("nan")

    def _of_rows(self) -> Resampler:
        """Whole rows are drawn: their values are known, and the mean weighs them anew."""
        rows = self.chosen.rows(self.gold, self.average_by)
        figures = np.asarray(self.chosen.measure(rows).figures(self.chosen.arrange(rows, self.metric)))
        values, weights = figures[:, 0].copy(), figures[:, 2] if self.weighted else np.ones(len(figures))
        n_systems, n_items = self.gold.shape
        first = rows.places[rows.starts[:-1]]
        number, size = (
            (first % n_items, n_items) if self.average_by == "item" else (first // n_items, n_systems)
        )
        if self.zero:
            values[np.isnan(values)] = 0
        known = ~np.isnan(values)
        values, weights, number = values[known], weights[known], number[known]

        def weighed(systems: Drawn, items: Drawn) -> float:
            drawn = items if items is not None else systems
            times = np.bincount(np.asarray(drawn), minlength=size)[number] * weights
            total = times.sum()
            return float((times * values).sum() / total) if total else float("nan")

        return weighed


def _of_pairs(pairs: NDArray[np.float64], systems: Drawn) -> float:
    """Returns the mean over pairs of different systems, each as often as it was drawn."""
    times = np.bincount(np.asarray(systems), minlength=len(pairs)).astype(float)
    weights = np.where(np.isnan(pairs), 0, np.outer(times, times))
    total = weights.sum()
    return float((weights * np.nan_to_num(pairs)).sum() / total) if total else float("nan")
