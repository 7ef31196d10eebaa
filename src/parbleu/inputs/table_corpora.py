"""Reads systems and references from the columns of a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from parbleu.inputs.corpus import Corpus, CorpusReader, Origin, missing

if TYPE_CHECKING:
    from parbleu.text.segment_table import SegmentTable

ROWS = 1 << 13
"""How many rows are read at once: their text and what is decoded to get it stay in a processor's cache."""


class TableCorpora(CorpusReader):
    """The systems and references of a table with a column for each system.

    Args:
        table: is read once.
        names: of the systems; None for those of their columns.
        check_text: whether to look at the text, to warn of what makes scores meaningless.

    Raises:
        ParbleuError: the table cannot be read.
    """

    def __init__(
        self, table: SegmentTable, *, names: Sequence[str] | None = None, check_text: bool = True
    ) -> None:
        super().__init__(check_text)
        self._table = table
        self._names = list(names or table.columns.hypotheses)

    def names(self) -> list[str]:
        """Returns the names of the systems."""
        return self._names

    def _parts(self) -> Iterator[Corpus]:
        """Yields consecutive rows; the errors are those of `SegmentTable.batches`."""
        columns = self._table.columns
        self.n_references = 1
        for batch in self._table.batches(ROWS):
            systems, references = self._table.hypotheses(batch), self._table.references(batch)
            self.n_references = max(self.n_references, len(references))
            part = Corpus(
                dict(zip(self._names, systems, strict=True)),
                tuple(references),
                None if columns.source is None else batch.texts(columns.source),
            )
            lacking = (missing(part),) * (self.n_references - len(references))
            names: Sequence[str] = columns.references
            if len(names) != self.n_references:
                names = [f"{names[0]}, item {place + 1}" for place in range(self.n_references)]
            yield part.changed(
                references=part.references + lacking,
                origin=Origin(tuple(columns.hypotheses), tuple(names)),
            )
