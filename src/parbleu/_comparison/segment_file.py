"""Writes a file of segment scores: a row for each segment, a column for each system and metric."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

from parbleu._base.extras import install_command
from parbleu._base.wording import counted
from parbleu._inputs.corpus import Corpus
from parbleu._inputs.segment_scores import SegmentScores
from parbleu._io.atomic import check_place, replacing
from parbleu.errors import InputShapeError, MissingDependencyError, OptionError
from parbleu.metrics import Metric
from parbleu.tables import Column, Table
from parbleu.tables._frames import arrow_table
from parbleu.tables._rendering import pieces

ROW_GROUP = 1 << 17
"""At least so many rows are together in Parquet files."""


def check_path(path: str) -> None:
    """Refuses a file that `writing_segments` could not write, before any work is done.

    Raises:
        OptionError: the name's suffix is not that of a format.
        MissingDependencyError: its format needs a package that is not installed.
        UnwritableFileError: it is a directory, or in none.
    """
    if _suffix(path) not in WRITERS:
        raise OptionError(f"--segments writes {', '.join(WRITERS)}; {path} is none of them")
    check_place(path)
    if _suffix(path) == ".parquet":
        try:
            import pyarrow.parquet  # noqa: F401
        except ImportError:
            raise MissingDependencyError(
                f"{path}: Parquet needs pyarrow: {install_command('tables')}"
            ) from None


@contextmanager
def writing_segments(
    path: str,
    names: Sequence[str],
    metrics: Sequence[Metric[Any]],
    threads: int | None,
    given: Sequence[SegmentScores] = (),
) -> Iterator[Callable[[Corpus], None]]:
    """Writes all segments' scores; BLEU leaves out orders that a segment is too short for, as with `-sl`.

    A context manager whose value is called with consecutive parts of the corpus. The file appears at its end,
    complete; if anything fails, nothing is left behind. Columns are `segment`, counted from 1, and
    `system:score` for each; `system:score:spans`, where a scorer marks errors, has them as JSON. Memory does
    not grow with the segments.

    Args:
        path: a file; its suffix chooses the format.
        names: of the systems.
        metrics: what to compute.
        threads: how many may work; None for the default.
        given: segment scores from elsewhere, whose columns stand behind those of the metrics.

    Raises:
        UnwritableFileError: the file cannot be written.
        InputShapeError: there are given scores of fewer segments.
    """
    scoring = [metric.for_sentences() for metric in metrics]
    columns = [Column("segment", kind=int)]
    for name in names:
        columns += [Column(f"{name}:{metric.score_name}", kind=float) for metric in scoring]
        columns += [Column(f"{name}:{scores.name}", kind=float) for scores in given]
        columns += [Column(f"{name}:{scores.name}:spans") for scores in given if name in scores.spans]
    done = 0

    def add(part: Corpus) -> None:
        nonlocal done
        scores = []
        for metric in given:
            if (n_scores := len(metric.statistics[names[0]])) < done + len(part):
                raise InputShapeError(
                    f"{metric.name}: there are scores of {counted(n_scores, 'segment')}; the systems have "
                    "more"
                )
        for name in names:
            scores += [
                metric.segment_scores(part.systems[name], part.references, threads=threads)
                for metric in scoring
            ]
            scores += [row_means(metric.statistics[name][done : done + len(part)]) for metric in given]
            scores += [
                _as_json(metric.spans[name][done : done + len(part)])
                for metric in given
                if name in metric.spans
            ]
        first, done = done + 1, done + len(part)
        writer.add([range(first, done + 1), *scores])

    with replacing(path) as file:
        writer = WRITERS[_suffix(path)](file, Table("segments", columns, []))
        yield add
        writer.close()


def row_means(table: Any) -> Any:
    """Returns the mean of each row of sums and counts; None where there is no score."""
    import numpy as np

    means = np.full(len(table), None)
    known = table[:, 1] > 0
    means[known] = table[known, 0] / table[known, 1]
    return means


def _as_json(spans: Sequence[Any]) -> Any:
    """Returns the spans of each segment as JSON, in an array."""
    import numpy as np

    return np.array([json.dumps(errors) for errors in spans], dtype=object)


def _suffix(path: str) -> str:
    return Path(path).suffix.lower()


class _Lines:
    """Writes rows as lines of text, each as soon as it is known."""

    def __init__(self, file: BinaryIO, empty: Table) -> None:
        self._file = file
        self._columns = empty.columns

    def add(self, columns: Sequence[Any]) -> None:
        """Writes the rows of these columns."""
        lists = [list(column) if isinstance(column, range) else column.tolist() for column in columns]
        self._file.writelines(self._lines(zip(*lists, strict=True)))

    def _lines(self, rows: Iterable[tuple[Any, ...]]) -> Iterator[bytes]:
        raise NotImplementedError

    def close(self) -> None:
        """Does nothing: all lines have been written."""


class _Tsv(_Lines):
    """Writes TSV."""

    FORMAT = "tsv"

    def __init__(self, file: BinaryIO, empty: Table) -> None:
        super().__init__(file, empty)
        file.writelines(line.encode() for line in pieces(empty, self.FORMAT))

    def _lines(self, rows: Iterable[tuple[Any, ...]]) -> Iterator[bytes]:
        lines = pieces(Table("segments", self._columns, rows), self.FORMAT)
        return (line.encode() for line in islice(lines, 1, None))  # without another header


class _Csv(_Tsv):
    """Writes CSV."""

    FORMAT = "csv"


class _JsonLines(_Lines):
    """Writes JSON lines."""

    def _lines(self, rows: Iterable[tuple[Any, ...]]) -> Iterator[bytes]:
        names = [column.name for column in self._columns]
        return (json.dumps(dict(zip(names, row, strict=True))).encode() + b"\n" for row in rows)


class _Parquet:
    """Writes Parquet, a group of rows after the other."""

    def __init__(self, file: BinaryIO, empty: Table) -> None:
        import pyarrow.parquet

        self._schema = arrow_table(empty).schema
        self._writer: Any = pyarrow.parquet.ParquetWriter(file, self._schema)
        self._waiting: list[Any] = []

    def add(self, columns: Sequence[Any]) -> None:
        """Keeps the rows of these columns until there are enough for a group."""
        import pyarrow

        types = self._schema.types
        arrays = [pyarrow.array(column, kind) for column, kind in zip(columns, types, strict=True)]
        self._waiting.append(pyarrow.table(arrays, schema=self._schema))
        if sum(len(table) for table in self._waiting) >= ROW_GROUP:
            self._write()

    def _write(self) -> None:
        import pyarrow

        if self._waiting:
            self._writer.write_table(pyarrow.concat_tables(self._waiting))
        self._waiting = []

    def close(self) -> None:
        """Writes the last group and the index."""
        self._write()
        self._writer.close()


WRITERS: dict[str, Callable[[BinaryIO, Table], Any]] = {
    ".tsv": _Tsv,
    ".csv": _Csv,
    ".jsonl": _JsonLines,
    ".parquet": _Parquet,
}
"""Suffix -> what writes such a file: made of the file and a table without rows, which has the columns; its
`add` takes the next rows as columns, `close` ends the file. To add a format: a class, and its line here."""
