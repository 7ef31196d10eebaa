"""Writes and reads files of statistics: a shard of a corpus each, which together are scored as the corpus."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parbleu.errors import (
    FormatError,
    NoReferenceError,
    NoSegmentsError,
    OptionError,
    SegmentTooLongError,
    UnreadableFileError,
)
from parbleu.fetch.checksums import digest
from parbleu.inputs.corpus import Corpus
from parbleu.io.atomic import replacing
from parbleu.io.json_text import parse_json
from parbleu.metrics.base import Metric
from parbleu.metrics.statistics import Statistics
from parbleu.scale.batch_scores import row_format
from parbleu.scale.batch_sums import as_lists, statistics_of
from parbleu.scale.statistics_label import N_REFERENCES, StatisticsLabel
from parbleu.text.arrow_buffers import check_buffers
from parbleu.text.table_files.arrow_table import arrow_errors, imported_pyarrow

SHARD_KEY = b"parbleu.shard"


@dataclass(frozen=True, slots=True)
class Shard:
    """One of the parts of a corpus: the segments `number`, `number` + `count`, `number` + 2 `count`, ...

    Attributes:
        number: from 1.
        count: how many shards there are.
    """

    number: int = 1
    count: int = 1

    @classmethod
    def parse(cls, word: str) -> Shard:
        """Returns the shard that a word such as "3/100" names.

        Raises:
            OptionError: it names none.
        """
        number, slash, count = word.partition("/")
        if not (slash and number.isdecimal() and count.isdecimal() and 1 <= int(number) <= int(count)):
            raise OptionError(f"a shard is a number of so many, such as 3/100, not {word!r}")
        return cls(int(number), int(count))

    def __str__(self) -> str:
        return f"{self.number}/{self.count}"


@dataclass(frozen=True, slots=True)
class ShardNote:
    """What a file of statistics tells beside the numbers.

    Attributes:
        shard: which it is, as "3/100".
        n_segments: of the corpus.
        systems: their names.
        files: their files, as typed.
        metrics: for each the name that it was asked for, its class, options and signature.
        inputs: file that was read -> its SHA-256; what chose a test set -> the choice.
    """

    shard: str
    n_segments: int
    systems: list[str]
    files: list[str]
    metrics: list[dict[str, Any]]
    inputs: dict[str, str]


def input_digests(paths: Iterable[str]) -> dict[str, str]:
    """Returns the SHA-256 of each file; raises UnreadableFileError."""
    try:
        return {path: digest(path, "sha256") for path in dict.fromkeys(paths)}
    except OSError as problem:
        raise UnreadableFileError(f"cannot read {problem.filename}: {problem.strerror}") from None


def write_shard(
    path: str,
    shard: Shard,
    parts: Iterable[Corpus],
    metrics: Sequence[tuple[str, Metric[Any]]],
    *,
    systems: Sequence[str],
    files: Sequence[str],
    inputs: Mapping[str, str],
    threads: int | None = None,
) -> int:
    """Counts the statistics of a shard of a corpus, and writes them to a file of Parquet.

    The file appears complete or not at all.

    Args:
        path: the file.
        shard: which part of the corpus is counted.
        parts: the whole corpus, in consecutive parts.
        metrics: the name by which each was asked for, and the metric.
        systems: their names.
        files: their files.
        inputs: what was read, as `input_digests` returns it.
        threads: how many may work.

    Returns:
        How many segments the shard has.

    Raises:
        ParbleuError: as the metrics do; or the file cannot be written.
    """
    pyarrow = imported_pyarrow(path)
    from pyarrow.parquet import write_table

    statistics = Statistics([metric for _, metric in metrics], keeps_rows=True, threads=threads)
    n_segments = 0
    counts: list[int] = []
    for part in parts:
        rows = range((shard.number - 1 - n_segments) % shard.count, len(part), shard.count)
        n_segments += len(part)
        if not rows:
            continue
        counted = part if rows.step == 1 else part.part(rows)
        sides = counted.references
        if any(stream.missing for stream in sides):
            texts = [stream.to_list() for stream in sides]
            counts += [len(cells) - cells.count(None) for cells in zip(*texts, strict=True)]
        else:
            counts += [len(sides)] * len(rows)
        try:
            statistics.add({name: counted.systems[name] for name in systems}, sides)
        except (NoReferenceError, SegmentTooLongError) as problem:
            problem.segment = shard.number - 1 + problem.segment * shard.count
            raise
    columns: dict[str, Any] = {}
    for _, metric in metrics:
        width, kind = row_format(metric)
        for name, title in zip(systems, _titles(metric, systems), strict=True):
            table: Any = statistics.table(metric, name) if counts else np.empty((0, width), kind)
            columns[title] = as_lists(np.asarray(table).astype(kind, copy=False))
    columns[N_REFERENCES] = pyarrow.array(counts, pyarrow.int32())
    note = ShardNote(
        str(shard),
        n_segments,
        list(systems),
        list(files),
        [{"name": name, **_described(metric)} for name, metric in metrics],
        dict(inputs),
    )
    text = json.dumps(asdict(note), ensure_ascii=False, sort_keys=True).encode()
    table = pyarrow.table(columns).replace_schema_metadata({SHARD_KEY: text})
    with replacing(path) as file:
        write_table(table, file, compression="zstd")
    return len(counts)


def _titles(metric: Metric[Any], systems: Sequence[str]) -> list[str]:
    """Returns the columns of a metric's statistics."""
    return [f"{metric!r}:{system}" for system in systems]


def _described(metric: Metric[Any]) -> dict[str, Any]:
    label = StatisticsLabel.of(metric, [])
    return {"metric": label.metric, "options": label.options, "signature": label.signature}


@dataclass(frozen=True, slots=True)
class MergedStatistics:
    """The statistics of a corpus, put together from its shards.

    Attributes:
        systems: their names.
        files: their files.
        metrics: the name by which each was asked for -> the metric.
        tables: for each metric the table of each system, shape (N, k), in the order of the corpus.
        n_references: how many references a segment has; -1 if that varies.
        references: the SHA-256 of each file of references, or what chose the test set; None for a table.
    """

    systems: list[str]
    files: list[str]
    metrics: dict[str, Metric[Any]]
    tables: list[list[NDArray[Any]]]
    n_references: int
    references: list[str] | None


def merge_shards(paths: Sequence[str]) -> MergedStatistics:
    """Reads all shards of a corpus.

    Args:
        paths: files that `write_shard` has written, in any order.

    Raises:
        OptionError: the files are of different signatures, inputs or systems; a shard is missing, or there
            twice.
        FormatError: a file is no such file.
        UnreadableFileError: it cannot be read.
        NoSegmentsError: the corpus is empty.
    """
    notes = {path: _note(path) for path in dict.fromkeys(paths)}
    if not notes:
        raise OptionError("name the files of statistics to merge")
    shards = _checked(notes)
    note = next(iter(notes.values()))
    if not note.n_segments:
        raise NoSegmentsError(
            f"the corpus of {next(iter(notes))} is empty: there is no segment to score; a row is a segment"
        )
    metrics: dict[str, Metric[Any]] = {}
    for each in note.metrics:
        label = StatisticsLabel(each["metric"], each["options"], each["signature"], ())
        metrics[each["name"]] = label.make_metric()
    titles = [title for metric in metrics.values() for title in _titles(metric, note.systems)]
    joined: dict[str, NDArray[Any]] = {}
    for path, shard in shards.items():
        for name, part in _columns(path, titles).items():
            if name not in joined:
                joined[name] = np.empty((note.n_segments, *part.shape[1:]), part.dtype)
            place = joined[name][shard.number - 1 :: shard.count]
            if len(place) != len(part):
                raise FormatError(
                    path, 0, f"shard {shard} has {len(place)} segments, the file {len(part)}: count it again"
                )
            place[:] = part
    counts = np.unique(joined[N_REFERENCES])
    tables = [[joined[name] for name in _titles(metric, note.systems)] for metric in metrics.values()]
    n_references = int(counts[0]) if len(counts) == 1 else -1
    for metric in metrics.values():
        metric.num_refs = n_references
    return MergedStatistics(note.systems, note.files, metrics, tables, n_references, _references(note))


def _references(note: ShardNote) -> list[str] | None:
    if not all(file in note.inputs for file in note.files):
        return None  # columns of a table
    return [value for name, value in note.inputs.items() if name not in note.files]


def _note(path: str) -> ShardNote:
    pyarrow = imported_pyarrow(path)
    from pyarrow.parquet import read_schema

    with arrow_errors(path):
        try:
            text = (read_schema(path).metadata or {}).get(SHARD_KEY)
        except FileNotFoundError:
            raise UnreadableFileError(f"cannot read {path}: No such file or directory") from None
        except pyarrow.ArrowInvalid:
            text = "it is not Parquet, or damaged; `parbleu score --statistics` writes it"
            raise UnreadableFileError(f"cannot read {path}: {text}") from None
    if text is None:
        raise FormatError(path, 0, "these are no statistics of `parbleu score --statistics`")
    return ShardNote(**parse_json(text))


def _columns(path: str, titles: Sequence[str]) -> dict[str, NDArray[Any]]:
    """Returns the columns of a file as arrays of NumPy."""
    imported_pyarrow(path)
    from pyarrow.parquet import read_table

    with arrow_errors(path):
        table = read_table(path)
        check_buffers(path, table)
    found = {name: statistics_of(table, name) for name in titles}
    return {**found, N_REFERENCES: table.column(N_REFERENCES).to_numpy()}


def _checked(notes: Mapping[str, ShardNote]) -> dict[str, Shard]:
    """Returns the shard of each file, after checking that they are all parts of one corpus."""
    first, note = next(iter(notes.items()))
    for path, other in notes.items():
        for what, mine, its in (
            ("signatures", _facts(note, "signature"), _facts(other, "signature")),
            ("options", _facts(note, "options"), _facts(other, "options")),
            ("inputs", note.inputs, other.inputs),
            ("systems", note.systems, other.systems),
            ("numbers of segments", note.n_segments, other.n_segments),
        ):
            if mine != its:
                raise OptionError(
                    f"{path} and {first} have different {what}, so they are not of one run: "
                    f"{_difference(its, mine)}"
                )
    shards = {path: Shard.parse(note.shard) for path, note in notes.items()}
    counts = {shard.count for shard in shards.values()}
    if len(counts) > 1:
        raise OptionError(
            f"the files are shards of {' and of '.join(map(str, sorted(counts)))} shards: segments overlap; "
            "merge those of one number"
        )
    for shard, times in Counter(map(str, shards.values())).items():
        if times > 1:
            twice = [path for path, each in shards.items() if str(each) == shard]
            raise OptionError(f"{' and '.join(twice)} are the same shard, {shard}: name one of them")
    missing = sorted(set(range(1, counts.pop() + 1)) - {shard.number for shard in shards.values()})
    if missing:
        some = ", ".join(map(str, missing[:10])) + (", ..." if len(missing) > 10 else "")
        raise OptionError(
            f"{len(missing)} of {next(iter(shards.values())).count} shards are missing: "
            f"{some}; run them again"
        )
    return shards


def _facts(note: ShardNote, key: str) -> dict[str, Any]:
    return {each["name"]: each[key] for each in note.metrics}


def _difference(its: Any, mine: Any) -> str:
    """Returns the first thing in which two notes differ."""
    if isinstance(its, dict):
        for key in {**its, **mine}:
            if its.get(key) != mine.get(key):
                return f"{key}: {its.get(key, 'none')} and {mine.get(key, 'none')}"
    return f"{its} and {mine}"
