"""Defines `Statistics`, the one store of what metrics count: sums, or rows, by group, system and metric."""

from __future__ import annotations

from parbleu import errors
from parbleu._base import log
from parbleu._base.threads import thread_count
from parbleu._core import narrowed, sum_rows
from parbleu.errors import InputShapeError, InputTypeError, OptionError
from parbleu.metrics._input_checks import (
    check_lengths,
    hypothesis_stream,
    number_of_references,
    reference_streams,
)
from parbleu.metrics._parameters import Declared

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from typing_extensions import Self

    from parbleu._core import Segments
    from parbleu.metrics._parameters import ScoreType
    from parbleu.typing import ReferencesLike, SegmentsLike

    Key = tuple[Any, ...]
    """The values that make a group; () for a corpus without groups."""

_FORMATS = ("", "h", "q", "d")
"""Of the numbers in rows, as memoryviews have them; each holds those of the ones before."""

VARIES = -1
"""In place of a number of references: segments have different ones."""


class Statistics:
    """For each group, system and metric the sum of the statistics, or the rows of all segments.

    Sums take the same memory for any number of segments; of rows, 80 bytes a segment and system remain of
    BLEU, 144 of chrF. A corpus is added in pieces, on which no score depends. Can be pickled; `merge` adds
    what another process counted.

    Args:
        metrics: what counts, and warns of the text; each a `Metric`, or what has its `statistics` and
            `score`.
        keeps_rows: whether the rows of all segments are kept, as tests and intervals need them.
        narrow: whether tables of rows may be of int16, which only the native module takes, in a quarter of
            the memory.
        threads: how many may work; None for the default.

    Attributes:
        metrics: as given, and those that `add` was given.
        keeps_rows: as given.
        note: what the statistics were computed from, in values that JSON can store.
        is_looked_at: whether something else warns of what both sides of the text show, as every command does.
    """

    def __init__(
        self,
        metrics: Iterable[Any] = (),
        *,
        keeps_rows: bool = False,
        narrow: bool = False,
        threads: int | None = None,
    ) -> None:
        self.metrics: list[Any] = list(metrics)
        self.keeps_rows = keeps_rows
        self._narrow = narrow
        self.note: dict[str, Any] = {}
        self.is_looked_at: bool = log.listener is not None
        self._threads = thread_count(threads)
        self._places = {id(metric): index for index, metric in enumerate(self.metrics)}
        self._stored: dict[tuple[Key, str, int], Any] = {}  # a tuple of sums, or a `_Rows`
        self._segments: dict[Key, dict[str, int]] = {}
        self._counts: dict[Key, set[int]] = {}  # the numbers of references that segments of a group have
        self._noticed: dict[tuple[Key, str, int], int] = {}  # what a metric's warnings know of the text

    # --- in ---

    def add(
        self,
        systems: Mapping[str, SegmentsLike],
        references: ReferencesLike,
        group: Key = (),
        metrics: Sequence[Any] | None = None,
    ) -> None:
        """Counts consecutive segments of systems.

        Args:
            systems: name -> hypotheses, N segments each.
            references: K streams of N segments.
            group: to which the segments belong.
            metrics: those of the group; None for those of the constructor.

        Raises:
            InputTypeError: something is not text.
            InputShapeError: streams differ in length, or there is no segment.
            NoReferenceError: a segment has no reference. Segments are counted within the group.
            SegmentTooLongError: a segment is too long for a metric, and is counted in the same way. Nothing
                is added then.
        """
        chosen = self.metrics if metrics is None else metrics
        places = list(dict.fromkeys([self._place(metric) for metric in chosen]))
        if not places:
            return
        owner = _name(self.metrics[places[0]])
        streams = {name: hypothesis_stream(owner, text) for name, text in systems.items()}
        sides = reference_streams(owner, references)
        for stream in streams.values():
            check_lengths(owner, len(stream), sides)
        before = max((self.n_segments(name, group) for name in streams), default=0)
        try:
            counted = [self._counted(index, streams, sides, group) for index in places]
        except (errors.NoReferenceError, errors.SegmentTooLongError) as problem:
            problem.segment += before
            raise
        for index, of_metric in zip(places, counted, strict=True):
            for (name, stream), statistics in zip(streams.items(), of_metric, strict=True):
                key = (group, name, index)
                if self.keeps_rows:
                    self._stored.setdefault(key, _Rows(narrow=self._narrow)).add(statistics)
                else:
                    self._stored[key] = tuple(statistics)
                if notice := getattr(self.metrics[index], "_notice", None):
                    compared = sides if self.is_looked_at else ()
                    self._noticed[key] = notice(stream, self._noticed.get(key, 0), before, compared)
        for name, stream in streams.items():
            self._segments.setdefault(group, {})[name] = before + len(stream)
        self._counts.setdefault(group, set()).add(number_of_references(sides))

    def put(
        self,
        metric: Any,
        statistics: Any,
        *,
        n_segments: int,
        n_references: Iterable[int],
        system: str = "",
        group: Key = (),
    ) -> None:
        """Stores what was counted elsewhere, in place of what is there.

        Args:
            metric: what counted it.
            statistics: a sum; or if rows are kept a table, int64 or float64, which is not copied.
            n_segments: how many there are.
            n_references: the numbers of references that segments have; -1 if they vary.
            system: whose they are.
            group: to which the segments belong.
        """
        key = (group, system, self._place(metric))
        self._stored[key] = _Rows(memoryview(statistics)) if self.keeps_rows else tuple(statistics)
        self._segments.setdefault(group, {})[system] = n_segments
        self._counts.setdefault(group, set()).update(n_references)

    def merge(self, other: Statistics) -> None:
        """Adds what another store of equal metrics holds; `statistics += other` does the same.

        Sums of whole numbers are the same in any order of merging. TER's mean reference length with several
        references is a float: the order may change its last digit. Rows follow those that are here.

        Raises:
            InputTypeError: `other` is none, or keeps rows where this one keeps sums.
            OptionError: its metrics are others, or have other options.
        """
        if not isinstance(other, Statistics):
            raise InputTypeError(f"statistics merge with other statistics, not with {other!r}")
        if self.keeps_rows != other.keeps_rows:
            raise InputTypeError("sums cannot be added to rows, nor rows to sums: keep the same of both")
        if len(self.metrics) != len(other.metrics):
            raise OptionError(
                f"statistics by {len(other.metrics)} metrics cannot be added to those by "
                f"{len(self.metrics)}: use the same metrics for both"
            )
        for mine, its in zip(self.metrics, other.metrics, strict=True):
            check_same_metric(mine, repr(its))
        for key, statistics in other._stored.items():
            if self.keeps_rows:
                self._stored.setdefault(key, _Rows(narrow=self._narrow)).extend(statistics.table())
            elif key in self._stored:
                sums = zip(self._stored[key], statistics, strict=True)
                self._stored[key] = tuple([mine + its for mine, its in sums])
            else:
                self._stored[key] = statistics
        for group, segments in other._segments.items():
            mine = self._segments.setdefault(group, {})
            mine.update({name: mine.get(name, 0) + count for name, count in segments.items()})
        for group, counts in other._counts.items():
            self._counts.setdefault(group, set()).update(counts)
        for key, noticed in other._noticed.items():
            known = self._noticed.get(key, 0)
            warned = min(known, noticed)
            self._noticed[key] = warned if warned < 0 else known + noticed

    def __iadd__(self, other: Statistics) -> Self:
        self.merge(other)
        return self

    # --- out ---

    def groups(self) -> list[Key]:
        """Returns the groups, in the order in which they first came."""
        return list(self._counts)

    def systems(self, group: Key = ()) -> list[str]:
        """Returns the names of a group's systems, in the order in which they first came."""
        return list(self._segments.get(group, ()))

    def n_segments(self, system: str = "", group: Key = ()) -> int:
        """Returns how many segments of a system were added."""
        return self._segments.get(group, {}).get(system, 0)

    def counts(self, group: Key = ()) -> list[int]:
        """Returns the numbers of references that segments of a group have, -1 where one piece has several."""
        return sorted(self._counts.get(group, ()))

    def n_references(self, group: Key = ()) -> int:
        """Returns how many references a segment of a group has; -1 if that varies."""
        counts = self.counts(group)
        return counts[0] if len(counts) == 1 else VARIES

    def sum(self, metric: Any, system: str = "", group: Key = ()) -> tuple[Any, ...]:
        """Returns the sum of a system's statistics.

        Raises:
            InputShapeError: nothing was added.
        """
        stored = self._get(metric, system, group)
        sums: tuple[Any, ...] = tuple(sum_rows(stored.table())) if self.keeps_rows else stored
        return sums

    def table(self, metric: Any, system: str = "", group: Key = ()) -> memoryview[Any]:
        """Returns the table of a system: of all segments, (N, k); or of the sum, (1, k).

        It is of int64, if narrow perhaps of int16, or of float64.

        Raises:
            InputShapeError: nothing was added.
        """
        stored = self._get(metric, system, group)
        return stored.table() if self.keeps_rows else _table_of_row(stored)

    def result(self, metric: Declared[ScoreType], system: str = "", group: Key = ()) -> ScoreType:
        """Returns the score of a system.

        Raises:
            InputShapeError: nothing was added.
        """
        chosen: Any = metric
        row = self.sum(chosen, system, group)
        chosen.num_refs = n_references = self.n_references(group)
        score: ScoreType = chosen.result(row, n_references)
        return score

    # --- shared steps ---

    def _place(self, metric: Any) -> int:
        """Returns the place of a metric among all, to which it is added if it is new."""
        index = self._places.setdefault(id(metric), len(self.metrics))
        if index == len(self.metrics):
            self.metrics.append(metric)
        return index

    def _counted(
        self, index: int, streams: Mapping[str, Segments], sides: Sequence[Segments], group: Key
    ) -> list[Any]:
        """Returns the rows of each system's segments by a metric, or the sums with those that are here."""
        engine = engine_of(self.metrics[index])
        if self.keeps_rows:
            tables: list[Any] = engine.tables(list(streams.values()), sides, self._threads)
            return tables
        return [
            engine.total(stream, sides, self._threads, self._stored.get((group, name, index)))
            for name, stream in streams.items()
        ]

    def _get(self, metric: Any, system: str, group: Key) -> Any:
        index = self._places.get(id(metric))
        stored = None if index is None else self._stored.get((group, system, index))
        if stored is None:
            raise InputShapeError(
                f"{_name(metric)}: there are no hypotheses; a corpus has at least one segment"
            )
        return stored

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_places"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._places = {id(metric): index for index, metric in enumerate(self.metrics)}


def check_same_metric(metric: Any, other: str) -> None:
    """Refuses the statistics of another metric, or of other options.

    Args:
        metric: whose statistics are here.
        other: the `repr` of the one whose statistics are to be added.

    Raises:
        OptionError: they differ.
    """
    if other != repr(metric):
        raise OptionError(
            f"the sums of {other} cannot be added to those of {metric!r}: use the same metric for both"
        )


def engine_of(metric: Any) -> Any:
    """Returns what counts the statistics of a metric, or of an object with its `statistics` and `score`."""
    if isinstance(metric, Declared):  # as a `Metric` is
        native: Any = metric
        return native.engine
    from parbleu.metrics._python_engine import engine_of_object  # which loads NumPy

    return engine_of_object(metric)


def _name(metric: Any) -> str:
    """Returns what begins messages."""
    return str(getattr(metric, "name", None) or type(metric).__name__)


class _Rows:
    """A table of statistics that grows.

    Args:
        table: what it begins with, which is copied only when more is added.
        narrow: whether int16 holds whole numbers where they fit, which only the native module takes.
    """

    def __init__(self, table: memoryview[Any] | None = None, *, narrow: bool = False) -> None:
        self._table = table
        self._narrow = narrow
        self._bytes = bytearray()  # which grows in place
        self._format = ""
        self._width = 0
        self._count = 0

    def add(self, rows: memoryview[Any]) -> None:
        """Adds rows, which nobody else changes."""
        if self._table is None and not self._count:
            self._table = rows
        else:
            self.extend(rows)

    def extend(self, rows: memoryview[Any]) -> None:
        """Adds a copy of rows."""
        if self._table is not None:
            first, self._table = self._table, None
            self._append(first)
        self._append(rows)

    def _append(self, rows: memoryview[Any]) -> None:
        width = rows.shape[1] if rows.shape else 0
        if self._bytes and width != self._width:
            raise InputShapeError(
                f"rows of {width} statistics follow rows of {self._width}: return rows of one width"
            )
        kind = rows.format if rows.format in ("h", "d") else "q"
        self._count += len(rows)
        if self._narrow and kind == "q" and self._format in ("", "h") and width:
            short = narrowed(rows)
            rows, kind = (rows, "q") if short is None else (short, "h")
        added = rows.cast("B") if width else memoryview(b"")
        widest = max(kind, self._format, "h" if self._narrow else "q", key=_FORMATS.index)
        if self._bytes and widest != self._format:  # a metric in Python may return whole numbers or not
            self._bytes = _converted(self._bytes, self._format, widest)
        self._bytes += added if kind == widest else _converted(added, kind, widest)
        self._format, self._width = widest, width

    def table(self) -> memoryview[Any]:
        """Returns all rows."""
        if self._table is not None:
            return self._table
        return _shaped(self._bytes, self._format, self._count, self._width)

    def __getstate__(self) -> dict[str, Any]:
        if self._table is not None:  # a memoryview cannot be pickled
            first, self._table = self._table, None
            self._append(first)
        return vars(self)


def _shaped(numbers: Any, kind: Any, count: int, width: int) -> memoryview[Any]:
    if not width:  # chrF of no orders; memoryview.cast makes no such shape
        import numpy as np

        return np.empty((count, 0), np.int64).data
    table: memoryview[Any] = memoryview(numbers).cast("B").cast(kind, (count, width))
    return table


def _table_of_row(row: Sequence[Any]) -> memoryview[Any]:
    """Returns a row of statistics as a table of one."""
    from array import array

    kind = "d" if any(isinstance(number, float) for number in row) else "q"
    return _shaped(array(kind, row), kind, 1, len(row))


def _converted(numbers: Any, kind: Any, wider: str) -> bytearray:
    """Returns numbers of one format in another one, both as bytes."""
    from array import array

    return bytearray(array(wider, memoryview(numbers).cast("B").cast(kind)))
