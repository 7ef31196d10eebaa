"""Turns `.mxliff` of Phrase (Memsource), whose tags are braces in the text, into XLIFF as others write it."""

from __future__ import annotations

import re
from contextlib import suppress
from xml.etree.ElementTree import Element

from parbleu._inputs.unit_formats.inline_tags import TagNames, write_tags
from parbleu._io.xml_tree import child, children, local

NO_ORIGIN = "null"
"""The origin of a translation that began as no proposal."""

_PHRASE = "{http://www.memsource.com/mxlf/2.0}"

_TAG = re.compile(
    r"\{(?:\d{1,4}|[A-Za-z^_]{1,3})>"
    r"|<(?:\d{1,4}|[A-Za-z^_]{1,3})\}"
    r"|\{(\d{1,4}|j)\}"
)
"""The beginning or the end of a pair, such as `{1>` and `<b}`, or a single tag; `{j}` joins two segments."""


def is_of_phrase(root: Element) -> bool:
    """Returns whether a file has what Phrase adds to XLIFF."""
    first = next(root.iterfind(".//{*}trans-unit"), root)
    return any(key.startswith(_PHRASE) for element in (root, first) for key in element.attrib)


def write_as_others(root: Element) -> None:
    """Writes what Phrase says of the units of a file as other programs do, and its tags as elements.

    The job's number in front of the ids is left out: another job of the same document has another one.
    """
    users = {user.get("id", ""): user.get("username", "") for user in root.iterfind(f".//{_PHRASE}user")}
    units = [
        (unit, file.get("original"), unit.get("id", "").removeprefix(f"{file.get(f'{_PHRASE}task-id')}:"))
        for file in children(root, "file")
        for unit in file.iterfind(".//{*}trans-unit")
    ]
    are_unique = len({(document, key) for _, document, key in units}) == len(units)
    for unit, _, key in units:
        if are_unique and key:
            unit.set("id", key)
        _write_states(unit, users)
        _write_tags(unit)


def _write_states(unit: Element, users: dict[str, str]) -> None:
    """Writes a unit's origin, match rate, state and editor; its empty proposals are left out."""
    origin, editor = unit.get(f"{_PHRASE}trans-origin", NO_ORIGIN), unit.get(f"{_PHRASE}modified-by", "")
    unit.set("origin", origin)
    unit.set("phase-name", users.get(editor, editor))
    if origin.lower() == "tm":
        with suppress(ValueError):
            unit.set("percent", f"{100 * float(unit.get(f'{_PHRASE}score', '')):.4f}")
    if unit.get(f"{_PHRASE}confirmed") in ("0", "false") and _has_text(unit):
        unit.set("conf", "Draft")
    for proposal in [*children(unit, "alt-trans")]:
        proposal.attrib.pop("match-quality", None)  # a share, whatever the translation is
        if not _has_text(proposal):
            unit.remove(proposal)


def _has_text(element: Element) -> bool:
    target = child(element, "target")
    return target is not None and bool("".join(target.itertext()).strip())


def _write_tags(unit: Element) -> None:
    """Makes elements of the tags in a unit's texts; a number in braces is one if the unit's marks have it."""
    names: TagNames = {mark.get("id", ""): {} for mark in unit.iterfind(f"*/{_PHRASE}mark")}
    names["j"] = {"ctype": "lb"}  # it stands between two segments
    for text in [element for element in unit.iter() if local(element) in ("source", "target")]:
        write_tags(text, _TAG, names)
