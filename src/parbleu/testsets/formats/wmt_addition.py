"""References that were added to a test set later: its files as SGML, the new ones as plain text."""

from __future__ import annotations

from parbleu.testsets.formats.base import Format
from parbleu.testsets.formats.fake_sgml import FakeSgml, copy_segments, copy_source
from parbleu.testsets.formats.plain_text import Plain, copy_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from parbleu.testsets.catalogue_entry import Entry
    from parbleu.testsets.formats.base import Annotation, Write


class WmtAddition(Format):
    """A file whose name ends in `.sgm` or `.sgm.gz` is SGML, any other plain text."""

    def fields(self, entry: Entry, langpair: str, files: Sequence[str]) -> list[str]:
        """Returns "src", a name for each reference, and what an SGML source knows about documents."""
        return _format(files[0]).fields(entry, langpair, files)

    def convert(self, entry: Entry, langpair: str, files: Sequence[str], write: Write) -> None:
        """Writes the files one after the other."""
        names = self.fields(entry, langpair, files)
        if _is_sgml(files[0]):
            copy_source(files[0], names[len(files) :], write)
        else:
            copy_lines(files[0], "src", write)
        for field, path in zip(names[1:], files[1:], strict=False):
            (copy_segments if _is_sgml(path) else copy_lines)(path, field, write)

    def annotations(self, entry: Entry, langpair: str, files: Sequence[str]) -> Iterator[Annotation]:
        """Yields what an SGML source knows about each segment's document."""
        return _format(files[0]).annotations(entry, langpair, files)


def _format(path: str) -> Format:
    return FakeSgml() if _is_sgml(path) else Plain()


def _is_sgml(path: str) -> bool:
    return path.endswith((".sgm", ".sgm.gz"))
