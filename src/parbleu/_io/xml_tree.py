"""Reads a whole XML file into a tree; what would fetch or multiply text is refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO, Any
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from parbleu._io.lines import open_binary, read_block
from parbleu.errors import FormatError

XML = "http://www.w3.org/XML/1998/namespace"

_BLOCK = 1 << 20
_DEEPEST = 200
"""How deeply elements may be nested, so that functions may go down the tree by calling themselves."""


def read_xml(path: str) -> Element:
    """Returns the document element of an XML file, whose tags and attributes are named {namespace}name.

    Raises:
        FormatError: the file is not well-formed XML to its last byte, declares or uses entities of a DTD,
            or nests elements too deeply.
        UnreadableFileError: it cannot be read.
    """
    with open_binary(path) as file:
        return parse_xml(file, path)


def parse_xml(file: IO[bytes], path: str) -> Element:
    """Returns the root of the XML in an open file, read to its end; messages call it `path`.

    Raises:
        FormatError: this is not well-formed XML to its last byte, declares or uses entities of a DTD,
            or nests elements too deeply.
        UnreadableFileError: it cannot be read.
    """
    builder = TreeBuilder()
    parser = expat.ParserCreate(namespace_separator="}")
    parser.buffer_text = True
    parser.ordered_attributes = True

    depth = 0

    def start(name: str, attributes: list[str]) -> None:
        nonlocal depth
        depth += 1
        if depth > _DEEPEST:
            raise FormatError(
                path,
                parser.CurrentLineNumber,
                f"elements of this XML are nested more than {_DEEPEST} deep: export the file again",
            )
        keys = map(_named, attributes[::2])
        builder.start(_named(name), dict(zip(keys, attributes[1::2], strict=True)))

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1
        builder.end(_named(name))

    def refuse(*_: Any) -> None:
        raise FormatError(
            path, parser.CurrentLineNumber, "this XML declares entities, which are not read: write their text"
        )

    def skip(name: str, is_parameter: bool) -> None:
        if not is_parameter:
            raise FormatError(
                path,
                parser.CurrentLineNumber,
                f"this XML uses the entity &{name}; of a DTD, which is not read: write its text",
            )

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = builder.data
    parser.EntityDeclHandler = refuse
    parser.SkippedEntityHandler = skip
    try:
        while block := read_block(file, path, _BLOCK):
            parser.Parse(block, False)
        parser.Parse(b"", True)
    except expat.ExpatError as problem:
        wrong = expat.ErrorString(problem.code)
        raise FormatError(
            path,
            problem.lineno,
            f"this is broken XML ({wrong}), and nothing of the file is used: save it again from its program",
        ) from None
    except FormatError:
        raise
    except (LookupError, ValueError) as problem:  # an unknown encoding
        raise FormatError(path, 0, f"this XML cannot be read: {problem}") from None
    return builder.close()


def _named(name: str) -> str:
    return "{" + name if "}" in name else name


def local(element: Element) -> str:
    """Returns the name of an element without its namespace."""
    return element.tag.rpartition("}")[2]


def attribute(element: Element, name: str) -> str | None:
    """Returns an attribute by its name without namespace; None if it is missing."""
    if (value := element.get(name)) is not None:
        return value
    ending = "}" + name
    return next((value for key, value in element.attrib.items() if key.endswith(ending)), None)


def children(element: Element, *names: str) -> Iterator[Element]:
    """Yields the children of these names, whatever their namespaces."""
    return (child for child in element if local(child) in names)


def child(element: Element, name: str) -> Element | None:
    """Returns the first child of this name, or None."""
    return next(children(element, name), None)
