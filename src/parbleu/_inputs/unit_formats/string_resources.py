"""Reads string resources of programs: Android, Apple, .NET, Java, Flutter, Fluent and Qt Linguist.

Most have the texts of one language, and an id for each, so that their units have no source text.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import Any
from xml.etree.ElementTree import Element

from parbleu._inputs.unit_formats import FUZZY, LOCKED, Unit, UnitOptions, language_names, text_unit
from parbleu._inputs.unit_formats.inline_tags import segment_text
from parbleu._io.encodings import decoded
from parbleu._io.json_text import as_json
from parbleu._io.lines import UTF16, read_bytes, read_json
from parbleu._io.xml_tree import child, children, local, read_xml
from parbleu.errors import FormatError, UndecodableLineError
from parbleu.text._languages import target_language

_CONTROLS = {"n": "\n", "t": "\t", "r": "\r", "f": "\f"}
_ESCAPE = re.compile(r"\\(?:[uU]([0-9A-Fa-f]{4})|(.)|$)", re.DOTALL)
_OF_ANDROID = re.compile(r'\\u([0-9A-Fa-f]{4})|\\(.)|(")|([ \t\r\n]+)|[^\\" \t\r\n]+', re.DOTALL)
"""An escape, a quotation mark, white space or text in a string of Android."""
_REFERENCE = re.compile(r"[@?][\w.:+/]+$")
"""What stands for another resource of Android, such as `@string/ok`."""
_OF_APPLE = re.compile(
    r"""(?:/\*.*?\*/|//[^\n]*|\s+)|(?:"((?:[^"\\]|\\.)*)"|([\w.$:/-]+))\s*=\s*"((?:[^"\\]|\\.)*)"\s*;""",
    re.DOTALL,
)
"""A comment or white space, or a string: its key in quotes or without, and its text."""
_FORMAT_OF_APPLE = "NSStringLocalizedFormatKey"
_VARIABLE_OF_APPLE = re.compile(r"%(?:\d{1,3}\$)?#@[^@]{1,200}@")
_ENTRY_OF_FLUENT = re.compile(r"(-?[A-Za-z][\w-]{0,200}) {0,80}= {0,80}")
_ATTRIBUTE_OF_FLUENT = re.compile(r" {1,200}\.([A-Za-z][\w-]{0,200}) {0,80}= {0,80}")
_VARIANT_OF_FLUENT = re.compile(r"\n {0,200}\*?\[ {0,80}([\w.-]{1,80}) {0,80}\] {0,80}")
_BREAK_OF_FLUENT = re.compile(r"\n[ \n]*")
_STRING_OF_FLUENT = re.compile(r'"(?:[^"\\\n]|\\.)*"?')
_LITERAL_OF_FLUENT = re.compile(r'\{\s{0,80}"((?:[^"\\\n]|\\.){0,4000})"\s{0,80}\}')
_ESCAPE_OF_FLUENT = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{6})|(.))")
_DEEPEST = 100
"""In how many braces a variant of Fluent may stand."""
_KEY_OF_JAVA = re.compile(r"(?:[^\\=: \t\f]|\\.)*", re.DOTALL)
_OBJECTS = {
    "message": {"description", "placeholders"},
    "defaultMessage": {"description", "id", "file", "start", "end", "line", "col"},
    "translation": {"notes", "context", "limit", "tags"},
}
"""Where an object has its text that is a message: of a browser's extension, FormatJS or Lokalise -> what is
about it."""
_ABOUT_ALL = {"locale", "pluralForm"}
"""What stands beside all `translations` of a file: of Angular or Nextcloud."""
_BLANKS_OF_JAVA = " \t\f"


def android_units(path: str, options: UnitOptions) -> Iterator[Unit]:
    """Yields the strings of Android: each item of an array, and each quantity of a plural, by itself.

    A string may have a text for each product, such as "tablet", which its id names, but for the default.
    References to other resources, such as `@string/ok`, are left out. Escapes, quotes and white space are
    read as `aapt2` reads them.

    Raises:
        FormatError: the file is no such XML.
    """
    for element in _root(path, "resources"):
        kind, name, product = local(element), element.get("name", ""), element.get("product", "default")
        if product not in ("", "default"):
            name = f"{name}[{product}]"
        states = frozenset((LOCKED,)) if element.get("translatable") == "false" else frozenset[str]()
        items = list(children(element, "item"))
        texts: dict[str, Element] = {}
        if kind == "string" or (kind == "item" and element.get("type") == "string"):
            texts[name] = element
        elif kind in ("string-array", "array"):
            texts = {f"{name}[{index}]": item for index, item in enumerate(items)}
        elif kind == "plurals":
            texts = {f"{name}[{item.get('quantity', '')}]": item for item in items}
        for key, item in texts.items():
            if len(item) == 0 and _REFERENCE.match((item.text or "").strip()):
                continue
            _read_escapes(item)
            text, tags = segment_text(item, options.tags, is_html=True)
            yield text_unit(key, _joined(text.strip()), states=states, tags=tags)


def _read_escapes(item: Element) -> None:
    """Replaces what stands for other characters in a string of Android; white space in quotes is kept."""
    is_quoted = ends_in_blank = False

    def read(match: re.Match[str]) -> str:
        nonlocal is_quoted, ends_in_blank
        code, escaped, quote, blanks = match.groups()
        if quote:
            is_quoted = not is_quoted
            return ""
        was_blank, ends_in_blank = ends_in_blank, bool(blanks) and not is_quoted
        if ends_in_blank:
            return "" if was_blank else " "
        return chr(int(code, 16)) if code else _CONTROLS.get(escaped, escaped) if escaped else match[0]

    def read_all(element: Element) -> None:
        element.text = _OF_ANDROID.sub(read, element.text or "")
        for tag in element:
            read_all(tag)
            tag.tail = _OF_ANDROID.sub(read, tag.tail or "")

    read_all(item)


def qt_units(path: str, options: UnitOptions) -> Iterator[Unit]:  # noqa: ARG001 - there are no tags
    """Yields the messages of Qt Linguist, each plural form by itself, but for those that the program lost.

    A message is known by its id, or its source text and comment. Its context, a class, is the document.

    Raises:
        FormatError: the file is none of Qt Linguist.
    """
    root = _root(path, "TS")
    source_language, language = root.get("sourcelanguage"), root.get("language")
    pair = f"{source_language}-{language}" if source_language and language else ""
    for context in (root, *children(root, "context")):  # messages that have ids may stand in none
        for message in children(context, "message"):
            translation = child(message, "translation")
            source, comment = (_text_of_qt(child(message, name)) for name in ("source", "comment"))
            key = message.get("id") or (f"{comment}|{source}" if comment and source else source)
            if translation is None or not key or translation.get("type") in ("obsolete", "vanished"):
                continue
            states = frozenset((FUZZY,)) if translation.get("type") == "unfinished" else frozenset[str]()
            forms = list(children(translation, "numerusform"))
            for index, form in enumerate(forms or [translation]):
                yield text_unit(
                    f"{key}[{index}]" if forms else key,
                    _text_of_qt(form),
                    source,
                    states,
                    document=_text_of_qt(child(context, "name")),
                    language_pair=pair,
                )


def _text_of_qt(element: Element | None) -> str:
    """Returns the text of an element, whose longest variant is its first one."""
    if element is None:
        return ""
    variants = list(children(element, "lengthvariant"))
    element = variants[0] if variants else element
    pieces = [element.text or ""]
    for byte in element:  # a control character
        code = byte.get("value", "")
        with suppress(ValueError, OverflowError):  # this is none
            pieces.append(chr(int(code.removeprefix("x"), 16 if code[:1] == "x" else 10)))
        pieces.append(byte.tail or "")
    return _joined("".join(pieces))


def resx_units(path: str, options: UnitOptions) -> Iterator[Unit]:  # noqa: ARG001 - there are no tags
    """Yields the strings of .NET; data of other types and the designer's own names are left out.

    Raises:
        FormatError: the file is no such XML.
    """
    for data in children(_root(path, "root"), "data"):
        name, value = data.get("name", ""), child(data, "value")
        kind = data.get("type", "System.String")
        if data.get("mimetype") or not kind.startswith("System.String") or name.startswith(">>"):
            continue
        yield text_unit(name, "" if value is None else value.text or "")


def apple_units(path: str, options: UnitOptions) -> Iterator[Unit]:
    """Yields the strings of Apple's programs, in UTF-16 if the file begins with its mark, or of their XML.

    Raises:
        FormatError: a part of the file is neither a string nor a comment, or the XML is no property list.
        UndecodableLineError: a line is not in the encoding.
    """
    text = _decoded(path, options.encoding)
    if text.startswith("<"):
        yield from (text_unit(key, value) for key, value in _property_list(path) if isinstance(value, str))
        return
    offset = 0
    while offset < len(text):
        match = _OF_APPLE.match(text, offset)
        if match is None:
            line = text.count("\n", 0, offset) + 1
            rest = text[offset:].partition("\n")[0]
            raise FormatError(path, line, f'this is no string of Apple\'s, "KEY" = "TEXT";: {rest!r:.60}')
        offset = match.end()
        quoted, plain, value = match.groups()
        if value is not None:
            yield text_unit(plain or _unescaped(quoted), _unescaped(value))


def apple_plural_units(path: str, options: UnitOptions) -> Iterator[Unit]:  # noqa: ARG001 - there are no tags
    """Yields the strings of Apple's programs that vary by number, width or device, each variation by itself.

    A format with words around its variables is a unit, too.

    Raises:
        FormatError: the file is no property list in XML.
    """
    for key, rules in _property_list(path):
        yield from (text_unit(name, text) for name, text in _variants_of_apple(key, rules))


def _variants_of_apple(name: str, rules: Any) -> Iterator[tuple[str, str]]:
    """Yields the texts of a string by their names; what begins with "NSString" is about those below it."""
    if isinstance(rules, str):
        yield name, rules
        return
    for key, rule in rules:
        if not key.startswith("NSString"):
            yield from _variants_of_apple(f"{name}[{key}]", rule)
        elif isinstance(rule, list):
            yield from _variants_of_apple(name, rule)
        elif key == _FORMAT_OF_APPLE and _VARIABLE_OF_APPLE.sub("", rule).strip():
            yield name, rule


def _property_list(path: str) -> list[tuple[str, Any]]:
    """Returns the keys and values of a property list of Apple's; values are texts, or such lists themselves.

    Values of other types are left out.

    Raises:
        FormatError: the file is no such XML.
    """

    def pairs(dictionary: Element) -> list[tuple[str, Any]]:
        members = zip(dictionary[::2], dictionary[1::2], strict=False)
        return [
            (_joined(key.text or ""), pairs(value) if local(value) == "dict" else _joined(value.text or ""))
            for key, value in members
            if local(value) in ("dict", "string")
        ]

    dictionary = child(_root(path, "plist"), "dict")
    if dictionary is None:
        raise FormatError(path, 0, "this property list has no dictionary of strings")
    return pairs(dictionary)


def java_units(path: str, options: UnitOptions) -> Iterator[Unit]:
    """Yields the properties of Java, in ISO 8859-1 if they are not UTF-8, as Java reads them.

    Raises:
        FormatError: most lines have neither `=` nor `:`; Java would take their first words for keys.
        UndecodableLineError: a line is not in the encoding, which is another one than UTF-8.
    """
    try:
        text = _decoded(path, options.encoding)
    except UndecodableLineError:
        if options.encoding != "utf-8":
            raise
        text = _decoded(path, "iso-8859-1")
    entries: list[tuple[str, str]] = []
    without_sign = 0
    for entry in _entries_of_java(text):
        key = _KEY_OF_JAVA.findall(entry)[0]
        rest = entry[len(key) :].lstrip(_BLANKS_OF_JAVA)
        sign = rest[:1] if rest[:1] in ("=", ":") else ""
        entries.append((key, rest.removeprefix(sign).lstrip(_BLANKS_OF_JAVA)))
        without_sign += not sign
    if without_sign > len(entries) / 2:
        raise FormatError(path, 0, "most lines are not KEY=TEXT: end the name of a file of lines in .txt")
    for key, value in entries:
        yield text_unit(_unescaped(key), _unescaped(value))


def _entries_of_java(text: str) -> Iterator[str]:
    """Yields lines that are neither blank nor comments, each with those that go on with it."""
    lines = iter(text.split("\n"))
    for line in lines:
        pieces = [line.lstrip(_BLANKS_OF_JAVA)]
        if not pieces[0] or pieces[0][0] in "#!":
            continue
        while (len(pieces[-1]) - len(pieces[-1].rstrip("\\"))) % 2:
            pieces[-1] = pieces[-1][:-1]
            pieces.append(next(lines, "").lstrip(_BLANKS_OF_JAVA))
        yield "".join(pieces)


def flutter_units(path: str, options: UnitOptions) -> Iterator[Unit]:  # noqa: ARG001 - there are no tags
    """Yields the messages of an application resource bundle; what is about messages begins with `@`.

    Messages may stand in objects and lists, as i18next and Vue write them (`menu.open`, `days[0]`), or each
    in an object of `_OBJECTS`; or all below `translations`. RESJSON's `_KEY.comment` is none.

    Raises:
        FormatError: the file is no object of JSON, or has rows of gotext, or a message is no text.
    """
    messages = _json_object(path)
    if messages.keys() == {"language", "messages"} and isinstance(messages["messages"], list):
        why = "these are the rows of a table: end its name in .json, and name the column messages.translation"
        raise FormatError(path, 0, why)
    if isinstance(messages.get("translations"), dict) and messages.keys() - {"translations"} <= _ABOUT_ALL:
        messages = messages["translations"]
    for text, about in _OBJECTS.items():
        if all(
            isinstance(item, dict) and {text} <= item.keys() <= about | {text} for item in messages.values()
        ):
            messages = {key: item[text] for key, item in messages.items()}
    messages = {
        key: item
        for key, item in messages.items()
        if not (key[:1] == "_" and "." in key and key[1:].rpartition(".")[0] in messages)
    }
    for key, text in _messages_in("", messages):
        if not isinstance(text, str):
            raise FormatError(path, 0, f"the message {key!r} is no text")
        yield text_unit(key, text)


def _messages_in(key: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Yields the messages within a value of JSON, and their keys."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if not name.startswith("@"):
                yield from _messages_in(f"{key}.{name}" if key else name, inner)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _messages_in(f"{key}[{index}]", inner)
    else:
        yield key, value


def apple_catalog_units(path: str, options: UnitOptions) -> Iterator[Unit]:
    """Yields the strings of a catalog of Xcode in one language, each variation of a string by itself.

    Raises:
        FormatError: the file is no catalog, or the language pair chooses none of several languages.
    """
    catalog = _json_object(path)
    strings, origin = catalog.get("strings"), catalog.get("sourceLanguage")
    if not isinstance(strings, dict) or not isinstance(origin, str):
        raise FormatError(path, 0, "this is no string catalog: it has no `strings` and `sourceLanguage`")
    all_strings = {key: _member(path, strings, key) for key in strings}
    all_localizations = {key: _member(path, string, "localizations") for key, string in all_strings.items()}
    known = {name.lower(): name for there in all_localizations.values() for name in there if name != origin}
    pair = options.language_pair
    names = language_names([*known], "" if pair is None else target_language(pair))
    chosen = [*known] if pair is None else names[0] if names else []
    if len(chosen) != 1:
        there = ", ".join(sorted(known.values())) or f"none but {origin}"
        raise FormatError(path, 0, f"choose a language of this catalog by -l SOURCE-TARGET: {there}")
    language = known[chosen[0]]
    for key, localizations in all_localizations.items():
        string = all_strings[key]
        if string.get("extractionState") == "stale":
            continue
        states = frozenset((LOCKED,)) if string.get("shouldTranslate") is False else frozenset[str]()
        sources = dict(_variations(path, _member(path, localizations, origin)))
        units = dict(_variations(path, _member(path, localizations, language))) or {"": {}}
        for variation, unit in units.items():
            is_fuzzy = unit.get("state") in ("needs_review", "new")
            yield text_unit(
                key + variation,
                _member(path, unit, "value", str),
                _member(path, sources.get(variation, sources.get("", {})), "value", str) or key,
                states | {FUZZY} if is_fuzzy else states,
                language_pair=f"{origin}-{language}",
            )


def _variations(path: str, localization: dict[str, Any], name: str = "") -> Iterator[tuple[str, Any]]:
    """Yields the units of a localization, and what each varies by, such as "[one]"; "" for one alone."""
    if "stringUnit" in localization:
        yield name, _member(path, localization, "stringUnit")
    variations = _member(path, localization, "variations")
    for cases in (
        *(_member(path, variations, kind) for kind in variations),
        _member(path, localization, "substitutions"),
    ):
        for case in cases:
            yield from _variations(path, _member(path, cases, case), f"{name}[{case}]")


def _member(path: str, holder: dict[str, Any], name: str, kind: type = dict) -> Any:
    """Returns a member of an object of JSON, which is an object, or of another kind; an empty one for null.

    Raises:
        FormatError: it is of another kind.
    """
    value = holder.get(name)
    if value is None or isinstance(value, kind):
        return value or kind()
    raise FormatError(path, 0, f"this is no string catalog: {name!r} is {as_json(value)}")


def fluent_units(path: str, options: UnitOptions) -> Iterator[Unit]:
    """Yields the messages and terms of Fluent, each attribute of a message by itself, and each variant.

    Variants are units where a selector is all of a text. Other placeables stay in the text, but for literals.

    Raises:
        FormatError: a line begins no message, or braces do not close.
        UndecodableLineError: a line is not in the encoding.
    """
    lines = _decoded(path, options.encoding).split("\n")
    number = 0
    while number < len(lines):
        begin, line = number, lines[number]
        entry = _ENTRY_OF_FLUENT.match(line)
        if entry is None and line.strip() and line[:1] != "#":
            raise FormatError(path, begin + 1, f"this is no message of Fluent, KEY = TEXT: {line!r:.60}")
        number += 1
        if entry is None:
            continue
        key = entry[1]
        texts = {key: [line[entry.end() :]]}
        value = texts[key]
        selectors: set[int] = set()
        depth = _depths_of_fluent(value[0], selectors)[1]
        while number < len(lines) and (depth > 0 or lines[number][:1] in ("", " ", "{", "}")):
            line = lines[number]
            if depth == 0 and (attribute := _ATTRIBUTE_OF_FLUENT.match(line)):
                line = line[attribute.end() :]
                value = texts.setdefault(f"{key}.{attribute[1]}", [])
            value.append(line)
            depth = _depths_of_fluent(line, selectors, depth)[1]
            number += 1
            if depth > _DEEPEST:
                why = f"the braces of the message {key!r} are nested deeper than {_DEEPEST}"
                raise FormatError(path, begin + 1, why)
        if depth:
            raise FormatError(path, begin + 1, f"the braces of the message {key!r} do not close")
        for name, of_text in texts.items():
            is_absent = len(texts) > 1 and not any(map(str.strip, of_text))
            if not is_absent and (name == key or not key.startswith("-")):  # attributes of terms are no text
                for variant, text in _variants_of_fluent(name, of_text):
                    yield text_unit(variant, text)


def _variants_of_fluent(name: str, lines: list[str]) -> Iterator[tuple[str, str]]:
    """Yields the texts that lines hold, by their names: the variants of a selector, or one."""
    first, *others = lines
    indent = min((len(line) - len(line.lstrip(" ")) for line in others if line.strip()), default=0)
    text = "\n".join([first, *(line[indent:] for line in others)]).strip(" \n")
    depths, _ = _depths_of_fluent(text, set())
    ends = [offset for offset, depth in enumerate(depths) if depth == 1 and text[offset] == "}"]
    outer = "".join(char if depth == 1 else "\0" for char, depth in zip(text, depths, strict=True))
    begin = outer.find("->")
    is_selector = text[:1] == "{" and ends == [len(text) - 1] and begin >= 0
    if is_selector and (matches := list(_VARIANT_OF_FLUENT.finditer(outer, begin))):
        for match, end in zip(matches, [*(after.start() for after in matches[1:]), ends[0]], strict=True):
            part = text[match.end() : end].split("\n")
            yield from _variants_of_fluent(f"{name}[{match[1]}]", part)
    else:  # lines of a placeable are no lines of the text
        text = _BREAK_OF_FLUENT.sub(lambda match: " " if depths[match.start()] else match[0], text)
        yield name, _LITERAL_OF_FLUENT.sub(lambda match: _read_fluent(match[1]), text)


def _depths_of_fluent(text: str, selectors: set[int], depth: int = 0) -> tuple[list[int], int]:
    """Returns in how many braces each character of a text is, which count as inside, and what is behind it.

    A string of an expression counts as one pair more; in variants quotation marks are text.

    Args:
        text: a text, or a part of one.
        selectors: in how many braces an arrow has come, behind which variants are; it is kept up to date.
        depth: in how many braces the text begins.
    """
    depths: list[int] = []
    offset = 0
    while offset < len(text):
        is_expression = depth > 0 and depth not in selectors
        string = _STRING_OF_FLUENT.match(text, offset) if is_expression else None
        if text[offset] == "{":
            depth += 1
            selectors.discard(depth)
        elif text.startswith("->", offset) and not string:
            selectors.add(depth)
        depths += [depth + 1] * len(string[0]) if string else [depth]
        depth -= text[offset] == "}"
        offset = len(depths)
    return depths, depth


def _read_fluent(literal: str) -> str:
    """Returns the text of a literal of Fluent."""

    def read(match: re.Match[str]) -> str:
        code = match[1] or match[2]
        if code is None:
            return match[3]
        return chr(int(code, 16)) if int(code, 16) <= sys.maxunicode else "\ufffd"

    return _ESCAPE_OF_FLUENT.sub(read, literal)


def _root(path: str, name: str) -> Element:
    """Returns the document element of a file of XML, which has this name."""
    root = read_xml(path)
    if local(root) != name:
        raise FormatError(path, 0, f"the document element is <{local(root)}>, and not <{name}>")
    return root


def _decoded(path: str, encoding: str) -> str:
    """Returns a text file's text, in UTF-16 if it begins with its mark, with line ends of Unix."""
    content = read_bytes(path)
    if content.startswith(UTF16):
        encoding = "utf-16"
    return decoded(path, content, encoding).replace("\r\n", "\n").replace("\r", "\n")


def _json_object(path: str) -> dict[str, Any]:
    value = read_json(path)
    if not isinstance(value, dict):
        raise FormatError(path, 0, "this is no object of JSON")
    return value


def _unescaped(text: str) -> str:
    """Returns a text in which escapes as those of C are read."""

    def read(match: re.Match[str]) -> str:
        code, escaped = match.groups()
        return chr(int(code, 16)) if code else _CONTROLS.get(escaped or "", escaped or "")

    return _joined(_ESCAPE.sub(read, text))


def _joined(text: str) -> str:
    """Returns a text in which two halves of a character are one, and a half alone is U+FFFD."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
