"""Plans a test set: how many segments show a difference of two systems, from their output on some."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from parbleu._comparison.metric_inputs import measure, named_metrics
from parbleu._comparison.sample_warnings import why_few_samples
from parbleu.errors import OptionError
from parbleu.metrics._input_checks import check_lengths, reference_streams
from parbleu.stats.power import Power, paired_power
from parbleu.stats.resampling import Resampling
from parbleu.tables import Column, Result, Table
from parbleu.text._segments import as_segments
from parbleu.typing import MetricsLike, ReferencesLike, SegmentsLike

SYSTEMS = ("first", "second")
MOST_SEGMENTS = 1_000_000_000


@dataclass(frozen=True)
class SegmentPlan(Result):
    """What test sets of several sizes show by each metric.

    Attributes:
        difference: that is to be shown, in points; None if none was named.
        estimates: (metric, segments) -> what test sets of that size show.
        signatures: metric -> how to repeat its scores.
        decimals: metric -> how many the tables print.
    """

    difference: float | None
    estimates: dict[tuple[str, int], Power]
    signatures: dict[str, str]
    decimals: dict[str, int]

    def tables(self) -> tuple[Table, ...]:
        """Returns a row for each metric and size, and before them the segments that each metric needs."""
        sizes = self._sizes()
        return (sizes,) if self.difference is None else (self._needed(), sizes)

    def _needed(self) -> Table:
        decimals = max(self.decimals.values())
        columns = (
            Column("metric"),
            Column("observed", "observed difference", float, decimals=decimals, signed=True),
            Column("difference", "difference to show", float),
            Column("segments", "segments needed", int),
        )
        rows = []
        for (metric, size), power_of in self.estimates.items():
            if size == power_of.n_pilot and self.difference is not None:
                needed = power_of.segments_for(self.difference)
                rows.append(
                    (metric, power_of.difference, self.difference, None if needed == inf else int(needed))
                )
        return Table("needed", columns, rows)

    def _sizes(self) -> Table:
        decimals = max(self.decimals.values())
        columns = [
            Column("metric"),
            Column("segments", kind=int),
            Column("standard_error", kind=float, decimals=decimals),
            Column("detectable", "detectable difference", float, decimals=decimals),
        ]
        rows: list[list[object]] = [
            [metric, size, power_of.standard_error, power_of.smallest]
            for (metric, size), power_of in self.estimates.items()
        ]
        if self.difference is not None:
            columns.append(Column("power_of_difference", f"power for {self.difference:g}", float, decimals=3))
            for row, power_of in zip(rows, self.estimates.values(), strict=True):
                row.append(power_of.power_for(self.difference))
        estimate = next(iter(self.estimates.values()))
        share, n_samples = f"{estimate.power:.0%}", estimate.n_samples
        meaning = f"the smallest true difference that a two-sided paired test finds {share} of the time"
        notes = [f"detectable difference: {meaning}, by {n_samples} test sets drawn from the segments."]
        if few := why_few_samples(estimate.n_pilot, estimate.n_samples):
            notes.append(few)
        facts = {
            **{f"{metric} signature": signature for metric, signature in self.signatures.items()},
            "power": estimate.power,
            "alpha": estimate.alpha,
            "n_samples": estimate.n_samples,
            "seed": estimate.seed,
        }
        return Table("sizes", columns, rows, notes=notes, facts=facts)


def plan_segments(
    first: SegmentsLike,
    second: SegmentsLike,
    references: ReferencesLike,
    metrics: MetricsLike = ("chrf",),
    *,
    difference: float | None = None,
    sizes: Sequence[int] | None = None,
    resampling: Resampling | None = None,
) -> SegmentPlan:
    """Estimates what test sets of several sizes show of two systems.

    Args:
        first: N hypotheses of a system like those to be compared.
        second: N hypotheses of the other.
        references: K streams of N segments.
        metrics: metrics, their names, or `{name: metric}`.
        difference: that is to be shown, in points and above 0. Not that between these two: its power says no
            more than their p-value.
        sizes: numbers of segments; by default N, half, twice and four times that. N is always there.
        resampling: how many test sets of each size are drawn, 1000 by default; the level of the two-sided
            test; and its power, how likely a difference is to be found.

    Raises:
        OptionError: an option is out of its range.
        InputShapeError: the texts differ in length, or have fewer than 2 segments.
        ParbleuError: a metric refuses the texts.
    """
    if difference is not None and not 0 < difference < inf:
        raise OptionError(f"the difference to show is above 0, not {difference}")
    asked = (resampling or Resampling()).resolved_for("plan_segments")
    streams = [as_segments(first, SYSTEMS[0]), as_segments(second, SYSTEMS[1])]
    sides = reference_streams("references", references)
    check_lengths(SYSTEMS[0], len(streams[0]), sides)
    check_lengths(SYSTEMS[1], len(streams[1]), sides)
    count = len(streams[0])
    wanted = sorted({count, *((count // 2, 2 * count, 4 * count) if sizes is None else sizes)})
    if wanted[-1] > MOST_SEGMENTS:
        raise OptionError(f"sizes are numbers of segments, at most {MOST_SEGMENTS:,}, not {wanted[-1]:,}")
    wanted = [size for size in wanted if sizes is not None or size >= 2]
    measures = list(measure(named_metrics(metrics), SYSTEMS, streams, sides, asked.threads or 1))
    return SegmentPlan(
        difference=difference,
        estimates={
            (measured.name, size): paired_power(
                measured.scorer, *measured.tables, n_segments=size, resampling=asked
            )
            for measured in measures
            for size in wanted
        },
        signatures={measured.name: measured.signature.format() for measured in measures},
        decimals={measured.name: measured.decimals for measured in measures},
    )
