"""Defines what is done with a partition of a table, and the functions that all adapters of engines have."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from operator import add
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from parbleu._inputs.record_batches import check_schema, record_batches
from parbleu.errors import FormatError, InputTypeError, NoSegmentsError, OptionError, UnreadableFileError
from parbleu.metrics._base import Metric
from parbleu.metrics._statistics_table import STATISTICS, statistics_of
from parbleu.scale._batch_decisions import decode_batches
from parbleu.scale._batch_scores import BatchScorer, metric_of, names_scorer, reference_columns
from parbleu.scale._batch_sums import reduce_batches, scores_of_sums
from parbleu.text._table_files.arrow_table import arrow_errors, imported_pyarrow, outer_columns
from parbleu.text._table_files.table_opening import as_words

ROWS = 10_000
"""How many rows are scored at once, and how many engines hand over where they let the caller choose."""

Step = Callable[[Any], Any]
"""What is done with a partition: from a table of pyarrow to one; an empty one shows the columns it adds."""


@dataclass(frozen=True)
class Work:
    """How partitions are scored; engines send it to their workers.

    Attributes:
        metric: a name such as "chrf++", or of a scorer; a metric, or a class of metrics that workers make
            without arguments.
        hypothesis: the column of hypotheses, or several.
        references: the columns of references.
        source: the column of sources, for metrics that read it.
        by: the columns whose values make groups.
        emit: "scores", "statistics" or "both": the columns that are added.
        threads: how many a worker may use; 1 where an engine has a worker for each core.
    """

    metric: str | Metric[Any] | type
    hypothesis: str | Sequence[str] = "mt"
    references: str | Sequence[str] = ("ref",)
    source: str | None = None
    by: str | Sequence[str] | None = None
    emit: str = "scores"
    threads: int | None = None

    def scored(self, partition: Any) -> Any:
        """Returns a partition with columns of scores or statistics, as a table of pyarrow."""
        pyarrow = imported_pyarrow("parbleu.scale")
        scorer = self._scorer(self.emit)
        first, batches = 1, []
        for batch in _batches(partition):
            batches.append(scorer.scored(batch, first))
            first += batch.num_rows
        return pyarrow.Table.from_batches(batches)

    def summed(self, partition: Any, first: int = 1) -> Any:
        """Returns the sums of a partition's groups, as a table of pyarrow.

        Args:
            partition: what `record_batches` takes.
            first: the number of its first row in messages.
        """
        scorer = self._scorer("statistics")
        batches = []
        for batch in _batches(partition):
            if self.by or not batch.num_rows:
                batches.append(reduce_batches(scorer.scored(batch, first), self.by or ()))
            else:
                batches.append(scorer.summed(batch, first))
            first += batch.num_rows
        return batches[0] if len(batches) == 1 else reduce_batches(batches, self.by or ())

    def summed_file(self, group: RowGroup) -> Any:
        """Returns the sums of a part of a file, which is read here."""
        try:
            return self.summed(group.batches(self.columns(), ROWS), group.first)
        except FormatError as problem:
            raise FormatError(group.part.path, 0, problem.problem) from None

    def columns(self) -> list[str]:
        """Returns the columns that are read."""
        references = reference_columns(self.metric, self.hypothesis, self.references)
        words = (self.hypothesis, references, self.source or (), self.by or ())
        return [*dict.fromkeys(name for names in words for name in as_words(names))]

    def resummed(self, *sums: Any) -> Any:
        """Returns the sums of sums, whose metadata and fixed sizes of lists an engine may have dropped."""
        pyarrow = imported_pyarrow("parbleu.scale")
        scorer = self._scorer("statistics")
        tables = []
        for table in sums:
            for column, name in enumerate(table.schema.names):
                if name in scorer.label.columns(STATISTICS):
                    lists = pyarrow.list_(table.schema.types[column].value_type, scorer.width)
                    table = table.set_column(column, name, table.column(column).cast(lists))
            tables.append(table.replace_schema_metadata(scorer.label.added_to(table.schema).metadata))
        return reduce_batches(tables, self.by or ())

    def finished(self, sums: Iterable[Any]) -> Any:
        """Returns the scores of the sums of all partitions."""
        return scores_of_sums(self.resummed(*sums), self.by or (), metric_of(self.metric))

    def _scorer(self, emit: str) -> BatchScorer:
        return BatchScorer(
            self.metric, self.hypothesis, self.references, emit, self.threads, source=self.source
        )


@dataclass(frozen=True)
class Decoding:
    """How candidates of partitions are chosen; engines send it to their workers.

    Attributes:
        metric: the utility: a name, a metric, or a class of metrics that workers make without arguments.
        options: the other arguments of `decode_batches`.
    """

    metric: str | Metric[Any] | type
    options: dict[str, Any]

    def decoded(self, partition: Any) -> Any:
        """Returns a partition with columns of what was chosen, as a table of pyarrow."""
        pyarrow = imported_pyarrow("parbleu.scale")
        return pyarrow.Table.from_batches(decode_batches(_batches(partition), self.metric, **self.options))


class Actor:
    """What an actor of an engine runs: it makes the metric once, and does its step with many batches.

    Args:
        step: a method of a `Work` or a `Decoding`.
    """

    def __init__(self, step: Any) -> None:
        work = step.__self__
        if not names_scorer(work.metric):  # which stays loaded
            work = replace(work, metric=metric_of(work.metric))
        self._step = getattr(work, step.__name__)

    def __call__(self, batch: Any) -> Any:
        """Returns what the step makes of a batch."""
        return self._step(batch)


class RowTotals:
    """How an engine that aggregates by itself scores rows of statistics; a subclass has the attributes.

    Attributes:
        metric: what counted them.
        column: that of the statistics.
    """

    metric: Metric[Any]
    column: str

    def aggregate_block(self, block: Any) -> list[Any]:
        """Returns the sum of the rows of a table of pyarrow, or no numbers if there are none."""
        return statistics_of(block, self.column).sum(axis=0).tolist() if block.num_rows else []

    def combine(self, current_accumulator: list[Any], new: list[Any]) -> list[Any]:
        """Returns the sum of two sums."""
        return list(map(add, current_accumulator, new)) or current_accumulator or new

    def finalize(self, accumulator: list[Any]) -> float:
        """Returns the score of a sum."""
        return float(self.metric.result(accumulator).score)


def _batches(partition: Any) -> Iterator[Any]:
    """Yields a partition in record batches of at most 10,000 rows, which share its memory."""
    for batch in record_batches(partition):
        for start in range(0, max(batch.num_rows, 1), ROWS):
            yield batch.slice(start, ROWS)


class DataEngine(ABC):
    """The functions that every engine's module has; a module says how its engine reaches partitions.

    Attributes:
        threads: how many a worker may use: 1 where an engine has a worker for each core, None for all.
    """

    threads: int | None = None

    @abstractmethod
    def mapped(self, dataset: Any, step: Step, **options: Any) -> Any:
        """Returns a dataset of the engine, of what `step` makes of each partition."""

    @abstractmethod
    def sums(self, dataset: Any, work: Work, **options: Any) -> Iterable[Any]:
        """Returns the sums of partitions, as tables of pyarrow."""

    def called(self, function: Callable[[Any], Any], items: Sequence[Any], **options: Any) -> Iterable[Any]:
        """Returns what a function returns of each item, here one after the other in this process."""
        if options:
            raise OptionError(f"files are read here without options: leave out {', '.join(options)}")
        return map(function, items)

    def score_dataset(
        self,
        dataset: Any,
        metric: str | Metric[Any] | type,
        hypothesis: str | Sequence[str] = "mt",
        references: str | Sequence[str] = ("ref",),
        *,
        source: str | None = None,
        emit: str = "scores",
        **options: Any,
    ) -> Any:
        """Returns a dataset with columns of scores or statistics, as `score_batches` adds them.

        Args:
            dataset: of the engine. What is lazy stays lazy, and is scored where it lies.
            metric: a name such as "chrf++", or of a scorer, such as "comet:Unbabel/wmt22-comet-da"; a metric,
                or a class of metrics, which each worker makes without arguments.
            hypothesis: the column of hypotheses, or several.
            references: the columns of references.
            source: the column of sources, for metrics that read it.
            emit: "scores", "statistics" or "both".
            options: further arguments of the engine's function: `map_batches` of Ray, `map` of datasets.

        Raises:
            ParbleuError: an option has a value that it does not take, a column is missing or there already,
                or a cell is no text; raised here, or where the engine computes.
        """
        _check_dataset(dataset)
        work = Work(metric, hypothesis, references, source, emit=emit, threads=self.threads)
        return self.mapped(dataset, work.scored, **options)

    def corpus_score(
        self,
        dataset: Any,
        metric: str | Metric[Any] | type,
        hypothesis: str | Sequence[str] = "mt",
        references: str | Sequence[str] = ("ref",),
        by: str | Sequence[str] | None = None,
        *,
        source: str | None = None,
        **options: Any,
    ) -> Any:
        """Returns the Score of a dataset, or with `by` those of its groups: value -> Score.

        Workers sum; only sums come to the caller, who makes the metric, too, to score them. A group of
        several columns is a tuple of their values. The dataset may be the path or address of a
        file or folder of Parquet, or a list of these, of which workers read row groups, 10,000 rows at a
        time.

        Raises:
            ParbleuError: an option has a value that it does not take, a column is missing, or a cell is no
                text; raised here, or where the engine computes.
        """
        work = Work(metric, hypothesis, references, source, by, threads=self.threads)
        if are_paths(dataset):
            return work.finished(self.sums_of_files(dataset, work, **options))
        return work.finished(self.sums(dataset, work, **options))

    def sums_of_files(self, paths: Any, work: Work, **options: Any) -> Iterable[Any]:
        """Returns the sums of row groups of Parquet, as tables of pyarrow; options go to the engine."""
        if isinstance(work.metric, type):
            raise OptionError(
                "only workers of a dataset make a metric of a class: with paths give a metric or a name"
            )
        groups = row_groups(paths, work.columns(), as_words(work.by or ()))
        return self.called(work.summed_file, groups, **options)

    def decode_dataset(
        self,
        dataset: Any,
        utility: str | Metric[Any] | type = "chrf",
        candidates: str = "candidates",
        references: str | None = None,
        *,
        weights: str | None = None,
        source: str | None = None,
        aggregate: bool = False,
        **options: Any,
    ) -> Any:
        """Returns a dataset with what minimum Bayes risk chooses, as `parbleu.scale.decode_batches` adds it.

        Options go to the engine, as those of `score_dataset`.
        """
        _check_dataset(dataset)
        columns = {"candidates": candidates, "references": references, "weights": weights, "source": source}
        decoding = Decoding(utility, {**columns, "aggregate": aggregate, "threads": self.threads})
        return self.mapped(dataset, decoding.decoded, **options)


def _check_dataset(dataset: Any) -> None:
    if are_paths(dataset):
        raise InputTypeError(
            f"a dataset of the engine is expected, not {dataset!r:.60}: let the engine read the files; only "
            "corpus_score takes paths"
        )


NO_VALUE = "__HIVE_DEFAULT_PARTITION__"
"""What Hive and Spark write as the name of a folder for rows without a value."""


@dataclass(frozen=True)
class RowGroup:
    """Rows of a file that a worker reads itself.

    Attributes:
        part: a fragment of a dataset of pyarrow: where the file is, and which row group of it.
        folders: column -> its value in all rows, of folders such as `lang=de`.
        first: the number of its first row in the file, counted from 1.
    """

    part: Any
    folders: dict[str, str | None]
    first: int

    def batches(self, names: Sequence[str], n_rows: int) -> Iterator[Any]:
        """Yields record batches of at most `n_rows` rows with these columns.

        Raises:
            UnreadableFileError: the file cannot be read.
        """
        pyarrow = imported_pyarrow("parbleu.scale")
        with arrow_errors(self.part.path):
            stored = [name for name in names if name not in self.folders]
            columns = outer_columns(self.part.physical_schema.names, stored)
            for batch in self.part.to_batches(columns=columns, batch_size=n_rows, use_threads=False):
                for name, value in self.folders.items():
                    repeated = pyarrow.repeat(pyarrow.scalar(value, pyarrow.string()), batch.num_rows)
                    batch = batch.append_column(name, repeated)
                yield batch


def row_groups(paths: Any, names: Sequence[str], by: Sequence[str] = ()) -> list[RowGroup]:
    """Returns the row groups of files of Parquet that have rows.

    Args:
        paths: a file, a folder, an address such as `s3://bucket/outputs/`, or a list of these.
        names: the columns that will be read.
        by: those of them that make groups, which have the same type in all files.

    Raises:
        FormatError: a file has no such column, or one of another type than the first file.
        InputTypeError: something else than a path is given.
        NoSegmentsError: there is no row.
        UnreadableFileError: a file cannot be read.
    """
    groups: list[RowGroup] = []
    kinds: dict[str, tuple[str, str]] = {}
    imported_pyarrow("parbleu.scale")
    several = list(paths) if isinstance(paths, (list, tuple)) else [paths]
    for path in several:
        if not isinstance(path, (str, os.PathLike)):
            raise InputTypeError(f"the path of a file of Parquet is expected, not {path!r:.60}")
        with arrow_errors(os.fspath(path)):
            for file, folders in _files(os.fspath(path)):
                columns = file.physical_schema.names
                added = {name: folders[name] for name in names if name in folders and name not in columns}
                given = [name for name in names if name not in added]
                check_schema(file.path, file.physical_schema, given)
                for name in by:
                    _check_kind(file, name, "text" if name in added else _kind(file, name), kinds)
                first = 1
                for part in file.split_by_row_group():
                    if n_rows := part.row_groups[0].num_rows:
                        groups.append(RowGroup(part, added, first))
                        first += n_rows
    if not groups:
        shown = os.fspath(several[0]) if len(several) == 1 else f"{len(several)} files"
        raise NoSegmentsError(f"{shown}: there is no row to score")
    return groups


def _files(path: str) -> Iterator[tuple[Any, dict[str, str | None]]]:
    """Yields the files below a path as fragments, and what the names of their folders below it say."""
    if "://" in path:
        system, base = import_module("pyarrow.fs").FileSystem.from_uri(path)
    else:
        system, base = None, Path(path).absolute().as_posix()
    try:
        files = import_module("pyarrow.dataset").dataset(base, format="parquet", filesystem=system)
    except FileNotFoundError:
        raise UnreadableFileError(f"there is no file or folder {path}") from None
    for file in files.get_fragments():
        folders = {}
        for folder in file.path[len(base) :].split("/")[:-1]:
            key, sign, value = folder.partition("=")
            if sign:
                folders[unquote(key)] = None if value == NO_VALUE else unquote(value)
        yield file, folders


def _kind(file: Any, name: str) -> str:
    """Returns what messages call the type of a column that makes groups, the same for all types of text."""
    if name not in file.physical_schema.names:
        raise FormatError(file.path, 0, f"groups are made by whole columns, not by the field {name!r} of one")
    kind = file.physical_schema.field(name).type
    shown = str(getattr(kind, "value_type", kind))
    return "text" if "string" in shown else shown


def _check_kind(file: Any, name: str, kind: str, kinds: dict[str, tuple[str, str]]) -> None:
    """Refuses a column that makes groups if it has another type than in the first file."""
    known, first_path = kinds.setdefault(name, (kind, file.path))
    if kind != known:
        problem = f"column {name!r} is of {kind}, but of {known} in {first_path}"
        raise FormatError(file.path, 0, f"{problem}: write both with the same type")


def are_paths(dataset: Any) -> bool:
    """Returns whether files are given in place of a dataset of an engine."""
    return isinstance(dataset, (str, os.PathLike, list, tuple))
