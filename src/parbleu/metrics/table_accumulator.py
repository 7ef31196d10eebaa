"""Defines `TableAccumulator`, which counts a corpus piece by piece and stores only tables of statistics."""

from __future__ import annotations

from parbleu import errors
from parbleu.errors import InputShapeError
from parbleu.metrics.input_checks import (
    check_lengths,
    hypothesis_stream,
    number_of_references,
    reference_streams,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from parbleu.metrics.base import Metric
    from parbleu.typing import ReferencesLike, SegmentsLike


class TableAccumulator:
    """Puts together the tables of statistics of several systems from consecutive pieces of their output.

    The tables are those of the whole corpus. 80 bytes a segment and system remain of BLEU, 144 of chrF.

    Args:
        metric: what counts, and warns of the text.
        engine: the metric's engine, or what stands for it.
        threads: how many may work.

    Attributes:
        segments: how many were added.
    """

    def __init__(self, metric: Metric[Any], engine: Any, threads: int) -> None:
        self.segments: int = 0
        self._metric = metric
        self._engine = engine
        self._threads = threads
        self._tables: list[_GrowingTable] = []
        self._counts: set[int] = set()

    def add(self, systems: Sequence[SegmentsLike], references: ReferencesLike) -> None:
        """Adds a piece: the output of each system, always as many, and the reference streams.

        Raises what `Metric.corpus_score` raises; segments are then counted within the whole corpus.
        """
        metric = self._metric
        side: Any = reference_streams(metric.name, references)
        self._counts.add(number_of_references(side))
        self._tables = self._tables or [_GrowingTable() for _ in systems]
        streams = [hypothesis_stream(metric.name, hypotheses) for hypotheses in systems]
        for stream in streams:
            check_lengths(metric.name, len(stream), side)
        try:
            counted = self._engine.tables(streams, side, self._threads)
            for stream, table, rows in zip(streams, self._tables, counted, strict=True):
                table.add(rows)
                table.noticed = metric._notice(stream, table.noticed, self.segments)
        except (errors.NoReferenceError, errors.SegmentTooLongError) as problem:
            problem.segment += self.segments
            raise
        self.segments += len(streams[0])

    def tables(self) -> list[memoryview[Any]]:
        """Returns the table of each system, shape (N, k), int64 or float64.

        Raises:
            InputShapeError: nothing was added.
        """
        if not self.segments:
            raise InputShapeError(
                f"{self._metric.name}: there are no hypotheses; a corpus has at least one segment"
            )
        return [table.rows() for table in self._tables]

    @property
    def num_refs(self) -> int:
        """How many references a segment has; -1 if that varies."""
        return next(iter(self._counts)) if len(self._counts) == 1 else -1


class _GrowingTable:
    """The rows of one system."""

    def __init__(self) -> None:
        self.noticed = 0  # what the metric's warnings know of this system's text
        self._bytes = bytearray()  # which grows in place
        self._format = ""
        self._width = 0
        self._count = 0

    def add(self, rows: memoryview) -> None:
        width = rows.shape[1] if rows.shape else 0
        if self._bytes and width != self._width:
            raise InputShapeError(
                f"rows of {width} statistics follow rows of {self._width}: return rows of one width"
            )
        kind = "d" if rows.format == "d" else "q"
        self._count += len(rows)
        added = rows.cast("B") if width else memoryview(b"")
        if self._bytes and kind != self._format:  # a metric in Python may return whole numbers or not
            if kind == "d":
                self._bytes = _floats(memoryview(self._bytes))
            else:
                added = memoryview(_floats(added))
            kind = "d"
        self._format, self._width = kind, width
        self._bytes += added

    def rows(self) -> memoryview[Any]:
        flat = memoryview(self._bytes)
        if not self._width:  # chrF of no orders; memoryview.cast makes no such shape
            import numpy as np

            return np.empty((self._count, 0), np.int64).data
        shape = (self._count, self._width)
        return flat.cast("d", shape) if self._format == "d" else flat.cast("q", shape)


def _floats(integers: memoryview) -> bytearray:
    """Returns int64 numbers as float64, both as bytes."""
    from array import array

    return bytearray(array("d", integers.cast("q")))
