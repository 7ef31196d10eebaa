"""Reads XLIFF 1.2 and 2, and what SDL Trados, memoQ and Phrase add to it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from xml.etree.ElementTree import Element

from parbleu._inputs.unit_formats import (
    CONTEXT,
    DROP,
    FUZZY,
    LOCKED,
    SHORTER,
    UNTRANSLATED,
    Unit,
    UnitOptions,
    language_names,
)
from parbleu._inputs.unit_formats.inline_tags import TagNames, segment_text, write_tags
from parbleu._io.xml_tree import attribute, child, children, local, read_xml
from parbleu.errors import FormatError
from parbleu.text._languages import read_language, target_language

# States of XLIFF 1.2 (`state` of a target), of Trados (`conf` of a segment) and of memoQ (`mq:status`).
_NEW = {"new", "initial", "NotStarted"}
_TO_TRANSLATE = "needs-translation"
"""Untranslated, or where there is text, doubtful: translate-toolkit marks fuzzy units so."""
_DOUBTFUL = {
    *("needs-adaptation", "needs-l10n", "needs-review-adaptation", "needs-review-l10n"),
    *("needs-review-translation", "Draft", "RejectedTranslation", "RejectedSignOff", "PartiallyEdited"),
    "Rejected",
}
_MACHINE = {"mt", "leveraged-mt", "mt-suggestion", "nmt", "amt", "adaptive-mt"}
_IN_CONTEXT = {"id-match", "icm"}
_NO_PROPOSALS = {"previous-version", "rejected", "reference"}
"""What an `alt-trans` may be that proposes no translation."""
_YES = ("true", "locked", "yes", "1")
_HEADER = "x-gettext-domain-header"
"""What a unit is that has the header of a PO, which translate-toolkit writes beside the messages."""
_CONTEXT_OF_QT = "x-trolltech-linguist-context"
"""What groups of units are in files of Qt."""
_ABOVE_FULL = 100.0
"""memoQ writes 101 and 102 for matches that also have the same context."""
_NO_ORIGIN = "null"
"""The origin of a translation that began as no proposal."""

_PHRASE = "{http://www.memsource.com/mxlf/2.0}"

_TAG_OF_PHRASE = re.compile(
    r"\{(?:\d{1,4}|[A-Za-z^_]{1,3})>"
    r"|<(?:\d{1,4}|[A-Za-z^_]{1,3})\}"
    r"|\{(\d{1,4}|j)\}"
)
"""The beginning or the end of a pair, such as `{1>` and `<b}`, or a single tag; `{j}` joins two segments."""


def xliff_units(path: str, options: UnitOptions) -> Iterator[Unit]:
    """Yields the units of a file: of XLIFF 1.2 each `trans-unit`, or the segments that it is cut into.

    Some programs write units for tags alone, the frame of a document, of which nobody translates anything:
    they are left out.

    Raises:
        FormatError: it is no XLIFF, or a unit is wrong.
    """
    root = read_xml(path)
    if local(root) != "xliff":
        raise FormatError(path, 0, f"this is no XLIFF: its document element is <{local(root)}>")
    version = root.get("version", "")
    if version.startswith("2"):
        read = _units_of_two
    elif version.startswith("1"):
        read = _units_of_one
    else:
        raise FormatError(path, 0, f"this is XLIFF of version {version or 'none'}; 1.x and 2.x are read")
    if _is_of_phrase(root):
        _write_as_others(root)
    others = _other_languages(path, root, options.language_pair)
    for number, file in enumerate(children(root, "file"), 1):
        if (file.get("target-language") or "").lower() in others:
            continue
        source = file.get("source-language") or root.get("srcLang")
        target = file.get("target-language") or root.get("trgLang")
        pair = f"{source}-{target}" if source and target else ""
        document = file.get("original") or file.get("id") or f"file {number}"
        units = list(read(path, file, document, options))
        bare = units if options.tags == DROP else read(path, file, document, replace(options, tags=DROP))
        is_of_qt = any(group.get("restype") == _CONTEXT_OF_QT for group in file.iter())
        for unit, words in zip(units, bare, strict=True):
            if words.source.strip() or (words.target or "").strip():
                target = unit.target.partition(SHORTER)[0] if unit.target and is_of_qt else unit.target
                yield replace(unit, target=target, language_pair=pair)


def _other_languages(path: str, root: Element, language_pair: str | None) -> set[str]:
    """Returns the target languages of files within a file that are not meant, as each may have its own.

    Raises:
        FormatError: no pair is given, or it has none of several target languages.
    """
    targets = [(file.get("target-language") or "").lower() for file in children(root, "file")]
    known = [*filter(None, dict.fromkeys(targets))]
    if len(known) < 2:
        return set()
    wanted = "" if language_pair is None else target_language(language_pair)
    meant = [name for names in language_names(known, wanted) for name in names]
    if not meant and len({read_language(name).code for name in known}) > 1:
        several = ", ".join(known)
        raise FormatError(
            path, 0, f"choose one of the target languages of this XLIFF by -l SOURCE-TARGET: {several}"
        )
    return {*known}.difference(meant or known)


def _key(path: str, unit: Element, document: str) -> str:
    key = unit.get("id")
    if key is None:
        raise FormatError(
            path, 0, f"a unit of {document!r} has no id, by which units are joined: export the file again"
        )
    return key


def _is_frozen(element: Element) -> bool:
    """Returns whether an element says that nothing in it is to be translated."""
    return element.get("translate") == "no"


def _units_below(parent: Element, kind: str, is_locked: bool = False) -> Iterator[tuple[Element, bool]]:
    """Yields each unit in an element and its groups, and whether it must not be translated."""
    for element in children(parent, kind, "group"):
        locked = _is_frozen(element) or (is_locked and element.get("translate") != "yes")
        if local(element) == kind:
            yield element, locked
        else:
            yield from _units_below(element, kind, locked)


# --- XLIFF 1.2


def _units_of_one(path: str, file: Element, document: str, options: UnitOptions) -> Iterator[Unit]:
    body = child(file, "body")
    for unit, is_locked in () if body is None else _units_below(body, "trans-unit", _is_frozen(file)):
        if unit.get("restype") == _HEADER:
            continue
        key = _key(path, unit, document)
        source, target = child(unit, "source"), child(unit, "target")
        if source is None:
            raise FormatError(path, 0, f"unit {key!r} of {document!r} has no source: export the file again")
        parts = [] if target is None else list(_marked_segments(target))
        cut = child(unit, "seg-source")
        sources = [] if cut is None else list(_marked_segments(cut))
        if not sources or (len(sources) == 1 and not parts) or _has_words_outside(target, cut, sources):
            whole = _unit_of_one(unit, key, source, target, None, document, is_locked, options)
            yield replace(whole, is_uncut=len(sources) > 1)
            continue
        targets = dict(parts)
        definitions = {  # what Trados says of segments
            element.get("id"): element
            for element in unit.iter()
            if local(element) == "seg" and "sdl" in element.tag.lower()
        }
        for number, text in sources:
            part_key = key if len(sources) == 1 else f"{key}/{number}"
            yield _unit_of_one(
                unit,
                part_key,
                text,
                targets.get(number),
                definitions.get(number),
                document,
                is_locked,
                options,
                number,
            )


def _marked_segments(element: Element) -> Iterator[tuple[str, Element]]:
    """Yields the segments that a text is cut into: their numbers and the elements around them."""
    for mark in element.iter():
        if local(mark) == "mrk" and mark.get("mtype") == "seg":
            yield mark.get("mid", ""), mark


def _has_words_outside(
    target: Element | None, cut: Element | None, sources: list[tuple[str, Element]]
) -> bool:
    """Returns whether a target has words in no segment of its source, other than those between these."""
    if target is None or cut is None:
        return False
    numbers = {number for number, _ in sources}
    words = _words_outside(target, numbers)
    return bool(words) and words != _words_outside(cut, numbers)


def _words_outside(element: Element, numbers: set[str]) -> list[str]:
    """Returns the words that stand in no segment, or in one whose number is none of these or is repeated."""
    marks: dict[str, Element] = {}
    for number, mark in _marked_segments(element):
        if number in numbers:
            marks.setdefault(number, mark)
    return segment_text(element, DROP, {*marks.values()})[0].split()


def _unit_of_one(
    unit: Element,
    key: str,
    source: Element,
    target: Element | None,
    definition: Element | None,
    document: str,
    is_locked: bool,
    options: UnitOptions,
    number: str | None = None,
) -> Unit:
    text, tags = (None, 0) if target is None else segment_text(target, options.tags)
    details = unit if definition is None else definition
    whole = child(unit, "target")
    state = attribute(details, "conf") or attribute(details, "status") or _of(whole, "state")
    qualifier = _of(whole, "state-qualifier") or attribute(details, "origin") or ""
    proposals = [
        part
        for part in children(unit, "alt-trans")
        if (number is None or part.get("mid") in (None, number))
        and part.get("alttranstype") not in _NO_PROPOSALS
    ]
    machine = next(filter(_is_machine, proposals), None)
    memory = [proposal for proposal in proposals if not _is_machine(proposal)]
    rates = [rate for rate in map(_rate, memory) if rate is not None]
    rate = _percent(attribute(details, "percent"))
    is_machine = qualifier.lower() in _MACHINE or state == "MachineTranslated"
    if rate is None and not is_machine:
        rate = max(rates, default=None)
    is_empty = not (text or "").strip()
    states = {
        LOCKED: is_locked or (attribute(details, "locked") or "").lower() in _YES,
        UNTRANSLATED: is_empty or state in _NEW,
        FUZZY: state in _DOUBTFUL or qualifier == "fuzzy-match" or (state == _TO_TRANSLATE and not is_empty),
        CONTEXT: qualifier in _IN_CONTEXT
        or (rate or 0) > _ABOVE_FULL
        or attribute(details, "text-match") == "SourceAndTarget",
    }
    return Unit(
        key,
        segment_text(source, options.tags)[0],
        text,
        document,
        _proposal(machine, proposals, options),
        frozenset(name for name, holds in states.items() if holds),
        rate,
        is_machine or (rate is None and machine is not None and not rates and qualifier != _NO_ORIGIN),
        attribute(details, "translatorcommitusername")
        or attribute(details, "phase-name")
        or _editor(details),
        tags,
    )


def _of(element: Element | None, name: str) -> str:
    return "" if element is None else element.get(name, "")


def _editor(definition: Element) -> str:
    """Returns who changed a segment last, as Trados says it."""
    values = {value.get("key"): (value.text or "") for value in definition if local(value) == "value"}
    return values.get("last_modified_by") or values.get("created_by") or ""


def _is_machine(proposal: Element) -> bool:
    """Returns whether a proposal says that a machine made it."""
    words = " ".join(
        [
            *(proposal.get(name, "") for name in ("origin", "tool-id", "type")),
            _of(child(proposal, "target"), "state-qualifier"),
        ]
    )
    parts = words.lower().replace("-", " ").replace("_", " ").replace(":", " ").replace("/", " ").split()
    return "mt" in parts or "machine" in parts or "nmt" in parts


def _rate(proposal: Element) -> float | None:
    for name in ("match-quality", "matchQuality", "similarity", "matchrate"):
        if (rate := _percent(attribute(proposal, name))) is not None:
            return rate
    return None


def _percent(word: str | None) -> float | None:
    try:
        rate = float((word or "").strip().rstrip("%"))
    except ValueError:
        return None
    return rate if 0 <= rate <= 1000 else None  # also refuses what is no number


def _proposal(machine: Element | None, proposals: list[Element], options: UnitOptions) -> str | None:
    """Returns the text of machine translation; of a unit with one proposal that names no origin, that."""
    if (
        machine is None
        and len(proposals) == 1
        and not proposals[0].get("origin")
        and _rate(proposals[0]) is None
    ):
        machine = proposals[0]
    target = None if machine is None else child(machine, "target")
    return None if target is None else segment_text(target, options.tags)[0]


# --- XLIFF 2


def _units_of_two(path: str, file: Element, document: str, options: UnitOptions) -> Iterator[Unit]:
    for unit, is_locked in _units_below(file, "unit", _is_frozen(file)):
        key = _key(path, unit, document)
        segments = list(children(unit, "segment"))
        matches = (element for element in unit.iter() if local(element) == "match")
        proposals = [match for match in matches if match.get("reference") != "yes"]  # in another language
        for number, segment in enumerate(segments, 1):
            source, target = child(segment, "source"), child(segment, "target")
            part_key = key if len(segments) == 1 else f"{key}/{segment.get('id') or number}"
            if source is None:
                raise FormatError(path, 0, f"unit {part_key!r} of {document!r} has no source")
            yield _unit_of_two(
                part_key,
                segment,
                source,
                target,
                [part for part in proposals if _is_about(part, source, segment, len(segments) == 1)],
                document,
                is_locked,
                options,
            )


def _is_about(proposal: Element, source: Element, segment: Element, is_only: bool) -> bool:
    """Returns whether a proposal refers to a segment: by its id, or by that of a mark in its source."""
    wanted = proposal.get("ref", "").lstrip("#")
    if is_only or wanted == segment.get("id", ""):
        return True
    return any(mark.get("id") == wanted for mark in source.iter() if local(mark) in ("mrk", "sm"))


def _unit_of_two(
    key: str,
    segment: Element,
    source: Element,
    target: Element | None,
    proposals: list[Element],
    document: str,
    is_locked: bool,
    options: UnitOptions,
) -> Unit:
    text, tags = (None, 0) if target is None else segment_text(target, options.tags)
    machine = next(
        (proposal for proposal in proposals if proposal.get("type") in _MACHINE or _is_machine(proposal)),
        None,
    )
    memory = [proposal for proposal in proposals if proposal is not machine]
    rate = max((rate for rate in map(_rate, memory) if rate is not None), default=None)
    state = segment.get("state", "initial")
    detail = segment.get("subState", "").rpartition(":")[2]
    states = {
        LOCKED: is_locked,
        # The state "initial" is that of a segment that says none, so that only the text tells.
        UNTRANSLATED: not (text or "").strip() or (state == "initial" and segment.get("state") is not None),
        FUZZY: detail in ("fuzzy", "draft", *_DOUBTFUL),
        CONTEXT: any(proposal.get("type") == "icm" for proposal in memory),
    }
    return Unit(
        key,
        segment_text(source, options.tags)[0],
        text,
        document,
        _proposal(machine, proposals, options),
        frozenset(name for name, holds in states.items() if holds),
        rate,
        machine is not None and rate is None,
        "",
        tags,
    )


def _is_of_phrase(root: Element) -> bool:
    """Returns whether a file has what Phrase adds to XLIFF."""
    first = next(root.iterfind(".//{*}trans-unit"), root)
    return any(key.startswith(_PHRASE) for element in (root, first) for key in element.attrib)


def _write_as_others(root: Element) -> None:
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
    origin, editor = unit.get(f"{_PHRASE}trans-origin", _NO_ORIGIN), unit.get(f"{_PHRASE}modified-by", "")
    unit.set("origin", origin)
    unit.set("phase-name", users.get(editor, editor))
    if origin.lower() == "tm":
        with suppress(ValueError):
            unit.set("percent", f"{100 * float(unit.get(f'{_PHRASE}score', '')):.4f}")
    if unit.get(f"{_PHRASE}confirmed") in ("0", "false") and _has_target(unit):
        unit.set("conf", "Draft")
    for proposal in [*children(unit, "alt-trans")]:
        proposal.attrib.pop("match-quality", None)  # a share, whatever the translation is
        if not _has_target(proposal):
            unit.remove(proposal)


def _has_target(element: Element) -> bool:
    target = child(element, "target")
    return target is not None and bool("".join(target.itertext()).strip())


def _write_tags(unit: Element) -> None:
    """Makes elements of the tags in a unit's texts; a number in braces is one if the unit's marks have it."""
    names: TagNames = {mark.get("id", ""): {} for mark in unit.iterfind(f"*/{_PHRASE}mark")}
    names["j"] = {"ctype": "lb"}  # it stands between two segments
    for text in [element for element in unit.iter() if local(element) in ("source", "target")]:
        write_tags(text, _TAG_OF_PHRASE, names)
