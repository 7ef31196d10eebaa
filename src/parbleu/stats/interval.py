"""Computes confidence intervals from resampled scores."""

from __future__ import annotations

from parbleu import _core
from parbleu.base.record import Record
from parbleu.errors import InputShapeError
from parbleu.tables.result import Result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from typing_extensions import Buffer

    from parbleu.tables import Table


class Interval(Record, Result):
    """Where 95 % of the resampled scores lie.

    Attributes:
        mean: The mean of the resampled scores.
        half_width: Half of `high - low`.
        low: The score with 1/40 of the scores below it.
        high: The score with 1/40 of the scores above it.
    """

    mean: float
    half_width: float
    low: float
    high: float

    def tables(self) -> tuple[Table, ...]:
        """Returns the interval in one row."""
        from parbleu.tables.table import one_row

        return (one_row("interval", **vars(self)),)


def confidence_interval(scores: Buffer, single: bool = False) -> Interval:
    """Find the percentile interval of resampled scores; the mean is that of sacreBLEU's paired tests.

    That is the sum of the sorted scores, added up in NumPy's order, over their number.

    Args:
        scores: float64 numbers, one per sample; at least one.
        single: Whether they are single-precision numbers; the arithmetic then is, too.

    Raises:
        InputShapeError: There is no score.
    """
    mean, low, high, half = _core.interval(scores, single)
    return Interval(mean, half, low, high)


def estimate_interval(scores: Buffer, single: bool = False) -> Interval:
    """Find the percentile interval, with the mean that sacreBLEU attaches to one system's score.

    It is the exact mean, rounded once (and then to single precision if `single`).
    """
    _, low, high, half = _core.interval(scores, single)
    mean = exact_mean(memoryview(scores).tolist())
    if single:
        import struct

        (mean,) = struct.unpack("f", struct.pack("f", mean))
    return Interval(mean, half, low, high)


def exact_mean(numbers: Sequence[float]) -> float:
    """Compute the mean as if with infinite precision, rounded once; of infinities and NaN what `sum` gives.

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
