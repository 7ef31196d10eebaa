"""Reads systems, references, labels and segment scores from a table with a row for each segment."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parbleu._base.numbers import parse_decimal, with_point
from parbleu._base.wording import counted, some_names
from parbleu._core import Segments
from parbleu._inputs.corpus import LANGUAGE_PAIR, Corpus, CorpusReader, Origin, joined_parts
from parbleu._inputs.named_corpus import NamedCorpus
from parbleu._inputs.score_files import MISSING as NO_SCORE
from parbleu._inputs.segment_scores import SegmentScores, complete_scores, is_lower_better
from parbleu.errors import InputShapeError, NoSegmentsError, OptionError
from parbleu.text._languages import is_known_pair
from parbleu.text._segment_table import SegmentTable, TableColumns
from parbleu.text._table_files.batch import Batch

Key = tuple[str, ...]
MISSING = "(none)"
"""The label of rows without one."""

ROWS = 1 << 13
"""How many rows are read at once: their text and what is decoded to get it stay in a processor's cache."""

ROWS_TO_SPLIT = 1 << 16
"""The same for rows of several groups or systems, which are put apart."""


Orders = Mapping[str, NDArray[np.int64]]
"""System -> the places of its segments in the order of the first one's; without those that are in order."""


@dataclass(slots=True)
class RowsRead:
    """The rows of one system, or of all if they are columns, in one group.

    Attributes:
        n_segments: how many there are.
        places: key of a segment -> its row; empty without keys.
        references: a hash of the references of each row, where several systems are rows.
    """

    n_segments: int = 0
    places: dict[Key, int] = field(default_factory=dict)
    references: array[int] = field(default_factory=lambda: array("q"))


class TableRows(CorpusReader):
    """The rows of a table, with a column for each system, or a row for each system and segment.

    A part has rows of one group, in the second case of one system. Rows of systems are joined by key, or by
    their order.

    Args:
        table: is read once.
        names: of the systems, if these are columns; None for those of the columns.
        by: columns, or roles of columns, whose values make groups; they are labels of the segments.
        scores: columns of segment scores, as more metrics; "metricx:lower" where lower is better.
        labels: further columns that are read as labels, as far as the table has them.
        language_pair: a column of them, `COLUMN=PAIR` for the rows of one, or the one of all rows; or None.
        check_text: whether to look at the text, to warn of what makes scores meaningless.

    Attributes:
        by: as given.
        rows: group and system -> its rows that were read; the system is "" if systems are columns.

    Raises:
        OptionError: there is no column of scores that is named, or no such language pair.
        ParbleuError: the table cannot be opened.
    """

    def __init__(
        self,
        table: SegmentTable,
        *,
        names: Sequence[str] | None = None,
        by: Sequence[str] = (),
        scores: Iterable[str] = (),
        labels: Iterable[str] = (),
        language_pair: str | None = None,
        check_text: bool = True,
    ) -> None:
        super().__init__(check_text)
        if language_pair is None and LANGUAGE_PAIR in by and table.columns.language_pair is None:
            language_pair = LANGUAGE_PAIR if LANGUAGE_PAIR in table.names() else None
        self._pair = table.set_language_pair(language_pair)
        columns = table.columns
        self._names = list(names or columns.hypotheses)
        self.by = list(by)
        self._scores = score_columns(scores, table.names(), columns.hypotheses)
        roles = {role: getattr(columns, role) for role in ("document", "domain", LANGUAGE_PAIR)}
        self._labels: dict[str, str] = {
            **{name: name for name in labels if name in table.names()},
            **{word: columns.column_of(word) for word in by},
            **{role: name for role, name in roles.items() if name is not None},
        }
        others = [*self._labels.values(), *(name for score in self._scores for name in score.columns)]
        table.set_columns(others=tuple(others))
        self._table = table
        self._one_pair = False
        self._is_split = bool(self.by) or columns.system is not None
        self._pairs: dict[Key, str | None] = {}
        self.rows: dict[tuple[Key, str], RowsRead] = {}

    @classmethod
    def of(cls, named: NamedCorpus) -> TableRows:
        """Returns the reader of a table that a user names."""
        assert named.columns is not None
        return cls(
            SegmentTable(list(named.references), named.columns, named.encoding),
            names=named.names,
            by=named.by,
            scores=named.score_columns,
            labels=named.more_labels,
            language_pair=named.language_pair,
            check_text=named.check_text,
        )

    @property
    def columns(self) -> TableColumns:
        """Which columns are what."""
        return self._table.columns

    def column_names(self) -> list[str]:
        """Returns the names of all columns, also of those that are not read."""
        return self._table.names()

    @property
    def has_columns_only(self) -> bool:
        """Whether the rows are one group of one language pair, with a column of output for each system."""
        return not (self._is_split or self._scores or self.columns.language_pair)

    @property
    def labels_tell_pairs(self) -> bool:
        """Whether language pairs are only known where they are the labels that make groups."""
        return self._pair is None and self.columns.language_pair is None

    @property
    def has_one_group(self) -> bool:
        """Whether all rows are one group, or there are segment scores, which are no sums."""
        return not self.by or bool(self._scores)

    def keep_groups_apart(self, *labels: str) -> None:
        """Refuses groups of several language pairs; reads only these labels and those that make groups."""
        self._one_pair = True
        self._labels = {name: self._labels[name] for name in (*self.by, *labels)}

    def names(self) -> list[str]:
        """Returns the names of the columns of systems; of systems in rows, those of the whole table."""
        return self._names if self._table.columns.system is None else list(self.whole().systems)

    def _parts(self) -> Iterator[Corpus]:
        """Yields consecutive rows.

        Raises:
            FormatError: a row is wrong, or does not belong to the others.
            NoSegmentsError: there is no row.
        """
        self.n_references = 1
        for batch in self._table.batches(ROWS_TO_SPLIT if self._is_split else ROWS):
            for key, system, rows in self._of_one_group(batch):
                part = self._part(key, system, rows)
                self._count(key, system, rows, part)
                yield part
        if not self.rows:
            raise NoSegmentsError("the table is empty: there is no segment to score; a row is a segment")

    def _of_one_group(self, batch: Batch) -> Iterator[tuple[Key, str, Batch]]:
        """Yields the rows of each group and system, in order."""
        system = self._table.columns.system
        columns: list[Sequence[str | None]] = [batch.labels(self._labels[word]) for word in self.by]
        if system is not None:
            columns.append(_complete(batch, system, gaps=(None, "")))
        if not columns:
            yield (), "", batch
            return
        places: dict[tuple[str | None, ...], list[int]] = {}
        for row, labels in enumerate(zip(*columns, strict=True)):
            places.setdefault(labels, []).append(row)
        for labels, rows in places.items():
            values = [label or MISSING for label in labels]
            name = "" if system is None else values.pop()
            yield tuple(values), name, batch.part(rows)

    def _part(self, key: Key, system: str, batch: Batch) -> Corpus:
        columns = self._table.columns
        pair = self._language_pair(key, batch)
        systems, references = self._table.hypotheses(batch), self._table.references(batch)
        names = (self._names if columns.system is None else [system]) if systems else []
        self.n_references: int = max(self.n_references, len(references))
        if not self._is_split:
            lacking = self.n_references - len(references)
            references += [Segments([None] * batch.n_rows)] * lacking
        sides: Sequence[str] = columns.references
        if len(sides) != len(references):
            sides = [f"{sides[0]}, item {item + 1}" for item in range(len(references))]
        return Corpus(
            dict(zip(names, systems, strict=True)),
            tuple(references),
            None if columns.source is None else _filled(batch.texts(columns.source)),
            {name: tuple(batch.labels(column)) for name, column in self._labels.items()},
            {scores.name: _scores(scores, names, batch) for scores in self._scores},
            pair,
            tuple(columns.references) if len(columns.references) == len(references) > 1 else (),
            Origin(tuple(columns.hypotheses) if columns.system is None else (system,), tuple(sides)),
        )

    def _language_pair(self, key: Key, batch: Batch) -> str | None:
        """Returns the language pair of rows, which must be the group's; a label of the group may tell it."""
        column = self._table.columns.language_pair
        if not self._one_pair:
            return self._pair
        if column is None:
            return next(filter(is_known_pair, key), None) if self.labels_tell_pairs else self._pair
        pairs = _complete(batch, column)
        first = self._pairs.setdefault(key, pairs[0])
        for row, pair in enumerate(pairs):
            if pair != first:
                raise batch.wrong(
                    row,
                    f"column {column!r}: the language pair {pair} follows {first}; score each by itself: "
                    f"--by language_pair (by='language_pair'), or only one: -l {column}={pair}",
                )
        return first

    def _count(self, group: Key, system: str, batch: Batch, part: Corpus) -> None:
        """Adds the rows to those that were read."""
        columns = self._table.columns.key()
        known = self.rows.setdefault((group, system), RowsRead())
        cells = [_complete(batch, name) for name in columns]
        for row, key in enumerate(zip(*cells, strict=True)):
            if known.places.setdefault(key, known.n_segments + row) != known.n_segments + row:
                whose = f" of system {system!r}" if system else ""
                named = f"the column{'s' if len(columns) > 1 else ''} {', '.join(columns)}"
                raise batch.wrong(
                    row,
                    f"{before_messages(group)}the segment {' '.join(key)!r}{whose} occurs twice; its key is "
                    f"made of {named}",
                )
        known.n_segments += len(part)
        if self._table.columns.system is not None:
            rows = zip(*[stream.to_list() for stream in part.references], strict=True)
            known.references.extend([hash(tuple([text for text in row if text is not None])) for row in rows])

    def whole(self) -> Corpus:
        """Returns all rows, group after group; the segments of systems are those of the first one.

        Raises:
            InputShapeError: a system lacks a segment of another one, or has other references for it.
            ParbleuError: the table cannot be read.
        """
        if self._whole is None:
            groups: dict[Key, dict[str, list[Corpus]]] = {}
            order: dict[str, None] = {}  # of systems, as they first appear in the table
            for part in self.parts():
                key, system = self.key_of(part)
                order.setdefault(system)
                groups.setdefault(key, {}).setdefault(system, []).append(part)
            self._whole = joined_parts(
                [
                    self._beside(key, {name: joined_parts(group[name]) for name in order if name in group})
                    for key, group in groups.items()
                ]
            )
            self._whole = self._whole.changed(language_pair=self._pair_of(self._whole))
        return self._whole

    def key_of(self, part: Corpus) -> tuple[Key, str]:
        """Returns the group of a part, and its system; "" if systems are columns."""
        group = tuple([part.labels[word][0] or MISSING for word in self.by])
        return group, "" if self._table.columns.system is None else part.origin.systems[0]

    def _pair_of(self, corpus: Corpus) -> str | None:
        pairs = set(corpus.labels.get(LANGUAGE_PAIR, (self._pair,))) - {None}
        return pairs.pop() if len(pairs) == 1 else None

    def _beside(self, key: Key, systems: Mapping[str, Corpus]) -> Corpus:
        """Returns the systems of a group as one corpus; without hypotheses, the rows of the first system."""
        names = list(systems)
        first = systems[names[0]]
        if not first.systems:
            return first
        where = before_messages(key)
        orders = aligned(where, {name: self.rows[key, name] for name in names}, names)
        return side_by_side(systems, orders, where)


def side_by_side(systems: Mapping[str, Corpus], orders: Orders, where: str) -> Corpus:
    """Returns the segments of systems as one corpus, whose references and labels are the first one's.

    Args:
        systems: each system's segments; or those of all systems under the first one's name.
        orders: what `aligned` returned of them.
        where: what stands before messages.
    """
    first, *_ = systems.values()
    parts = [
        segments.part(orders[name].tolist()) if name in orders else segments
        for name, segments in systems.items()
    ]
    return first.changed(
        systems={name: stream for part in parts for name, stream in part.systems.items()},
        scores={name: complete_scores([part.scores[name] for part in parts], where) for name in first.scores},
        origin=first.origin.changed(systems=tuple(name for part in parts for name in part.systems)),
    )


def corpus_rows(corpus: Corpus, by: Sequence[str], *, unit: str | None = None) -> TableRows:
    """Returns the segments of a corpus as the rows of a table, in groups by their labels.

    Raises:
        UnknownNameError: the segments have no labels of such a name.
    """
    systems = {f"system {number}": text for number, text in enumerate(corpus.systems.values(), 1)}
    references = {f"reference {number}": text for number, text in enumerate(corpus.references, 1)}
    columns = {name: list(text.to_list()) for name, text in (systems | references).items()}
    labels = {name: list(corpus.label(name)) for name in (*by, *(() if unit is None else (unit,)))}
    source = None if corpus.source is None else "the source"
    if corpus.source is not None:
        columns["the source"] = list(corpus.source.to_list())
    table = SegmentTable(
        columns | labels, TableColumns(tuple(systems), tuple(references), source, document=unit)
    )
    pair = corpus.language_pair
    return TableRows(table, names=list(corpus.systems), by=by, language_pair=pair, check_text=False)


def aligned(where: str, rows_of: Mapping[str, RowsRead], names: Sequence[str]) -> Orders:
    """Returns the orders that put the segments of systems beside the first one's, if systems are rows.

    Args:
        where: what stands before messages.
        rows_of: system -> its rows; one for all if systems are columns.
        names: the systems, of which the first decides on the order.

    Raises:
        InputShapeError: a system lacks a segment of another one, or has other references for it.
    """
    if len(rows_of) == 1:
        return {}
    first = rows_of[names[0]]
    orders: dict[str, NDArray[np.int64]] = {}
    for name in names[1:]:
        rows = rows_of[name]
        pair = f"system {name!r}", f"system {names[0]!r}"
        if rows.places:
            _check_keys(where, rows, first, *pair)
            order = np.fromiter((rows.places[key] for key in first.places), np.int64, len(first.places))
        else:
            if rows.n_segments != first.n_segments:
                counts = f"{pair[0]} has {counted(rows.n_segments)} but {pair[1]} has {first.n_segments}"
                raise InputShapeError(
                    f"{where}{counts}; name the column of the segments' keys to see which are "
                    "missing: --segment-id (segment_id=)"
                )
            order = np.arange(rows.n_segments)
        mine = np.frombuffer(rows.references, np.int64)[order]
        differing = np.flatnonzero(mine != np.frombuffer(first.references, np.int64))
        if differing.size:
            keys = list(first.places)
            what = f"segment {' '.join(keys[differing[0]])!r}" if keys else f"segment {differing[0] + 1}"
            advice = (
                ""
                if keys
                else "; if the rows are in another order, name their keys: --segment-id (segment_id=)"
            )
            raise InputShapeError(f"{where}{pair[0]} has another reference for {what} than {pair[1]}{advice}")
        if rows.places:
            orders[name] = order
    return orders


def _check_keys(where: str, rows: RowsRead, first: RowsRead, name: str, other: str) -> None:
    for these, those, lacking, having in ((rows, first, name, other), (first, rows, other, name)):
        absent = next((key for key in those.places if key not in these.places), None)
        if absent is not None:
            raise InputShapeError(
                f"{where}{lacking} lacks the segment {' '.join(absent)!r}, which {having} has: "
                "add its row, or leave the segment out of all systems"
            )


def before_messages(group: Key) -> str:
    """Returns what stands before messages about a group."""
    return f"{', '.join(group)}: " if group else ""


def _filled(source: Segments) -> Segments:
    """Returns the source, of which segments that are missing are empty."""
    return Segments([text or "" for text in source.to_list()]) if source.missing else source


def _complete(batch: Batch, name: str, gaps: Sequence[str | None] = (None,)) -> list[str]:
    """Returns the labels of a column, of which no row may have one of `gaps`."""
    labels = batch.labels(name)
    for gap in gaps:
        if gap in labels:
            raise batch.wrong(
                labels.index(gap), f"column {name!r}: the value is missing; add it, or leave out the row"
            )
    return labels  # type: ignore[return-value]


def _scores(scores: ScoreColumn, names: Sequence[str], batch: Batch) -> SegmentScores:
    columns = {name: numbers(batch, column) for name, column in zip(names, scores.columns, strict=True)}
    known = {
        name: np.stack([np.nan_to_num(values), ~np.isnan(values)], axis=1) for name, values in columns.items()
    }
    higher = scores.higher_is_better
    if higher is None:
        higher = not is_lower_better(scores.name, any((values < 0).any() for values in columns.values()))
    return SegmentScores(scores.name, known, higher_is_better=higher, is_part=True)


def numbers(batch: Batch, name: str) -> NDArray[np.float64]:
    """Returns a column of segment scores, NaN for missing ones.

    Raises:
        FormatError: a cell is no number, or infinite.
    """
    column = batch.columns[name]
    if not isinstance(column, list) and str(column.type) in ("double", "float"):
        values: NDArray[np.float64] = column.to_numpy(zero_copy_only=False).astype(np.float64)
    else:
        values = np.array([_number(batch, name, row, cell) for row, cell in enumerate(batch.cells(name))])
    if np.isinf(values).any():
        row = int(np.flatnonzero(np.isinf(values))[0])
        raise batch.wrong(row, f"column {name!r}: a segment's score is a finite number, not {values[row]}")
    return values


def _number(batch: Batch, name: str, row: int, cell: Any) -> float:
    if cell is None or (isinstance(cell, str) and cell.strip() in NO_SCORE):
        return float("nan")
    try:
        if not isinstance(cell, bool):
            return parse_decimal(cell.strip()) if isinstance(cell, str) else float(cell)
    except (TypeError, ValueError):
        pass
    raise batch.wrong(
        row, f"column {name!r}: a segment's score is a number, not {cell!r:.40}{with_point(cell)}"
    )


@dataclass(frozen=True, slots=True)
class ScoreColumn:
    """A metric whose segment scores are columns of the table.

    Attributes:
        name: the metric's.
        columns: the column of each column of hypotheses.
        higher_is_better: None for what is known of the metric, once there are scores.
    """

    name: str
    columns: tuple[str, ...]
    higher_is_better: bool | None = None


def score_columns(words: Iterable[str], names: Sequence[str], systems: Sequence[str]) -> list[ScoreColumn]:
    """Returns the columns of segment scores that words such as "comet" or "metricx:lower" mean.

    Args:
        words: names of metrics; `:lower` behind one says that lower is better, and `:higher` the opposite.
        names: the table's columns.
        systems: its columns of hypotheses. Of several, the scores of metric M and system S stand in a column
            S:M, S_M, S.M, M:S, M_S or M.S.

    Raises:
        OptionError: there is no such column, or there are several.
    """
    scores = []
    for word in words:
        metric, _, direction = (word, "", "") if word in names else word.rpartition(":")
        if direction not in ("", "lower", "higher"):
            metric, direction = word, ""
        columns = tuple(_score_column(metric or word, names, system, len(systems)) for system in systems)
        scores.append(ScoreColumn(metric or word, columns, direction == "higher" if direction else None))
    return scores


def _score_column(metric: str, names: Sequence[str], system: str, count: int) -> str:
    likely = [metric] if count == 1 else []
    likely += [f"{a}{mark}{b}" for mark in ":_." for a, b in ((system, metric), (metric, system))]
    matches = [name for name in likely if name in names]
    if len(matches) == 1 or (matches and matches[0] == metric):
        return matches[0]
    there = f"it has: {some_names(names)}"
    if matches:
        raise OptionError(f"{' and '.join(matches)} could be the scores of {system} by {metric}; rename one")
    if count == 1:
        raise OptionError(f"there is no column {metric!r} of segment scores; {there}")
    raise OptionError(
        f"there is no column {system}:{metric}, {system}_{metric} or {metric}_{system} with segment scores "
        f"of {system}; {there}"
    )
