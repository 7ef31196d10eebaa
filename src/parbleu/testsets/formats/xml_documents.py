"""Reads documents of segments from XML files, one at a time, without loading the whole file."""

from __future__ import annotations

from parbleu import _core
from parbleu.errors import FormatError
from parbleu.testsets.formats.declared_encoding import pieces

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


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


class XmlDocument:
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
) -> Iterator[XmlDocument]:
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
            for line, attributes, found in parser.feed(block):
                yield XmlDocument(line, attributes, [SegmentGroup(group) for group in found])
        parser.finish()
    except FormatError as problem:
        if not problem.path:
            raise FormatError(path, problem.line, problem.problem) from None
        raise
