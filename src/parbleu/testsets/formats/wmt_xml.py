"""The XML of WMT since 2021: one file per language pair, with sources, references and systems' translations.

<doc id="..." origlang="..." domain="...">
  <src lang="..."><p><seg id="1">...</seg>...</p></src>
  <ref lang="..." translator="A">...</ref>
  <hyp lang="..." system="...">...</hyp>
</doc>
"""

from __future__ import annotations

import os
from functools import lru_cache

from parbleu.base.log import warn
from parbleu.io.lines import unreadable
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

    def fields(self, entry: Entry, langpair: str, files: Sequence[str]) -> list[str]:  # noqa: ARG002
        """Returns the names of the fields; the whole file has to be read for that."""
        return list(_survey(files[0]).fields)

    def convert(self, entry: Entry, langpair: str, files: Sequence[str], write: Write) -> None:  # noqa: ARG002
        """Writes document after document, or at once what has been read for the names of the fields."""
        survey = _survey(files[0])
        lines, survey.lines = survey.lines, None
        if lines is None:
            Contents(files[0]).write(write)
        else:
            for field, pieces in lines.items():
                write(field, b"".join(pieces))
        for warning in survey.warnings:
            warn(warning)

    def annotations(self, entry: Entry, langpair: str, files: Sequence[str]) -> Iterator[Annotation]:  # noqa: ARG002
        """Yields what each segment's document says of itself."""
        for rows in Contents(files[0]).rows():
            about = rows.document.attributes
            annotation = Annotation(about["origlang"], about["id"], about.get("domain"))
            for _ in range(rows.count):
                yield annotation


class _Survey:
    """What reading a file has shown.

    Attributes:
        fields: the names of its fields.
        warnings: what to warn of when it is converted.
        lines: field -> its lines in pieces, for the conversion that mostly follows: then they are taken away.
            None also where they are many, or another file has been read since.
    """

    __slots__ = ("_size", "fields", "lines", "warnings")

    def __init__(self, path: str) -> None:
        self.lines: dict[str, list[bytes]] | None = {}
        self._size = 0
        contents = Contents(path)
        contents.write(self._keep)
        self.fields = contents.fields()
        self.warnings = contents.warnings

    def _keep(self, field: str, lines: bytes) -> None:
        self._size += len(lines)
        if self._size > _LARGE:
            self.lines = None
        if self.lines is not None:
            self.lines.setdefault(field, []).append(lines)


_latest: list[_Survey] = []
"""The survey that may have lines, if there is one."""


def _survey(path: str) -> _Survey:
    try:
        found = os.stat(path)
    except OSError as problem:
        raise unreadable(path, problem) from None
    return _survey_of(path, found.st_ino, found.st_size, found.st_mtime_ns)


@lru_cache(maxsize=64)
def _survey_of(path: str, *state: int) -> _Survey:  # noqa: ARG001 - the state makes it another file
    for survey in _latest:
        survey.lines = None
    _latest[:] = [_Survey(path)]
    return _latest[0]
