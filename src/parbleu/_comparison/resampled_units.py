"""Resamples units of several segments, such as documents, instead of segments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from parbleu.metrics._signature import UNIT
from parbleu.stats.resampling import bootstrap_scores
from parbleu.stats.summed_groups import sum_groups

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from parbleu._comparison.metric_inputs import Measure
    from parbleu.stats.resampling import Resampling


def take_units(measures: Sequence[Measure], units: Sequence[str | None]) -> list[list[Any]]:
    """Replaces the rows of segments by rows of units, which resampling then draws.

    Args:
        measures: the metrics' tables with a row for each segment.
        units: of the segments; those without one (None) are units of their own.

    Returns:
        for each metric the tables with a row for each segment.

    Raises:
        InputShapeError: there are not as many units as segments, or all segments are of one unit.
    """
    groups = [(number, None) if unit is None else unit for number, unit in enumerate(units)]
    of_segments = [measure.tables for measure in measures]
    for measure in measures:
        measure.tables = [sum_groups(table, groups) for table in measure.tables]
        measure.signature.update(UNIT, "document")
    return of_segments


def widening(
    measures: Sequence[Measure],
    segment_tables: Sequence[Sequence[Any]],
    of_units: Sequence[NDArray[np.float64]],
    resampling: Resampling,
) -> float | None:
    """Returns how many times as wide intervals of units are as those of segments, on average.

    Args:
        measures: the metrics.
        segment_tables: for each metric the tables with a row for each segment.
        of_units: for each metric the scores of all systems on samples of units.
        resampling: how these were drawn.

    Returns:
        None if no score varies.
    """
    entries = [(measure.scorer, tables) for measure, tables in zip(measures, segment_tables, strict=True)]
    n_samples = of_units[0].shape[1]
    of_segments = bootstrap_scores(entries, n_samples, resampling.seed, resampling.threads)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratios = np.concatenate(
            [
                unit.std(axis=1) / segment.std(axis=1)
                for segment, unit in zip(of_segments, of_units, strict=True)
            ]
        )
    known = ratios[np.isfinite(ratios)]
    return float(known.mean()) if len(known) else None
