"""Reads WMT's XML since 2021: a file per language pair with sources, references and translations.

<doc id="..." origlang="..." domain="...">
  <src lang="..."><p><seg id="1">...</seg>...</p></src>
  <ref lang="..." translator="A">...</ref>
  <hyp lang="..." system="...">...</hyp>
</doc>
"""

from __future__ import annotations

from parbleu.base.log import warn
from parbleu.errors import FormatError
from parbleu.testsets.formats.base import Annotation, PairFormat
from parbleu.testsets.formats.field_columns import Columns, repeated
from parbleu.testsets.formats.wmt_rows import DocumentRows
from parbleu.testsets.formats.xml_documents import documents

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from parbleu.testsets.catalogue_entry import Entry
    from parbleu.testsets.formats.base import Write
    from parbleu.testsets.formats.xml_documents import SegmentGroup

MOST_NAMES = 1000
"""Translators and systems together. Each is a field, and each field a file."""
_LARGE = 1 << 24
"""Bytes of text from which on a file is read again rather than kept."""


class WmtXml(PairFormat):
    """Documents of segments; those of test suites are left out.

    The fields are "src", "ref:" and the name for each translator ("ref" for one without a name), "docid",
    "origlang", one for each system, and "domain" if the last document has one. Translators and systems come
    in the order in which they first appear.
    """

    def __init__(self, entry: Entry, language_pair: str, paths: Sequence[str]) -> None:
        super().__init__(entry, language_pair, paths)
        self._file: WmtFile | None = None
        self._lines: dict[str, list[bytes]] | None = {}  # read for the names of the fields; None if many
        self._size = 0

    def fields(self) -> list[str]:
        """Returns the names of the fields; the whole file has to be read for that."""
        if self._file is None:
            file = WmtFile(self.paths[0])
            file.write(self._keep)
            self._file = file
        return self._file.fields()

    def _keep(self, field: str, lines: bytes) -> None:
        self._size += len(lines)
        if self._size > _LARGE:
            self._lines = None
        if self._lines is not None:
            self._lines.setdefault(field, []).append(lines)

    def convert(self, write: Write) -> None:
        """Writes document after document, or all at once if it was read for the names of the fields."""
        file, lines, self._lines = self._file, self._lines, None
        if file is None or lines is None:
            file = WmtFile(self.paths[0])
            file.write(write)
        else:
            for field, pieces in lines.items():
                write(field, b"".join(pieces))
        for warning in file.warnings:
            warn(warning)

    def annotations(self) -> Iterator[Annotation]:
        """Yields the origin of each segment from its document."""
        for rows in WmtFile(self.paths[0]).rows():
            about = rows.document.attributes
            annotation = Annotation(about["origlang"], about["id"], about.get("domain"))
            for _ in range(rows.count):
                yield annotation


class WmtFile:
    """One file, with the facts that are found while it is read.

    Args:
        path: the file.

    Attributes:
        warnings: what to warn of: text that is left out.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._languages: dict[str, str | None] = {}  # by the name of the group
        self._translators: dict[str, None] = {}
        self._systems: dict[str, int] = {}  # and the line of each
        self._domain = False
        self.warnings: list[str] = []

    def write(self, write: Write) -> None:
        """Writes the lines of all fields, document after document."""
        columns = Columns(write)
        domains: list[tuple[bytes, int]] = []
        for rows in self.rows():
            columns.add(rows.count, _lines(rows))
            domains.append((rows.about("domain"), rows.count))
            self._note_cuts(rows)
        fields = self.fields()
        if self._domain:
            name = fields.pop()
            for domain, count in domains:
                write(name, domain * count)
        columns.finish(fields)

    def rows(self) -> Iterator[DocumentRows]:
        """Yields the documents of which segments count."""
        for document in documents(self._path, ["src", "ref", "hyp"]):
            about = document.attributes
            for group in document.groups:
                self._look_at(group)
            if "testsuite" in about:
                continue
            for name in ("id", "origlang"):
                if name not in about:
                    raise FormatError(self._path, document.line, f"<doc> without the attribute {name}")
            rows = DocumentRows(self._path, document)
            if rows.count:
                for system, groups in rows.systems.items():
                    self._systems.setdefault(system, groups[0].line)
                if len(self._translators) + len(self._systems) > MOST_NAMES:
                    problem = f"more than {MOST_NAMES:,} translators and systems: not a test set of WMT"
                    raise FormatError(self._path, document.line, problem)
                self._domain = "domain" in about
                yield rows
        for name in ("src", "ref"):
            if name not in self._languages:
                raise FormatError(self._path, 0, f"no <{name}> in any <doc>: this is not a test set of WMT")

    def _note_cuts(self, rows: DocumentRows) -> None:
        """SacreBLEU leaves this text out, too, and its numbers depend on that."""
        for group in rows.document.groups:
            if group.cut:
                what = "markup inside of a segment ends its text, as in sacreBLEU; what follows is left out"
                self.warnings.append(f"{self._path}:{group.cut}: {what}")

    def _look_at(self, group: SegmentGroup) -> None:
        """A group counts for these, whatever becomes of its segments."""
        if group.name == "hyp":
            return
        language = group.attributes.get("lang")
        first = self._languages.setdefault(group.name, language)
        if language != first:
            found = f"<{group.name}> in the language {language!r} after others in {first!r}"
            raise FormatError(self._path, group.line, f"{found}: a file must have one pair")
        if group.name == "ref":
            self._translators.setdefault(group.attributes.get("translator", ""))

    def fields(self) -> list[str]:
        """Returns the names of the fields, after all has been read."""
        names = ["src", *map(_reference, self._translators), "docid", "origlang"]
        names += [*self._systems, *(["domain"] if self._domain else [])]
        if name := repeated(names):
            problem = f"a system is called {name!r}, as another field is"
            raise FormatError(self._path, self._systems.get(name, 0), problem)
        return names


def _lines(rows: DocumentRows) -> dict[str, bytes]:
    """The lines of a document in every field but "domain"."""
    lines = {"src": rows.lines(rows.sources)}
    for translator, groups in rows.references.items():
        lines[_reference(translator)] = rows.lines(groups)
    lines |= {"docid": rows.repeated("id"), "origlang": rows.repeated("origlang")}
    for system, groups in rows.systems.items():
        lines[system] = rows.lines(groups)
    return lines


def _reference(translator: str) -> str:
    return f"ref:{translator}" if translator else "ref"
