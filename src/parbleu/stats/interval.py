"""Computes confidence intervals from resampled scores."""

from __future__ import annotations

from parbleu import _core
from parbleu._base.record import Record
from parbleu.errors import InputShapeError
from parbleu.tables._result import Result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from typing_extensions import Buffer


class Interval(Record, Result):
    """The interval that holds 95 % of the resampled scores.

    Attributes:
        mean: The mean of the resampled scores.
        half_width: Half of `high - low`.
        low: The lower end: one in 40 of the scores is below it.
        high: The upper end: one in 40 of the scores is above it.
    """

    table_name = "interval"
    mean: float
    half_width: float
    low: float
    high: float


def confidence_interval(scores: Buffer, single: bool = False) -> Interval:
    """Finds the percentile interval of resampled scores, with the mean of sacreBLEU's paired tests.

    That mean is the sum of the sorted scores, added in NumPy's order, divided by their number.

    Args:
        scores: float64 (n_samples,): the score of every sample; at least one.
        single: Whether the scores are single-precision numbers stored as float64; the arithmetic is then
            single-precision, too.

    Raises:
        InputShapeError: There is no score.
    """
    mean, low, high, half = _core.interval(scores, single)
    return Interval(mean, half, low, high)


def estimate_interval(scores: Buffer, single: bool = False) -> Interval:
    """Finds the percentile interval of resampled scores, with the mean of sacreBLEU's one-system intervals.

    That mean is the exact mean, rounded once to double, and then to single precision if `single`.

    Args:
        scores: float64 (n_samples,): the score of every sample; at least one.
        single: Whether the scores are single-precision numbers stored as float64.

    Raises:
        InputShapeError: There is no score.
    """
    _, low, high, half = _core.interval(scores, single)
    mean = exact_mean(memoryview(scores).tolist())
    if single:
        import struct

        (mean,) = struct.unpack("f", struct.pack("f", mean))
    return Interval(mean, half, low, high)


def exact_mean(numbers: Sequence[float]) -> float:
    """Computes the mean as if with infinite precision, rounded once; of infinities and NaN what `sum` gives.

    Raises:
        InputShapeError: There is no number.
    """
    if not numbers:
        raise InputShapeError("there is no number to take the mean of")
    if not all(number - number == 0 for number in numbers):  # some are infinite or NaN
        return sum(numbers)
    ratios = [number.as_integer_ratio() for number in numbers]
    denominator = max(ratio[1] for ratio in ratios)  # all are powers of two
    return sum(ratio[0] * (denominator // ratio[1]) for ratio in ratios) / (denominator * len(numbers))
