"""Reads systems and references from the columns of a table, as `Corpora` reads them from files of lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from parbleu._core import Segments
from parbleu.inputs.line_files import Corpora, joined

if TYPE_CHECKING:
    from parbleu.inputs.line_files import Columns
    from parbleu.text.segment_table import SegmentTable
    from parbleu.text.table_files.batch import Batch

ROWS = 1 << 13
"""How many rows are read at once: their text and what is decoded to get it stay in a processor's cache."""


class TableCorpora(Corpora):
    """The systems and references of a table with a column for each system.

    Args:
        table: is read once.
        check_text: whether to look at the text, to warn of what makes scores meaningless.

    Raises:
        ParbleuError: the table cannot be read.
    """

    def __init__(self, table: SegmentTable, *, check_text: bool = True) -> None:
        super().__init__([], [], check_text=check_text, refuse_tables=False)
        self._table = table
        batches = table.batches(ROWS)
        first = next(batches)
        self._batches = chain([first], batches)
        self.paths: Sequence[str] = list(table.columns.hypotheses)
        self.num_refs: int = len(table.references(first))

    def _show_progress(self) -> None:
        """Shows none: `SegmentTable` does."""

    def count_systems(self) -> int:
        """Returns the number of columns."""
        return len(self.paths)

    def pieces(self) -> Iterator[Columns]:
        """Yields consecutive rows; the errors are those of `SegmentTable.batches`."""
        for batch in self._batches:
            yield self._sides_of(batch)

    def _sides_of(self, batch: Batch) -> Columns:
        systems, references = self._table.hypotheses(batch), self._table.references(batch)
        self.num_refs = max(self.num_refs, len(references))
        references = _padded(references, self.num_refs)
        source = self._table.columns.source
        return self._wanted_of((systems, references), [] if source is None else [[batch.texts(source)]])

    def whole(self) -> Columns:
        """Returns all rows."""
        if self._whole is None:
            pieces = [
                (systems, _padded(references, self.num_refs)) for systems, references in [*self.pieces()]
            ]
            self._whole = tuple(  # type: ignore[assignment]
                [joined(parts) for parts in zip(*side, strict=True)] for side in zip(*pieces, strict=True)
            )
            self.everything: Columns | None = self._whole
        assert self._whole is not None
        return self._whole

    def check_lengths(self) -> None:
        """Does nothing: all columns of a table have as many rows."""

    def _names(self) -> tuple[list[str], list[str]]:
        references = self._table.columns.references
        if len(references) != self.num_refs:
            references = tuple(f"{references[0]}, item {place + 1}" for place in range(self.num_refs))
        return list(self.paths), list(references)


def _padded(references: list[Segments], count: int) -> list[Segments]:
    """Returns as many reference streams; those that rows lack are missing."""
    return references + [Segments([None] * len(references[0]))] * (count - len(references))
