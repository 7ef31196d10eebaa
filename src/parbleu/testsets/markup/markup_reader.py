"""Opens files with markup: detects the kind of markup and calls its reader."""

from __future__ import annotations

import re
from collections.abc import Iterator
from os import PathLike, fspath

from parbleu.errors import FormatError, OptionError
from parbleu.testsets.formats.declared_encoding import pieces
from parbleu.testsets.formats.xml_documents import SegmentGroup, documents
from parbleu.testsets.markup.marked_document import KINDS, Document, title
from parbleu.testsets.markup.sgml import ELEMENTS, Tell, read_sgml
from parbleu.testsets.markup.text_scanner import BOM

_COMMENT_OR_ELEMENT = re.compile(r"<!--.*?(?:-->|\Z)|<([A-Za-z][\w:.-]*)", re.DOTALL)


def read_documents(
    path: str | PathLike[str], encoding: str | None = None, *, fault: Tell = None
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
    for document in read_sgml(name, encoding, fault) if is_sgml else read_wmt(name, encoding):
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
        encoding: as for `read_documents`.

    Raises:
        OptionError: there is no such kind.
        FormatError: as `read_documents`; or there is no such text, or several.
        UnreadableFileError, UndecodableLineError: as `read_documents`.
    """
    if kind not in KINDS:
        raise OptionError(f"kind is one of {', '.join(KINDS)}, not {kind!r}")
    others: dict[str, None] = {}
    chosen, found = name, False
    for document in read_documents(path, encoding):
        if document.kind != kind or (name is not None and document.name != name):
            others.setdefault(document.title)
            continue
        if chosen is None:
            chosen = document.name
        if document.name != chosen:
            problem = f"there are several texts {kind}, {chosen!r} and {document.name!r}: name one"
            raise FormatError(str(path), document.line, problem)
        found = True
        yield from document.segments
    if not found:
        problem = f"there is no {title(kind, name or '')} in it, only {', '.join(others)}"
        raise FormatError(str(path), 0, problem)


def _is_sgml(path: str, encoding: str | None) -> bool:
    """Whether a file's first element is one of those that files in SGML have.

    Raises:
        FormatError: it begins with no element.
    """
    head = next(pieces(path, encoding), b"").decode(errors="replace")
    found = (each[1] for each in _COMMENT_OR_ELEMENT.finditer(head) if each[1])
    first = next(found, None) if head.removeprefix(BOM).lstrip().startswith("<") else None
    if first is None:
        hint = "name its encoding, such as utf-16-le" if "\0" in head else "plain text needs no conversion"
        raise FormatError(path, 0, f"it does not begin as SGML or XML does; {hint}")
    return first.lower() in ELEMENTS


_NAMES = {"src": (), "ref": ("translator", "system"), "hyp": ("system", "translator")}
"""The attributes that name a text, the usual one first."""


def read_wmt(path: str, encoding: str | None = None) -> Iterator[Document]:
    """Yields the texts of a file's documents, as `parbleu.testsets.read_documents` does."""
    for number, found in enumerate(documents(path, list(KINDS), whole=True, encoding=encoding), 1):
        docid = " ".join(found.attributes.get("id", "").split()) or str(number)
        texts: dict[tuple[str, str], Document] = {}
        for group in found.groups:
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
    """The first of these attributes that the group has; "" without any."""
    values = (group.attributes.get(name, "") for name in names)
    return " ".join(next(filter(None, values), "").split())
