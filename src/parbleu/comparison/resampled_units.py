"""Resamples units of several segments, such as documents, instead of segments."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from parbleu.stats.resampling import bootstrap_scores
from parbleu.stats.summed_groups import sum_groups

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from parbleu.comparison.metric_inputs import Measure
    from parbleu.comparison.resampling_plan import Plan

SPREAD_SAMPLES = 1000
"""How many bootstrap samples tell how much wider the intervals are."""


def take_units(measures: Sequence[Measure], plan: Plan) -> tuple[int, float | None]:
    """Replaces the rows of segments by rows of units, which resampling then draws.

    Args:
        measures: the metrics' tables with a row for each segment.
        plan: with the units of the segments; those without one are units of their own.

    Returns:
        how many units there are, and how many times as wide intervals are as those of segments, on average;
        None if no score varies.

    Raises:
        InputShapeError: there are not as many units as segments, or all segments are of one unit.
    """
    units = [(number, None) if unit is None else unit for number, unit in enumerate(plan.units or ())]
    spreads = [_spreads(measures, plan)]
    for found in measures:
        found.tables = [sum_groups(table, units) for table in found.tables]
        found.signature.update("unit", "document")
    spreads.append(_spreads(measures, plan))
    with np.errstate(divide="ignore", invalid="ignore"):
        ratios = np.concatenate([unit / segment for segment, unit in zip(*spreads, strict=True)])
    known = ratios[np.isfinite(ratios)]
    return len(measures[0].tables[0]), float(known.mean()) if len(known) else None


def _spreads(measures: Sequence[Measure], plan: Plan) -> list[NDArray[np.float64]]:
    """Returns the standard deviation of each system's bootstrap scores, by each metric."""
    entries = [(found.scorer, found.tables) for found in measures]
    scores = bootstrap_scores(entries, SPREAD_SAMPLES, plan.seed, plan.threads)
    return [each.std(axis=1) for each in scores]
