"""Puts statistics into tables of Arrow and files of Parquet, and tells there what they are of."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import asdict, dataclass, field
from itertools import groupby
from typing import Any, TypedDict

import numpy as np
from numpy.typing import NDArray

from parbleu._base.wording import some_names
from parbleu._io.atomic import replacing
from parbleu._io.typed_values import typed_json
from parbleu.errors import (
    FormatError,
    InputTypeError,
    OptionError,
    ParbleuError,
    SignatureError,
    UnreadableFileError,
)
from parbleu.metrics._base import Metric
from parbleu.metrics._metric_by_name import saved_metric
from parbleu.metrics._score import UNKNOWN
from parbleu.metrics._statistics import VARIES, Statistics, engine_of
from parbleu.tables._visible import without_surrogates
from parbleu.text._arrow_buffers import check_buffers
from parbleu.text._segments import as_segments
from parbleu.text._table_files.arrow_table import arrow_errors, arrow_source, imported_pyarrow

METADATA_KEY = b"parbleu.statistics"
NOTE_KEY = b"parbleu.shard"
"""In files: under which key of the metadata the note is."""
STATISTICS = "statistics"
SCORE = "score"
N_REFERENCES = "n_references"
N_SEGMENTS = "n_segments"
GROUP = "group"
MOST = 2**62
"""What no sum of statistics of a corpus reaches."""


@dataclass(frozen=True, slots=True)
class StatisticsLabel:
    """What statistics are of.

    Attributes:
        metric: the name of the metric's class.
        options: the metric's.
        signature: of scores of sums, without the number of references.
        systems: the columns of hypotheses.
        signed: what the signature tells of the input, and whether of the order of BLEU's n-grams.
    """

    metric: str
    options: dict[str, Any]
    signature: str
    systems: tuple[str, ...]
    signed: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, metric: Metric[Any], systems: Iterable[str]) -> StatisticsLabel:
        """Returns the label of a metric's statistics of some systems."""
        signed = copy(metric)
        signed.num_refs = UNKNOWN
        signature = str(signed.get_signature())
        return cls(type(metric).__name__, metric.options, signature, tuple(systems), metric._test_set or {})

    def make_metric(self, others: Mapping[str, type[Metric[Any]]] | None = None) -> Metric[Any]:
        """Returns the metric; `others` are classes that are not registered, by name.

        Raises:
            SignatureError: it has another signature here.
        """
        metric = saved_metric(self.metric, self.options, others)
        metric._test_set = dict(self.signed) or None
        here = StatisticsLabel.of(metric, self.systems).signature
        if here != self.signature:
            raise SignatureError(
                f"the statistics are of {self.metric}|{self.signature}, which is {self.metric}|{here} here: "
                "count and finish them with the same version of parbleu"
            )
        return metric

    def of_metric(self) -> dict[str, Any]:
        """Returns what the label tells of the metric, in values that JSON can store."""
        of_metric = {"metric": self.metric, "options": self.options, "signature": self.signature}
        return {**of_metric, "signed": self.signed} if self.signed else of_metric

    def column(self, kind: str, system: str) -> str:
        """Returns the column of the statistics or scores of a system, with its name if there are several."""
        return kind if len(self.systems) == 1 else f"{kind}:{system}"

    def columns(self, kind: str) -> list[str]:
        """Returns the columns of statistics or scores of all systems."""
        return [self.column(kind, system) for system in self.systems]

    def check_columns(self, schema: Any, others: Iterable[str] = ()) -> None:
        """Refuses an Arrow schema without the columns of all systems' statistics, or without other columns.

        Raises:
            InputTypeError: the message lists those that there are.
        """
        for name in (*others, *self.columns(STATISTICS), N_REFERENCES):
            if name not in schema.names:
                emit = "; count with emit='statistics'" if name.startswith((STATISTICS, N_REFERENCES)) else ""
                raise InputTypeError(
                    f"there is no column {name!r}{emit}; the batches have: {some_names(schema.names)}"
                )

    def added_to(self, schema: Any) -> Any:
        """Returns an Arrow schema whose metadata has the label."""
        text = json.dumps(asdict(self), sort_keys=True).encode()
        return schema.with_metadata({**(schema.metadata or {}), METADATA_KEY: text})

    def check_same(self, other: StatisticsLabel) -> None:
        """Refuses statistics of another metric, of other options, or of other systems.

        Raises:
            OptionError: the message tells both.
        """
        if (self.metric, self.signature, self.options) != (other.metric, other.signature, other.options):
            raise OptionError(
                f"statistics of {other.metric}|{other.signature} cannot be added to those of "
                f"{self.metric}|{self.signature}: use the same options for both"
            )
        if self.systems != other.systems:
            raise OptionError(
                f"statistics of {', '.join(other.systems)} cannot be added to those of "
                f"{', '.join(self.systems)}: name the same systems in both"
            )


class _NamedMetric(TypedDict):
    name: str
    metric: str
    options: dict[str, Any]
    signature: str


class SavedMetric(_NamedMetric, total=False):
    """What a file of statistics tells of a metric; `name` is what it was asked for by.

    `signed` has what its signature tells of the input.
    """

    signed: dict[str, str]


GroupKey = list[str | float | bool | None]
"""The values of a group in a file of statistics."""


class StatisticsNote(TypedDict):
    """What a file of statistics tells; files of shards tell more."""

    systems: list[str]
    metrics: list[SavedMetric]


def label_of(schema: Any) -> StatisticsLabel:
    """Returns the label in the metadata of an Arrow schema.

    Raises:
        InputTypeError: there is none, or it is damaged.
    """
    text = (schema.metadata or {}).get(METADATA_KEY)
    if text is None:
        raise InputTypeError(
            "these batches tell of no statistics of parbleu: they come from score_batches(..., "
            "emit='statistics'), and some engines drop the metadata of a schema"
        )
    try:
        label: StatisticsLabel = typed_json(StatisticsLabel, text)
    except ValueError as problem:
        raise InputTypeError(f"what these batches tell of their statistics is damaged: {problem}") from None
    if not len(set(label.systems)) == len(label.systems) > 0:
        raise InputTypeError(
            "what these batches tell of their statistics is damaged: no system, or one twice"
        )
    return label


def row_format(metric: Metric[Any], engine: Any) -> tuple[int, Any]:
    """Returns how many statistics a segment has by a metric, and their type: int64 or float64."""
    probe = as_segments(["a"])
    (row,) = engine.tables([probe], [probe], 1)
    is_whole = hasattr(type(metric), "native") and row.format != "d"  # `NativeMetric`
    return np.asarray(row).shape[1], np.dtype(np.int64 if is_whole else np.float64)


def as_lists(table: Any, kind: Any = None) -> Any:
    """Returns statistics, shape (N, k), as an array of Arrow: lists of a fixed size, perhaps of a type."""
    pyarrow = imported_pyarrow("parbleu.scale")
    return pyarrow.FixedSizeListArray.from_arrays(pyarrow.array(table.reshape(-1), kind), table.shape[1])


def statistics_of(batch: Any, name: str) -> NDArray[Any]:
    """Returns a column of statistics of a record batch or table, shape (N, k).

    Raises:
        InputTypeError: it is none.
    """
    column = _whole(batch, name)
    width = getattr(column.type, "list_size", 0)
    if not width or column.null_count:
        raise InputTypeError(f"column {name!r}: statistics are lists of a fixed size, none of them null")
    cells = column.flatten()
    if str(cells.type) not in ("int32", "int64", "double") or cells.null_count:
        raise InputTypeError(f"column {name!r}: statistics are whole or double numbers, none of them null")
    table: NDArray[Any] = cells.to_numpy(zero_copy_only=False).reshape(-1, width)
    if table.dtype != np.float64 and table.size and table.min() < 0:  # metrics of the core alone count so
        raise InputTypeError(f"column {name!r}: {table.min()} is no count of anything; count the text again")
    return table


def checked_statistics(batch: Any, name: str, metric: Metric[Any]) -> NDArray[Any]:
    """Returns a column of a metric's statistics, as `statistics_of`.

    Raises:
        InputTypeError: it is none, or another metric's, or has numbers that no text gives.
    """
    table = statistics_of(batch, name)
    if not hasattr(type(metric), "native"):  # which may count in any way
        return table
    width, _ = row_format(metric, engine_of(metric))
    if table.shape[1] != width:
        raise InputTypeError(
            f"column {name!r}: a segment has {width} statistics by {metric!r}, not {table.shape[1]}"
        )
    if table.size:
        least, most = table.min(), table.max()
        if not (least >= 0 and float(most) * len(table) < MOST):  # nor NaN
            raise InputTypeError(
                f"column {name!r}: no text gives statistics from {least} to {most}; count it again"
            )
    return table


def whole_numbers(batch: Any, name: str, least: int) -> NDArray[np.int64]:
    """Returns a column of whole numbers of a record batch or table.

    Raises:
        InputTypeError: it is none, or a number is less than `least`.
    """
    column = _whole(batch, name)
    if not imported_pyarrow("parbleu.scale").types.is_integer(column.type) or column.null_count:
        raise InputTypeError(f"column {name!r}: whole numbers are expected, none of them null")
    numbers: NDArray[np.int64] = column.to_numpy(zero_copy_only=False).astype(np.int64)
    if numbers.size and not least <= numbers.min() <= numbers.max() < MOST:
        raise InputTypeError(f"column {name!r}: numbers from {least} are expected, not {numbers.min()}")
    return numbers


def _whole(batch: Any, name: str) -> Any:
    """Returns a column of a record batch or table as one array; raises InputTypeError if there is none."""
    if name not in batch.schema.names:
        raise InputTypeError(
            f"there is no column {name!r}; the columns are: {some_names(batch.schema.names)}"
        )
    column = batch.column(name)
    return column.combine_chunks() if hasattr(column, "combine_chunks") else column


def sums_table(
    label: StatisticsLabel,
    keys: Mapping[str, Any],
    statistics: Sequence[Any],
    n_references: Sequence[int] | NDArray[Any],
    n_segments: Sequence[int] | NDArray[Any],
) -> Any:
    """Returns a table of pyarrow with a row for each group; `statistics` are the lists of each system."""
    pyarrow = imported_pyarrow("parbleu.scale")
    columns = {**keys, **dict(zip(label.columns(STATISTICS), statistics, strict=True))}
    columns[N_REFERENCES] = pyarrow.array(n_references, pyarrow.int32())
    columns[N_SEGMENTS] = pyarrow.array(n_segments, pyarrow.int64())
    table = pyarrow.table(columns)
    return table.replace_schema_metadata(label.added_to(table.schema).metadata)


def table_of_sums(statistics: Statistics, label: StatisticsLabel, kind: Any) -> Any:
    """Returns sums of the only metric, of a NumPy type, as a table of pyarrow: a row for each group."""
    (metric,), groups = statistics.metrics, statistics.groups()
    sums = [[statistics.sum(metric, system, group) for group in groups] for system in label.systems]
    return sums_table(
        label,
        {},
        [as_lists(np.array(rows, kind)) for rows in sums],
        [statistics.n_references(group) for group in groups],
        [statistics.n_segments(label.systems[0], group) for group in groups],
    )


def sums_of_table(
    table: Any, keys: Sequence[tuple[Any, ...]], metric: Any, label: StatisticsLabel
) -> Statistics:
    """Returns the sums of a metric in a table of pyarrow, whose rows are of the groups `keys`."""
    statistics = Statistics([metric])
    counts = [table.column(name).to_pylist() for name in (N_REFERENCES, N_SEGMENTS)]
    for system in label.systems:
        rows = checked_statistics(table, label.column(STATISTICS, system), metric).tolist()
        for group, row, n_references, n_segments in zip(keys, rows, *counts, strict=True):
            counted = {"n_segments": n_segments, "n_references": [n_references]}
            statistics.put(metric, row, system=system, group=group, **counted)
    return statistics


def summed(part: Any, label: StatisticsLabel, kinds: Mapping[str, Any], varies: int) -> Any:
    """Returns the sums of the groups of rows, or of groups that are there more than once, as `sums_table`.

    Args:
        part: a record batch or table of statistics.
        label: what they are of.
        kinds: the columns whose values make groups -> the types of Arrow that they are to have.
        varies: in place of a number of references where rows of a group have different ones.
    """
    pyarrow = imported_pyarrow("parbleu.scale")
    keys = {name: _whole(part, name).cast(kind) for name, kind in kinds.items()}
    statistics = [statistics_of(part, name) for name in label.columns(STATISTICS)]
    types = [part.schema.field(name).type.value_type for name in label.columns(STATISTICS)]
    counts: Any = whole_numbers(part, N_REFERENCES, varies)
    sizes = np.ones(part.num_rows, np.int64)
    if N_SEGMENTS in part.schema.names:
        sizes = whole_numbers(part, N_SEGMENTS, 0)
    if part.num_rows:
        numbers = _group_numbers(keys.values(), part.num_rows)
        # Without keys there is one group, whose rows need not be copied into an order.
        order: Any = np.argsort(numbers, kind="stable") if keys else np.s_[:]
        starts = np.flatnonzero(np.diff(numbers[order], prepend=-1))
        least, most = (of.reduceat(counts[order], starts) for of in (np.minimum, np.maximum))
        keys = {name: key.take(pyarrow.array(order[starts])) for name, key in keys.items()}
        statistics = [np.add.reduceat(table[order], starts, axis=0) for table in statistics]
        counts = np.where(least == most, least, varies)
        sizes = np.add.reduceat(sizes[order], starts)
    lists = [as_lists(*of_system) for of_system in zip(statistics, types, strict=True)]
    return sums_table(label, keys, lists, counts, sizes)


def _group_numbers(keys: Iterable[Any], n_rows: int) -> NDArray[np.int64]:
    """Returns a number for each row, the same for rows of the same group."""
    numbers = np.zeros(n_rows, np.int64)
    for column in keys:
        column = column.dictionary_encode(null_encoding="encode")
        codes = column.indices.to_numpy(zero_copy_only=False)
        _, numbers = np.unique(numbers * len(column.dictionary) + codes, return_inverse=True)
    return numbers


def save_statistics(statistics: Statistics, path: str) -> None:
    """Writes everything and the note to a file of Parquet, which appears complete or not at all.

    The values of groups are those that JSON can store. All groups have the same systems and metrics;
    `note["systems"]` names the systems of a corpus without segments, and `note["names"]` the metrics.

    Raises:
        InputShapeError: a group lacks a system or metric.
        OptionError: names differ only in how bytes are written out that are not UTF-8.
        UnwritableFileError: the file cannot be written.
    """
    pyarrow = imported_pyarrow(path)
    from pyarrow.parquet import write_table

    groups = statistics.groups()
    systems = list(statistics.note.get("systems") or statistics.systems(groups[0] if groups else ()))
    if len({*map(without_surrogates, systems)}) < len(systems):
        raise OptionError("two systems have the same name where bytes that are not UTF-8 are written out")
    columns: dict[str, Any] = {}
    for metric in statistics.metrics:
        width, kind = row_format(metric, engine_of(metric))
        for system in systems:
            tables: list[Any] = [statistics.table(metric, system, group) for group in groups]
            rows = [np.asarray(table).astype(kind, copy=False) for table in tables]
            joined = rows[0] if len(rows) == 1 else np.concatenate([np.empty((0, width), kind), *rows])
            columns[_title(metric, system)] = as_lists(joined)
    sizes = [statistics.n_segments(systems[0], group) for group in groups] if systems else []
    repeats = np.array(sizes if statistics.keeps_rows else [1] * len(sizes), np.int64)
    counts = np.array([statistics.n_references(group) for group in groups], np.int32)
    columns[N_REFERENCES] = np.repeat(counts, repeats)
    if not statistics.keeps_rows:
        columns[N_SEGMENTS] = np.array(sizes, np.int64)
    if any(groups):
        columns[GROUP] = np.repeat([json.dumps(group) for group in groups], repeats)
    note = dict(statistics.note)
    names = note.pop("names", None) or [type(metric).__name__ for metric in statistics.metrics]
    note["systems"] = systems
    note["metrics"] = [
        {"name": name, **StatisticsLabel.of(metric, ()).of_metric()}
        for name, metric in zip(names, statistics.metrics, strict=True)
    ]
    text = json.dumps(note, sort_keys=True).encode()
    table = pyarrow.table(columns).replace_schema_metadata({NOTE_KEY: text})
    with replacing(path) as file:
        write_table(table, file, compression="zstd")


def load_statistics(path: str) -> Statistics:
    """Returns what `save_statistics` has written.

    Raises:
        FormatError: the file has no statistics, or is damaged.
        SignatureError: a metric has another signature here.
        UnreadableFileError: the file cannot be read.
    """
    note = read_note(path)
    from pyarrow.parquet import read_table

    with arrow_errors(path):
        table = read_table(arrow_source(path))
        check_buffers(path, table)
    try:
        return _statistics_of_file(table, note)
    except (InputTypeError, ValueError) as problem:
        if isinstance(problem, ParbleuError) and not isinstance(problem, InputTypeError):
            raise
        raise FormatError(path, 0, f"its statistics are damaged: {problem}") from None


def _statistics_of_file(table: Any, note: Mapping[str, Any]) -> Statistics:
    """Returns the statistics in a table with a note; raises InputTypeError or ValueError."""
    statistics = Statistics(keeps_rows=N_SEGMENTS not in table.schema.names)
    metrics = [dict(of_metric) for of_metric in note["metrics"]]
    statistics.note = {**note, "names": [of_metric.pop("name") for of_metric in metrics], "metrics": metrics}
    runs: list[tuple[tuple[Any, ...], int]] = [((), table.num_rows)]
    if GROUP in table.schema.names:
        groups = groupby(table.column(GROUP).to_pylist())
        runs = [(tuple(typed_json(GroupKey, text or "")), len(list(rows))) for text, rows in groups]
    if len(dict(runs)) < len(runs) or (len(runs) < table.num_rows and not statistics.keeps_rows):
        raise InputTypeError("the rows of a group are not in one place")
    counts = whole_numbers(table, N_REFERENCES, VARIES)
    sizes = None if statistics.keeps_rows else whole_numbers(table, N_SEGMENTS, 0).tolist()
    for of_metric in metrics:
        metric = StatisticsLabel(**of_metric, systems=()).make_metric()
        for system in note["systems"]:
            rows = checked_statistics(table, _title(metric, system), metric)
            start = 0
            for group, n_rows in runs:
                end = start + n_rows
                statistics.put(
                    metric,
                    np.ascontiguousarray(rows[start:end]) if sizes is None else rows[start].tolist(),
                    n_segments=n_rows if sizes is None else sizes[start],
                    n_references=np.unique(counts[start:end]).tolist(),
                    system=system,
                    group=group,
                )
                start = end
    return statistics


def _title(metric: Any, system: str) -> str:
    """Returns the column of a system's statistics in a file; bytes that are not UTF-8 are written out."""
    return f"{metric!r}:{without_surrogates(system)}"


def read_note(path: str, kind: Any = StatisticsNote) -> dict[str, Any]:
    """Returns the note of a file that `save_statistics` has written.

    Raises:
        FormatError: it has none, or it is damaged.
        UnreadableFileError: it cannot be read.
    """
    pyarrow = imported_pyarrow(path)
    from pyarrow.parquet import read_schema

    with arrow_errors(path):
        try:
            text = (read_schema(arrow_source(path)).metadata or {}).get(NOTE_KEY)
        except FileNotFoundError:
            raise UnreadableFileError(f"cannot read {path}: No such file or directory") from None
        except pyarrow.ArrowInvalid:
            text = "it is not Parquet, or damaged; `parbleu score --statistics` writes it"
            raise UnreadableFileError(f"cannot read {path}: {text}") from None
    if text is None:
        raise FormatError(path, 0, "these are no statistics of `parbleu score --statistics`")
    try:
        note: dict[str, Any] = typed_json(kind, text)
    except ValueError as problem:
        raise FormatError(path, 0, f"what it tells of its statistics is damaged: {problem}") from None
    return note
