"""Reads columns of a table as streams of segments, which stand beside files of lines."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from parbleu._base.log import warn_of_texts
from parbleu._base.wording import counted, listed, some_names
from parbleu._core import Segments
from parbleu._inputs.corpus import LEAVE_OUT
from parbleu._io.atomic import is_device
from parbleu._io.lines import NAME_COLUMNS, LineStream, StandardInput
from parbleu.errors import FormatError, InputShapeError, ParbleuError
from parbleu.text._segment_table import SegmentTable, TableColumns, references_of
from parbleu.text._table_files.batch import Batch
from parbleu.text._table_files.table_opening import is_named_as_table, open_table_file, table_paths

_SHOWN = 3
"""How many keys a message names."""

_KEYS = (
    *("segment_id", "segmentid", "seg_id", "segid", "segment", "id", "uid", "uuid"),
    *("seg", "seg_idx", "segment_index", "sent_id", "sentence_id", "line_id", "line_number", "row_id"),
    *("custom_id", "sample_id", "example_id", "item_id", "key", "index", "idx"),
)
"""What columns of keys are called, in lower case, the surest first."""

Key = tuple[str, ...]
"""What tells a segment apart: the value of its key, and that of its document before it."""

ROWS = 1 << 13
"""How many rows are read at once."""


class ColumnStream(LineStream):
    """The rows of a table, in order, where another file has lines.

    Args:
        path: a table, or a pattern of them; "-" is standard input.
        columns: the columns of text.
        encoding: of text files.
        are_references: whether a cell may be missing, or a list of references; else it has to be a text.
        key: the columns whose values together tell segments apart, by which `in_one_order` joins rows.
        naming: how columns are named, for messages about files that are no tables.

    Attributes:
        keys: values of the key -> its row, of the rows that were read.
        names: those of all columns.
        order: a hash of the value of each row that was read, in the column that `compare` was given.

    Raises:
        FormatError: the file is no table, or lacks a column.
        ParbleuError: it cannot be opened.
    """

    def __init__(
        self,
        path: str,
        columns: Sequence[str],
        encoding: str = "utf-8",
        *,
        are_references: bool = False,
        key: Sequence[str] = (),
        naming: str = NAME_COLUMNS,
    ) -> None:
        self.name = StandardInput.name if path == "-" else path
        self.encoding = encoding
        self.taken = 0
        self.advance = self.check_start = None
        self.tabs = False
        self._columns = tuple(columns)
        self._are_references = are_references
        self._key = tuple(key)
        self.keys: dict[Key, int] = {}
        kind = "reference" if are_references else "translation"
        wanted = TableColumns((), self._columns, others=self._key)
        self._table = SegmentTable([path], wanted, encoding, naming, kind)
        self.names = self._table.names()
        self._compared: str | None = None
        self.order = array("q")
        self._streams = self._read(self._table)
        self._waiting: list[list[str | None]] = []
        self._width = 0 if are_references else len(self._columns)

    def _read(self, table: SegmentTable) -> Iterator[list[list[str | None]]]:
        for batch in table.batches(ROWS):
            if self._are_references:
                texts = references_of(batch, self._columns)
            else:
                texts = [batch.texts(name, complete=True) for name in self._columns]
            self._width = max(self._width, len(texts))
            if self._key:
                self._add_keys(batch)
            if self._compared is not None:
                labels = batch.labels(self._compared)
                self.order.extend(hash((label or "").removesuffix(".0")) for label in labels)
            yield [stream.to_list() for stream in texts]

    def column_names(self) -> list[str]:
        """Returns what messages call the streams."""
        if len(self._columns) == self._width:
            return [f"{self.name}, column {name!r}" for name in self._columns]
        return [f"{self.name}, column {self._columns[0]!r}, item {item + 1}" for item in range(self._width)]

    def ready(self) -> int:
        """Returns how many rows `take` can return now; 0 only at the end.

        Raises:
            FormatError: a row is wrong.
            UnreadableFileError: the file cannot be read.
        """
        while not (self._waiting and self._waiting[0]):
            batch = next(self._streams, None)
            if batch is None:
                return 0
            self._waiting = batch
        return len(self._waiting[0])

    def take(self, count: int) -> list[Segments]:
        """Returns the next rows, at most `count`, in as many streams as any row so far has texts."""
        n_taken = min(count, len(self._waiting[0]) if self._waiting else 0)
        taken = [Segments(islice(stream, n_taken)) for stream in self._waiting]
        self._waiting = [stream[n_taken:] for stream in self._waiting]
        self.taken += n_taken
        return taken + [Segments([None] * n_taken)] * (self._width - len(taken))

    def rest(self) -> list[Segments]:
        """Returns all rows that are left, in streams."""
        batches = []
        while count := self.ready():
            batches.append([stream.to_list() for stream in self.take(count)])
        streams: list[list[str | None]] = [[] for _ in range(self._width)]
        for batch in batches:
            batch += [[None] * len(batch[0])] * (self._width - len(batch))
            for stream, texts in zip(streams, batch, strict=True):
                stream += texts
        return [Segments(stream) for stream in streams]

    def _add_keys(self, batch: Batch) -> None:
        """Keeps the rows of a batch by their keys.

        Raises:
            FormatError: a part of a key is missing, or a key occurs twice.
        """
        for row, labels in enumerate(zip(*map(batch.labels, self._key), strict=True)):
            key = tuple(label or "" for label in labels)
            if "" in key:
                column = self._key[key.index("")]
                raise batch.wrong(
                    row, f"column {column!r}: the value is missing; add it, or leave out the row"
                )
            if key in self.keys:
                way_out = "; --document-column names that of documents, if each has its own"
                raise batch.wrong(
                    row,
                    f"column {self._key[-1]!r}: the segment {shown_key(key)} occurs twice"
                    f"{way_out if len(key) == 1 else ''}",
                )
            self.keys[key] = len(self.keys)

    def may_have_key(self, name: str) -> bool:
        """Returns whether this is one table, and it has one column of this name, which is none of text."""
        is_one = len(table_paths([self.name])) == 1
        return is_one and self.names.count(name) == 1 and name not in self._columns

    def compare(self, column: str) -> None:
        """Has the values of a column read, too, before any row is."""
        self._compared = column
        self._table.set_columns(others=(column,))

    def _reorder(self, keys: Iterable[Key]) -> None:
        """Puts all rows, which have been read, into the order of these keys."""
        order = [self.keys[key] for key in keys]
        self._waiting = [[stream[row] for row in order] for stream in self._waiting]

    def _lacks(self, other: ColumnStream) -> str:
        """Returns which segments of another table it lacks, for a message; "" if it has all."""
        lacking = [shown_key(key) for key in other.keys if key not in self.keys]
        if not lacking:
            return ""
        return f"{self.name} lacks {counted(len(lacking))} of {other.name}: {listed(lacking, _SHOWN)}"

    def close(self) -> None:
        """Ends the reading, which closes the file."""
        self._streams.close()  # type: ignore[attr-defined]


def shown_key(key: Key) -> str:
    """Returns what messages call a segment, such as '3' of 'news'."""
    return " of ".join(f"{part!r:.60}" for part in reversed(key))


def in_one_order(tables: Sequence[ColumnStream]) -> None:
    """Reads tables with keys, and puts the rows of all into the order of the first one.

    Raises:
        InputShapeError: one lacks a segment of another one.
        FormatError: a key is missing or occurs twice in a table, or a row is wrong.
    """
    first, *others = tables
    for table in tables:
        for column in table._key:
            if column not in table.names:
                option = "--segment-id" if column == table._key[-1] else "--document-column"
                raise FormatError(
                    table.name,
                    0,
                    f"there is no column {column!r}; it has: {some_names(table.names)}; {option} names a "
                    "column of all tables that are joined: rename that of the keys",
                )
        table._waiting = [stream.to_list() for stream in table.rest()]
        table.taken = 0
    for table in others:
        if problems := "; ".join(filter(None, (table._lacks(first), first._lacks(table)))):
            raise InputShapeError(f"{problems}; the tables need the same segments")
        table._reorder(first.keys)


def compared_keys(tables: Sequence[ColumnStream]) -> str:
    """Returns the column of keys that all tables have, which `check_order` compares; "" if there is none."""
    there = sorted((_KEYS.index(name.lower()), name) for name in tables[0].names if name.lower() in _KEYS)
    column = next((name for _, name in there if all(table.may_have_key(name) for table in tables)), "")
    for table in tables if column else ():
        table.compare(column)
    return column


def check_order(tables: Sequence[ColumnStream], column: str, *, may_join: bool, warns: bool) -> None:
    """Compares the keys of tables that were read to their ends, whose rows were joined by their places.

    Args:
        tables: of equally many rows.
        column: the one that `compared_keys` returned.
        may_join: whether `--segment-id` may join their rows, as nothing else is beside them.
        warns: whether to warn of keys that are others than those of the first table.

    Raises:
        InputShapeError: a table has the same keys in another order.
    """
    first, *others = tables
    for table in others:
        pairs = zip(first.order, table.order, strict=True)
        row = next((row for row, (one, other) in enumerate(pairs, 1) if one != other), None)
        if row is None:
            continue
        differ = f"{first.name} and {table.name} differ in {column!r} in row {row}"
        way_out = "put their rows into the order of the lines beside them"
        if may_join:
            way_out = f"--segment-id {column} joins rows by it, and not by their places"
        if sorted(first.order) == sorted(table.order):
            raise InputShapeError(f"{differ}, and have the same values in another order: {way_out}")
        if warns:
            warn_of_texts(f"{differ}: are they in the same order? {way_out}", LEAVE_OUT)


def has_columns(path: str, columns: Sequence[str], encoding: str = "utf-8") -> bool:
    """Returns whether a file is a table: by its name, or by its content if it has these columns.

    Pipes, which are read once, are taken for tables.
    """
    if path == "-" or is_device(path) or is_named_as_table(path):
        return True
    try:
        return set(columns) <= set(open_table_file(path, encoding).names)
    except ParbleuError:
        return False
