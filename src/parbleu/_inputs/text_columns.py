"""Reads columns of a table as streams of segments, which stand beside files of lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from parbleu._core import Segments
from parbleu._io.atomic import is_device
from parbleu._io.lines import NAME_COLUMNS, LineStream, StandardInput
from parbleu.errors import ParbleuError
from parbleu.text._segment_table import SegmentTable, TableColumns, references_of
from parbleu.text._table_files.table_opening import is_named_as_table, open_table_file

ROWS = 1 << 13
"""How many rows are read at once."""


class ColumnStream(LineStream):
    """The rows of a table, in order, where another file has lines.

    Args:
        path: a table, or a pattern of them; "-" is standard input.
        columns: the columns of text.
        encoding: of text files.
        are_references: whether a cell may be missing, or a list of references; else it has to be a text.
        naming: how columns are named, for messages about files that are no tables.

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
        naming: str = NAME_COLUMNS,
    ) -> None:
        self.name = StandardInput.name if path == "-" else path
        self.encoding = encoding
        self.taken = 0
        self.advance = self.check_start = None
        self.tabs = False
        self._columns = tuple(columns)
        self._are_references = are_references
        kind = "reference" if are_references else "translation"
        table = SegmentTable([path], TableColumns((), self._columns), encoding, naming, kind)
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

    def close(self) -> None:
        """Ends the reading, which closes the file."""
        self._streams.close()  # type: ignore[attr-defined]


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
