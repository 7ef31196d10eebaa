"""Reads test files with markup: the SGML of NIST, WMT and IWSLT, which may be invalid, and WMT's XML."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from html.entities import html5
from os import PathLike, fspath
from re import Match
from typing import NoReturn

from parbleu._io.lines import what_it_is
from parbleu.errors import FormatError, OptionError
from parbleu.testsets.formats._raw_text import pieces, whole_lines
from parbleu.testsets.formats._wmt_xml import SegmentGroup, documents

KINDS = ("src", "ref", "hyp")
"""Source, reference, a system's translation."""

_NAMES = {"src": (), "ref": ("translator", "system"), "hyp": ("system", "translator")}
"""The attributes that name a text, the usual one first."""

Attributes = dict[str, str]
_Look = Callable[[str, int, int], Match[str] | None]
"""`match` or `search` of a pattern."""
_BOM = "\ufeff"
_TABLES = "`parbleu score` reads columns, --hyp and --ref, and `parbleu convert --column COLUMN` writes one"
_Tell = Callable[[int, str], object] | None

SETS = {"srcset": "src", "refset": "ref", "tstset": "hyp"}
_ELEMENTS = {*SETS, "mteval", "doc", "hl", "p", "seg"}
"""The elements that are known. In others may be any text, which is of no interest."""

_LONGEST_MARKUP = 1 << 16
_LONGEST_SEGMENT = 1 << 22
_LARGEST_DOCUMENT = 1 << 26
"""Limits in characters, far above those of real text; a broken file would otherwise fill the memory."""

_NAME = r"[A-Za-z][\w:.-]*"
_VALUE = r"\"[^\"<]*\"|'[^'<]*'|[^\s\"'<>]*[^\s\"'<>/]"
_MARKUP = re.compile(rf"<(?:/?{_NAME}|[!?])")
_TAG = re.compile(rf"<(/?)({_NAME})((?:\s+{_NAME}(?:\s*=\s*(?:{_VALUE}))?)*)\s*(/?)>")
_ATTRIBUTE = re.compile(rf"(?<!\s)\s+({_NAME})\s*=\s*({_VALUE})")
_DECLARATION = re.compile(r"<!--.*?-->|<\?[^>]*>|<!doctype\s[^>\[]*>", re.DOTALL | re.IGNORECASE)
# A segment as most are. One pattern for all of it takes a third of the time.
_PLAIN = re.compile(
    r"\s*<seg\s+id\s*=\s*(?:\"([\w.-]+)\"|'([\w.-]+)'|([\w.-]+))\s*>([^<]*)</seg\s*>", re.IGNORECASE
)
_REFERENCE = re.compile(r"&(?:#([0-9]{1,10}|[xX][0-9a-fA-F]{1,10})|([A-Za-z][A-Za-z0-9]*));")
_SEGMENT_END = re.compile(rf"(</seg\s*>)|<(?:seg|/?(?:doc|mteval|{'|'.join(SETS)}))(?=[\s/>])", re.IGNORECASE)
_COMMENT_OR_ELEMENT = re.compile(r"<!--.*?(?:-->|\Z)|<([A-Za-z][\w:.-]*)", re.DOTALL)


@dataclass
class Document:
    """The segments of a document in the source, in a reference or in a system's translation.

    Attributes:
        kind: "src", "ref" or "hyp".
        name: the reference's or the system's; "" if it has none, and for the source.
        docid: the document's; where it has none, its number in the file, counted from 1.
        language: that of the text as the file calls it; "" if it does not.
        line: where it begins in the file.
        ids: the names of the segments, unique in the document.
        segments: the text of each: references to characters resolved, with single blanks for white space.
        markup: the line of a segment that has other markup in it; 0 if none has.
    """

    kind: str
    name: str
    docid: str
    language: str
    line: int
    ids: list[str] = field(default_factory=list)
    segments: list[str] = field(default_factory=list)
    markup: int = 0

    @property
    def title(self) -> str:
        """The name in messages of the text that contains the document, such as "hyp online-A"."""
        return title(self.kind, self.name)

    def twice(self, key: str) -> str:
        """Returns the message for two segments with this id."""
        return f"the segment {key!r} stands twice in the document {self.docid!r} of {self.title}"


def title(kind: str, name: str) -> str:
    """Returns the name of a text in messages: its kind, and its name if it has one."""
    return f"{kind} {name}" if name else kind


def read_documents(
    path: str | PathLike[str], encoding: str | None = None, *, fault: _Tell = None
) -> Iterator[Document]:
    """Yields the documents of a test file in SGML or XML, one at a time, without loading the whole file.

    The file is in the SGML of NIST and WMT (`srcset`, `refset`, `tstset`), which IWSLT calls XML, or in the
    XML of WMT since 2021. SGML is taken as people write it: tags in any case, values in any or no quotes, no
    end tags but for those of segments and sets. XML has to be well-formed.

    Args:
        path: the file; one whose name ends in `.gz` is decompressed.
        encoding: its encoding; by default the one that it declares, or UTF-8.
        fault: called with the line and the problem of what leaves all segments of SGML whole: text outside of
            them, which is left out, and missing end tags of documents and sets. Without it that is an error.

    Raises:
        UnreadableFileError: it cannot be read.
        UndecodableLineError: it is not valid in its encoding.
        FormatError: the file is invalid; the message names the line. Such are a segment that does not
            end, two segments of the same id in a document, text outside of segments, a file that is cut off
            or has no segment, declarations of entities.
    """
    name = fspath(path)
    is_sgml = _is_sgml(name, encoding)
    empty = True
    for document in _Reader(name, encoding, fault).documents() if is_sgml else _read_wmt(name, encoding):
        empty = empty and not document.ids
        yield document
    if empty:
        raise FormatError(name, 0, "there is no segment in it: each is <seg id=...> in a <doc>")


def read_segments(
    path: str | PathLike[str], kind: str = "src", name: str | None = None, encoding: str | None = None
) -> Iterator[str]:
    """Yields the segments of one text of a test file in SGML or XML, such as the source.

    Args:
        path: the file.
        kind: "src", "ref" or "hyp".
        name: the reference or system, if there are several.
        encoding: of the file; by default the one that it declares, or UTF-8.

    Raises:
        OptionError: there is no such kind.
        FormatError: the file is invalid, or there is no such text, or several.
        UnreadableFileError: it cannot be read.
        UndecodableLineError: it is not valid in its encoding.
    """
    if kind not in KINDS:
        raise OptionError(f"kind is one of {', '.join(KINDS)}, not {kind!r}")
    others: dict[str, None] = {}
    chosen, has_text = name, False
    for document in read_documents(path, encoding):
        if document.kind != kind or (name is not None and document.name != name):
            others.setdefault(document.title)
            continue
        if chosen is None:
            chosen = document.name
        if document.name != chosen:
            problem = f"there are several texts {kind}, {chosen!r} and {document.name!r}: name one"
            raise FormatError(str(path), document.line, problem)
        has_text = True
        yield from document.segments
    if not has_text:
        problem = f"there is no {title(kind, name or '')} in it, only {', '.join(others)}"
        raise FormatError(str(path), 0, problem)


def _is_sgml(path: str, encoding: str | None) -> bool:
    """Returns whether a file's first element is one of those that files in SGML have.

    Raises:
        FormatError: it begins with no element.
    """
    begin = next(pieces(path, encoding), b"")
    head = begin.decode(errors="replace")
    elements = (match[1] for match in _COMMENT_OR_ELEMENT.finditer(head) if match[1])
    first = next(elements, None) if head.removeprefix(_BOM).lstrip().startswith("<") else None
    if first is None:
        if kind := what_it_is(path, begin, "utf-16" if "\0" in head else "utf-8", _TABLES):
            hint = f": it {kind}"
        elif "\0" in head:
            hint = "; name its encoding, such as utf-16-le"
        else:
            hint = "; plain text needs no conversion"
        raise FormatError(path, 0, f"it does not begin as SGML or XML does{hint}")
    return first.lower() in _ELEMENTS


def _read_wmt(path: str, encoding: str | None = None) -> Iterator[Document]:
    """Yields the texts of the documents of a file in WMT's XML."""
    for number, parsed in enumerate(documents(path, list(KINDS), whole=True, encoding=encoding), 1):
        docid = " ".join(parsed.attributes.get("id", "").split()) or str(number)
        texts: dict[tuple[str, str], Document] = {}
        for group in parsed.groups:
            name = _first(group, _NAMES[group.name])
            language = _first(group, ("lang", "language"))
            text = texts.setdefault(
                (group.name, name), Document(group.name, name, docid, language, group.line)
            )
            text.ids += group.keys.decode().split("\0")[:-1]
            text.segments += group.lines.decode().split("\n")[:-1]
            text.markup = text.markup or group.cut
        for text in texts.values():
            if len(set(text.ids)) < len(text.ids):
                twice = next(key for at, key in enumerate(text.ids) if key in text.ids[:at])
                raise FormatError(path, text.line, text.twice(twice))
            yield text


def _first(group: SegmentGroup, names: tuple[str, ...]) -> str:
    """Returns the first of these attributes that the group has; "" without any."""
    values = (group.attributes.get(name, "") for name in names)
    return " ".join(next(filter(None, values), "").split())


class _Set:
    """A `<srcset>`, `<refset>` or `<tstset>`. Documents that are in none are taken for the source."""

    def __init__(self, tag: str, attributes: Attributes) -> None:
        self.kind = SETS.get(tag, "src")
        self.documents = 0
        self._name = _name(attributes)
        self._language = attributes.get("srclang" if self.kind == "src" else "trglang", "")

    def document(self, attributes: Attributes, line: int) -> Document:
        """Returns a document that begins in the set."""
        self.documents += 1
        name = "" if self.kind == "src" else _name(attributes) or self._name
        docid = attributes.get("docid") or str(self.documents)
        return Document(self.kind, name, docid, self._language, line)


def _name(attributes: Attributes) -> str:
    return attributes.get("sysid") or attributes.get("refid") or ""


class _Reader:
    """One file."""

    def __init__(self, path: str, encoding: str | None, fault: _Tell) -> None:
        self._scanner = _Scanner(path, encoding)
        self._tell = fault
        self._open: dict[str, int] = {}  # elements around documents, and their lines
        self._set = _Set("", {})
        self._document: Document | None = None
        self._ids: set[str] = set()  # of the document
        self._size = 0  # of the document
        self._aside = ""  # the element in which there may be any text

    def documents(self) -> Iterator[Document]:
        """Yields document after document."""
        scanner = self._scanner
        while True:
            if self._document is not None:
                self._plain_segments(self._document)
            match = _MARKUP.search(scanner.text, scanner.at)
            self._skip_text(match.start() if match else len(scanner.text))
            if match and match[0] in ("<!", "<?"):
                self._declaration()
            elif match:
                document = self._tag(match[0])
                if document is not None:
                    yield document
            elif not scanner.more():
                break
        if self._document is not None:
            self._cut_off("doc", self._document.line)
            yield self._document
        for element, line in self._open.items():
            self._cut_off(element, line)

    def _cut_off(self, element: str, line: int) -> None:
        where = f"inside of the <{element}> of line {line}"
        self._fault(f"the file ends {where}: it is cut off, or </{element}> is missing")

    def _skip_text(self, end: int) -> None:
        """Skips what stands between markup: nothing, but in elements of other names."""
        scanner = self._scanner
        if not self._aside:
            text = scanner.text[scanner.at : end]
            outside = text.lstrip()
            if outside:
                shown = outside[:40].split("\n")[0].rstrip()
                self._fault(f"text outside of a segment: {shown!r}", scanner.line(end - len(outside)))
        scanner.at = end

    def _fault(self, problem: str, line: int | None = None) -> None:
        """Reports a fault that leaves segments whole to `fault`, or raises an error without it."""
        if self._tell is None:
            self._scanner.fail(f"{problem}; `parbleu convert --lenient` goes on", line)
        self._tell(line or self._scanner.line(self._scanner.at), problem)

    def _declaration(self) -> None:
        """Skips a comment, a processing instruction, or a document type without declarations of its own."""
        scanner = self._scanner
        match = scanner.look(_DECLARATION.match, _LONGEST_MARKUP)
        if match is None:
            shown = scanner.text[scanner.at :][:20].split("\n")[0]
            scanner.fail(f"{shown!r} is not ended, or declares what is not read here, such as entities")
        scanner.at = match.end()

    def _tag(self, begin: str) -> Document | None:
        """Deals with a tag; returns the document that ends with it."""
        scanner = self._scanner
        match = scanner.look(_TAG.match, _LONGEST_MARKUP)
        if match is None:
            scanner.fail(f"the tag {begin!r} is malformed or not ended: are its quotes in pairs?")
        line = scanner.line(scanner.at)
        scanner.at = match.end()
        is_end, name, is_empty = match[1], match[2].lower(), bool(match[4])
        if name not in _ELEMENTS:
            if is_end and name == self._aside:
                self._aside = ""
            elif not is_end and not is_empty:
                self._aside = self._aside or name
            return None
        self._aside = ""
        if is_end:
            return self._end(name, line)
        attributes = self._attributes(match[3], line)
        if name == "seg":
            self._segment(attributes.get("id", ""), line, is_empty)
            return None
        return self._start(name, attributes, line)

    def _attributes(self, values: str, line: int) -> Attributes:
        attributes = {}
        for name, value in _ATTRIBUTE.findall(values):
            quoted = value[1:-1] if value[0] in "\"'" else value
            attributes[name.lower()] = self._plain(quoted, line)
        return attributes

    def _start(self, name: str, attributes: Attributes, line: int) -> Document | None:
        if name in ("hl", "p"):
            return None
        done = self._finished()
        if name == "doc":
            self._document = self._set.document(attributes, line)
            self._ids = set()
            self._size = 0
            return done
        around = next((element for element in self._open if element == name or element in SETS), None)
        if around is not None:
            self._scanner.fail(
                f"a <{name}> inside of the <{around}> of line {self._open[around]}, which must end first",
                line,
            )
        self._open[name] = line
        self._set = _Set(name, attributes)
        return done

    def _end(self, name: str, line: int) -> Document | None:
        if name in ("hl", "p"):
            return None
        if name == "seg":
            self._fault("</seg> without a <seg>", line)
            return None
        if name not in self._open and (name != "doc" or self._document is None):
            self._scanner.fail(f"</{name}> without a <{name}>", line)
        if self._open.pop(name, None) is not None:
            self._set = _Set("", {})
        return self._finished()

    def _finished(self) -> Document | None:
        """Returns the document that ends here, if one does: its end tag may be left out."""
        done, self._document = self._document, None
        return done

    def _plain_segments(self, document: Document) -> None:
        """Takes all segments that follow one another without anything unusual."""
        scanner = self._scanner
        while match := _PLAIN.match(scanner.text, scanner.at):
            scanner.at = match.start(4)
            self._add(document, match[1] or match[2] or match[3], match[4])
            scanner.at = match.end()

    def _segment(self, key: str, line: int, is_empty: bool) -> None:
        """Takes a segment whose tag has been read."""
        scanner, document = self._scanner, self._document
        if document is None:
            scanner.fail("a <seg> outside of a <doc>: put it into one", line)
        if is_empty:
            self._add(document, key, "")
            return
        end = scanner.look(_SEGMENT_END.search, _LONGEST_SEGMENT)
        if end is None:
            scanner.fail("a <seg> without its </seg>: the file is cut off, or a quote or > is missing", line)
        if end[1] is None:
            scanner.fail(f"a <seg> that does not end: {end[0]}> comes before its </seg>", line)
        text = scanner.text[scanner.at : end.start()]
        if not document.markup and _MARKUP.search(text):
            document.markup = line
        self._add(document, key, text)
        scanner.at = end.end()

    def _add(self, document: Document, key: str, text: str) -> None:
        """Adds a segment whose text begins here. One without an id is named by its number."""
        key = key or str(len(document.ids) + 1)
        if key in self._ids:
            self._scanner.fail(document.twice(key))
        self._size += len(text)
        if self._size > _LARGEST_DOCUMENT:
            self._scanner.fail(f"a document of more than {_LARGEST_DOCUMENT:,} characters", document.line)
        self._ids.add(key)
        document.ids.append(key)
        document.segments.append(self._plain(text))

    def _plain(self, text: str, line: int | None = None) -> str:
        try:
            resolved = _REFERENCE.sub(_character, text) if "&" in text else text
            return " ".join(resolved.split())
        except ValueError as problem:
            self._scanner.fail(str(problem), line)


def _character(reference: Match[str]) -> str:
    """Returns what a reference such as `&amp;` or `&#233;` stands for; one that is not known, as it is.

    Raises:
        ValueError: a number stands for no character.
    """
    number, name = reference.groups()
    if name:
        return html5.get(f"{name};", reference[0])
    code = int(number[1:], 16) if number[0] in "xX" else int(number)
    if not 0 < code < 0x110000 or 0xD800 <= code < 0xE000:
        raise ValueError(f"{reference[0]} stands for no character")
    return chr(code)


class _Scanner:
    """A file that is read in pieces; only the part that is not yet processed is in memory.

    Args:
        path: the file.
        encoding: its encoding, if it is not the one that the file declares.

    Attributes:
        text: the text that has been read; it ends at the end of a line.
        at: the offset up to which the text has been processed.
    """

    def __init__(self, path: str, encoding: str | None) -> None:
        self.text: str = ""
        self.at: int = 0
        self._path = path
        self._pieces = whole_lines(pieces(path, encoding), path)
        self._line = 1
        self._counted = 0  # up to where line ends are counted

    def more(self) -> bool:
        """Reads a piece and discards the processed text; returns False at the end of the file."""
        piece = next(self._pieces, None)
        if piece is None:
            return False
        self.line(self.at)
        number, lines = piece
        self.text = f"{self.text[self.at :]}{lines.removeprefix(_BOM) if number == 1 else lines}\n"
        self.at = 0
        self._counted = 0
        return True

    def look(self, look: _Look, longest: int) -> Match[str] | None:
        """Returns the match within the next `longest` characters."""
        while (match := look(self.text, self.at, self.at + longest)) is None:
            if len(self.text) - self.at >= longest or not self.more():
                return None
        return match

    def line(self, at: int) -> int:
        """Returns the line of an offset. Offsets must not decrease from call to call."""
        if at > self._counted:
            self._line += self.text.count("\n", self._counted, at)
            self._counted = at
        return self._line

    def fail(self, problem: str, line: int | None = None) -> NoReturn:
        """Raises a FormatError for a line, by default the current one."""
        raise FormatError(self._path, self.line(self.at) if line is None else line, problem)
