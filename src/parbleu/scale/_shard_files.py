"""Writes and reads files of statistics: a shard of a corpus each, which together are scored as the corpus."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parbleu._inputs.corpus import Corpus
from parbleu.errors import (
    FormatError,
    NoReferenceError,
    NoSegmentsError,
    OptionError,
    SegmentTooLongError,
    UnreadableFileError,
)
from parbleu.fetch._checksums import digest
from parbleu.metrics._base import Metric
from parbleu.metrics._statistics import Statistics
from parbleu.metrics._statistics_table import (
    MOST,
    StatisticsNote,
    load_statistics,
    read_note,
    save_statistics,
)
from parbleu.text._segments import shown
from parbleu.text._table_files.arrow_table import imported_pyarrow

_SHARD = re.compile(r"[0-9]{1,18}/[0-9]{1,18}")


class ShardNote(StatisticsNote):
    """What a file of a shard's statistics tells."""

    shard: str
    n_segments: int
    files: list[str]
    inputs: dict[str, Any]


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
        if _SHARD.fullmatch(word):
            number, count = map(int, word.split("/"))
            if 1 <= number <= count:
                return cls(number, count)
        raise OptionError(f"a shard is a number of so many, such as 3/100, not {shown(word)}")

    def __str__(self) -> str:
        return f"{self.number}/{self.count}"


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
        ParbleuError: a metric refuses the texts, or the file cannot be written.
    """
    imported_pyarrow(path)
    statistics = Statistics([metric for _, metric in metrics], keeps_rows=True, threads=threads)
    n_segments = 0
    for part in parts:
        rows = range((shard.number - 1 - n_segments) % shard.count, len(part), shard.count)
        n_segments += len(part)
        if not rows:
            continue
        counted = part if rows.step == 1 else part.part(rows)
        try:
            statistics.add({name: counted.systems[name] for name in systems}, counted.references)
        except (NoReferenceError, SegmentTooLongError) as problem:
            problem.segment = shard.number - 1 + problem.segment * shard.count
            raise
    statistics.note = {
        "shard": str(shard),
        "n_segments": n_segments,
        "systems": list(systems),
        "files": list(files),
        "names": [name for name, _ in metrics],
        "inputs": dict(inputs),
    }
    save_statistics(statistics, path)
    return statistics.n_segments(systems[0])


def merge_shards(paths: Sequence[str]) -> Statistics:
    """Reads all shards of a corpus.

    Returns:
        The rows in the order of the corpus. The note has `systems`, `files` and, for each metric, the name
        that it was asked for in `names`.

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
    n_segments = next(iter(notes.values()))["n_segments"]
    if not n_segments:
        raise NoSegmentsError(
            f"the corpus of {next(iter(notes))} is empty: there is no segment to score; a row is a segment"
        )
    merged: Statistics | None = None
    joined: dict[tuple[int, str], NDArray[Any]] = {}
    counts: set[int] = set()
    for path, shard in shards.items():
        part = load_statistics(path)
        counts.update(part.counts())
        merged = merged or Statistics(part.metrics, keeps_rows=True)
        merged.note = part.note
        for index, metric in enumerate(part.metrics):
            for system in part.note["systems"]:
                table = np.asarray(part.table(metric, system))
                n_rows = len(range(shard.number - 1, n_segments, shard.count))
                if n_rows != len(table):
                    raise FormatError(
                        path, 0, f"shard {shard} has {n_rows} segments, the file {len(table)}: count it again"
                    )
                if (index, system) not in joined:
                    joined[index, system] = np.empty((n_segments, table.shape[1]), table.dtype)
                joined[index, system][shard.number - 1 :: shard.count] = table
    assert merged is not None
    for (index, system), table in joined.items():
        merged.put(merged.metrics[index], table, n_segments=n_segments, n_references=counts, system=system)
    for metric in merged.metrics:
        metric.num_refs = merged.n_references()
    return merged


def _note(path: str) -> dict[str, Any]:
    """Returns the note of a shard's file.

    Raises:
        FormatError: it has none, or it is damaged.
        UnreadableFileError: it cannot be read.
    """
    note = read_note(path, ShardNote)
    systems = note["systems"]
    if not systems or not note["metrics"] or not len(set(systems)) == len(systems) == len(note["files"]):
        raise FormatError(path, 0, "it has no metric, no system, a system twice, or not one file of each")
    if not 0 <= note["n_segments"] < MOST:
        raise FormatError(path, 0, f"no corpus has {note['n_segments']} segments")
    return note


def references_of(note: Mapping[str, Any]) -> list[str] | None:
    """Returns the SHA-256 of each file of references, or what chose the test set; None for a table."""
    if not all(file in note["inputs"] for file in note["files"]):
        return None  # columns of a table
    return [value for name, value in note["inputs"].items() if name not in note["files"]]


def _checked(notes: Mapping[str, Mapping[str, Any]]) -> dict[str, Shard]:
    """Returns the shard of each file, after checking that they are all parts of one corpus."""
    first, note = next(iter(notes.items()))
    for path, other in notes.items():
        for what, mine, its in (
            ("signatures", _facts(note, "signature"), _facts(other, "signature")),
            ("options", _facts(note, "options"), _facts(other, "options")),
            ("inputs", note["inputs"], other["inputs"]),
            ("systems", note["systems"], other["systems"]),
            ("numbers of segments", note["n_segments"], other["n_segments"]),
        ):
            if mine != its:
                raise OptionError(
                    f"{path} and {first} have different {what}, so they are not of one run: "
                    f"{_difference(its, mine)}"
                )
    shards = {path: Shard.parse(note["shard"]) for path, note in notes.items()}
    counts = {shard.count for shard in shards.values()}
    if len(counts) > 1:
        raise OptionError(
            f"the files are shards of {' and of '.join(map(str, sorted(counts)))} shards: segments overlap; "
            "merge those of one number"
        )
    for shard, times in Counter(map(str, shards.values())).items():
        if times > 1:
            twice = [path for path, other in shards.items() if str(other) == shard]
            raise OptionError(f"{' and '.join(twice)} are the same shard, {shard}: name one of them")
    count, numbers = counts.pop(), {shard.number for shard in shards.values()}
    if len(numbers) < count:
        missing = islice((number for number in range(1, count + 1) if number not in numbers), 11)
        some = ", ".join(["..." if index == 10 else str(number) for index, number in enumerate(missing)])
        raise OptionError(f"{count - len(numbers)} of {count} shards are missing: {some}; run them again")
    return shards


def _facts(note: Mapping[str, Any], key: str) -> dict[str, Any]:
    return {metric["name"]: metric[key] for metric in note["metrics"]}


def _difference(its: Any, mine: Any) -> str:
    """Returns the first thing in which two notes differ."""
    if isinstance(its, dict):
        for key in {**its, **mine}:
            if its.get(key) != mine.get(key):
                return f"{key}: {its.get(key, 'none')} and {mine.get(key, 'none')}"
    return f"{its} and {mine}"
