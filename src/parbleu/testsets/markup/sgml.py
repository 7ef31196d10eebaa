"""Reads the SGML of NIST and WMT, and the "XML" of IWSLT, also where it is not valid."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html.entities import html5
from re import Match

from parbleu.testsets.markup.marked_document import Document
from parbleu.testsets.markup.text_scanner import Scanner

Attributes = dict[str, str]
Tell = Callable[[int, str], object] | None

SETS = {"srcset": "src", "refset": "ref", "tstset": "hyp"}
ELEMENTS = {*SETS, "mteval", "doc", "hl", "p", "seg"}
"""The elements that are known. In others may be any text, which is of no interest."""

LONGEST_MARKUP = 1 << 16
LONGEST_SEGMENT = 1 << 22
LARGEST_DOCUMENT = 1 << 26
"""Limits in characters, far above those of real text; a broken file would otherwise fill the memory."""

_NAME = r"[A-Za-z][\w:.-]*"
_VALUE = r"\"[^\"<]*\"|'[^'<]*'|[^\s\"'<>]*[^\s\"'<>/]"
_MARKUP = re.compile(rf"<(?:/?{_NAME}|[!?])")
_TAG = re.compile(rf"<(/?)({_NAME})((?:\s+{_NAME}(?:\s*=\s*(?:{_VALUE}))?)*)\s*(/?)>")
_ATTRIBUTE = re.compile(rf"\s+({_NAME})\s*=\s*({_VALUE})")
_DECLARATION = re.compile(r"<!--.*?-->|<\?[^>]*>|<!doctype\s[^>\[]*>", re.DOTALL | re.IGNORECASE)
# A segment as most are. One pattern for all of it takes a third of the time.
_PLAIN = re.compile(
    r"\s*<seg\s+id\s*=\s*(?:\"([\w.-]+)\"|'([\w.-]+)'|([\w.-]+))\s*>([^<]*)</seg\s*>", re.IGNORECASE
)
_REFERENCE = re.compile(r"&(?:#([0-9]{1,10}|[xX][0-9a-fA-F]{1,10})|([A-Za-z][A-Za-z0-9]*));")
_SEGMENT_END = re.compile(rf"(</seg\s*>)|<(?:seg|/?(?:doc|mteval|{'|'.join(SETS)}))(?=[\s/>])", re.IGNORECASE)


def read_sgml(path: str, encoding: str | None = None, fault: Tell = None) -> Iterator[Document]:
    """Yields the documents of a file, as `parbleu.testsets.read_documents` does."""
    return _Reader(path, encoding, fault).documents()


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

    def __init__(self, path: str, encoding: str | None, fault: Tell) -> None:
        self._scanner = Scanner(path, encoding)
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
            found = _MARKUP.search(scanner.text, scanner.at)
            self._skip_text(found.start() if found else len(scanner.text))
            if found and found[0] in ("<!", "<?"):
                self._declaration()
            elif found:
                document = self._tag(found[0])
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
            self._scanner.fail(f"{problem}; `parbleu convert sgm --lenient` goes on", line)
        self._tell(line or self._scanner.line(self._scanner.at), problem)

    def _declaration(self) -> None:
        """Skips a comment, a processing instruction, or a document type without declarations of its own."""
        scanner = self._scanner
        found = scanner.look(_DECLARATION.match, LONGEST_MARKUP)
        if found is None:
            shown = scanner.text[scanner.at :][:20].split("\n")[0]
            scanner.fail(f"{shown!r} is not ended, or declares what is not read here, such as entities")
        scanner.at = found.end()

    def _tag(self, begin: str) -> Document | None:
        """Deals with a tag; returns the document that ends with it."""
        scanner = self._scanner
        found = scanner.look(_TAG.match, LONGEST_MARKUP)
        if found is None:
            scanner.fail(f"the tag {begin!r} is malformed or not ended: are its quotes in pairs?")
        line = scanner.line(scanner.at)
        scanner.at = found.end()
        is_end, name, is_empty = found[1], found[2].lower(), bool(found[4])
        if name not in ELEMENTS:
            if is_end and name == self._aside:
                self._aside = ""
            elif not is_end and not is_empty:
                self._aside = self._aside or name
            return None
        self._aside = ""
        if is_end:
            return self._end(name, line)
        attributes = self._attributes(found[3], line)
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
        around = next((each for each in self._open if each == name or each in SETS), None)
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
        while found := _PLAIN.match(scanner.text, scanner.at):
            scanner.at = found.start(4)
            self._add(document, found[1] or found[2] or found[3], found[4])
            scanner.at = found.end()

    def _segment(self, key: str, line: int, is_empty: bool) -> None:
        """Takes a segment whose tag has been read."""
        scanner, document = self._scanner, self._document
        if document is None:
            scanner.fail("a <seg> outside of a <doc>: put it into one", line)
        if is_empty:
            self._add(document, key, "")
            return
        end = scanner.look(_SEGMENT_END.search, LONGEST_SEGMENT)
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
        """Adds a segment whose text begins here. One without id is called by its place."""
        key = key or str(len(document.ids) + 1)
        if key in self._ids:
            self._scanner.fail(document.twice(key))
        self._size += len(text)
        if self._size > LARGEST_DOCUMENT:
            self._scanner.fail(f"a document of more than {LARGEST_DOCUMENT:,} characters", document.line)
        self._ids.add(key)
        document.ids.append(key)
        document.segments.append(self._plain(text))

    def _plain(self, text: str, line: int | None = None) -> str:
        try:
            resolved = _REFERENCE.sub(_character, text) if "&" in text else text
            return " ".join(resolved.split())
        except ValueError as problem:
            self._scanner.fail(str(problem), line)


def _character(found: Match[str]) -> str:
    """Returns what a reference such as `&amp;` or `&#233;` stands for; one that is not known, as it is.

    Raises:
        ValueError: a number stands for no character.
    """
    number, name = found.groups()
    if name:
        return html5.get(f"{name};", found[0])
    code = int(number[1:], 16) if number[0] in "xX" else int(number)
    if not 0 < code < 0x110000 or 0xD800 <= code < 0xE000:
        raise ValueError(f"{found[0]} stands for no character")
    return chr(code)
