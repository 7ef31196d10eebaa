"""Defines `Accumulator`, which scores a corpus piece by piece."""

from __future__ import annotations

from typing import Any

from parbleu.errors import InputShapeError, InputTypeError
from parbleu.metrics._input_checks import check_lengths, hypothesis_stream, reference_streams
from parbleu.metrics._parameters import Declared, ScoreType, Scoring
from parbleu.metrics._statistics import Statistics, check_same_metric
from parbleu.typing import ReferencesLike, SegmentsLike


class Accumulator(Scoring[ScoreType]):
    """The `Statistics` of one metric and one system, whose pieces have the same number of references.

    Made by `Metric.accumulator`. It can be pickled; `merge` adds the sums of another process.
    """

    def __init__(self, metric: Declared[ScoreType], num_refs: int | None, threads: int) -> None:
        self._metric: Any = metric
        self._num_refs = num_refs
        self._threads = threads
        self.reset()

    def reset(self) -> None:
        """Removes everything that was added."""
        self._streams = self._num_refs
        self._statistics = Statistics([self._metric], threads=self._threads)

    @property
    def segments(self) -> int:
        """How many were added."""
        return self._statistics.n_segments()

    def __repr__(self) -> str:
        """Returns the metric's name and the number of segments."""
        from parbleu._base.wording import counted

        return f"<Accumulator of {self._metric.name}: {counted(self.segments)}>"

    def add(self, hypotheses: SegmentsLike, references: ReferencesLike) -> None:
        """Adds a piece: hypotheses and reference streams as `corpus_score` takes them.

        Nothing is added if the piece is wrong.

        Raises:
            ParbleuError: the texts do not fit together; segments are counted within the whole corpus.
        """
        name = self._metric.name
        stream = hypothesis_stream(name, hypotheses)
        streams = reference_streams(name, references)
        check_lengths(name, len(stream), streams)
        if self._streams not in (None, len(streams)):
            raise InputShapeError(
                f"{name}: this piece has {len(streams)} reference streams, those before had {self._streams}"
            )
        self._statistics.add({"": stream}, streams)
        self._streams = len(streams)

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
        check_same_metric(self._metric, repr(other._metric))
        if None not in (self._streams, other._streams) and self._streams != other._streams:
            raise InputShapeError(
                f"{self._metric.name}: the other accumulator has {other._streams} reference streams, this "
                f"one has {self._streams}"
            )
        if other.segments:
            self._statistics.merge(other._statistics)
            self._streams = other._streams

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
            "references": self._statistics.counts(),
            "row": list(self._statistics.sum(self._metric)) if self._statistics.groups() else None,
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
        check_same_metric(self._metric, metric)
        if row is not None:
            self._metric.score(row)  # which checks it
        self.reset()
        self._streams = streams
        if row is not None:
            self._statistics.put(self._metric, row, n_segments=segments, n_references=counts)

    def result(self) -> ScoreType:
        """Returns the score of all added pieces.

        Raises:
            InputShapeError: nothing was.
        """
        score: ScoreType = self._statistics.result(self._metric)
        return score
