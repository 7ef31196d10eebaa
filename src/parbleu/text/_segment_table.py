"""Defines `SegmentTable`, a table with a row for each segment, and which of its columns are what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from parbleu._base import log
from parbleu._base.progress import Progress
from parbleu._base.wording import counted, listed, nearest, some_names
from parbleu._core import Segments
from parbleu._io.lines import NAME_COLUMNS
from parbleu.errors import FormatError, NoSegmentsError, OptionError
from parbleu.text._languages import same_pairs, target_language
from parbleu.text._segments import shown
from parbleu.text._table_files.arrow_table import list_items
from parbleu.text._table_files.batch import ROWS, Batch, TableReader, check_unique, has_column
from parbleu.text._table_files.batch_answers import ANSWER, REQUESTS
from parbleu.text._table_files.spreadsheets import beside_sheet
from parbleu.text._table_files.table_opening import as_words, open_tables

_OPENING, _CLOSING = ("['", '["', "{'"), ("']", '"]', "}")
"""How lists and dicts of texts begin and end as Python prints them."""
_FEW, _LOOKED_AT = 3, 100
"""Rows of texts in brackets that are lists, and rows that are looked at."""

ROLES = ("system", "segment_id", "document", "domain", "language_pair")
"""What a column may be besides text and scores; `by` takes these words, too."""


@dataclass(frozen=True, slots=True)
class TableColumns:
    """The names of a table's columns by what they hold; a dotted name is a field of a nested column.

    Args:
        hypotheses: the output of systems: one column, or several, one for each system. With `system`, the
            only column of output; () if the test set alone is read.
        references: of the same segments: one column, which may hold lists of references, or several.
        source: the source.
        system: the name of the system in each row, if the table has a row for each system and segment.
        segment_id: the key of the segment, by which rows of several systems are joined.
        document: the key of the document; segments are then counted within it.
        domain: a label.
        language_pair: such as "en-de".
        others: further columns that are read.

    Raises:
        OptionError: there is no column of references, or one of hypotheses occurs twice, or `system` stands
            beside several columns of hypotheses.
    """

    hypotheses: Sequence[str]
    references: Sequence[str]
    source: str | None = None
    system: str | None = None
    segment_id: str | None = None
    document: str | None = None
    domain: str | None = None
    language_pair: str | None = None
    others: Sequence[str] = ()

    def __post_init__(self) -> None:
        for name in ("hypotheses", "references", "others"):
            object.__setattr__(self, name, as_words(getattr(self, name)))
        if not self.references:
            raise OptionError("name the column of the references: --ref COLUMN (TableColumns(references=))")
        if self.system is not None and len(self.hypotheses) > 1:
            raise OptionError(
                "a table with a row for each system (--system, system=) has one column of hypotheses (--hyp, "
                f"hypotheses=), not {len(self.hypotheses)}"
            )
        for index, name in enumerate(self.hypotheses):
            if name in self.hypotheses[:index]:
                raise OptionError(f"the column {name!r} is two of the hypotheses (--hyp, hypotheses=)")

    def with_systems(self) -> TableColumns:
        """Returns the columns themselves; raises OptionError if they have no hypotheses."""
        if not self.hypotheses:
            raise OptionError("name the column of the hypotheses: --hyp COLUMN (hypotheses=)")
        return self

    def names(self) -> list[str]:
        """Returns all columns, each once."""
        names: list[str] = []
        for field in fields(self):
            value = getattr(self, field.name)
            names += [value] if isinstance(value, str) else value or ()
        return list(dict.fromkeys(names))

    def key(self) -> list[str]:
        """Returns the columns that tell segments apart; none without `segment_id`."""
        if self.segment_id is None:
            return []
        names = (self.language_pair, self.document, self.segment_id)
        return [name for name in names if name is not None]

    def column_of(self, word: str) -> str:
        """Returns the column that a word of `by` means: the name of a role that has one, or a column."""
        role = getattr(self, word) if word in ROLES else None
        return role if role is not None else word


class SegmentTable:
    """A table of segments in one file or several, or in memory, that is read once, batch by batch.

    Args:
        table: a list of paths (patterns such as "run/*.jsonl" too), or what
            `parbleu.text._table_files.data_frames.open_frame` takes.
        columns: which columns are what.
        encoding: of text files.
        naming: how columns are named, for messages about files that are no tables.
        kind: what the columns of references hold where they are all that is read, "translation" or
            "reference"; empty cells of CSV and TSV are told then.
    """

    def __init__(
        self,
        table: Any,
        columns: TableColumns,
        encoding: str = "utf-8",
        naming: str = NAME_COLUMNS,
        kind: str = "",
    ) -> None:
        self.columns: TableColumns = columns
        self._kind = kind
        self._readers: Iterator[TableReader] = open_tables(table, encoding, naming)
        self._next: TableReader | None = None
        self._pair: str | None = None  # the only one whose rows are read

    def names(self) -> list[str]:
        """Returns the columns of the first file, or of the table."""
        if self._next is None:
            self._next = next(self._readers)
        return self._next.names

    def set_columns(self, **columns: Any) -> None:
        """Sets some of the columns, by their names in `TableColumns`, before the table is read."""
        self.columns = replace(self.columns, **columns)

    def set_language_pair(self, word: str | None) -> str | None:
        """Sets what the language pairs of the rows are, before the table is read.

        Args:
            word: a column of language pairs; `COLUMN=PAIR` for the rows of one; a language pair; or None.

        Returns:
            The language pair of all rows; None if a column has it, or it is not known.

        Raises:
            OptionError: the word is none of these.
        """
        if word is None:
            return None
        column, equals, pair = (word, "", "") if word in self.names() else word.partition("=")
        if equals and not pair:
            raise OptionError(f"{word!r} lacks the language pair: write COLUMN=PAIR, such as {column}=en-de")
        if equals or column in self.names():
            self._pair = pair if equals else None
            self.set_columns(language_pair=column)
            return None
        try:
            target_language(word)
        except OptionError as problem:
            raise OptionError(f"{problem}, or a column of the table") from None
        return word

    def batches(self, n_rows: int = ROWS) -> Iterator[Batch]:
        """Yields the rows of all files, in order, at most `n_rows` at once.

        Raises:
            FormatError: a file lacks a column, or a row is wrong.
            NoSegmentsError: no row is of the language pair that is wanted.
            ParbleuError: a file cannot be read.
        """
        first: dict[str, FormatError] = {}
        counts: dict[str, int] = {}
        for batch in self._wanted_batches(n_rows):
            for name in self._told_if_empty(batch):
                cells = batch.cells(name)
                if "" in cells:
                    first.setdefault(name, batch.wrong(cells.index(""), ""))
                    counts[name] = counts.get(name, 0) + cells.count("")
            yield batch
        for name, fault in first.items() if not log.quiet else ():
            others = f" (and in {counted(counts[name] - 1, 'other row')})" if counts[name] > 1 else ""
            kind = self._kind or ("reference" if name in self.columns.references else "translation")
            log.warn_of_texts(
                f"{fault.path}:{fault.line}: column {name!r} is empty{others}: that is an empty {kind}; "
                "leave out rows that have none",
                "-q leaves this out" if log.in_shell else "",
            )

    def _told_if_empty(self, batch: Batch) -> list[str]:
        """Returns the columns of CSV and TSV of which empty cells are told; none if they are missing texts.

        A table that is read without its hypotheses is read once more with them, unless it has none.
        """
        hypotheses, references = self.columns.hypotheses, self.columns.references
        if not batch.are_fields or not (hypotheses or self._kind):
            return []
        are_texts = len(references) == 1 or self._kind == "translation"
        return [*(references if are_texts else ()), *hypotheses]

    def _wanted_batches(self, n_rows: int) -> Iterator[Batch]:
        if self._pair is None:
            for batch in self._all_batches(n_rows):
                self._check_pairs(batch)
                yield batch
            return
        column, others, has_pair = str(self.columns.language_pair), set[str](), False
        for batch in self._all_batches(n_rows):
            pairs = batch.labels(column)
            rows = [row for row, pair in enumerate(pairs) if pair == self._pair]
            others.update(map(str, pairs))
            if rows:
                has_pair = True
                yield batch.part(rows)
        if not has_pair:
            same = same_pairs(self._pair, sorted(others))
            likely = f"; did you mean {column}={same[0]}?" if same else ""
            known = ", ".join(sorted(others))
            raise NoSegmentsError(
                f"column {column!r}: there is no row of {self._pair}; it has: {known}{likely}"
            )

    def _check_pairs(self, batch: Batch) -> None:
        """Raises FormatError for a row whose language pair is none; it may be missing."""
        column = self.columns.language_pair
        cells = [] if column is None else batch.labels(column)
        pairs = dict.fromkeys(cells)
        pairs.pop(None, None)
        try:
            while pairs:
                target_language(str(pair := next(iter(pairs))))
                pairs.pop(pair)
        except OptionError as problem:
            raise batch.wrong(cells.index(pair), f"column {column!r}: {problem}") from None

    def _all_batches(self, n_rows: int) -> Iterator[Batch]:
        self.names()
        while self._next is not None:
            check_columns(self._next, self.columns.names())
            source = [] if self.columns.source is None else [self.columns.source]
            texts = [*self.columns.hypotheses, *self.columns.references, *source]
            total = getattr(self._next, "n_rows", None)
            progress = (
                Progress(total, f"Reading {self._next.path}", " rows") if log.shows_progress() else None
            )
            try:
                for batch in self._next.batches(self.columns.names(), n_rows):
                    if batch.first == 1:
                        for name in dict.fromkeys(texts):
                            _check_no_printed_lists(batch, name)
                    yield batch
                    if progress is not None:
                        progress.advance(batch.n_rows)
            finally:
                if progress is not None:
                    progress.close()
            self._next = next(self._readers, None)

    def hypotheses(self, batch: Batch) -> list[Segments]:
        """Returns the output of each column of hypotheses; raises FormatError for a missing one."""
        return [batch.texts(name, complete=True) for name in self.columns.hypotheses]

    def references(self, batch: Batch) -> list[Segments]:
        """Returns the reference streams.

        Raises:
            FormatError: a row has no reference.
        """
        return references_of(batch, self.columns.references)


def _check_no_printed_lists(batch: Batch, name: str) -> None:
    """Refuses a column of lists that CSV, which has none, holds as Python or DuckDB prints them."""
    first = replace(batch, columns={name: batch.columns[name][:_LOOKED_AT]}).cells(name)
    cells = [cell for cell in first if cell not in (None, "", "[]")]
    if not cells or not all(isinstance(cell, str) and cell[:1] in "[{" for cell in cells):
        return
    are_quoted = all(cell.startswith(_OPENING) and cell.endswith(_CLOSING) for cell in cells)
    are_in_brackets = len(cells) >= _FEW and all(cell[:1] + cell[-1:] == "[]" for cell in cells)
    if are_quoted or (are_in_brackets and any(", " in cell for cell in cells)):  # other than [Applause]
        raise batch.wrong(
            first.index(cells[0]),
            f"column {name!r}: these are lists or dicts as text, such as {cells[0]!r:.40}: write JSON lines "
            "or Parquet, which have lists",
        )


def references_of(batch: Batch, names: Sequence[str]) -> list[Segments]:
    """Returns the reference streams of columns of references.

    Raises:
        FormatError: a row has no reference.
    """
    several = len(names) > 1
    streams = [stream for name in names for stream in _reference_streams(batch, name, several)]
    if all(stream.missing for stream in streams):
        for row in range(batch.n_rows):
            if all(stream[row] is None for stream in streams):
                raise batch.wrong(
                    row, f"column {' and '.join(names)}: there is no reference; add one, or leave out the row"
                )
    return streams


def check_columns(reader: TableReader, wanted: Sequence[str]) -> None:
    """Refuses a table that lacks a column, or has two of its name.

    Raises:
        FormatError: the message lists the columns that there are.
    """
    check_unique(reader, wanted)
    for name in wanted:
        if has_column(reader.names, name):
            continue
        near = nearest(name, reader.names)
        parts = [part.strip() for part in name.split(",")]
        hint = f"did you mean {near!r}? " if near else ""
        if set(parts) <= set(reader.names):
            hint = f"did you mean {listed(parts)}, without a comma? "
        if name == ANSWER and any(fields <= set(reader.names) for fields in REQUESTS):
            hint = "these are the requests of a batch: name the file of its answers; "
        there = f"it has: {some_names(reader.names)}{beside_sheet(reader.path, name)}"
        raise FormatError(reader.path, 0, f"there is no column {name!r}; {hint}{there}")


def _reference_streams(batch: Batch, name: str, several: bool) -> list[Segments]:
    """Returns the streams of a column: one, or as many as its longest list has items.

    In CSV and TSV with several columns of references, an empty cell is a missing reference.
    """
    column = batch.columns[name]
    items = None if isinstance(column, list) else list_items(column)
    if items:
        parts = {f"{name}, item {number}": item for number, item in enumerate(items, 1)}
        return [replace(batch, columns=parts).texts(part) for part in parts]
    if several and batch.are_fields:
        column = [None if cell == "" else cell for cell in column]
        batch = replace(batch, columns={**batch.columns, name: column})
    try:
        return [batch.texts(name)]
    except FormatError:
        if not _has_lists(batch.cells(name)):
            raise
    cells = [_in_list(batch, row, name, cell) for row, cell in enumerate(batch.cells(name))]
    count = max(map(len, cells), default=0)
    streams = [[cell[index] if index < len(cell) else None for cell in cells] for index in range(count)]
    for row, cell in enumerate(cells):
        for item in cell:
            if item is not None and not isinstance(item, str):
                raise batch.wrong(row, f"column {name!r}: a reference is text, not {item!r:.40}")
    return [Segments(stream) for stream in streams] or [Segments([None] * batch.n_rows)]


def _in_list(batch: Batch, row: int, name: str, cell: Any) -> list[Any]:
    """Returns the references in a cell of a column that has lists in other cells."""
    if cell is None or isinstance(cell, str):
        return [] if cell is None else [cell]
    if isinstance(cell, (dict, bytes)) or not hasattr(cell, "__len__"):
        texts = [key for key, text in cell.items() if isinstance(text, str)] if isinstance(cell, dict) else []
        field = f"; name a field of it: {some_names(f'{name}.{key}' for key in texts)}" if texts else ""
        problem = f"references are text or a list of text, not {shown(cell)}{field}"
        raise batch.wrong(row, f"column {name!r}: {problem}")
    return list(cell)


def _has_lists(cells: Sequence[Any]) -> bool:
    return any(not isinstance(cell, str) and hasattr(cell, "__len__") for cell in cells if cell is not None)
