"""Makes native segments of lists of strings; as in sacreBLEU, the shortest stream counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from parbleu._base.threads import thread_count
from parbleu._core import Segments
from parbleu.compat.sacrebleu._log import warn
from parbleu.metrics._input_checks import LAYOUT, number_of_references
from parbleu.metrics._native_metric import NativeMetric

Found = TypeVar("Found")


class KeptReferences:
    """The references that a metric was made with, as long as nobody asks for sacreBLEU's form of them.

    Attributes:
        owner: a copy of the metric: the options that hold for them, whatever the user sets later.
        streams: as they were given, cut to the shortest.
        num_refs: of each segment; -1 if it varies.
        segments: for native code.
    """

    def __init__(
        self, owner: Any, streams: list[Sequence[str | None]], segments: tuple[Segments, ...]
    ) -> None:
        self.owner = owner
        self.streams = streams
        self.segments = segments
        self.num_refs = number_of_references(segments)
        self._prepared: Any = None

    def __len__(self) -> int:
        return len(self.segments[0])

    def fit(self, native: NativeMetric[Any]) -> bool:
        """Returns whether this native metric has the options that hold for them."""
        return self.owner._native_metric() is native

    def prepared(self, native: NativeMetric[Any]) -> Any:
        """Returns what that native metric makes of them; it is made once."""
        if self._prepared is None:
            self._prepared = native.engine.prepare(self.segments, thread_count())
        return self._prepared

    def __reduce__(self) -> tuple[Any, ...]:
        return keep_references, (self.owner, self.streams)


def keep_references(owner: Any, references: Any) -> KeptReferences | None:
    """Returns references to keep; None if they are not plainly streams of strings and None."""
    streams_and_segments = _streams_of(references)
    if streams_and_segments is None:
        return None
    streams, segments = streams_and_segments
    return KeptReferences(owner, [list(stream) for stream in streams], segments)


def _streams_of(references: Any) -> tuple[list[Sequence[str | None]], tuple[Segments, ...]] | None:
    """Returns the streams, cut to the shortest, and the same for native code."""
    streams = [_as_list(stream) or [] for stream in references] if _is_plain(references) else []
    length = min(map(len, streams), default=0)
    if length == 0:
        return None
    cut = [stream if len(stream) == length else stream[:length] for stream in streams]
    segments = _segments(cut)
    return None if segments is None else (cut, segments)


class Texts:
    """A corpus that native code can score.

    Attributes:
        hypotheses: as many as there are of the shortest stream.
        references: what an engine takes.
        num_refs: of each segment; -1 if it varies.
    """

    __slots__ = ("hypotheses", "num_refs", "references")

    def __init__(self, hypotheses: Segments, references: Any, num_refs: int) -> None:
        self.hypotheses = hypotheses
        self.references = references
        self.num_refs = num_refs


def texts_of(native: NativeMetric[Any], hypotheses: Any, references: Any) -> Texts | None:
    """Returns a corpus for native code; None if something in it is not as it should be.

    Hypotheses and references are what the user gave; references may be KeptReferences.
    """
    hyps = _as_list(hypotheses)
    kept = references if isinstance(references, KeptReferences) and references.fit(native) else None
    streams_and_segments = _streams_of(references) if kept is None else (kept.streams, kept.segments)
    if not hyps or streams_and_segments is None:
        return None
    streams, side = streams_and_segments
    size = len(side[0])
    count = min(len(hyps), size)
    hypothesis_side = _segments([hyps[:count] if count < len(hyps) else hyps])
    if hypothesis_side is None or hypothesis_side[0].missing or None in hyps[count:]:
        return None
    num_refs = number_of_references(side) if kept is None else kept.num_refs
    prepared: Any = side
    if count < size:
        prepared = tuple(Segments(stream[:count]) for stream in streams)
    elif kept is not None:
        prepared = kept.prepared(native)
    return Texts(hypothesis_side[0], prepared, num_refs)


def _as_list(stream: Any) -> Sequence[Any] | None:
    if stream.__class__ is list or stream.__class__ is tuple:
        return stream
    return list(stream) if _is_plain(stream) else None


def _is_plain(data: Any) -> bool:
    return isinstance(data, Sequence) and not isinstance(data, (str, bytes))


def _segments(streams: Sequence[Any]) -> tuple[Segments, ...] | None:
    try:
        return tuple(map(Segments, streams))
    except TypeError:
        return None


def warn_of_nothing(owner: str, hypotheses: Any, references: Any) -> None:
    """Warns of empty lists, of which the error that follows only says that an index is out of range."""
    if _is_plain(hypotheses) and not hypotheses:
        warn(f"{owner}: there are no hypotheses; a corpus has at least one segment")
    elif _is_plain(references) and (not references or (_is_plain(references[0]) and not references[0])):
        warn(f"{owner}: there are no references; {LAYOUT}")


def warn_of_lengths(owner: str, hypotheses: Any, references: Any) -> None:
    """Warns if something is not scored: streams of different length, strings in place of lists."""
    try:
        lengths = [len(hypotheses), *map(len, references)]
    except TypeError:  # iterators, which cannot be asked
        return
    if len(lengths) == 1:
        return
    if isinstance(references, str) or any(isinstance(stream, str) for stream in (hypotheses, *references)):
        warn(
            f"{owner}: a string stands where a list of segments belongs; its characters are scored; {LAYOUT}"
        )
    if min(lengths) != max(lengths):
        shown = ", ".join(map(str, lengths[1:6])) + (", ..." if len(lengths) > 6 else "")
        warn(
            f"{owner}: only the first {min(lengths)} segments are scored and the others dropped: there are "
            f"{lengths[0]} hypotheses and reference streams of {shown} segments; {LAYOUT}"
        )
