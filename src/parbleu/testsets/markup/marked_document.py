"""Defines one text of one document of a file with markup."""

from __future__ import annotations

from dataclasses import dataclass, field

KINDS = ("src", "ref", "hyp")
"""Source, reference, a system's translation."""


@dataclass
class Document:
    """The segments of a document in the source, in a reference or in a system's translation.

    Attributes:
        kind: "src", "ref" or "hyp".
        name: the reference's or the system's; "" if it has none, and for the source.
        docid: the document's; where it has none, its place in the file, counted from 1.
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
