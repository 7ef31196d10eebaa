"""Defines `SegmentBuckets`, the result of scoring buckets of segments, and its tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from parbleu._base.known_names import check_name
from parbleu.analysis._bucket_figures import BucketResult, bucket_place
from parbleu.errors import OptionError
from parbleu.tables import Column, Table


@dataclass(frozen=True, eq=False)
class Wins:
    """On how many segments which of two systems has the better score.

    Attributes:
        name: the metric's.
        pairs: the P pairs of systems.
        counts: int64, (P, B, 3): segments that the first wins, ties, segments that the second wins.
    """

    name: str
    pairs: tuple[tuple[int, int], ...]
    counts: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class SegmentBuckets(BucketResult):
    """The result of `parbleu.analysis.segments`: scores of S systems on B buckets of N segments.

    There is a figure for each metric. `by`, `buckets`, `systems`, `figures`, `alpha`, `p_columns`,
    `n_samples` and `facts` are those of `parbleu.analysis._bucket_figures.BucketResult`.

    Attributes:
        places: int, (N), or (S, N) where each system has buckets of its own: the bucket of each segment.
        wins: for each metric the segments that either system of a pair wins; none where systems have buckets
            of their own.
    """

    FIGURE: ClassVar[str] = "metric"

    places: NDArray[np.int64]
    wins: tuple[Wins, ...]

    @property
    def counts(self) -> NDArray[np.int64]:
        """How many segments each system has in each bucket, (S, B)."""
        every = np.broadcast_to(self.places, (len(self.systems), self.places.shape[-1]))
        counts = [np.bincount(own[own >= 0], minlength=len(self.buckets)) for own in every]
        return np.array(counts, dtype=np.int64)

    def segments(self, bucket: str | int, system: str | None = None) -> tuple[int, ...]:
        """Returns the segments of a bucket, counted from 0.

        Args:
            bucket: its name or place.
            system: whose; needed only where systems have buckets of their own.

        Raises:
            UnknownNameError: there is no such bucket or system.
            OptionError: no system is named where it is needed.
        """
        index = bucket_place(bucket, self.buckets)
        own = self.places
        if system is not None:
            check_name("system", system, self.systems)
        if own.ndim == 2:
            if system is None:
                raise OptionError(f"each system has segments of its own by {self.by}: name one")
            own = own[self.systems.index(system)]
        return tuple(np.flatnonzero(own == index).tolist())

    def tables(self) -> tuple[Table, ...]:
        """Returns a table of scores for each metric, the segments of each system, wins, and tested pairs."""
        counts = self.counts
        common = self.places.ndim == 1
        sizes = [(Column("segments", kind=int), counts[0].tolist())] if common else []
        own = "Each system has segments of its own in a bucket, so that nothing is tested."
        whole = "The score of a bucket is that of its segments as a corpus, not the mean of their scores."
        tables = [
            self._figure_table(
                figure,
                sizes,
                f"{figure.name} of segments by {self.by}",
                counts.min(axis=0).tolist(),
                (whole,) if common else (whole, own),
            )
            for figure in self.figures
        ]
        if not common:
            tables.append(self._count_table(counts))
        if self.wins:
            tables.append(self._win_table())
        return (*tables, *self._pair_tables())

    def _count_table(self, counts: NDArray[np.int64]) -> Table:
        columns = [Column("bucket", self.by), *(Column(name, name, int) for name in self.systems)]
        rows = [[name, *counts[:, bucket].tolist()] for bucket, name in enumerate(self.buckets)]
        return Table("segments", columns, rows, f"Segments by {self.by}")

    def _win_table(self) -> Table:
        rows: list[list[Any]] = []
        for wins in self.wins:
            for bucket, name in enumerate(self.buckets):
                for number, (first, second) in enumerate(wins.pairs):
                    counts = wins.counts[number, bucket].tolist()
                    rows.append([wins.name, name, self.systems[first], self.systems[second], *counts])
        columns = (
            Column("metric"),
            Column("bucket", self.by),
            Column("first"),
            Column("second"),
            Column("first_wins", kind=int),
            Column("ties", kind=int),
            Column("second_wins", kind=int),
        )
        return Table("wins", columns, rows, "Segments that either system wins")
