"""Reads the XML of WMT since 2021 and refuses invalid files."""

from __future__ import annotations

from collections.abc import Iterator

from parbleu.errors import FormatError
from parbleu.testsets.formats.xml_documents import Group, documents
from parbleu.testsets.markup.marked_document import KINDS, Document

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


def _first(group: Group, names: tuple[str, ...]) -> str:
    """The first of these attributes that the group has; "" without any."""
    values = (group.attributes.get(name, "") for name in names)
    return " ".join(next(filter(None, values), "").split())
