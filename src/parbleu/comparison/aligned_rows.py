"""Puts the segments of a group's systems, which are rows of a table, in one order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parbleu.base.wording import counted
from parbleu.comparison.grouped_rows import Group, Rows
from parbleu.errors import InputShapeError
from parbleu.inputs.named_score_columns import ScoreColumn
from parbleu.inputs.segment_scores import SegmentScores
from parbleu.metrics.statistics import Statistics
from parbleu.stats.paired_tests import all_pairs

Orders = Mapping[str, NDArray[np.int64]]
"""System -> the places of its segments in the order of the first one's; without those that are in order."""


def aligned(group: Group, names: Sequence[str]) -> Orders:
    """Returns the orders that put the segments of systems beside the first one's, if systems are rows.

    Args:
        group: its rows.
        names: the systems, of which the first decides on the order.

    Raises:
        InputShapeError: a system lacks a segment of another one, or has other references for it.
    """
    if len(group.rows) == 1:
        return {}
    first = group.rows[names[0]]
    orders: dict[str, NDArray[np.int64]] = {}
    for name in names[1:]:
        rows = group.rows[name]
        pair = f"system {name!r}", f"system {names[0]!r}"
        if bool(rows.places):
            _check_keys(group, rows, first, *pair)
            order = np.fromiter((rows.places[key] for key in first.places), np.int64, len(first.places))
        else:
            if rows.n_segments != first.n_segments:
                counts = f"{pair[0]} has {counted(rows.n_segments)} but {pair[1]} has {first.n_segments}"
                raise InputShapeError(
                    f"{group.where()}{counts}; name the column of the segments' keys to see which are "
                    "missing: --segment-id (segment_id=)"
                )
            order = np.arange(rows.n_segments)
        mine = np.frombuffer(rows.references, np.int64)[order]
        differing = np.flatnonzero(mine != np.frombuffer(first.references, np.int64))
        if differing.size:
            keys = list(first.places)
            where = f"segment {' '.join(keys[differing[0]])!r}" if keys else f"segment {differing[0] + 1}"
            advice = (
                ""
                if keys
                else "; if the rows are in another order, name their keys: --segment-id (segment_id=)"
            )
            raise InputShapeError(
                f"{group.where()}{pair[0]} has another reference for {where} than {pair[1]}{advice}"
            )
        if rows.places:
            orders[name] = order
    return orders


def _ordered(column: NDArray[Any], order: NDArray[np.int64] | None) -> NDArray[Any]:
    return column if order is None else column[order]


def _check_keys(group: Group, rows: Rows, first: Rows, name: str, other: str) -> None:
    for these, those, lacking, having in ((rows, first, name, other), (first, rows, other, name)):
        missing = next((key for key in those.places if key not in these.places), None)
        if missing is not None:
            raise InputShapeError(
                f"{group.where()}{lacking} lacks the segment {' '.join(missing)!r}, which {having} has: "
                "add its row, or leave the segment out of all systems"
            )


def group_scores(group: Group, scores: ScoreColumn, orders: Orders) -> SegmentScores:
    """Returns a metric's segment scores of all systems of a group."""
    columns = {}
    for rows in group.rows.values():
        for name, pieces in zip(rows.systems, rows.scores[scores.name], strict=True):
            columns[name] = _ordered(np.concatenate(pieces), orders.get(name))
    return SegmentScores(scores.name, columns, higher_is_better=scores.higher_is_better)


def equal_outputs(group: Group, names: Sequence[str], orders: Orders) -> dict[tuple[int, int], int]:
    """Returns pair of systems -> segments with the same output; empty if outputs were not kept."""
    hashes = {}
    for rows in group.rows.values():
        for name, own in zip(rows.systems, rows.outputs, strict=False):
            hashes[name] = _ordered(np.frombuffer(own, np.int64), orders.get(name))
    return {
        (first, second): int((hashes[names[first]] == hashes[names[second]]).sum())
        for first, second in all_pairs(len(names))
        if hashes
    }


def group_tables(
    group: Group, statistics: Statistics, metric: Any, names: Sequence[str], orders: Orders
) -> list[Any]:
    """Returns the table of statistics of each system by a metric."""
    tables = []
    for name in names:
        table: Any = statistics.table(metric, name, group.key)
        order = orders.get(name)
        if order is not None and statistics.keeps_rows:
            table = np.ascontiguousarray(np.asarray(table)[order])
        tables.append(table)
    return tables
