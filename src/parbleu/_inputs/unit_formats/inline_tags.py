"""Makes text of the content of a segment in XML, which has inline tags."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from xml.etree.ElementTree import Element, TreeBuilder
from xml.sax.saxutils import quoteattr

from parbleu._inputs.unit_formats import KEEP, SYMBOL, TAG
from parbleu._io.xml_tree import attribute, local

CONTAINERS = {"g", "pc", "hi"}
"""Tags around text that is translated."""

MARKS = {"mrk", "sm", "em"}
"""Marks of segments and terms, which stand for nothing in the document."""

WRITTEN = "tag"
"""An element whose text is a tag as the file writes it, which is none of XML."""

TagNames = dict[str, dict[str, str]]
"""Names of tags that a file has as text -> the attributes of their elements, such as `{"ctype": "lb"}`."""

_WHITE_SPACE = re.compile(r"[ \t\r\n]+")


def segment_text(
    element: Element, tags: str, without: Collection[Element] = (), *, is_html: bool = False
) -> tuple[str, int]:
    """Returns the text of a segment, and how many inline tags it has.

    Codes of the document within tags (`<ph>`, `<bpt>`, ...) are no text, and go with them. Where lines are
    indented, white space is that of the XML: a run of it is one blank, and none at the ends.

    Args:
        element: whose content is the segment.
        tags: what becomes of tags: "drop", "keep" or "symbol".
        without: marks whose content is left out.
        is_html: whether tags are those of HTML, such as `<b>`, in which there is text; white space is kept.
    """
    pieces = list(_pieces(element, tags, without, is_html))
    text = "".join(text for text, _ in pieces)
    if tags == SYMBOL:
        text = " ".join(text.split())
    elif not is_html and ("\n " in text or "\n\t" in text):
        text = _WHITE_SPACE.sub(" ", text).strip(" ")
    return text, sum(count for _, count in pieces)


def _pieces(
    element: Element, tags: str, without: Collection[Element], is_html: bool
) -> Iterator[tuple[str, int]]:
    """Yields pieces of the text, and how many tags each stands for."""
    if element.text:
        yield element.text, 0
    for tag in element:
        name = local(tag)
        if is_html or name in CONTAINERS:
            yield _shown(tag, tags, "<{}{}>") or _blank(tag), 1
            yield from _pieces(tag, tags, without, is_html)
            yield _shown(tag, tags, "</{0}>"), 1
        elif name in MARKS:
            if tag not in without:
                yield from _pieces(tag, tags, without, is_html)
        elif name == "cp":
            yield _code_point(tag), 0
        elif name == WRITTEN:
            yield (tag.text or "") if tags == KEEP else _shown(tag, tags, "") or _blank(tag), 1
        else:
            yield _shown(tag, tags, "<{}{}/>") or _blank(tag), 1
        if tag.tail:
            yield tag.tail, 0


def _shown(tag: Element, tags: str, form: str) -> str:
    if tags == SYMBOL:
        return f" {TAG} "
    if tags != KEEP:
        return ""
    attributes = "".join(f" {key.rpartition('}')[2]}={quoteattr(value)}" for key, value in tag.attrib.items())
    return form.format(local(tag), attributes)


def _blank(tag: Element) -> str:
    """Returns a blank for a tag that breaks the line, which parts words."""
    kind = attribute(tag, "ctype") or attribute(tag, "subType") or attribute(tag, "type") or ""
    return " " if local(tag) == "br" or kind.rpartition(":")[2] in ("lb", "br", "pb") else ""


def _code_point(tag: Element) -> str:
    try:
        return chr(int(tag.get("hex", ""), 16))
    except (ValueError, OverflowError):
        return ""


def write_tags(element: Element, tag: re.Pattern[str], names: TagNames) -> None:
    """Makes elements of tags that a file has as text.

    Args:
        element: whose content is the segment.
        tag: what a tag looks like; a group of it has a name, if it may be none.
        names: of those that are tags, where a tag has a name.
    """
    builder = TreeBuilder()
    _build(builder, element, tag, names)
    root = builder.close()
    element.text, element[:] = root.text, [*root]


def _build(builder: TreeBuilder, element: Element, tag: re.Pattern[str], names: TagNames) -> None:
    builder.start(element.tag, element.attrib)
    _build_text(builder, element.text or "", tag, names)
    for part in element:
        _build(builder, part, tag, names)
        _build_text(builder, part.tail or "", tag, names)
    builder.end(element.tag)


def _build_text(builder: TreeBuilder, text: str, tag: re.Pattern[str], names: TagNames) -> None:
    begin = 0
    for match in tag.finditer(text):
        name = match[1] if tag.groups else None
        if name is None or name in names:
            builder.data(text[begin : match.start()])
            builder.start(WRITTEN, {} if name is None else names[name])
            builder.data(match[0])
            builder.end(WRITTEN)
            begin = match.end()
    builder.data(text[begin:])
