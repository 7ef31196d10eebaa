"""Keeps what tests of groups need of a table's rows beside statistics: keys, scores, units, equal output."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parbleu._inputs.corpus import Corpus, joined_parts
from parbleu._inputs.segment_scores import SegmentScores, complete_scores, joined_scores
from parbleu._inputs.table_rows import Key, Orders, RowsRead, aligned, before_messages, side_by_side
from parbleu.metrics._statistics import Statistics
from parbleu.stats.paired_tests import all_pairs


@dataclass(slots=True)
class GroupRows:
    """What is kept of the rows of one system, or of all if they are columns, in one group.

    Attributes:
        systems: their names.
        rows: their number and their keys.
        scores: given segment scores of consecutive rows, by metric.
        units: the label of each row, such as its document, if these are resampled.
        outputs: for each system a hash of its output in each row, if equal outputs are counted.
        texts: consecutive rows, if scorers need them.
    """

    systems: list[str]
    rows: RowsRead
    scores: list[Mapping[str, SegmentScores]] = field(default_factory=list)
    units: list[str | None] = field(default_factory=list)
    outputs: dict[str, array[int]] = field(default_factory=dict)
    texts: list[Corpus] = field(default_factory=list)

    def add(self, part: Corpus, unit: str | None, keep_outputs: bool, keep_texts: bool = False) -> None:
        """Keeps what is needed of consecutive rows, of which `unit` is the label of what is resampled."""
        if keep_texts:
            self.texts.append(part.changed(labels={}, scores={}))
        if part.scores:
            self.scores.append(part.scores)
        if unit is not None:
            self.units += part.labels[unit]
        for name, stream in part.systems.items() if keep_outputs else ():
            self.outputs.setdefault(name, array("q")).extend(map(hash, stream.to_list()))


@dataclass(slots=True)
class Group:
    """The rows with the same values in the columns of `by`.

    Attributes:
        key: these values.
        metrics: (name or None, metric) for each metric of text, and each scorer or its scores.
        language_pair: that of the rows; None if it is not known.
        rows: what is kept of each system; of all systems, if they are columns.
    """

    key: Key
    metrics: list[tuple[str | None, Any]]
    language_pair: str | None = None
    rows: dict[str, GroupRows] = field(default_factory=dict)

    def where(self) -> str:
        """Returns what stands before messages about the group."""
        return before_messages(self.key)

    def orders(self, names: Sequence[str]) -> Orders:
        """Returns the orders that put the segments of systems beside the first one's, if systems are rows.

        Raises:
            InputShapeError: a system lacks a segment of another one, or has other references for it.
        """
        return aligned(self.where(), {name: kept.rows for name, kept in self.rows.items()}, names)

    def scores(self, orders: Orders) -> list[SegmentScores]:
        """Returns the segment scores of all systems by each metric that has given ones.

        Raises:
            OptionError: no segment has scores of all systems by a metric.
        """
        of_systems = []
        for kept in self.rows.values():
            parts = [joined_scores([part[name] for part in kept.scores]) for name in _names(kept.scores)]
            order = orders.get(kept.systems[0])
            of_systems.append(parts if order is None else [part.part(order.tolist()) for part in parts])
        return [complete_scores(of_metric, self.where()) for of_metric in zip(*of_systems, strict=True)]

    def corpus(self) -> Corpus:
        """Returns the texts of all systems, if they were kept.

        Raises:
            InputShapeError: a system lacks a segment of another one, or has other references for it.
        """
        names = [name for kept in self.rows.values() for name in kept.systems]
        return side_by_side(
            {kept.systems[0]: joined_parts(kept.texts) for kept in self.rows.values()},
            self.orders(names),
            self.where(),
        )

    def equal_outputs(self, names: Sequence[str], orders: Orders) -> dict[tuple[int, int], int]:
        """Returns pair of systems -> segments with the same output; empty if outputs were not kept."""
        hashes = {
            name: _ordered(np.frombuffer(buffer, np.int64), orders.get(name))
            for kept in self.rows.values()
            for name, buffer in kept.outputs.items()
        }
        return {
            (first, second): int((hashes[names[first]] == hashes[names[second]]).sum())
            for first, second in all_pairs(len(names))
            if hashes
        }

    def tables(self, statistics: Statistics, metric: Any, names: Sequence[str], orders: Orders) -> list[Any]:
        """Returns the table of statistics of each system by a metric."""
        tables = []
        for name in names:
            table: Any = statistics.table(metric, name, self.key)
            order = orders.get(name)
            if order is not None and statistics.keeps_rows:
                table = np.ascontiguousarray(np.asarray(table)[order])
            tables.append(table)
        return tables


def _names(scores: Sequence[Mapping[str, SegmentScores]]) -> list[str]:
    return list(scores[0]) if scores else []


def _ordered(column: NDArray[Any], order: NDArray[np.int64] | None) -> NDArray[Any]:
    return column if order is None else column[order]
