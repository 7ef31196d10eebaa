"""Extracts text from test files in SGML or XML, a line for each segment of the source."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial

from parbleu._base.known_names import check_name
from parbleu._base.log import inform, warn
from parbleu._base.wording import counted, nearest
from parbleu._io.atomic import make_directory, replacing
from parbleu.errors import FormatError, OptionError
from parbleu.tables import Column, Result, Table
from parbleu.testsets._markup_files import KINDS, Document, read_documents, title

SET, SYSTEM = "{set}", "{system}"
_WORDS = {"src": "source", "ref": "reference", "hyp": "system"}

_Ids = tuple[str, ...]

_MOST_FAULTS = 20
_CHANGED = "it has changed since it was read first; run this again"


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
        self.documents: dict[str, _Ids] = {}
        self.segments: int = 0
        self.markup: str = ""
        self._positions: dict[str, tuple[str, int]] = {}

    @property
    def title(self) -> str:
        """The name of the text in messages."""
        return title(self.kind, self.name)

    def add(self, document: Document, ids: _Ids, path: str) -> None:
        """Registers a document of a file; its name must be unique."""
        docid = document.docid
        if docid in self.documents:
            before = "{}:{}".format(*self._positions[docid])
            problem = f"the document {docid!r} of {self.title} stands here again, after {before}"
            hint = "; give each reference or system a sysid of its own" if self.kind != "src" else ""
            raise FormatError(path, document.line, problem + hint)
        self.documents[docid] = ids
        self.segments += len(ids)
        self._positions[docid] = (path, document.line)
        if document.markup and not self.markup:
            self.markup = f"{path}:{document.markup}"

    def check(self, first: AlignedText) -> None:
        """Checks that the text has no document or segment that another text lacks."""
        for docid, ids in self.documents.items():
            known = first.documents.get(docid)
            if known is None:
                problem = f"the document {docid!r} of {self.title} is not in {first.title}"
                raise FormatError(*self._positions[docid], problem)
            if ids is not known and (more := set(ids).difference(known)):
                key = next(key for key in ids if key in more)
                problem = f"the segment {key!r} of {docid!r} in {self.title} is not in {first.title}"
                raise FormatError(*self._positions[docid], problem)

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
    ids: _Ids
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
        FormatError: a file is invalid, or a text has a document twice, or one that the source has not, or a
            segment that it has not.
        UnreadableFileError: a file cannot be read.
        UndecodableLineError: a file is not valid in its encoding.
    """

    def __init__(self, paths: Sequence[str], encoding: str | None = None, *, lenient: bool = False) -> None:
        self._paths = paths
        self._encoding = encoding
        self._lenient = lenient
        self.faults: dict[str, dict[int, str]] = {}
        texts: dict[tuple[str, str], AlignedText] = {}
        known: dict[_Ids, _Ids] = {}  # most documents of a set have the same ones
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
        faults = self.faults.setdefault(path, {})
        if len(faults) < _MOST_FAULTS:
            faults.setdefault(line, problem)

    def parts(
        self, texts: Collection[AlignedText], docids: Collection[str] | None = None
    ) -> Iterator[DocumentPart]:
        """Yields texts, all documents or those named, in the order of the first text, which all then have.

        Reads the files again. What stands in the same order is not kept in memory.

        Raises:
            FormatError, UnreadableFileError, UndecodableLineError: a file has changed meanwhile.
        """
        order = [docid for docid in self.first.documents if docids is None or docid in docids]
        sorters = {(text.kind, text.name): _Sorter(text, self.first, order) for text in texts}
        for path, document in self._documents():
            sorter = sorters.get((document.kind, document.name))
            if sorter is not None:
                if tuple(document.ids) != sorter.text.documents.get(document.docid):
                    raise FormatError(path, document.line, _CHANGED)
                yield from sorter.add(document)
        for sorter in sorters.values():
            yield from sorter.rest()
            if not sorter.is_done:
                raise FormatError(", ".join(self._paths), 0, _CHANGED)


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


@dataclass(frozen=True)
class TextList(Result):
    """The texts of test files.

    Attributes:
        texts: the source, the references, the systems' translations.
        first: the text that the others are held to: the source if there is one.
    """

    texts: tuple[AlignedText, ...]
    first: AlignedText

    def tables(self) -> tuple[Table, ...]:
        """Returns a row for each text; segments of the first text that it lacks are missing."""
        columns = [
            *(Column(name) for name in ("set", "system", "language")),
            *(Column(name, kind=int) for name in ("documents", "segments", "missing")),
        ]
        rows = [
            (
                *(text.kind, text.name, text.language),
                *(len(text.documents), text.segments, self.first.segments - text.segments),
            )
            for text in self.texts
        ]
        return (Table("texts", columns, rows),)


@dataclass(frozen=True)
class ExtractedSegments(Result):
    """The segments of texts of test files.

    Attributes:
        parts: the documents of one text after the other, each with all segments that the source has.
    """

    parts: tuple[DocumentPart, ...]

    def tables(self) -> tuple[Table, ...]:
        """Returns a row for each segment of each text."""
        columns = [Column(name) for name in ("set", "system", "document", "segment", "text")]
        rows = [
            (part.text.kind, part.text.name, part.docid, key, segment)
            for part in self.parts
            for key, segment in zip(part.ids, part.segments, strict=True)
        ]
        return (Table("segments", columns, rows),)


@dataclass(frozen=True)
class TextExtraction:
    """Texts that are wanted from test files; several files are taken as one.

    Attributes:
        paths: the files, which are read twice.
        kind: only the source ("src"), references ("ref") or systems' translations ("hyp").
        names: only these references or systems.
        docids: only these documents.
        with_ids: lines of document, segment and text, with TABs between, and not of text alone.
        encoding: of the files; None for the declared one, or UTF-8.
        lenient: warn of text outside of segments, which is left out, and of missing end tags of documents and
            sets in SGML, instead of an error.

    All methods raise an OptionError if there is no text of the kind, an UnknownNameError if there is none of
    a name, a FormatError if a file is invalid, and an UnreadableFileError or UndecodableLineError if it
    cannot be read.
    """

    paths: Sequence[str]
    kind: str | None = None
    names: Sequence[str] | None = None
    docids: Sequence[str] | None = None
    with_ids: bool = False
    encoding: str | None = None
    lenient: bool = False

    def list(self) -> TextList:
        """Lists the texts of the files; no documents may be chosen."""
        if self.docids:
            raise OptionError("a list has whole texts: choose no documents")
        contents, texts = self._read()
        return TextList(tuple(texts), contents.first)

    def segments(self) -> ExtractedSegments:
        """Returns the segments of all texts that are wanted.

        Raises:
            OptionError: there is no such document.
        """
        contents, texts = self._read()
        _warn_of_losses(contents, texts)
        parts = sorted(contents.parts(texts, self.docids), key=lambda part: texts.index(part.text))
        return ExtractedSegments(tuple(parts))

    def lines(self) -> Iterator[str]:
        """Returns the lines of the only text that is wanted, those of a document at a time.

        Raises:
            OptionError: several are wanted, or there is no such document.
        """
        contents, texts = self._read()
        if len(texts) > 1:
            raise self._several(texts)
        _warn_of_losses(contents, texts)
        return (self._lines(part) for part in contents.parts(texts, self.docids))

    def write(self, output: str) -> None:
        """Writes the texts; files appear whole or not at all, and none if an input is wrong.

        Args:
            output: a file; for several texts, names with `{set}` and `{system}`, or a directory, which is
                made if its name ends in `/`.

        Raises:
            OptionError: several texts are wanted for one file, or there is no such document, or a text would
                overwrite a file that is read.
            UnwritableFileError: a file cannot be written.
        """
        contents, texts = self._read()
        if output.endswith("/") or os.path.isdir(output):
            make_directory(output)
            output = f"{output.rstrip('/') or '/'}/{SET}.{SYSTEM}.{'tsv' if self.with_ids else 'txt'}"
        if len(texts) > 1 and SET not in output and SYSTEM not in output:
            raise self._several(texts)
        paths = {text: _file_name(output, text) for text in texts}
        self._check_outputs(paths)
        _warn_of_losses(contents, texts)
        with ExitStack() as stack:
            opened = {text: stack.enter_context(replacing(path)) for text, path in paths.items()}
            for part in contents.parts(texts, self.docids):
                opened[part.text].write(self._lines(part).encode())

    def _read(self) -> tuple[FileTexts, Sequence[AlignedText]]:
        contents = FileTexts(self.paths, self.encoding, lenient=self.lenient)
        texts = self._chosen(contents)
        first = contents.first
        size = f"{counted(len(first.documents), 'document', ',')}, {counted(first.segments, form=',')}"
        inform(f"found {_counts(contents.texts)}: {size}")
        _warn_of_faults(contents)
        return contents, texts

    def _chosen(self, contents: FileTexts) -> Sequence[AlignedText]:
        texts = [text for text in contents.texts if self.kind in (None, text.kind)]
        if not texts:
            raise OptionError(f"there is no {self.kind}, only {_counts(contents.texts)}")
        if self.names is not None:
            known = [text.name for text in texts if text.name]
            for name in self.names:
                check_name("system or reference", name, known)
            texts = [text for text in texts if text.name in self.names]
        for docid in self.docids or ():
            if docid not in contents.first.documents:
                near = nearest(docid, contents.first.documents)
                hint = f"did you mean {near!r}?" if near else "--ids shows them"
                raise OptionError(f"there is no document {docid!r}; {hint}")
        return texts

    def _several(self, texts: Sequence[AlignedText]) -> OptionError:
        titles = ", ".join(text.title for text in texts)
        return OptionError(
            f"these are several texts: {titles}; choose one (--set, --system), or give each a file: "
            f"-o 'out.{SET}.{SYSTEM}.txt'"
        )

    def _check_outputs(self, paths: dict[AlignedText, str]) -> None:
        taken: dict[str, AlignedText] = {}
        for text, path in paths.items():
            for name in self.paths:
                if os.path.exists(path) and os.path.samefile(path, name):
                    raise OptionError(f"-o would overwrite {name}, which is read; give it another name")
            other = taken.setdefault(path, text)
            if other is not text:
                raise OptionError(
                    f"{other.title} and {text.title} would both be written to {path}: rename one"
                )

    def _lines(self, part: DocumentPart) -> str:
        if not self.with_ids:
            return "".join(f"{segment}\n" for segment in part.segments)
        rows = zip(part.ids, part.segments, strict=True)
        return "".join(f"{part.docid}\t{key}\t{segment}\n" for key, segment in rows)


def _counts(texts: Sequence[AlignedText]) -> str:
    """Returns how many texts of each kind there are."""
    counts = {kind: sum(text.kind == kind for text in texts) for kind in _WORDS}
    return ", ".join(counted(count, _WORDS[kind], ",") for kind, count in counts.items() if count)


def _warn_of_faults(contents: FileTexts) -> None:
    """Warns of the faults in the files."""
    for path, faults in contents.faults.items():
        for line, problem in faults.items():
            warn(f"{path}:{line}: {problem}")
        if len(faults) == _MOST_FAULTS:
            warn(f"{path}: these are the first {_MOST_FAULTS} lines with faults; there may be more")


def _warn_of_losses(contents: FileTexts, texts: Sequence[AlignedText]) -> None:
    """Warns of segments that texts lack, and of markup in them."""
    first = contents.first
    for text in texts:
        if lacking := text.lacks(first):
            docid, key = lacking
            warn(
                f"{text.title} lacks {first.segments - text.segments:,} of {first.segments:,} segments of "
                f"{first.title}, the first being {key!r} of {docid!r}: empty lines stand for them"
            )
        if text.markup:
            warn(
                f"{text.markup}: other markup in a segment of {text.title}: SGML keeps it, XML only what is "
                "in it"
            )


def _file_name(pattern: str, text: AlignedText) -> str:
    """Fills a pattern. Of a text without a name, what separates the name goes, too."""
    name = "".join("_" if character in "/\\" or ord(character) < 32 else character for character in text.name)
    if not name.strip("."):
        name = "_" * len(name)  # not the directory above
    if not name:
        for mark in ".-_/":
            pattern = pattern.replace(f"{mark}{SYSTEM}", "").replace(f"{SYSTEM}{mark}", "")
    return pattern.replace(SET, text.kind).replace(SYSTEM, name)
