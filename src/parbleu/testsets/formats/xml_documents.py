"""Documents of segments out of XML files, one after the other and never the whole file."""

from __future__ import annotations

from parbleu import _core
from parbleu.errors import FormatError, OptionError
from parbleu.text.files import open_binary, read_block

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from parbleu.text.recode import Recoder

_BLOCK = 1 << 18
_HEAD = 200
"""Bytes in which an XML declaration says what the encoding is."""


class Group:
    """Segments that belong together, such as the source of a document.

    Attributes:
        name: the element's name.
        line: its line in the file.
        attributes: its attributes.
        keys: what tells its segments apart, each followed by NUL.
        lines: one line of UTF-8 for each segment: its text, with single blanks for white space.
        empty: which segments have no text at all, not even white space.
        cut: the line where a segment has text that is left out, or 0.
    """

    __slots__ = ("attributes", "cut", "empty", "keys", "line", "lines", "name")

    def __init__(self, group: _core.XmlGroup) -> None:
        self.name, self.line, self.attributes, self.keys, self.lines, self.empty, self.cut = group


class Document:
    """A document.

    Attributes:
        line: its line in the file.
        attributes: its attributes.
        groups: its groups of segments, in order.
    """

    __slots__ = ("attributes", "groups", "line")

    def __init__(self, line: int, attributes: dict[str, str], groups: list[Group]) -> None:
        self.line = line
        self.attributes = attributes
        self.groups = groups


def documents(path: str, groups: list[str]) -> Iterator[Document]:
    """Yields the `<doc>` elements of an XML file, and the `<seg>` elements in groups of theirs.

    The text of a segment ends where another element, a comment or a processing instruction begins in it.

    Args:
        path: the file; one whose name ends in `.gz` is decompressed.
        groups: the names of the elements that are groups.

    Raises:
        UnreadableFileError: it cannot be read.
        UndecodableLine: it is not valid in the encoding that it declares, which is not UTF-8.
        FormatError: it is not well-formed, or not complete, or declares entities or attributes of its own, or
            one document is larger than memory should be.
    """
    parser = _core.XmlDocuments("doc", groups, "seg", "id")
    try:
        for block in _blocks(path):
            for line, attributes, found in parser.feed(block):
                yield Document(line, attributes, [Group(group) for group in found])
        parser.finish()
    except FormatError as problem:
        if not problem.path:
            raise FormatError(path, problem.line, problem.problem) from None
        raise


def _blocks(path: str) -> Iterator[bytes]:
    """The file in pieces, as UTF-8."""
    recoder = None
    with open_binary(path) as file:
        block = read_block(file, path, _BLOCK)
        encoding = _encoding(block[:_HEAD])
        if encoding:
            recoder = _recoder(path, encoding)
        while block:
            yield _recoded(recoder, block, False) if recoder else block
            block = read_block(file, path, _BLOCK)
        if recoder:
            yield _recoded(recoder, b"", True)


def _encoding(head: bytes) -> str:
    """The encoding that the beginning of a file shows or declares; "" for UTF-8."""
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    if not head.startswith(b"<?xml"):
        return ""
    declared = head.partition(b"?>")[0].partition(b"encoding")[2].lstrip(b" \t\r\n=")
    name = declared[1:].partition(declared[:1])[0].decode("ascii", "replace") if declared else ""
    return "" if name.lower() in ("utf-8", "utf8", "us-ascii", "ascii") else name


def _recoder(path: str, encoding: str) -> Recoder:
    from parbleu.text.recode import Recoder

    try:
        return Recoder(path, encoding, universal=False)
    except OptionError as problem:
        raise FormatError(path, 1, str(problem)) from None


def _recoded(recoder: Recoder, block: bytes, final: bool) -> bytes:
    try:
        return recoder.recode(block, final)
    except OptionError as problem:  # it names the file
        raise FormatError("", 0, str(problem)) from None
