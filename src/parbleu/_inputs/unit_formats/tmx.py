"""Reads TMX, translation memories, of which a language pair chooses two languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from parbleu._inputs.unit_formats import UNTRANSLATED, Names, Unit, UnitOptions, language_names
from parbleu._inputs.unit_formats.inline_tags import segment_text, write_tags
from parbleu._io.xml_tree import attribute, child, children, local, read_xml
from parbleu.errors import FormatError
from parbleu.text._languages import split_pair

_OF_OMEGAT = re.compile(r"</?[a-z]{1,3}\d{1,5}/?>")
"""Tags that OmegaT has as text in the memory of a project, such as `<b0>`."""


def tmx_units(path: str, options: UnitOptions) -> Iterator[Unit]:
    """Yields the units of a file; those without an id are known by context and source, and their occurrence.

    Raises:
        FormatError: it is no TMX, a unit holds another one, or the language pair does not choose a source and
            a target language.
    """
    root = read_xml(path)
    body = child(root, "body")
    if local(root) != "tmx" or body is None:
        raise FormatError(path, 0, f"this is no TMX: its document element is <{local(root)}>")
    header = child(root, "header")
    if header is not None and header.get("creationtool") == "OmegaT":
        for segment in body.iterfind(".//{*}seg"):
            write_tags(segment, _OF_OMEGAT, {})
    units = list(children(body, "tu"))
    sources, targets = _languages(path, root, units, options.language_pair)
    occurrences: dict[str, int] = {}
    for unit in units:
        source = _segment(path, unit, sources, options.tags)
        if source is None:
            continue
        text = source[0]
        if child(unit, "tu") is not None:
            raise FormatError(
                path,
                0,
                f"the unit {text!r} holds another <tu>, so that nobody knows which texts belong together: "
                "write the file again with one beside the other, or as lines (opus_read -wm moses)",
            )
        translation, tags = _segment(path, unit, targets, options.tags) or (None, 0)
        context = _context(unit)
        message = f"{context}|{text}" if context else text
        count = occurrences[message] = occurrences.get(message, 0) + 1
        identifier = unit.get("tuid")
        key = identifier or (message if count == 1 else f"{message} ({count})")
        states = frozenset() if (translation or "").strip() else frozenset((UNTRANSLATED,))
        editor = unit.get("changeid") or unit.get("creationid") or ""
        yield Unit(
            key,
            text,
            translation,
            states=states,
            editor=editor,
            tags=tags,
            language_pair=f"{sources[0][0]}-{targets[0][0]}",
            context=None if identifier else context,
        )


def _context(unit: Element) -> str:
    """Returns the context of a message of PO, which translate-toolkit writes as a property."""
    properties = [prop.text or "" for prop in children(unit, "prop") if prop.get("type") == "x-context"]
    return next(iter(properties), "")


def _language(variant: Element) -> str:
    return (attribute(variant, "lang") or "").lower()


def _segment(path: str, unit: Element, names: Names, tags: str) -> tuple[str, int] | None:
    """Returns a unit's text in a language, and how many tags it has; None if it has no segment in it.

    The text is blank only if all varieties of the language are.

    Raises:
        FormatError: it has several texts in it.
    """
    for alike in names:
        segments = [
            (segment_text(seg, tags), _language(variant))
            for variant in children(unit, "tuv")
            if _language(variant) in alike
            for seg in children(variant, "seg")
        ]
        segments = [segment for segment in segments if segment[0][0].strip()] or segments
        texts = {text: language for (text, _), language in segments}
        if len(texts) > 1:
            first, second = list(texts)[:2]
            kinds = dict.fromkeys(texts.values())
            advice = "name one of them in -l" if len(kinds) > 1 else "keep the one that is meant"
            raise FormatError(
                path,
                0,
                f"a unit has two texts in {' and '.join(kinds)}, {first!r:.40} and {second!r:.40}: {advice}",
            )
        if segments:
            return segments[0][0]
    return None


def _languages(path: str, root: Element, units: list[Element], pair: str | None) -> tuple[Names, Names]:
    """Returns how the file calls the source and the target language, in lower case."""
    languages = list(dict.fromkeys(_language(variant) for unit in units for variant in children(unit, "tuv")))
    known = ", ".join(languages) or "none"
    if pair is not None:
        source, target = [language_names(languages, wanted) for wanted in split_pair(pair)]
        if source and target:
            return source, target
        raise FormatError(path, 0, f"this TMX has not both languages of -l {pair}; it has: {known}")
    header = child(root, "header")
    declared = language_names(languages, "" if header is None else header.get("srclang", ""))
    others = [language for language in languages if not declared or language != declared[0][0]]
    if not declared or len(others) != 1:
        raise FormatError(path, 0, f"name the language pair of this TMX: -l SOURCE-TARGET; it has: {known}")
    return declared, [others]
