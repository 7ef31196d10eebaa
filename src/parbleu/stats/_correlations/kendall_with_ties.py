"""Defines pairwise accuracy after tie calibration as a correlation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parbleu import _core
from parbleu.errors import OptionError
from parbleu.stats._correlations.base import Correlation, CorrelationResult
from parbleu.stats._score_rows import ScoreRows, rows_by
from parbleu.stats.tie_calibration import check_sampling


@dataclass(frozen=True)
class CalibratedResult(CorrelationResult):
    """A `CorrelationResult` with the calibrated threshold.

    Attributes:
        threshold: Metric scores that differ by at most this threshold count as equal.
    """

    threshold: float


class KendallWithTiesOpt(Correlation):
    """acc23 or tau-23 with the best threshold for ties of the metric (`parbleu.stats.tie_calibration`).

    Pairs with a missing gold or metric score are left out. The weight is the number of all rows.

    Args:
        variant: "acc23" or "23".
        sample_rate: The probability with which each pair is used, above 0 and at most 1; the value is
            computed on the same sample. MT Metrics Eval's default is 0.1, whose value differs from run to
            run.
        seed: The seed of the sample, as `numpy.random.seed` takes it; "none" for a new one, or None for
            `SACREBLEU_SEED`, or 12345. A generator continues from its state.

    Raises:
        OptionError: There is no such variant, or `sample_rate` is out of its range.
    """

    name = "KendallWithTiesOpt"
    title = "acc-t"
    complete = False
    by_row = False
    credits_ties = True

    def __init__(
        self, variant: str = "acc23", sample_rate: float = 1.0, seed: int | str | _core.Mersenne | None = None
    ) -> None:
        check_sampling(variant, sample_rate, seed)
        self.variant = variant
        self.sample_rate = sample_rate
        self.seed = seed

    @property
    def low(self) -> float:  # type: ignore[override]
        """The value of the worst possible metric."""
        return 0.0 if self.variant == "acc23" else -1.0

    @property
    def in_order(self) -> bool:  # type: ignore[override]
        """Whether metrics must be correlated one after another, as they share random numbers."""
        return self.sample_rate < 1 and isinstance(self.seed, _core.Mersenne)

    def test_rows(self, gold: ArrayLike, average_by: str) -> ScoreRows:
        """Brings gold scores into rows that keep what is missing."""
        return rows_by(gold, average_by, keep_missing=True)

    def arrange(self, rows: ScoreRows, metric: ArrayLike) -> NDArray[np.float64]:
        """Flattens a metric's table, missing scores included."""
        return rows.flattened(metric)

    def _calibrator(self, rows: ScoreRows) -> _core.TieCalibrator:
        return _core.make_calibrator(rows.gold, rows.starts, rows.places, self.variant)

    def measure(self, rows: ScoreRows) -> _core.Measure:
        """Prepares the correlation with these gold scores.

        Raises:
            OptionError: It would have to draw a sample for every metric.
        """
        if self.sample_rate < 1:
            raise OptionError("a permutation test or an interval calibrates on all pairs: use sample_rate=1")
        return self._calibrator(rows).measure()

    def evaluator(
        self, rows: ScoreRows, weighted: bool, zero: bool
    ) -> Callable[[NDArray[np.float64]], CalibratedResult]:
        """Returns a function that calibrates a metric; its result includes the threshold."""
        del weighted, zero  # there is one value, and it is defined if there is a pair
        calibrator = self._calibrator(rows)

        def calibrated(metric: NDArray[np.float64]) -> CalibratedResult:
            random = check_sampling(self.variant, self.sample_rate, self.seed)
            value, threshold, n_rows, *_ = calibrator.calibrate(metric, self.sample_rate, random, False)
            if n_rows == 0:
                return CalibratedResult(0.0, 0.0, 0.0, 0.0)
            return CalibratedResult(value, 0.0, float(rows.n_rows), threshold)

        return calibrated
