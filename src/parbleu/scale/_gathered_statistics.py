"""Tests systems whose statistics were counted in batches: `parbleu.scale.finish`."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

import numpy as np

from parbleu._comparison.grouped_rows import Group, GroupRows
from parbleu._comparison.resampled_scores import checked_resampling
from parbleu._comparison.table_scores import TableScores, resample_group, table_scores
from parbleu._inputs.record_batches import record_batches
from parbleu._inputs.table_rows import MISSING, RowsRead
from parbleu.errors import InputShapeError, InputTypeError, NoSegmentsError, OptionError
from parbleu.metrics._statistics import VARIES, Statistics
from parbleu.metrics._statistics_table import (
    N_REFERENCES,
    N_SEGMENTS,
    STATISTICS,
    StatisticsLabel,
    checked_statistics,
    label_of,
    whole_numbers,
)
from parbleu.scale._batch_scores import SCORER_MEAN
from parbleu.stats.resampling import Resampling
from parbleu.text._table_files.arrow_table import arrow_column, imported_pyarrow
from parbleu.text._table_files.batch import Batch
from parbleu.text._table_files.table_opening import as_words


def finish(
    statistics: Any,
    *,
    by: str | Sequence[str] = (),
    system: str | None = None,
    segment_id: str | Sequence[str] = (),
    resampling: Resampling | None = None,
    baseline: str | None = None,
) -> TableScores:
    """Scores and tests systems from the statistics of all their segments, gathered in one process.

    The result is that of `parbleu.score_table` for the rows in this order, to the last digit: scores,
    intervals and p-values of the same seed. With `segment_id` the order is that of these columns, whatever
    the partitioning and order of the batches.

    Args:
        statistics: what `score_batches(..., emit="statistics")` yields. They take 80 bytes a segment and
            system for BLEU, 144 for chrF; columns that are not named here may be dropped before.
        by: the columns whose values make groups, each of which is tested by itself.
        system: the column of systems' names, where each system has rows of its own.
        segment_id: the columns that together are the key of a segment within its group; a test of systems in
            rows needs them.
        resampling: tests and intervals, of each group by itself; None for neither.
        baseline: the system that comes first.

    Raises:
        InputTypeError: the batches have no label of parbleu, or are sums; or a column is missing.
        InputShapeError: a segment occurs twice, as by a task that ran twice, or a system lacks one.
        OptionError: an option contradicts another; batches are of different metrics, options or systems.
        NoSegmentsError: there is no segment.
    """
    resampling = checked_resampling(resampling or Resampling())
    names, keys = as_words(by), as_words(segment_id)
    table, label = _gathered(statistics)
    label.check_columns(table.schema, (*names, *keys, *([system] if system else ())))
    if system is not None and len(label.systems) > 1:
        raise OptionError(
            f"systems are in rows or in columns: leave out system={system!r}, or score one column"
        )
    if system is not None and resampling.test is not None and not keys:
        raise OptionError(
            "a test compares the same segments of systems, and rows come in any order: name the columns of "
            "the segments' keys, segment_id="
        )
    if keys:  # what tells rows of one key apart decides on the order of groups and systems
        order = dict.fromkeys((*keys, *names, *([system] if system else ())))
        table = table.sort_by([(name, "ascending") for name in order])
    groups, counted = _groups(table, label, names, system, keys)
    resampled = [
        (group.key, resample_group(group, counted, resampling, baseline=baseline)) for group in groups
    ]
    return table_scores(names, resampled)


def _gathered(statistics: Any) -> tuple[Any, StatisticsLabel]:
    """Returns all rows as a table, and what they are."""
    pyarrow = imported_pyarrow("parbleu.scale")
    batches = list(record_batches(statistics))
    if not batches:
        raise NoSegmentsError("there is no batch of statistics, not even an empty one: count some")
    label = label_of(batches[0].schema)
    for batch in batches:
        label.check_same(label_of(batch.schema))
    table = pyarrow.concat_tables([pyarrow.Table.from_batches([batch]) for batch in batches])
    label.check_columns(table.schema)
    if N_SEGMENTS in table.schema.names:
        raise InputTypeError(
            "these are sums of groups, which cannot be resampled: take the statistics of the segments, or "
            "parbleu.scale.scores_of_sums"
        )
    if not table.num_rows:
        raise NoSegmentsError("there is no segment to score: all batches are empty; check what was read")
    return table, label


def _groups(
    table: Any, label: StatisticsLabel, by: Sequence[str], system: str | None, keys: Sequence[str]
) -> tuple[list[Group], Statistics]:
    """Returns the groups in the order of their first rows, and the statistics of each system."""
    columns = [*by, *([system] if system else ())]
    places: dict[tuple[str, ...], list[int]] = {(): list(range(table.num_rows))}
    if columns:
        places = {}
        for row, labels in enumerate(zip(*(_labels(table, name) for name in columns), strict=True)):
            places.setdefault(labels, []).append(row)
    metric = label.make_metric(SCORER_MEAN)
    tables = [checked_statistics(table, name, metric) for name in label.columns(STATISTICS)]
    if label.metric in SCORER_MEAN:  # a segment without a score of one column is left out for all of them
        are_scored = np.all([rows[:, 1:] > 0 for rows in tables], axis=0)
        tables = [rows * are_scored for rows in tables]
    counts = whole_numbers(table, N_REFERENCES, VARIES)
    cells = list(zip(*(_labels(table, name) for name in keys), strict=True))
    groups: dict[tuple[str, ...], Group] = {}
    statistics = Statistics(keeps_rows=True)
    for labels, rows_of_group in places.items():
        key = labels[: len(by)]
        group = groups.setdefault(key, Group(key, [(None, label.make_metric(SCORER_MEAN))]))
        name = labels[-1] if system else ""
        # The references were not gathered.
        rows = RowsRead(len(rows_of_group), references=array("q", bytes(8 * len(rows_of_group))))
        kept = GroupRows([name] if system else list(label.systems), rows)
        for its, of_system in zip(kept.systems, tables, strict=True):
            statistics.put(
                group.metrics[0][1],
                np.ascontiguousarray(of_system[rows_of_group]),
                n_segments=len(rows_of_group),
                n_references=set(counts[rows_of_group].tolist()),
                system=its,
                group=key,
            )
        for index, row in enumerate(rows_of_group if keys else ()):
            if rows.places.setdefault(cells[row], index) != index:
                whose = f" of system {name!r}" if name else ""
                raise InputShapeError(
                    f"{group.where()}the segment {' '.join(cells[row])!r}{whose} occurs twice: a task has "
                    f"counted it again, or the key ({', '.join(keys)}) lacks a column"
                )
        group.rows[name] = kept
    order = {name: index for index, name in enumerate(dict.fromkeys(labels[-1:] for labels in places))}
    for group in groups.values():
        group.rows = dict(sorted(group.rows.items(), key=lambda item: order.get((item[0],), 0)))
    return list(groups.values()), statistics


def _labels(table: Any, name: str) -> list[str]:
    """Returns the cells of a column as text; raises FormatError for text that is not valid UTF-8."""
    column = Batch("the groups", {name: arrow_column(table, name)}, len(table), 1)
    return [MISSING if cell is None else str(cell) for cell in column.cells(name)]
