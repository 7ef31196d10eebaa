"""Reads plain text: one file for the source and one for each reference, a segment per line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parbleu.testsets.formats.base import Annotation, PairFormat, encode, reference_fields
from parbleu.testsets.formats.raw_lines import blocks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from parbleu.testsets.formats.base import Write


class Plain(PairFormat):
    """Every line loses its trailing white space, and is else taken as it is."""

    def fields(self) -> list[str]:
        """Returns "src" and a name for each reference."""
        return ["src", *reference_fields(len(self.paths) - 1)]

    def convert(self, write: Write) -> None:
        """Writes the files one after the other."""
        for field, path in zip(self.fields(), self.paths, strict=True):
            copy_lines(path, field, write)

    def annotations(self) -> Iterator[Annotation]:
        """Yields an empty annotation for each segment: the format has none."""
        nothing = Annotation(None, None, None)
        for _, lines in blocks(self.paths[0]):
            for _ in lines:
                yield nothing


def copy_lines(path: str, field: str, write: Write) -> None:
    """Writes the lines of a file as a field, each without its trailing white space."""
    for _, lines in blocks(path):
        write(field, encode([line.rstrip() for line in lines]))
