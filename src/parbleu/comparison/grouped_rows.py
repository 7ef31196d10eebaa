"""Reads a table's rows by group and system."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parbleu._core import Segments
from parbleu.base.numbers import parse_decimal
from parbleu.errors import NoSegmentsError
from parbleu.inputs.named_score_columns import ScoreColumn
from parbleu.text.corpus_sample import CorpusSample
from parbleu.text.segment_table import SegmentTable
from parbleu.text.table_files.batch import Batch

Key = tuple[str, ...]
MISSING = "(none)"
"""The label of rows without one."""


@dataclass(slots=True)
class Rows:
    """What is kept of the rows of one system, or of all if they are columns, in one group.

    Attributes:
        systems: their names.
        n_segments: how many rows there are.
        scores: metric -> scores of each system, in pieces.
        kept: column -> its cells as labels.
        places: key of a segment -> its row; empty without keys.
        references: a hash of the references of each row, where several systems are rows.
        outputs: for each system a hash of its output in each row, if equal outputs are counted.
        sample: of the text, to warn of it; None if it is not looked at.
        texts: what keeps the text; None if it is not kept.
    """

    systems: list[str]
    n_segments: int = 0
    scores: dict[str, list[list[NDArray[np.float64]]]] = field(default_factory=dict)
    kept: dict[str, list[str | None]] = field(default_factory=dict)
    places: dict[Key, int] = field(default_factory=dict)
    references: array[int] = field(default_factory=lambda: array("q"))
    outputs: list[array[int]] = field(default_factory=list)
    sample: CorpusSample | None = None
    texts: Any = None


@dataclass(slots=True)
class Group:
    """The rows with the same values in the columns of `by`.

    Attributes:
        key: these values.
        language_pair: of all rows; None if the table does not say.
        metrics: (name or None, metric) for each metric of text.
        rows: what is kept of each system; of all systems, if they are columns.
    """

    key: Key
    language_pair: str | None
    metrics: list[tuple[str | None, Any]]
    rows: dict[str, Rows] = field(default_factory=dict)

    def where(self) -> str:
        """Returns what stands before messages about the group."""
        return f"{', '.join(self.key)}: " if self.key else ""


class GroupedRows:
    """Reads a table, and hands the text of all groups and systems on.

    Args:
        table: is read once.
        by: columns whose values make the groups.
        metrics_of: returns the metrics for a language pair, or for None.
        scores: columns of segment scores.
        names: of the systems, if these are columns.
        add: is called with consecutive rows of a system, or of all: their group and `Rows`, the systems'
            output, and the reference streams.
        check_text: whether to sample the text.
        language_pair: that of all rows, where no column has it.
        kept: columns whose cells are kept.
        keep_outputs: whether equal outputs of systems are counted.
        mixed: whether the rows of a group may be of several language pairs, and so have no metrics of one.

    Attributes:
        groups: in the order in which they first appear.

    Raises:
        FormatError: a row is wrong, or does not belong to the others.
        ParbleuError: the table cannot be read.
    """

    def __init__(
        self,
        table: SegmentTable,
        *,
        by: Sequence[str],
        metrics_of: Callable[[str | None], list[tuple[str | None, Any]]],
        scores: Sequence[ScoreColumn],
        names: Sequence[str],
        add: Callable[[Group, Rows, Sequence[Segments], Sequence[Segments]], None],
        check_text: bool = False,
        language_pair: str | None = None,
        kept: Sequence[str] = (),
        keep_outputs: bool = False,
        mixed: bool = False,
    ) -> None:
        self.groups: dict[Key, Group] = {}
        self._table = table
        self._by = by
        self._metrics_of = metrics_of
        self._scores = scores
        self._names = list(names)
        self._add_texts = add
        self._check_text = check_text
        self._pair = language_pair
        self._kept = kept
        self._keep_outputs = keep_outputs
        self._mixed = mixed
        self._order: dict[str, None] = {}  # systems as they first appear in the table
        for batch in table.batches():
            for (key, system), part in self._parts(batch):
                self._add(key, system, part)
        order = {name: place for place, name in enumerate(self._order)}
        for group in self.groups.values():
            group.rows = dict(sorted(group.rows.items(), key=lambda item: order[item[0]]))
        if not self.groups:
            raise NoSegmentsError("the table is empty: there is no segment to score; a row is a segment")

    def _parts(self, batch: Batch) -> Iterator[tuple[tuple[Key, str], Batch]]:
        """Yields the rows of each group and system, in order."""
        system = self._table.columns.system
        columns: list[Sequence[str | None]] = [batch.labels(name) for name in self._by]
        if system is not None:
            columns.append(_complete(batch, system))
        if not columns:
            yield ((), ""), batch
            return
        places: dict[tuple[str | None, ...], list[int]] = {}
        for row, labels in enumerate(zip(*columns, strict=True)):
            places.setdefault(labels, []).append(row)
        for labels, rows in places.items():
            values = [MISSING if label is None else label for label in labels]
            name = "" if system is None else values.pop()
            yield (tuple(values), name), batch.part(rows)

    def _add(self, key: Key, system: str, batch: Batch) -> None:
        group = self.groups.get(key)
        pair = self._language_pair(group, batch)
        if group is None:
            group = self.groups[key] = Group(key, pair, self._metrics_of(pair))
        rows = group.rows.get(system)
        if rows is None:
            rows = group.rows[system] = self._new_rows(system)
            self._order.setdefault(system)
        self._add_key(rows, batch, group, system)
        hypotheses, references = self._table.hypotheses(batch), self._table.references(batch)
        self._add_texts(group, rows, hypotheses, references)
        for hashes, stream in zip(rows.outputs, hypotheses, strict=False):
            hashes.extend(map(hash, stream.to_list()))
        for scores in self._scores:
            for pieces, name in zip(rows.scores[scores.name], scores.columns, strict=True):
                pieces.append(numbers(batch, name))
        for name, cells in rows.kept.items():
            cells += batch.labels(name)
        if self._table.columns.system is not None:
            for row in range(batch.n_rows):
                texts = [stream[row] for stream in references]  # as many as the batch's longest list has
                rows.references.append(hash(tuple(text for text in texts if text is not None)))
        if rows.sample is not None and len(references) == len(self._table.columns.references):
            source = self._table.columns.source
            rows.sample.add(hypotheses, references, () if source is None else [batch.texts(source)])
        rows.n_segments += batch.n_rows

    def _language_pair(self, group: Group | None, batch: Batch) -> str | None:
        """Returns the language pair of rows, which must be the group's."""
        column = self._table.columns.language_pair
        if column is None or self._mixed:
            return self._pair
        pairs = _complete(batch, column)
        first = pairs[0] if group is None else group.language_pair
        for row, pair in enumerate(pairs):
            if pair != first:
                raise batch.wrong(
                    row,
                    f"column {column!r}: the language pair {pair} follows {first}; score each by itself: "
                    f"--by language_pair (by='language_pair'), or only one: -l {column}={pair}",
                )
        return first

    def _new_rows(self, system: str) -> Rows:
        rows = Rows(self._names if self._table.columns.system is None else [system])
        rows.scores = {scores.name: [[] for _ in scores.columns] for scores in self._scores}
        rows.kept = {name: [] for name in self._kept}
        rows.outputs = [array("q") for _ in rows.systems] if self._keep_outputs else []
        rows.sample = CorpusSample() if self._check_text else None
        return rows

    def _add_key(self, rows: Rows, batch: Batch, group: Group, system: str) -> None:
        columns = self._table.columns.key()
        if not columns:
            return
        cells = [_complete(batch, name) for name in columns]
        for row, key in enumerate(zip(*cells, strict=True)):
            if rows.places.setdefault(key, rows.n_segments + row) != rows.n_segments + row:
                whose = f" of system {system!r}" if system else ""
                raise batch.wrong(
                    row, f"{group.where()}the segment {' '.join(key)!r}{whose} occurs twice; its key is made "
                    f"of the column{'s' if len(columns) > 1 else ''} {', '.join(columns)}"
                )  # fmt: skip


def _complete(batch: Batch, name: str) -> list[str]:
    """Returns the labels of a column that no row may lack."""
    labels = batch.labels(name)
    if None in labels:
        raise batch.wrong(
            labels.index(None), f"column {name!r}: the value is missing; add it, or leave out the row"
        )
    return labels  # type: ignore[return-value]


def numbers(batch: Batch, name: str) -> NDArray[np.float64]:
    """Returns a column of segment scores; raises FormatError for a cell that is no finite number."""
    column = batch.columns[name]
    if not isinstance(column, list) and not column.null_count and str(column.type) in ("double", "float"):
        found: NDArray[np.float64] = column.to_numpy(zero_copy_only=False).astype(np.float64)
    else:
        found = np.array([_number(batch, name, row, cell) for row, cell in enumerate(batch.cells(name))])
    if not np.isfinite(found).all():
        row = int(np.flatnonzero(~np.isfinite(found))[0])
        raise batch.wrong(row, f"column {name!r}: a segment's score is a finite number, not {found[row]}")
    return found


def _number(batch: Batch, name: str, row: int, cell: Any) -> float:
    try:
        return parse_decimal(cell.strip()) if isinstance(cell, str) else float(cell)
    except (TypeError, ValueError):
        shown = "missing" if cell is None else f"{cell!r:.40}"
        raise batch.wrong(row, f"column {name!r}: a segment's score is a number, not {shown}") from None
