"""The scores of one system by several metrics, also on the subsets of a test set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from parbleu.metrics.table_of_scores import score_table
from parbleu.tables import Column, Result, Table

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from parbleu._core import Segments
    from parbleu.metrics import Metric, Score


@dataclass(frozen=True)
class SubsetScores:
    """The scores of some segments of a test set.

    Attributes:
        subset: what they have in common, such as "origlang=de domain=news".
        n_segments: how many they are.
        scores: one by each metric.
    """

    subset: str
    n_segments: int
    scores: tuple[Score, ...]


@dataclass(frozen=True)
class CorpusScores(Result):
    """The scores of one system.

    Attributes:
        scores: one by each metric.
        subsets: those of the test set's subsets; None if nobody asked for them.
        short: whether tables show short signatures.
    """

    scores: tuple[Score, ...]
    subsets: tuple[SubsetScores, ...] | None = None
    short: bool = False

    def tables(self) -> tuple[Table, ...]:
        """Returns the scores, and those of the subsets if they were asked for."""
        scores = score_table(self.scores, self.short)
        return (scores,) if self.subsets is None else (scores, self._subset_table(self.subsets))

    def _subset_table(self, subsets: Sequence[SubsetScores]) -> Table:
        numbers = [Column(score.name, kind=float, decimals=2) for score in self.scores]
        return Table(
            "subsets",
            (Column("subset"), Column("n_segments", "segments", int), *numbers),
            [(each.subset, each.n_segments, *(score.score for score in each.scores)) for each in subsets],
            notes=() if subsets else ["The test set does not tell of subsets; --origlang may choose some."],
        )


def score_subsets(
    hypotheses: Segments,
    references: Sequence[Segments],
    metrics: Sequence[Metric[Any]],
    subsets: Sequence[tuple[str, Sequence[bool]]],
    threads: int | None = None,
) -> tuple[SubsetScores, ...]:
    """Returns the scores of subsets of a test set.

    Args:
        hypotheses: a system's output for all of the test set.
        references: all of its references.
        metrics: what to compute.
        subsets: name, and for each segment whether it belongs to it.
        threads: how many may work; None for the default.
    """
    tables = [
        (metric, np.asarray(table))
        for metric in metrics
        for table in metric.tables([hypotheses], references, threads=threads)
    ]
    found = []
    for name, kept in subsets:
        scores = tuple(metric.result(table[kept].sum(axis=0)) for metric, table in tables)
        found.append(SubsetScores(name, sum(kept), scores))
    return tuple(found)
