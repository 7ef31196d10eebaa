"""Estimates the power of a paired test on a test set, and the smallest difference that it detects.

The statistics of two systems on a test set are a pilot. Test sets are drawn from their segments with
replacement, as in `parbleu.stats.resampling`. On every drawn set one needs two numbers:

- how far the difference of the systems' scores is from the pilot's: the error of the difference;
- what difference is significant there: a quantile of Student's t times the standard error of the difference,
  which comes from the segments' influences on it, the jackknife's (B. Efron and R. Tibshirani, "An
  Introduction to the Bootstrap", 1993, chapter 11).

A true difference D is detected on a drawn set if D plus the error exceeds what is significant. The share of
sets where it does is the power for D, and the smallest D with a share of 80 % is the smallest detectable one.
This supposes that a difference shifts scores and leaves their spread as it is. The tests of
`parbleu.stats.paired_tests` reject as often, whichever of the two: `p_value` has their level.

The power for the difference that was observed says no more than the p-value (J. Hoenig and D. Heisey, "The
Abuse of Power", 2001). Ask for that of a difference which matters.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from parbleu import _core
from parbleu._base.progress import no_progress
from parbleu.errors import InputShapeError, OptionError
from parbleu.stats.resampling import BOOTSTRAP_SAMPLES, RESAMPLING, Mean, Resampling
from parbleu.stats.t_test_power import check_power, critical_t, pairs_for_effect
from parbleu.tables._result import Result

if TYPE_CHECKING:
    from parbleu._base.progress import ProgressBar
    from parbleu.stats.resampling import Scorer
    from parbleu.stats.resampling import Table as Statistics

_BLOCK = 1 << 20
"""How many drawn segments are in memory at once."""


@dataclass(frozen=True, eq=False)
class Power(Result):
    """What a paired test of two systems can see on test sets like a given one.

    Attributes:
        n_pilot: how many segments the given test set has.
        n_segments: how many the test sets have that this is about.
        difference: the score of the second system less that of the first, on the given set.
        standard_error: of the difference on test sets of `n_segments` segments.
        smallest: the smallest difference, without sign, that is detected with the probability `power`; None
            if no segment tells the systems apart, since then nothing is known about its spread.
        power: the probability that `smallest` is about.
        alpha: the level of the test.
        direction: 1 or -1 for a one-sided test, which asks whether the second system's score is higher or
            lower; 0 for a two-sided one.
        margin: the size that a difference must exceed in any case to count.
        n_samples: how many test sets were drawn.
        seed: of the draws.
        errors: on each drawn set, the difference less that on the given set.
        limits: on each drawn set, the size that a significant difference has at least.
    """

    table_name = "power"
    n_pilot: int
    n_segments: int
    difference: float
    standard_error: float
    smallest: float | None
    power: float
    alpha: float
    direction: int
    margin: float
    n_samples: int
    seed: int
    errors: NDArray[np.float64]
    limits: NDArray[np.float64]

    def power_for(self, difference: float) -> float:
        """Returns how likely a true difference is detected.

        Args:
            difference: of the second system's score and the first's; for a one-sided test its size, in the
                direction of the test.

        Returns:
            From 0 to 1; for 0, the level of the test on such sets.
        """
        if self.direction:
            detected = difference + self.direction * self.errors > self.limits
        else:
            detected = np.abs(difference + self.errors) > self.limits
        return float(np.mean(detected))

    def segments_for(self, difference: float, power: float | None = None) -> float:
        """Returns how many segments detect a difference: those of a t test with the segments' spread.

        Args:
            difference: its size.
            power: how likely it is to be detected; by default `power` of this result.

        Returns:
            A whole number, or infinity for a difference that is not above the margin.
        """
        wanted = self.power if power is None else power
        size = abs(difference)
        if size <= self.margin:
            return math.inf
        spread = self.standard_error * math.sqrt(self.n_segments)
        if not spread:
            return 2
        needed = pairs_for_effect(size / spread, wanted, self.alpha, bool(self.direction), whole=True)
        if self.margin:
            from statistics import NormalDist

            needed = max(needed, (NormalDist().inv_cdf(wanted) * spread / (size - self.margin)) ** 2)
        return math.ceil(needed) if needed < math.inf else needed


def paired_power(scorer: Scorer, first: Statistics, second: Statistics, **options: Any) -> Power:
    """Estimates what a paired test of two systems can see, from their statistics on a test set.

    Args:
        scorer: what turns a sum of rows into a score: a native metric, `Mean()`, or a callable.
        first: the statistics of the first system, a row for each segment.
        second: those of the second one.
        options: further keyword arguments of `pair_powers`.

    Raises:
        OptionError: an option is out of its range.
        InputShapeError: there are fewer than 2 segments, or the tables differ in length, do not fit the
            scorer, or hold NaN or infinity.
        InputTypeError: a table is not a contiguous array of int64 or float64 with two dimensions.
    """
    [power] = pair_powers(scorer, [first, second], [(0, 1)], **options)
    return power


def pair_powers(
    scorer: Scorer,
    systems: Sequence[Statistics],
    pairs: Sequence[tuple[int, int]],
    *,
    n_segments: int | None = None,
    direction: int = 0,
    margin: float = 0.0,
    resampling: Resampling | None = None,
    progress: ProgressBar = no_progress,
) -> list[Power]:
    """Estimates what a paired test can see of pairs of several systems, which share the drawn test sets.

    Args:
        scorer: computes the score of a system from a sum of rows.
        systems: the statistics of each system, a row for each segment.
        pairs: the places of the systems of each pair, counted from 0.
        n_segments: how many segments the test sets have that this is about; by default as many as the tables.
        direction: 1 or -1 for a one-sided test whether the second system's score is higher or lower; 0 for a
            two-sided one.
        margin: the size that a difference must exceed, besides being significant.
        resampling: how many test sets to draw, the level of the test, and how likely the smallest difference
            is to be detected, above the level and below 1. With the usual 1000, a power of 80 % has a
            standard error of 1.3 points. For the most cautious step of Holm's correction, divide the
            level by the number of tests.
        progress: `parbleu._base.progress.progress_bar` to show it on a terminal.

    Raises:
        OptionError: an option is out of its range.
        InputShapeError: there are fewer than 2 segments, or the tables differ in length, do not fit the
            scorer, or hold NaN or infinity.
        InputTypeError: a table is not a contiguous array of int64 or float64 with two dimensions.
    """
    asked = (resampling or Resampling()).resolved_for("pair_powers")
    assert asked.seed is not None
    assert asked.threads is not None
    alpha, n_samples = asked.alpha, asked.n_samples or BOOTSTRAP_SAMPLES
    check_power(asked.power, alpha)
    if direction not in (-1, 0, 1) or not 0 <= margin < math.inf:
        raise OptionError(
            f"direction is -1, 0 or 1, and margin a number from 0, not {direction!r} and {margin!r}"
        )
    tables = [np.asarray(table) for table in systems]
    n_pilot = len(tables[0])
    size = n_pilot if n_segments is None else n_segments
    if min(n_pilot, size) < 2:
        raise InputShapeError(f"power needs at least 2 segments, not {min(n_pilot, size)}")
    number, workers = asked.seed, asked.threads
    (scores,) = _core.corpus_scores([(scorer, tables)])
    influences = [_influence(scorer, table) for table in tables]
    limit = critical_t(size - 1, alpha, bool(direction))
    powers: list[Power] = []
    at_once = max(1, _BLOCK // n_pilot)
    for start in range(0, len(pairs), at_once):
        chosen = pairs[start : start + at_once]
        own = [influences[second] - influences[first] for first, second in chosen]
        means = [_means(power_of) for influence in own for power_of in (influence, influence**2)]
        entries = [*([(scorer, tables)] if start == 0 else []), (Mean(), means)]
        with progress(RESAMPLING, n_samples) as advance:
            samples = _scores_of_sets(entries, size, n_samples, number, workers, advance)
        if start == 0:
            drawn = samples[0]
        for pair, (first, second) in enumerate(chosen):
            mean, square = samples[-1][2 * pair : 2 * pair + 2]
            limits = np.maximum(limit * np.sqrt(np.maximum(square - mean**2, 0) / (size - 1)), margin)
            errors = drawn[second] - drawn[first] - (scores[second] - scores[first])
            spread = float(np.std(own[pair], ddof=1))
            powers.append(
                Power(
                    n_pilot=n_pilot,
                    n_segments=size,
                    difference=scores[second] - scores[first],
                    standard_error=spread / math.sqrt(size),
                    smallest=_smallest(errors, limits, asked.power, direction) if spread else None,
                    power=asked.power,
                    alpha=alpha,
                    direction=direction,
                    margin=margin,
                    n_samples=n_samples,
                    seed=number,
                    errors=errors,
                    limits=limits,
                )
            )
    return powers


def _influence(scorer: Scorer, table: NDArray[np.number]) -> NDArray[np.float64]:
    """Returns the influence of each segment: n - 1 times how much the score falls without it."""
    total = table.sum(axis=0)
    rest = np.ascontiguousarray(total - table)
    without = np.asarray(_core.row_scores(scorer, rest))
    influence: NDArray[np.float64] = (len(rest) - 1) * (np.mean(without) - without)
    return influence


def _means(values: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.stack([values, np.ones(len(values))], axis=1)


def _scores_of_sets(
    entries: Sequence[tuple[Scorer, Sequence[NDArray[np.number]]]],
    size: int,
    n_samples: int,
    seed: int,
    threads: int,
    advance: Callable[[int], object] | None,
) -> list[list[NDArray[np.float64]]]:
    """Returns the scores of tables on drawn sets of any size: the tables' is that of `_core.bootstrap`."""
    n_rows = len(entries[0][1][0])
    if size == n_rows:
        views = _core.bootstrap(entries, n_samples, seed, 0, threads, advance)
        return [[np.array(view) for view, _ in row] for row in views]
    sums: list[list[list[NDArray[np.number]]]] = [[[] for _ in tables] for _, tables in entries]  # in blocks
    block = max(1, _BLOCK // size)
    for start in range(0, n_samples, block):
        count = min(block, n_samples - start)
        places = np.asarray(_core.draw_indices(seed, n_rows, start * size, count * size))
        for (_, tables), kept in zip(entries, sums, strict=True):
            for table, rows in zip(tables, kept, strict=True):
                rows.append(table[places].reshape(count, size, -1).sum(axis=1))
        if advance is not None:
            advance(count)
    return [
        [np.asarray(_core.row_scores(scorer, np.concatenate(blocks))) for blocks in kept]
        for (scorer, _), kept in zip(entries, sums, strict=True)
    ]


def _smallest(
    errors: NDArray[np.float64], limits: NDArray[np.float64], power: float, direction: int
) -> float:
    """Returns the smallest difference that exceeds the limits in so many of the drawn sets.

    Without a direction it is the larger of those in both.
    """
    rank = min(math.ceil(power * len(errors) - 1e-9), len(errors)) - 1
    needed = [np.sort(limits - side * errors)[rank] for side in ((direction,) if direction else (1, -1))]
    return max(0.0, float(max(needed)) * (1 + 1e-12))  # rounded upwards: it is to exceed the limit
