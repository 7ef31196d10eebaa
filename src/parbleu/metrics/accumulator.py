"""Defines `Accumulator`, which scores a corpus piece by piece and stores only sums."""

from __future__ import annotations

from parbleu import errors
from parbleu.errors import InputShapeError, InputTypeError, OptionError
from parbleu.metrics.input_checks import (
    check_lengths,
    hypothesis_stream,
    number_of_references,
    reference_streams,
)
from parbleu.metrics.parameters import ScoreType, Scoring

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from parbleu.metrics.base import Metric
    from parbleu.typing import ReferencesLike, SegmentsLike


class Accumulator(Scoring[ScoreType]):
    """Sums the statistics of a corpus piece by piece; the score does not depend on the pieces.

    Made by `Metric.accumulator`. It can be pickled; `merge` adds the sums of another process.

    Attributes:
        segments: how many were added.
    """

    def __init__(self, metric: Metric[ScoreType], num_refs: int | None, threads: int) -> None:
        self._metric = metric
        self._num_refs = num_refs
        self._threads = threads
        self.reset()

    def reset(self) -> None:
        """Removes everything that was added."""
        self.segments: int = 0
        self._streams = self._num_refs
        self._row: Any = None
        self._counts: set[int] = set()
        self._noticed = 0

    def __repr__(self) -> str:
        """Returns the metric's name and the number of segments."""
        from parbleu.base.wording import counted

        return f"<Accumulator of {self._metric.name}: {counted(self.segments)}>"

    def add(self, hypotheses: SegmentsLike, references: ReferencesLike) -> None:
        """Adds a piece: hypotheses and reference streams as `corpus_score` takes them.

        Raises what `corpus_score` raises; segments are then counted within the whole corpus. Nothing is
        added.
        """
        metric = self._metric
        stream = hypothesis_stream(metric.name, hypotheses)
        streams = reference_streams(metric.name, references)
        check_lengths(metric.name, len(stream), streams)
        if self._streams not in (None, len(streams)):
            raise InputShapeError(
                f"{metric.name}: this piece has {len(streams)} reference streams, those before had "
                f"{self._streams}"
            )
        try:
            row = metric.engine.total(stream, streams, self._threads, self._row)
        except (errors.NoReferenceError, errors.SegmentTooLongError) as problem:
            problem.segment += self.segments
            raise
        self._noticed = metric._notice(stream, self._noticed, self.segments)
        self._row = row
        self._streams = len(streams)
        self.segments += len(stream)
        self._counts.add(number_of_references(streams))

    def merge(self, other: Accumulator[ScoreType]) -> None:
        """Adds what another accumulator of an equal metric holds; `accumulator += other` does the same.

        Statistics that are whole numbers give the same score in any order of merging. TER's mean reference
        length with several references is a float: the order may change its last digit.

        Raises:
            InputTypeError: `other` is not an accumulator.
            OptionError: its metric is another one, or has other options.
            InputShapeError: it has another number of reference streams.
        """
        if not isinstance(other, Accumulator):
            raise InputTypeError(f"an accumulator merges with another one, not with {other!r}")
        self._check_metric(repr(other._metric))
        if None not in (self._streams, other._streams) and self._streams != other._streams:
            raise InputShapeError(
                f"{self._metric.name}: the other accumulator has {other._streams} reference streams, this "
                f"one has {self._streams}"
            )
        if other._row is None:
            return
        mine = self._row or [0] * len(other._row)
        self._row = tuple([a + b for a, b in zip(mine, other._row, strict=True)])
        self._streams = other._streams
        self.segments += other.segments
        self._counts |= other._counts
        warned = min(self._noticed, other._noticed)
        self._noticed = warned if warned < 0 else self._noticed + other._noticed

    def __iadd__(self, other: Accumulator[ScoreType]) -> Accumulator[ScoreType]:
        self.merge(other)
        return self

    @property
    def state(self) -> dict[str, Any]:
        """Everything that was added, as strings, numbers, lists and None, which JSON can store.

        Assigning it to an accumulator of an equal metric replaces what that one holds. It raises OptionError
        if the metric or its options differ, InputShapeError for a row of another length, and InputTypeError
        for anything but such a dict.

        `metric` is the metric with its options, `segments` their number, `streams` the number of reference
        streams or None, `references` the numbers of references that segments had, `row` the sums of the
        statistics or None.
        """
        return {
            "metric": repr(self._metric),
            "segments": self.segments,
            "streams": self._streams,
            "references": sorted(self._counts),
            "row": None if self._row is None else list(self._row),
        }

    @state.setter
    def state(self, state: dict[str, Any]) -> None:
        try:
            metric, segments, streams = state["metric"], int(state["segments"]), state["streams"]
            counts, row = set(state["references"]), state["row"] and tuple(state["row"])
        except (KeyError, TypeError, ValueError) as problem:
            raise InputTypeError(
                f"this is not a saved state of an accumulator, as its state gives: {problem!r}"
            ) from None
        self._check_metric(metric)
        if row is not None:
            self._metric.score(row)  # which checks it
        self.segments, self._streams, self._counts, self._row = segments, streams, counts, row
        self._noticed = 0

    def _check_metric(self, other: str) -> None:
        """Refuses the sums of another metric than this accumulator's."""
        if other != repr(self._metric):
            raise OptionError(
                f"the sums of {other} cannot be added to those of {self._metric!r}: "
                "use the same metric for both"
            )

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
