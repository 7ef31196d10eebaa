"""Defines `Accumulator`, which scores a corpus piece by piece and stores only sums."""

from __future__ import annotations

from parbleu.errors import InputShapeError, NoReferenceError
from parbleu.metrics.input_checks import (
    check_lengths,
    hypothesis_stream,
    number_of_references,
    reference_streams,
)
from parbleu.metrics.score_type import ScoreType, Scoring

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from parbleu.metrics.base import Metric
    from parbleu.typing import ReferencesLike, SegmentsLike


class Accumulator(Scoring[ScoreType]):
    """Sums the statistics of a corpus piece by piece; the score does not depend on the pieces.

    Made by `Metric.accumulator`.

    Attributes:
        segments: how many were added.
    """

    def __init__(self, metric: Metric[ScoreType], num_refs: int | None, threads: int) -> None:
        self.segments: int = 0
        self._metric = metric
        self._streams = num_refs
        self._threads = threads
        self._row: Any = None
        self._counts: set[int] = set()
        self._noticed = 0

    def add(self, hypotheses: SegmentsLike, references: ReferencesLike) -> None:
        """Adds a piece: hypotheses and reference streams as `corpus_score` takes them.

        Raises what `corpus_score` raises; segments are then counted within the whole corpus. Nothing is
        added.
        """
        metric = self._metric
        stream = hypothesis_stream(metric.name, hypotheses)
        streams = reference_streams(metric.name, references)
        check_lengths(metric.name, len(stream), streams)
        if self._streams is None:
            self._streams = len(streams)
        if len(streams) != self._streams:
            raise InputShapeError(
                f"{metric.name}: this piece has {len(streams)} reference streams, those before had "
                f"{self._streams}"
            )
        self._noticed = metric._notice(stream, self._noticed)
        try:
            self._row = metric.engine.total(stream, streams, self._threads, self._row)
        except NoReferenceError as problem:
            raise NoReferenceError(self.segments + problem.segment) from None
        self.segments += len(stream)
        self._counts.add(number_of_references(streams))

    def result(self) -> ScoreType:
        """Returns the score of all added pieces.

        Raises:
            InputShapeError: nothing was.
        """
        if self._row is None:
            raise InputShapeError(
                f"{self._metric.name}: there are no hypotheses; a corpus has at least one segment"
            )
        num_refs = next(iter(self._counts)) if len(self._counts) == 1 else -1
        self._metric.num_refs = num_refs
        return self._metric._signed(self._metric._score_row(self._row), num_refs)
