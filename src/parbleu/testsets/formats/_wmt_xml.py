"""Reads WMT's XML since 2021: a file per language pair with sources, references and translations.

<doc id="..." origlang="..." domain="...">
  <src lang="..."><p><seg id="1">...</seg>...</p></src>
  <ref lang="..." translator="A">...</ref>
  <hyp lang="..." system="...">...</hyp>
</doc>
"""

from __future__ import annotations

from parbleu import _core
from parbleu._base.log import warn
from parbleu.errors import FormatError
from parbleu.testsets.formats._base import Annotation, Columns, PairFormat, repeated
from parbleu.testsets.formats._raw_text import pieces

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from parbleu.testsets._catalogue_entry import Entry
    from parbleu.testsets.formats._base import Write

    NumberedLines = dict[int, bytes | None]
    """The number of a segment -> its line, or None if it has no text at all."""

_MOST_NAMES = 1000
"""Translators and systems together. Each is a field, and each field a file."""
_LARGE = 1 << 24
"""Bytes of text from which on a file is read again rather than kept."""


class WmtXml(PairFormat):
    """Documents of segments; those of test suites are left out.

    The fields are "src", "ref:" and the name for each translator ("ref" for one without a name), "docid",
    "origlang", one for each system, and "domain" if the last document has one. Translators and systems come
    in the order in which they first appear.
    """

    known_options: tuple[str, ...] | None = ()

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
                self._note_names(group)
            if "testsuite" in about:
                continue
            for name in ("id", "origlang"):
                if name not in about:
                    raise FormatError(self._path, document.line, f"<doc> without the attribute {name}")
            rows = DocumentRows(self._path, document)
            if rows.count:
                for system, groups in rows.systems.items():
                    self._systems.setdefault(system, groups[0].line)
                if len(self._translators) + len(self._systems) > _MOST_NAMES:
                    problem = f"more than {_MOST_NAMES:,} translators and systems: not a test set of WMT"
                    raise FormatError(self._path, document.line, problem)
                self._domain = "domain" in about
                yield rows
        for name in ("src", "ref"):
            if name not in self._languages:
                raise FormatError(self._path, 0, f"no <{name}> in any <doc>: this is not a test set of WMT")

    def _note_cuts(self, rows: DocumentRows) -> None:
        """Notes text that is left out, as in sacreBLEU: its numbers depend on that."""
        for group in rows.document.groups:
            if group.cut:
                what = "markup inside of a segment ends its text, as in sacreBLEU; what follows is left out"
                self.warnings.append(f"{self._path}:{group.cut}: {what}")

    def _note_names(self, group: SegmentGroup) -> None:
        """Notes the language and the translator of a group, whether or not its segments count."""
        if group.name == "hyp":
            return
        language = group.attributes.get("lang")
        first = self._languages.setdefault(group.name, language)
        if language != first:
            problem = f"<{group.name}> in the language {language!r} after others in {first!r}"
            raise FormatError(self._path, group.line, f"{problem}: a file must have one pair")
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
    """Returns the lines of a document in every field but "domain"."""
    lines = {"src": rows.lines(rows.sources)}
    for translator, groups in rows.references.items():
        lines[_reference(translator)] = rows.lines(groups)
    lines |= {"docid": rows.repeated("id"), "origlang": rows.repeated("origlang")}
    for system, groups in rows.systems.items():
        lines[system] = rows.lines(groups)
    return lines


def _reference(translator: str) -> str:
    return f"ref:{translator}" if translator else "ref"


class DocumentRows:
    """A document's segments in the order of their numbers.

    A segment of the source counts if any reference has a text for it. Other texts without it get an empty
    line, so that all fields stay side by side.

    Attributes:
        document: the document.
        count: how many segments count.
        sources: the groups that hold the source.
        references: translator -> the groups that hold the reference.
        systems: system -> the groups that hold its translation.
    """

    def __init__(self, path: str, document: _XmlDocument) -> None:
        self.document = document
        self.sources: list[SegmentGroup] = []
        self.references: dict[str, list[SegmentGroup]] = {}
        self.systems: dict[str, list[SegmentGroup]] = {}
        self._path = path
        for group in document.groups:
            if group.name == "src":
                self.sources.append(group)
            elif group.name == "ref":
                self.references.setdefault(group.attributes.get("translator", ""), []).append(group)
            else:
                self.systems.setdefault(self._system(group), []).append(group)
        self._kept = self._count_segments()
        self.count: int = self.sources[0].keys.count(b"\0") if self._kept is None else len(self._kept)

    def _system(self, group: SegmentGroup) -> str:
        name = group.attributes.get("system")
        if name is None:
            raise FormatError(self._path, group.line, "<hyp> without the attribute system")
        return name

    def _count_segments(self) -> list[int] | None:
        """Returns the numbers of the segments that count; None for all of the source, in order."""
        if len(self.sources) == 1:
            (source,) = self.sources
            numbers = self._numbers(source)
            complete = any(
                len(groups) == 1 and groups[0].keys == source.keys and not groups[0].empty
                for groups in self.references.values()
            )
            if complete and numbers == sorted(set(numbers)):
                return None
        references = [self._texts(groups) for groups in self.references.values()]
        numbered = self._texts(self.sources)
        return [
            number
            for number in sorted(numbered)
            if any(texts.get(number) is not None for texts in references)
        ]

    def lines(self, groups: list[SegmentGroup]) -> bytes:
        """Returns the lines of a text in these groups, one for each segment that counts."""
        if self._kept is None and len(groups) == 1 and groups[0].keys == self.sources[0].keys:
            return groups[0].lines
        texts = self._texts(groups)
        numbers = self._numbers(self.sources[0]) if self._kept is None else self._kept
        return b"".join((texts.get(number) or b"") + b"\n" for number in numbers)

    def repeated(self, attribute: str) -> bytes:
        """Returns an attribute of the document, once for each segment; empty lines if it has none."""
        return self.about(attribute) * self.count

    def about(self, attribute: str) -> bytes:
        """Returns an attribute of the document as a line; an empty one if it has none."""
        value = " ".join(self.document.attributes.get(attribute, "").split())
        return (value + "\n").encode()

    def _texts(self, groups: list[SegmentGroup]) -> NumberedLines:
        """Returns the segments of groups; of several with the same number the last one."""
        texts: NumberedLines = {}
        for group in groups:
            lines: list[bytes | None] = [*group.lines.split(b"\n")[:-1]]
            for empty in group.empty:
                lines[empty] = None
            texts.update(zip(self._numbers(group), lines, strict=True))
        return texts

    def _numbers(self, group: SegmentGroup) -> list[int]:
        last = ""
        try:
            return [int(last := key) for key in group.keys.decode().split("\0")[:-1]]
        except ValueError:
            problem = f"a <seg> of this <{group.name}> has the id {last!r}, which is not a number"
            raise FormatError(self._path, group.line, problem) from None


class SegmentGroup:
    """Segments that belong together, such as the source of a document.

    Attributes:
        name: the element's name.
        line: its line in the file.
        attributes: its attributes.
        keys: what tells its segments apart, each followed by NUL.
        lines: one line of UTF-8 for each segment: its text, with single blanks for white space.
        empty: which segments have no text at all, not even white space.
        cut: the line where a segment has text behind other markup, or 0.
    """

    name: str
    line: int
    attributes: dict[str, str]
    keys: bytes
    lines: bytes
    empty: list[int]
    cut: int

    def __init__(self, group: tuple[str, int, dict[str, str], bytes, bytes, list[int], int]) -> None:
        self.name, self.line, self.attributes, self.keys, self.lines, self.empty, self.cut = group


class _XmlDocument:
    """A document.

    Attributes:
        line: its line in the file.
        attributes: its attributes.
        groups: its groups of segments, in order.
    """

    def __init__(self, line: int, attributes: dict[str, str], groups: list[SegmentGroup]) -> None:
        self.line = line
        self.attributes = attributes
        self.groups = groups


def documents(
    path: str, groups: list[str], *, whole: bool = False, encoding: str | None = None
) -> Iterator[_XmlDocument]:
    """Yields the `<doc>` elements of an XML file, and the `<seg>` elements in groups of theirs.

    Args:
        path: the file; one whose name ends in `.gz` is decompressed.
        groups: the names of the elements that are groups.
        whole: whether all text of a segment counts, and none may stand in a group outside of segments.
            Otherwise the text ends where another element, a comment or a processing instruction begins in it.
        encoding: the file's; by default what it declares.

    Raises:
        UnreadableFileError: it cannot be read.
        UndecodableLineError: it is not valid in the encoding that it declares, which is not UTF-8.
        FormatError: it is not well-formed, or not complete, or declares entities or attributes of its own, or
            one document is larger than memory should be.
    """
    parser = _core.XmlDocuments("doc", groups, "seg", "id", whole)
    try:
        for block in pieces(path, encoding):
            for line, attributes, parsed in parser.feed(block):
                yield _XmlDocument(line, attributes, [SegmentGroup(group) for group in parsed])
        parser.finish()
    except FormatError as problem:
        if not problem.path:
            raise FormatError(path, problem.line, problem.problem) from None
        raise
