"""Reads TSV: the source and each reference are columns of files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parbleu.errors import FormatError
from parbleu.testsets.catalogue_entry import split_column
from parbleu.testsets.formats.base import encode
from parbleu.testsets.formats.plain_text import Plain
from parbleu.testsets.formats.raw_lines import blocks

if TYPE_CHECKING:
    from parbleu.testsets.formats.base import Write


class Tsv(Plain):
    """The catalogue's file names say which column: "2:file.tsv" is the third one.

    Without a number the first file stands for its first column, the second for its second, and so on. What a
    column holds is taken as it is, white space included.
    """

    def convert(self, write: Write) -> None:
        """Writes the columns one after the other."""
        names = self.entry.pair(self.language_pair).files
        for place, (field, path, name) in enumerate(zip(self.fields(), self.paths, names, strict=True)):
            chosen = split_column(name)[0]
            _copy_column(path, place if chosen is None else chosen, field, write)


def _copy_column(path: str, column: int, field: str, write: Write) -> None:
    for number, lines in blocks(path):
        try:
            cells = [line.split("\t")[column] for line in lines]
        except IndexError:
            counts = [line.count("\t") + 1 for line in lines]
            short = next(at for at, count in enumerate(counts) if count <= column)
            problem = f"{counts[short]} TAB-separated columns, and none with the number {column} (from 0)"
            raise FormatError(path, number + short, problem) from None
        write(field, encode(cells))
