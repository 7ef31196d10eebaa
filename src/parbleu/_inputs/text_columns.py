"""Reads columns of a table as streams of segments, which stand beside files of lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from parbleu._base.wording import counted, listed
from parbleu._core import Segments
from parbleu._io.atomic import is_device
from parbleu._io.lines import NAME_COLUMNS, LineStream, StandardInput
from parbleu.errors import InputShapeError, ParbleuError
from parbleu.text._segment_table import SegmentTable, TableColumns, references_of
from parbleu.text._table_files.batch import Batch
from parbleu.text._table_files.table_opening import is_named_as_table, open_table_file

_SHOWN = 3
"""How many keys a message names."""

ROWS = 1 << 13
"""How many rows are read at once."""


class ColumnStream(LineStream):
    """The rows of a table, in order, where another file has lines.

    Args:
        path: a table, or a pattern of them; "-" is standard input.
        columns: the columns of text.
        encoding: of text files.
        are_references: whether a cell may be missing, or a list of references; else it has to be a text.
        key: the column whose values tell segments apart, by which `in_one_order` joins rows; None for none.
        naming: how columns are named, for messages about files that are no tables.

    Attributes:
        keys: value of the key -> its row, of the rows that were read.

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
        key: str | None = None,
        naming: str = NAME_COLUMNS,
    ) -> None:
        self.name = StandardInput.name if path == "-" else path
        self.encoding = encoding
        self.taken = 0
        self.advance = self.check_start = None
        self.tabs = False
        self._columns = tuple(columns)
        self._are_references = are_references
        self._key = key
        self.keys: dict[str, int] = {}
        kind = "reference" if are_references else "translation"
        others = () if key is None else (key,)
        table = SegmentTable([path], TableColumns((), self._columns, others=others), encoding, naming, kind)
        table.names()
        self._streams = self._read(table)
        self._waiting: list[list[str | None]] = []
        self._width = 0 if are_references else len(self._columns)

    def _read(self, table: SegmentTable) -> Iterator[list[list[str | None]]]:
        for batch in table.batches(ROWS):
            if self._are_references:
                texts = references_of(batch, self._columns)
            else:
                texts = [batch.texts(name, complete=True) for name in self._columns]
            self._width = max(self._width, len(texts))
            if self._key is not None:
                self._add_keys(batch, self._key)
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

    def _add_keys(self, batch: Batch, column: str) -> None:
        """Keeps the rows of a batch by their keys.

        Raises:
            FormatError: a key is missing, or occurs twice.
        """
        for row, key in enumerate(batch.labels(column)):
            if not key:
                raise batch.wrong(
                    row, f"column {column!r}: the value is missing; add it, or leave out the row"
                )
            if key in self.keys:
                raise batch.wrong(row, f"column {column!r}: the segment {key!r:.60} occurs twice")
            self.keys[key] = len(self.keys)

    def _reorder(self, keys: Iterable[str]) -> None:
        """Puts all rows, which have been read, into the order of these keys."""
        order = [self.keys[key] for key in keys]
        self._waiting = [[stream[row] for row in order] for stream in self._waiting]

    def _lacks(self, other: ColumnStream) -> str:
        """Returns which segments of another table it lacks, for a message; "" if it has all."""
        lacking = [f"{key!r:.60}" for key in other.keys if key not in self.keys]
        if not lacking:
            return ""
        return f"{self.name} lacks {counted(len(lacking))} of {other.name}: {listed(lacking, _SHOWN)}"

    def close(self) -> None:
        """Ends the reading, which closes the file."""
        self._streams.close()  # type: ignore[attr-defined]


def in_one_order(tables: Sequence[ColumnStream]) -> None:
    """Reads tables with keys, and puts the rows of all into the order of the first one.

    Raises:
        InputShapeError: one lacks a segment of another one.
        FormatError: a key is missing or occurs twice in a table, or a row is wrong.
    """
    first, *others = tables
    for table in tables:
        table._waiting = [stream.to_list() for stream in table.rest()]
        table.taken = 0
    for table in others:
        if problems := "; ".join(filter(None, (table._lacks(first), first._lacks(table)))):
            raise InputShapeError(f"{problems}; the tables need the same segments")
        table._reorder(first.keys)


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
