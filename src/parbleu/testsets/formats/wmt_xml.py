"""The XML of WMT since 2021: one file per language pair, with sources, references and systems' translations.

<doc id="..." origlang="..." domain="...">
  <src lang="..."><p><seg id="1">...</seg>...</p></src>
  <ref lang="..." translator="A">...</ref>
  <hyp lang="..." system="...">...</hyp>
</doc>
"""

from __future__ import annotations

from parbleu.base.log import warn
from parbleu.testsets.formats.base import Annotation, Format
from parbleu.testsets.formats.wmt_contents import Contents

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from parbleu.testsets.catalogue_entry import Entry
    from parbleu.testsets.formats.base import Write

_LARGE = 1 << 24
"""Bytes of text from which on a file is read again rather than kept."""


class WmtXml(Format):
    """Documents of segments; those of test suites are left out.

    The fields are "src", "ref:" and the name for each translator ("ref" for one without a name), "docid",
    "origlang", one for each system, and "domain" if the last document has one. Translators and systems come
    in the order in which they first appear.
    """

    def __init__(self, entry: Entry, language_pair: str, paths: Sequence[str]) -> None:
        super().__init__(entry, language_pair, paths)
        self._survey: _Survey | None = None

    def fields(self) -> list[str]:
        """Returns the names of the fields; the whole file has to be read for that."""
        if self._survey is None:
            self._survey = _Survey(self.paths[0])
        return list(self._survey.fields)

    def convert(self, write: Write) -> None:
        """Writes document after document, or at once what has been read for the names of the fields."""
        lines = self._survey.take_lines() if self._survey else None
        for field, pieces in (lines or {}).items():
            write(field, b"".join(pieces))
        read: _Survey | Contents | None = self._survey
        if read is None or lines is None:
            read = Contents(self.paths[0])
            read.write(write)
        for warning in read.warnings:
            warn(warning)

    def annotations(self) -> Iterator[Annotation]:
        """Yields what each segment's document says of itself."""
        for rows in Contents(self.paths[0]).rows():
            about = rows.document.attributes
            annotation = Annotation(about["origlang"], about["id"], about.get("domain"))
            for _ in range(rows.count):
                yield annotation


class _Survey:
    """What reading a file has shown.

    Attributes:
        fields: the names of its fields.
        warnings: what to warn of when it is converted.
    """

    def __init__(self, path: str) -> None:
        self._lines: dict[str, list[bytes]] | None = {}
        self._size = 0
        contents = Contents(path)
        contents.write(self._keep)
        self.fields = contents.fields()
        self.warnings = contents.warnings

    def take_lines(self) -> dict[str, list[bytes]] | None:
        """Returns field -> its lines in pieces, once; None if they are many."""
        lines, self._lines = self._lines, None
        return lines

    def _keep(self, field: str, lines: bytes) -> None:
        self._size += len(lines)
        if self._size > _LARGE:
            self._lines = None
        if self._lines is not None:
            self._lines.setdefault(field, []).append(lines)
