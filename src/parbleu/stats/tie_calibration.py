"""Calibrates ties: finds the largest difference of metric scores that should count as a tie.

D. Deutsch, G. Foster, M. Freitag, "Ties Matter: Meta-Evaluating Modern Metrics with Pairwise Accuracy and Tie
Calibration" (2023). Values, thresholds and curves are MT Metrics Eval's bit for bit.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parbleu import _core
from parbleu.errors import OptionError
from parbleu.stats._random_generators import legacy_generator
from parbleu.stats._score_rows import rows_by
from parbleu.tables import Column, Result, Table, table_of

VARIANTS = ("acc23", "23")


@dataclass(frozen=True, eq=False)
class Calibration(Result):
    """The threshold for ties with which a metric agrees best with gold scores.

    Attributes:
        value: The highest average, over the rows that have a pair, of the share of pairs that the metric gets
            right (or of tau-23); NaN if there is no pair.
        threshold: Metric scores that differ by at most this threshold count as equal. If several thresholds
            give the highest average, the smallest of them.
        n_rows: How many rows have a pair.
        thresholds: float64: all thresholds at which the average changes, ascending from 0; empty unless the
            curve was asked for.
        values: float64: the average at each of `thresholds`; empty unless the curve was asked for.
    """

    value: float
    threshold: float
    n_rows: int
    thresholds: NDArray[np.float64] = field(repr=False)
    values: NDArray[np.float64] = field(repr=False)

    def tables(self) -> tuple[Table, ...]:
        """Returns the best threshold in one row, and the curve if it was asked for."""
        best = table_of("calibration", Calibration, [self])
        if not len(self.thresholds):
            return (best,)
        columns = [Column("threshold", kind=float), Column("value", kind=float)]
        return best, Table("curve", columns, zip(self.thresholds, self.values, strict=True))


def calibrate_ties(
    gold: ArrayLike,
    metric: ArrayLike,
    average_by: str = "none",
    *,
    variant: str = "acc23",
    sample_rate: float = 1.0,
    seed: int | str | _core.Mersenne | None = None,
    curve: bool = False,
) -> Calibration:
    """Finds the threshold for ties with which a metric agrees best with gold scores.

    Args:
        gold: Table of gold scores, (systems, items) or (systems,); NaN or None is missing.
        metric: Table of the same shape. Pairs with a missing gold or metric score are left out.
        average_by: "none", "system" or "item": the rows within which pairs are formed.
        variant: "acc23", the share of right pairs, or "23", that less the share of wrong ones.
        sample_rate: The probability with which each pair is used, above 0 and at most 1; MT Metrics Eval's
            default is 0.1.
        seed: The seed of the sample, as `numpy.random.seed` takes it; "none" for a new one, or None for
            `SACREBLEU_SEED`, or 12345. A generator continues from its state.
        curve: Whether to return all thresholds and averages.

    Raises:
        OptionError: There is no such variant, or `sample_rate` is out of its range.
        InputTypeError: Scores are not numbers.
        InputShapeError: The tables differ in shape.
    """
    rows = rows_by(gold, average_by, keep_missing=True)
    random = check_sampling(variant, sample_rate, seed)
    calibrator = _core.make_calibrator(rows.gold, rows.starts, rows.places, variant)
    scores = rows.flattened(metric)
    value, threshold, n_rows, thresholds, values = calibrator.calibrate(scores, sample_rate, random, curve)
    return Calibration(value, threshold, n_rows, np.asarray(thresholds), np.asarray(values))


def check_sampling(
    variant: str, sample_rate: float, seed: int | str | _core.Mersenne | None
) -> _core.Mersenne | None:
    """Checks the options of tie calibration; returns the generator of the sample, None if all pairs are used.

    Raises:
        OptionError: There is no such variant or seed, or `sample_rate` is not above 0 and at most 1.
    """
    if variant not in VARIANTS:
        raise OptionError(f"tie calibration knows the variants {', '.join(VARIANTS)}, not {variant!r}")
    if not 0 < sample_rate <= 1:
        raise OptionError(f"the sample rate must be above 0 and at most 1, not {sample_rate}")
    return legacy_generator(seed) if sample_rate < 1 else None
