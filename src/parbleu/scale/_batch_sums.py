"""Sums statistics in record batches by groups: `parbleu.scale.reduce_batches`, `scores_of_sums`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parbleu._inputs.record_batches import record_batches
from parbleu.errors import InputTypeError, NoSegmentsError, OptionError
from parbleu.metrics._statistics import VARIES
from parbleu.metrics._statistics_table import StatisticsLabel, label_of, summed, sums_of_table
from parbleu.scale._batch_scores import SCORER_MEAN, metric_of
from parbleu.text._table_files.arrow_table import arrow_column, imported_pyarrow
from parbleu.text._table_files.batch import Batch
from parbleu.text._table_files.table_opening import as_words

MOST_PENDING = 65_536
"""How many rows of sums wait, beside twice as many as there are groups, before they are summed again."""


def reduce_batches(batches: Any, by: str | Sequence[str] = ()) -> Any:
    """Returns the sums of statistics of each group of rows.

    Whole numbers have the same sums in any order and partitioning. Sums may be summed again: those of
    partitions, in any tree.

    Args:
        batches: what `score_batches(..., emit="statistics")` yields, or tables that this function returned.
        by: the columns whose values make groups; none for one group of all rows.

    Returns:
        A table of pyarrow with a row for each group, in the order of their values: the columns `by`, the
        columns of statistics, `n_references` (-1 if it varies) and `n_segments`.

    Raises:
        InputTypeError: the schema of batches has no label of parbleu, or a column is missing or holds lists.
        OptionError: batches are of different metrics, options or systems.
        NoSegmentsError: there is no batch at all.
    """
    names = as_words(by)
    label: StatisticsLabel | None = None
    kinds: dict[str, Any] = {}
    concatenated = imported_pyarrow("parbleu.scale").concat_tables
    parts: list[Any] = []
    n_pending = 0
    for batch in record_batches(batches):
        if label is None:
            label = label_of(batch.schema)
            label.check_columns(batch.schema, names)
            kinds = {name: _kind(batch.schema, name) for name in names}
        label.check_same(label_of(batch.schema))
        label.check_columns(batch.schema, names)
        parts.append(summed(batch, label, kinds, VARIES))
        n_pending += parts[-1].num_rows
        if n_pending > MOST_PENDING + 2 * parts[0].num_rows:
            parts = [summed(concatenated(parts), label, kinds, VARIES)]
            n_pending = parts[0].num_rows
    if label is None:
        raise NoSegmentsError("there is no batch to sum, not even an empty one: count some")
    table = summed(concatenated(parts), label, kinds, VARIES)
    return table.sort_by([(name, "ascending") for name in names]) if names else table


def _kind(schema: Any, name: str) -> Any:
    """Returns the type of a column that makes groups; that of its values, if it has a dictionary."""
    kind = schema.field(name).type
    if imported_pyarrow("parbleu.scale").types.is_nested(kind):
        raise InputTypeError(f"cells of the column {name!r} are no groups, but {kind}: take text or numbers")
    return getattr(kind, "value_type", kind)


def scores_of_sums(sums: Any, by: str | Sequence[str] = (), metric: Any = None) -> Any:
    """Returns the scores of sums of statistics.

    Args:
        sums: what `reduce_batches` takes; they are summed.
        by: the columns whose values make groups.
        metric: the metric, if it is none of parbleu and not registered.

    Returns:
        The Score of all rows without `by`; else a dict from the value of the column, or from a tuple of the
        values of several columns, to the Score of the group. Of several systems, a dict from the system to
        this.

    Raises:
        FormatError: the name of a group is not valid UTF-8.
        NoSegmentsError: there is no segment.
        OptionError: the sums are of different metrics, options or systems, or of another scorer.
    """
    table = reduce_batches(sums, by)
    if not table.num_rows:
        raise NoSegmentsError("there is no segment to score: all batches are empty; check what was read")
    label = label_of(table.schema)
    made = label.make_metric(SCORER_MEAN) if metric is None else metric_of(metric)
    counted = {label.metric: label.options}
    if {label.metric, type(made).__name__} & {*SCORER_MEAN} and counted != {
        type(made).__name__: made.options
    }:
        raise OptionError(
            f"these are statistics of {label.metric}|{label.signature}, not of {metric!r}: leave out metric="
        )
    if label.metric in SCORER_MEAN:  # signed by the model that scored
        made = label.make_metric(SCORER_MEAN)
    groups = Batch("the groups", {name: arrow_column(table, name) for name in as_words(by)}, len(table), 1)
    keys = list(zip(*map(groups.cells, as_words(by)), strict=True))
    if not keys:
        keys = [()]
    statistics = sums_of_table(table, keys, made, label)
    scores: dict[str, Any] = {}
    for system in label.systems:
        of_groups = {key: statistics.result(made, system, key) for key in keys}
        scores[system] = (
            {key[0] if len(key) == 1 else key: score for key, score in of_groups.items()}
            if as_words(by)
            else of_groups[()]
        )
    return scores if len(label.systems) > 1 else scores[label.systems[0]]
