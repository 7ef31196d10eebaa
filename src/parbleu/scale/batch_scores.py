"""Scores record batches of Arrow: `parbleu.scale.score_batches`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from parbleu._core import row_scores
from parbleu.base.threads import thread_count
from parbleu.comparison.metric_inputs import engine_of
from parbleu.errors import FormatError, OptionError
from parbleu.metrics.base import Metric
from parbleu.metrics.native_metric import NativeMetric
from parbleu.scale.statistics_label import (
    N_REFERENCES,
    N_SEGMENTS,
    SCORE,
    STATISTICS,
    StatisticsLabel,
    metric_of,
    record_batches,
)
from parbleu.text.segment_table import TableColumns, check_columns, references_of
from parbleu.text.segments import as_segments
from parbleu.text.table_files.arrow_table import ArrowTable, arrow_column, imported_pyarrow, list_items
from parbleu.text.table_files.batch import Batch
from parbleu.text.table_files.table_opening import as_words

EMITS = ("scores", "statistics", "both")
NAME = "the batches"
MOST_LABELS = 4
"""How many cells beside the text an error tells of a row."""


def score_batches(
    batches: Any,
    metric: Any,
    *,
    hypothesis: str | Sequence[str] = "mt",
    references: str | Sequence[str] = "ref",
    emit: str = "scores",
    threads: int | None = None,
) -> Iterator[Any]:
    """Yields the record batches with columns of segment scores, of statistics, or of both.

    Statistics add: the sum of rows gives the score of a corpus or of a group, however the rows were split.
    Text is read where Arrow has it; no string of Python is made of it.

    Args:
        batches: record batches of Arrow, or what `record_batches` takes; empty ones stay empty ones.
        metric: a name such as "chrf++", or a `parbleu.Metric`.
        hypothesis: the column of hypotheses, or several.
        references: the column of references, or several; a column may hold lists of references.
        emit: "scores" adds a column `score` of float64, the score of each segment as `parbleu score
            --sentence-level` computes it. "statistics" adds `statistics`, lists of int64 of a fixed size
            (float64 for TER and metrics in Python), and `n_references`, how many references the row has.
            "both" adds all. With several hypotheses the columns are `score:NAME` and `statistics:NAME`.
        threads: how many to use; by default one per core, or `PARBLEU_THREADS`. No number depends on it.

    Yields:
        A batch for each one that was given, with all its columns. The schema's metadata has the metric, its
        options and its signature.

    Raises:
        OptionError: an option has a value that it does not take, or a column exists already.
        FormatError: a column is missing, or a cell is none or no text; the message tells the row, counted
            from 1 in these batches, and its short cells.
    """
    scorer = BatchScorer(metric, hypothesis, references, emit, threads)
    first = 1
    for batch in record_batches(batches):
        yield scorer.scored(batch, first)
        first += batch.num_rows


def row_format(metric: Metric[Any]) -> tuple[int, Any]:
    """Returns how many statistics a segment has by a metric, and their type: int64 or float64."""
    probe = as_segments(["a"])
    row = engine_of(metric).table(probe, [probe], 1)
    is_whole = isinstance(metric, NativeMetric) and row.format != "d"
    return row.shape[1], np.dtype(np.int64 if is_whole else np.float64)


class BatchScorer:
    """Scores record batches one by one; the arguments are those of `score_batches`."""

    def __init__(
        self,
        metric: Any,
        hypothesis: str | Sequence[str] = "mt",
        references: str | Sequence[str] = "ref",
        emit: str = "scores",
        threads: int | None = None,
    ) -> None:
        if emit not in EMITS:
            raise OptionError(f"emit is one of {', '.join(EMITS)}, not {emit!r}")
        self.metric: Metric[Any] = metric_of(metric)
        self._columns = TableColumns(as_words(hypothesis), as_words(references))
        self._emit = emit
        self._threads = thread_count(threads)
        self.label: StatisticsLabel = StatisticsLabel.of(self.metric, self._columns.hypotheses)
        self._width, self._kind = row_format(self.metric)

    def scored(self, batch: Any, first: int = 1) -> Any:
        """Returns a record batch with further columns; its first row has the number `first` in messages."""
        pyarrow = imported_pyarrow("parbleu.scale")
        check_columns(ArrowTable(NAME, batch.schema, list), self._columns.names())
        arrays = dict(zip(batch.schema.names, batch.columns, strict=True))
        fields = list(batch.schema)
        if self._emit != "scores" and N_SEGMENTS in arrays:
            raise OptionError(f"there is a column {N_SEGMENTS!r}, which sums have: rename it before scoring")
        for name, array in self._added(batch, first):
            if name in arrays:
                raise OptionError(f"there is a column {name!r} already: rename it before scoring")
            arrays[name] = array
            fields.append(pyarrow.field(name, array.type))
        schema = self.label.added_to(pyarrow.schema(fields, batch.schema.metadata))
        return pyarrow.RecordBatch.from_arrays(list(arrays.values()), schema=schema)

    def _added(self, batch: Any, first: int) -> Iterator[tuple[str, Any]]:
        pyarrow = imported_pyarrow("parbleu.scale")
        streams, references = [], []
        counts = np.zeros(batch.num_rows, np.int32)
        if batch.num_rows:
            columns = {name: arrow_column(batch, name) for name in self._columns.names()}
            rows = _NamedRows(NAME, columns, batch.num_rows, first, record=batch)
            streams = [rows.texts(name, complete=True) for name in self._columns.hypotheses]
            references = references_of(rows, self._columns.references)
            for name in self._columns.references:
                items = list_items(columns[name])
                for array in [columns[name]] if items is None else items:
                    counts += np.asarray(array.is_valid())
        for place, system in enumerate(self._columns.hypotheses):
            scores, table = np.empty(0), np.empty((0, self._width), self._kind)
            if streams:
                scores, table = self._counted(streams[place], references)
            if self._emit != "scores":
                flat = pyarrow.array(table.reshape(-1))
                lists = pyarrow.FixedSizeListArray.from_arrays(flat, self._width)
                yield self.label.column(STATISTICS, system), lists
            if self._emit != "statistics":
                yield self.label.column(SCORE, system), pyarrow.array(scores)
        if self._emit != "scores":
            yield N_REFERENCES, pyarrow.array(counts)

    def _counted(self, hypotheses: Any, references: Sequence[Any]) -> tuple[Any, Any]:
        """Returns the scores and the statistics of segments, each only if it is asked for."""
        if self._emit == "scores":
            engine = engine_of(self.metric.for_sentences())
            return engine.segment_scores(hypotheses, references, self._threads), None
        view = engine_of(self.metric).table(hypotheses, references, self._threads)
        table = np.asarray(view).astype(self._kind, copy=False)
        if self._emit == "statistics":
            return None, table
        return np.asarray(row_scores(self.metric.for_sentences().scorer_of([view]), view)), table


@dataclass(frozen=True, slots=True)
class _NamedRows(Batch):
    """Rows whose errors tell their short cells, such as keys, since a number means little in a partition."""

    record: Any = None

    def wrong(self, row: int, problem: str) -> FormatError:
        """Returns an error that names the place of a row, which is counted from 0 in the batch."""
        labels = []
        for name, column in zip(self.record.schema.names, self.record.columns, strict=True):
            cell = str(column[row].as_py())
            if name not in self.columns and len(cell) <= 40:
                labels.append(f"{name}={cell}")
        shown = f" ({', '.join(labels[:MOST_LABELS])})" if labels else ""
        return FormatError(self.path, 0, f"row {self.first + row}{shown}, {problem}")
