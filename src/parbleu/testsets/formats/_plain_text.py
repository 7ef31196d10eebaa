"""Reads plain text and TSV, a segment per line: source and references are files, or columns of files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parbleu.errors import CatalogueError, FormatError
from parbleu.testsets._pair_rules import split_column
from parbleu.testsets.formats._base import Annotation, PairFormat, encode, reference_fields
from parbleu.testsets.formats._raw_text import blocks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from parbleu.testsets._catalogue_entry import Entry
    from parbleu.testsets.formats._base import Write


class Plain(PairFormat):
    """Every line loses its trailing white space, or with the option `white_space`: "keep" only its end."""

    known_options: tuple[str, ...] | None = ("white_space",)

    def fields(self) -> list[str]:
        """Returns "src" and a name for each reference: that of the catalogue, or a usual one."""
        names = self.entry.pair(self.language_pair).names
        usual = reference_fields(len(self.paths) - 1 - len(names or ()))
        named = [f"ref:{name}" if name else "ref" for name in names or ()]
        return ["src", *(usual if len(self.paths) - 1 > len(named) else []), *named]

    def convert(self, write: Write) -> None:
        """Writes the files one after the other."""
        is_kept = keeps_white_space(self.entry)
        for field, path in zip(self.fields(), self.paths, strict=True):
            copy_lines(path, field, write, is_kept=is_kept)

    def annotations(self) -> Iterator[Annotation]:
        """Yields an empty annotation for each segment: the format has none."""
        nothing = Annotation(None, None, None)
        for _, lines in blocks(self.paths[0]):
            for _ in lines:
                yield nothing


def keeps_white_space(entry: Entry) -> bool:
    """Returns whether the option `white_space` keeps blanks, such as no-break spaces, as they are.

    Raises:
        CatalogueError: it has another value.
    """
    value = entry.options.get("white_space")
    if value not in (None, "keep"):
        raise CatalogueError(
            f"test set {entry.name}: the option 'white_space' is {value!r}; 'keep' leaves texts as they are"
        )
    return value is not None


def copy_lines(path: str, field: str, write: Write, *, is_kept: bool = False) -> None:
    """Writes the lines of a file as a field, each without its trailing white space, or only its line end."""
    for _, lines in blocks(path):
        write(field, encode([line.removesuffix("\r") if is_kept else line.rstrip() for line in lines]))


class Tsv(Plain):
    """The catalogue's file names say which column: "2:file.tsv" is the third one.

    Without a number the first file stands for its first column, the second for its second, and so on. What a
    column holds is taken as it is, white space included.
    """

    known_options: tuple[str, ...] | None = ()

    def convert(self, write: Write) -> None:
        """Writes the columns one after the other."""
        names = self.entry.pair(self.language_pair).files
        for position, (field, path, name) in enumerate(zip(self.fields(), self.paths, names, strict=True)):
            chosen = split_column(name)[0]
            _copy_column(path, position if chosen is None else chosen, field, write)


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
