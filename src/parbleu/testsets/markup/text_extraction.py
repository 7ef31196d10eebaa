"""Extracts text from test files in SGML or XML, a line for each segment of the source."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass

from parbleu.base.known_names import check_name
from parbleu.base.log import inform, warn
from parbleu.base.wording import counted, nearest
from parbleu.errors import OptionError
from parbleu.io.atomic import make_directory, replacing
from parbleu.tables import Column, Result, Table
from parbleu.testsets.markup.aligned_texts import MOST_FAULTS, AlignedText, DocumentPart, FileTexts

SET, SYSTEM = "{set}", "{system}"
_WORDS = {"src": "source", "ref": "reference", "hyp": "system"}


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
                *(each.kind, each.name, each.language),
                *(len(each.documents), each.segments, self.first.segments - each.segments),
            )
            for each in self.texts
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
    a name, and what `read_documents` raises.
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
            OptionError: as `lines`; or two texts would go into one file, or one into a file that is read.
            UnwritableFileError: a file cannot be written.
        """
        contents, texts = self._read()
        if output.endswith("/") or os.path.isdir(output):
            make_directory(output)
            output = f"{output.rstrip('/') or '/'}/{SET}.{SYSTEM}.{'tsv' if self.with_ids else 'txt'}"
        if len(texts) > 1 and SET not in output and SYSTEM not in output:
            raise self._several(texts)
        paths = {text: _file_name(output, text) for text in texts}
        self._check_places(paths)
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

    def _check_places(self, paths: dict[AlignedText, str]) -> None:
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
        if len(faults) == MOST_FAULTS:
            warn(f"{path}: these are the first {MOST_FAULTS} lines with faults; there may be more")


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
