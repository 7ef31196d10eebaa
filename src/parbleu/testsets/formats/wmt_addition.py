"""Reads references that were added to a test set later as plain text, besides its SGML files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parbleu.testsets.formats.base import Format
from parbleu.testsets.formats.fake_sgml import FakeSgml, copy_segments, copy_source
from parbleu.testsets.formats.plain_text import Plain, copy_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from parbleu.testsets.formats.base import Annotation, Write


class WmtAddition(Format):
    """A file whose name ends in `.sgm` or `.sgm.gz` is SGML, any other plain text."""

    def fields(self) -> list[str]:
        """Returns "src", a name for each reference, and the document attributes of an SGML source."""
        return self._as_source().fields()

    def convert(self, write: Write) -> None:
        """Writes the files one after the other."""
        names = self.fields()
        if _is_sgml(self.paths[0]):
            copy_source(self.paths[0], names[len(self.paths) :], write)
        else:
            copy_lines(self.paths[0], "src", write)
        for field, path in zip(names[1:], self.paths[1:], strict=False):
            (copy_segments if _is_sgml(path) else copy_lines)(path, field, write)

    def annotations(self) -> Iterator[Annotation]:
        """Yields the origin of each segment from an SGML source."""
        return self._as_source().annotations()

    def _as_source(self) -> Format:
        """The same files, all in the format of the source."""
        kind = FakeSgml if _is_sgml(self.paths[0]) else Plain
        return kind(self.entry, self.language_pair, self.paths)


def _is_sgml(path: str) -> bool:
    return path.endswith((".sgm", ".sgm.gz"))
