"""The slow twin of the native reader of XML: the standard library's parser, and Python for the rest."""

from __future__ import annotations

from typing import Any
from xml.parsers import expat

GROUPS = ("src", "ref", "hyp")


class Refused(Exception):  # noqa: N818 - named for what happens
    """What is well-formed, and yet refused."""


class SlowDocuments:
    """Takes a whole file, and gives what `parbleu._core.XmlDocuments` gives, but for lines and cuts."""

    def __init__(self, data: bytes, whole: bool) -> None:
        self.whole = whole
        self.segments = 0
        self.done: list[Any] = []
        self.path: list[str] = []
        self.document: Any = None
        self.group: Any = None
        self.texts: list[list[str] | None] | None = None
        self.open = False
        parser = expat.ParserCreate("utf-8")
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.end
        parser.CharacterDataHandler = self.text
        parser.CommentHandler = parser.ProcessingInstructionHandler = self.aside
        parser.EntityDeclHandler = parser.AttlistDeclHandler = self.refuse
        parser.Parse(data, True)

    def refuse(self, *_: object) -> None:
        raise Refused

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.aside()
        if len(self.path) == 256:
            raise Refused
        self.path.append(name)
        if name == "seg" and self.group is not None:
            if "id" not in attributes:
                raise Refused
            if self.whole and self.segments:
                raise Refused
            self.group[2].append((attributes["id"], []))
            self.segments += 1
            self.open = True
        elif name == "doc":
            if self.document is not None:
                raise Refused
            self.document = (attributes, [])
        elif name in GROUPS and self.document is not None:
            if self.group is not None:
                raise Refused
            self.group = (name, attributes, [])
            self.document[1].append(self.group)

    def end(self, name: str) -> None:
        self.aside()
        self.path.pop()
        if name == "seg" and self.group is not None:
            self.open = False
            self.segments -= 1
        if name == "doc":
            self.done.append(self.document)
            self.document = None
        elif name in GROUPS and self.group is not None:
            self.group = None

    def text(self, piece: str) -> None:
        if self.open:
            self.group[2][-1][1].append(piece)
        elif self.whole and self.group is not None and not self.segments and piece.strip():
            raise Refused

    def aside(self, *_: object) -> None:
        self.open = self.open and self.whole

    def result(self) -> list[Any]:
        """Each document: attributes, and groups of name, attributes, keys, lines and empty segments."""
        return [
            (
                attributes,
                [
                    (
                        name,
                        about,
                        [key for key, _ in segments],
                        [" ".join("".join(text).split()) for _, text in segments],
                        [at for at, (_, text) in enumerate(segments) if not text],
                    )
                    for name, about, segments in groups
                ],
            )
            for attributes, groups in self.done
        ]
