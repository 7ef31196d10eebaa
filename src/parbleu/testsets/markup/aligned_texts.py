"""Aligns the texts that files with markup contain."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from parbleu.errors import FormatError
from parbleu.testsets.markup.marked_document import KINDS, Document, title
from parbleu.testsets.markup.markup_reader import read_documents

Ids = tuple[str, ...]

MOST_FAULTS = 20
CHANGED = "it has changed since it was read first; run this again"


class AlignedText:
    """One text: the source, a reference, a system's translation.

    Attributes:
        kind: "src", "ref" or "hyp".
        name: the reference's or the system's; "" if it has none.
        language: as the files call it; "" if they do not.
        documents: document -> the ids of its segments, in the order of the files.
        segments: how many there are.
        markup: the file and line of the first segment with other markup in it; "" if there is none.
    """

    def __init__(self, kind: str, name: str, language: str) -> None:
        self.kind = kind
        self.name = name
        self.language = language
        self.documents: dict[str, Ids] = {}
        self.segments: int = 0
        self.markup: str = ""
        self._places: dict[str, tuple[str, int]] = {}

    @property
    def title(self) -> str:
        """The name of the text in messages."""
        return title(self.kind, self.name)

    def add(self, document: Document, ids: Ids, path: str) -> None:
        """Registers a document of a file; its name must be unique."""
        docid = document.docid
        if docid in self.documents:
            before = "{}:{}".format(*self._places[docid])
            problem = f"the document {docid!r} of {self.title} stands here again, after {before}"
            hint = "; give each reference or system a sysid of its own" if self.kind != "src" else ""
            raise FormatError(path, document.line, problem + hint)
        self.documents[docid] = ids
        self.segments += len(ids)
        self._places[docid] = (path, document.line)
        if document.markup and not self.markup:
            self.markup = f"{path}:{document.markup}"

    def check(self, first: AlignedText) -> None:
        """Checks that the text has no document or segment that another text lacks."""
        for docid, ids in self.documents.items():
            known = first.documents.get(docid)
            if known is None:
                problem = f"the document {docid!r} of {self.title} is not in {first.title}"
                raise FormatError(*self._places[docid], problem)
            if ids is not known and (more := set(ids).difference(known)):
                key = next(key for key in ids if key in more)
                problem = f"the segment {key!r} of {docid!r} in {self.title} is not in {first.title}"
                raise FormatError(*self._places[docid], problem)

    def lacks(self, first: AlignedText) -> tuple[str, str] | None:
        """Returns the first document and segment of another text that is not here, or None."""
        if self.segments == first.segments:
            return None
        for docid, ids in first.documents.items():
            mine = set(self.documents.get(docid, ()))
            for key in ids:
                if key not in mine:
                    return docid, key
        return None


@dataclass(frozen=True)
class DocumentPart:
    """A document of a text, with all segments that the first text has.

    Attributes:
        text: the text.
        docid: the document's name.
        ids: the names of its segments.
        segments: the text of each; "" for one that is lacking.
    """

    text: AlignedText
    docid: str
    ids: Ids
    segments: list[str]


class FileTexts:
    """The texts of files that belong together, such as source, references and translations.

    The files are read once for this, and only names and numbers stay in memory.

    Args:
        paths: the files.
        encoding: theirs, if it is not the one that they declare.
        lenient: reports faults of SGML that leave segments whole, and continues.

    Attributes:
        texts: the source, the references, the systems' translations, in the order of the files.
        first: the text that the others are held to: the source if there is one.
        faults: file -> line -> problem; of each file the first ones.

    Raises:
        FormatError: as `parbleu.testsets.read_documents`; or a text has a document twice, or one that the
            source has not, or a segment that it has not.
        UnreadableFileError, UndecodableLineError: as `parbleu.testsets.read_documents`.
    """

    def __init__(self, paths: Sequence[str], encoding: str | None = None, *, lenient: bool = False) -> None:
        self._paths = paths
        self._encoding = encoding
        self._lenient = lenient
        self.faults: dict[str, dict[int, str]] = {}
        texts: dict[tuple[str, str], AlignedText] = {}
        known: dict[Ids, Ids] = {}  # most documents of a set have the same ones
        for path, document in self._documents():
            key = (document.kind, document.name)
            text = texts.setdefault(key, AlignedText(*key, document.language))
            ids = tuple(document.ids)
            text.add(document, known.setdefault(ids, ids), path)
        self.texts: list[AlignedText] = sorted(texts.values(), key=lambda text: KINDS.index(text.kind))
        self.first: AlignedText = self.texts[0]
        for text in self.texts[1:]:
            text.check(self.first)

    def _documents(self) -> Iterator[tuple[str, Document]]:
        for path in self._paths:
            fault = partial(self._note, path) if self._lenient else None
            for document in read_documents(path, self._encoding, fault=fault):
                yield path, document

    def _note(self, path: str, line: int, problem: str) -> None:
        found = self.faults.setdefault(path, {})
        if len(found) < MOST_FAULTS:
            found.setdefault(line, problem)

    def parts(
        self, texts: Collection[AlignedText], docids: Collection[str] | None = None
    ) -> Iterator[DocumentPart]:
        """Yields texts, document by document in the order of the first text, which all then have.

        Reads the files again. What stands in the same order is not kept in memory.

        Args:
            texts: which.
            docids: only these documents.

        Raises:
            FormatError, UnreadableFileError, UndecodableLineError: as `FileTexts`, if a file has changed.
        """
        order = [docid for docid in self.first.documents if docids is None or docid in docids]
        sorters = {(text.kind, text.name): _Sorter(text, self.first, order) for text in texts}
        for path, document in self._documents():
            sorter = sorters.get((document.kind, document.name))
            if sorter is not None:
                if tuple(document.ids) != sorter.text.documents.get(document.docid):
                    raise FormatError(path, document.line, CHANGED)
                yield from sorter.add(document)
        for sorter in sorters.values():
            yield from sorter.rest()
            if not sorter.is_done:
                raise FormatError(", ".join(self._paths), 0, CHANGED)


class _Sorter:
    """Puts the documents and segments of a text in order, with empty segments for those that it lacks."""

    def __init__(self, text: AlignedText, first: AlignedText, order: Sequence[str]) -> None:
        self.text = text
        self._first = first
        self._order = iter(order)
        self._next = next(self._order, None)
        self._waiting: dict[str, dict[str, str]] = {}
        self._wanted = set(order)

    @property
    def is_done(self) -> bool:
        """Whether all documents have been yielded."""
        return self._next is None

    def add(self, document: Document) -> Iterator[DocumentPart]:
        """Adds a document; yields the documents that are next in order."""
        if document.docid in self._wanted:
            self._waiting[document.docid] = dict(zip(document.ids, document.segments, strict=True))
            yield from self.rest()

    def rest(self) -> Iterator[DocumentPart]:
        """Yields the remaining documents in order."""
        while self._next is not None:
            segments = self._waiting.pop(self._next, None)
            if segments is None:
                if self._next in self.text.documents:
                    return
                segments = {}
            ids = self._first.documents[self._next]
            yield DocumentPart(self.text, self._next, ids, [segments.get(key, "") for key in ids])
            self._next = next(self._order, None)
