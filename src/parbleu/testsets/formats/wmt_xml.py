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

from parbleu.errors import FormatError
from parbleu.testsets.formats.base import Annotation, Format
from parbleu.testsets.formats.columns import Columns, repeated
from parbleu.testsets.formats.wmt_rows import Rows
from parbleu.testsets.formats.xml_documents import documents
from parbleu.text.files import unreadable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from parbleu.testsets.entry import Entry
    from parbleu.testsets.formats.base import Write
    from parbleu.testsets.formats.xml_documents import Group


class WmtXml(Format):
    """Documents of segments; those of test suites are left out.

    The fields are "src", "ref:" and the name for each translator ("ref" for one without a name), "docid",
    "origlang", one for each system, and "domain" if the last document has one. Translators and systems come
    in the order in which they first appear.
    """

    def fields(self, entry: Entry, langpair: str, files: Sequence[str]) -> list[str]:  # noqa: ARG002
        """Returns the names of the fields; the whole file has to be read for that."""
        try:
            found = os.stat(files[0])
        except OSError as problem:
            raise unreadable(files[0], problem) from None
        return list(_fields(files[0], found.st_ino, found.st_size, found.st_mtime_ns))

    def convert(self, entry: Entry, langpair: str, files: Sequence[str], write: Write) -> None:  # noqa: ARG002
        """Writes document after document."""
        contents = _Contents(files[0])
        columns = Columns(write)
        domains: list[bytes] = []
        for rows in contents.rows():
            contents.warn(rows)
            columns.add(rows.count, _lines(rows))
            domains.append(rows.repeated("domain"))
        fields = contents.fields()
        if "domain" in fields:
            write(fields.pop(), b"".join(domains))
        columns.finish(fields)

    def annotations(self, entry: Entry, langpair: str, files: Sequence[str]) -> Iterator[Annotation]:  # noqa: ARG002
        """Yields what each segment's document says of itself."""
        for rows in _Contents(files[0]).rows():
            about = rows.document.attributes
            annotation = Annotation(about["origlang"], about["id"], about.get("domain"))
            for _ in range(rows.count):
                yield annotation


@lru_cache(maxsize=64)
def _fields(path: str, *state: int) -> tuple[str, ...]:  # noqa: ARG001 - the state makes it another file
    """Reads a file for its fields, and only once: whoever asks for them converts it next."""
    contents = _Contents(path)
    for _ in contents.rows():
        pass
    return tuple(contents.fields())


def _lines(rows: Rows) -> dict[str, bytes]:
    """The lines of a document in every field but "domain"."""
    lines = {"src": rows.source()}
    for translator, groups in rows.references.items():
        lines[_reference(translator)] = rows.lines(groups)
    lines |= {"docid": rows.repeated("id"), "origlang": rows.repeated("origlang")}
    for system, groups in rows.systems.items():
        lines[system] = rows.lines(groups)
    return lines


def _reference(translator: str) -> str:
    return f"ref:{translator}" if translator else "ref"


class _Contents:
    """What becomes known about a file while it is read.

    Args:
        path: the file.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._languages: dict[str, str | None] = {}  # by the name of the group
        self._translators: dict[str, None] = {}
        self._systems: dict[str, int] = {}  # and the line of each
        self._domain = False

    def rows(self) -> Iterator[Rows]:
        """Yields the documents of which segments count.

        Raises:
            FormatError: the file is not of one language pair, or an attribute is missing or wrong.
        """
        for document in documents(self._path, ["src", "ref", "hyp"]):
            about = document.attributes
            for group in document.groups:
                self._look_at(group)
            if "testsuite" in about:
                continue
            for name in ("id", "origlang"):
                if name not in about:
                    raise FormatError(self._path, document.line, f"<doc> without the attribute {name}")
            rows = Rows(self._path, document)
            if rows.count:
                for system, groups in rows.systems.items():
                    self._systems.setdefault(system, groups[0].line)
                self._domain = "domain" in about
                yield rows
        for name in ("src", "ref"):
            if name not in self._languages:
                raise FormatError(self._path, 0, f"no <{name}> in any <doc>: this is no test set of WMT")

    def warn(self, rows: Rows) -> None:
        """Warns of text that is left out: so sacreBLEU does it, and its numbers rest on what is left."""
        for group in rows.document.groups:
            if group.cut:
                from parbleu.log import warn

                what = "markup inside of a segment ends its text, as in sacreBLEU; what follows is left out"
                warn(f"{self._path}:{group.cut}: {what}")

    def _look_at(self, group: Group) -> None:
        """A group counts for these, whatever becomes of its segments."""
        if group.name == "hyp":
            return
        language = group.attributes.get("lang")
        first = self._languages.setdefault(group.name, language)
        if language != first:
            problem = (
                f"<{group.name}> in the language {language!r} after others in {first!r}: a file has one pair"
            )
            raise FormatError(self._path, group.line, problem)
        if group.name == "ref":
            self._translators.setdefault(group.attributes.get("translator", ""))

    def fields(self) -> list[str]:
        """Returns the names of the fields, after all has been read.

        Raises:
            FormatError: a system is called as another field is.
        """
        names = ["src", *map(_reference, self._translators), "docid", "origlang"]
        names += [*self._systems, *(["domain"] if self._domain else [])]
        if name := repeated(names):
            problem = f"a system is called {name!r}, as another field is"
            raise FormatError(self._path, self._systems.get(name, 0), problem)
        return names
