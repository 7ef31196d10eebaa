"""Reads PO and POT, the messages of GNU gettext, and the MO that is compiled of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from struct import error, unpack_from

from parbleu._base.extras import imported
from parbleu._inputs.unit_formats import FUZZY, SHORTER, UNTRANSLATED, Unit, UnitOptions, text_unit
from parbleu._io.encodings import decoded
from parbleu._io.lines import MO_ORDERS, read_bytes
from parbleu.errors import FormatError, OptionError, UndecodableLineError

_CHARSET = re.compile(rb"(Content-Type:[^\n]{0,80}charset=)([\w.:-]{1,40})", re.IGNORECASE)
_ESCAPES = re.compile(r"((?:\\[0-7]{1,3}|\\x[0-9A-Fa-f]+)+)|\\.")
"""Numbers of bytes that follow one another, as C writes them, or another escape."""
_SIGNS = {r"\a": "\a", r"\b": "\b", r"\f": "\f", r"\v": "\v"}
"""Escapes of one letter of which the parser keeps the letter."""
_ONE_STRING = re.compile(r'([^"#]*"(?:[^"\\]|\\.)*")\s*(?:#.*)?')
"""A line with one string, in which quotation marks are escaped, and perhaps a comment."""
_WRITTEN = str.maketrans({'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r"})
"""How characters are written that have a meaning in a PO."""
_NO_NAME = 0xFFFFFFFF
"""What an MO has in place of the number of a name that depends on the system, where there is none."""


def mo_units(path: str, options: UnitOptions) -> Iterator[Unit]:  # noqa: ARG001 - messages have no tags
    """Yields the messages of a compiled catalogue, each plural form by itself, as those of its PO.

    It has no messages without a translation or with a fuzzy one, and no places in the program.

    Raises:
        FormatError: the file is no MO, or is not in the encoding that it declares.
    """
    content = read_bytes(path)
    try:
        order = MO_ORDERS[content[:4]]
        count, *tables = unpack_from(f"{order}3I", content, 8)
        places = [
            [unpack_from(f"{order}2I", content, table + 8 * n) for table in tables] for n in range(count)
        ]
        flat = [place for pair in places for place in pair]
        if max([sum(size for size, _ in flat), *map(sum, flat)]) > len(content):
            raise KeyError
        pairs = [[content[begin : begin + size] for size, begin in pair] for pair in places]
        pairs += _of_systems(content, order)
        header = next((text for message, text in pairs if not message), b"")
        charset = _charset(header)
        messages = [[text.decode(charset) for text in pair] for pair in pairs if pair[0]]
    except (KeyError, error, LookupError, UnicodeError) as problem:
        why = "" if isinstance(problem, (KeyError, error)) else f" ({problem})"
        raise FormatError(path, 0, f"this is no compiled catalogue of GNU gettext{why}") from None
    for message, text in messages:
        context, is_in_context, forms = message.rpartition("\4")
        source, has_plural, plural = forms.partition("\0")
        key = f"{context}|{source}" if is_in_context else source
        for number, form in enumerate(text.split("\0") if has_plural else [text]):
            name = f"{key}[{number}]" if has_plural else key
            yield text_unit(name, form, plural if number else source, context=context)


def _of_systems(content: bytes, order: str) -> Iterator[list[bytes]]:
    """Yields the messages with names of C that depend on the system, `%<PRIu64> files`, and their texts.

    A text is a row of parts, each with the name that comes after it, or the mark of the last one.

    Raises:
        KeyError, struct.error: the file ends before them.
    """
    if not unpack_from(f"{order}I", content, 4)[0] & 0xFFFF:  # an older revision
        return
    _, names, count, *tables = unpack_from(f"{order}5I", content, 28)
    left = len(content)
    for index in range(count):
        pair: list[bytes] = []
        for table in tables:
            (place,) = unpack_from(f"{order}I", content, table + 4 * index)
            begin, size, number = unpack_from(f"{order}3I", content, place)
            text = content[begin : begin + size]
            while number != _NO_NAME:
                length, at = unpack_from(f"{order}2I", content, names + 8 * number)
                name = content[at : at + length].rstrip(b"\0")
                begin, place = begin + size, place + 8
                size, number = unpack_from(f"{order}2I", content, place + 4)
                text += (name if name == b"I" else b"<%s>" % name) + content[begin : begin + size]
                left -= 1 + length
                if left < 0:
                    raise KeyError
            left -= len(text)
            if left < 0 or begin + size > len(content):
                raise KeyError
            pair.append(text.removesuffix(b"\0"))
        yield pair


def po_units(path: str, options: UnitOptions) -> Iterator[Unit]:  # noqa: ARG001 - messages have no tags
    """Yields the messages of a file, each plural form by itself; without its header and obsolete ones.

    A context that is the place of the message in the program is none: xliff2po writes it where contexts were.

    Raises:
        FormatError: the file is no PO, has a line with more than one string, or declares an encoding that
            there is not, or in which a line is not valid.
        MissingDependencyError: translate-toolkit is not installed.
    """
    pofile = imported(
        "translate.storage.pypo", "PO is read by translate-toolkit", "cat", "translate-toolkit"
    ).pofile
    text = _decoded(path, read_bytes(path))
    try:
        store = pofile.parsestring(text) if text.strip() else pofile()
    except Exception as problem:  # whatever the parser raises, the file is refused whole
        line = str(problem).strip().splitlines()[-1:] or [type(problem).__name__]
        raise FormatError(path, 0, f"this is no PO ({line[0]}): msgfmt --check names the line") from None
    without: dict[str, int] = {}
    is_of_qt = "X-Qt-Contexts" in store.parseheader()
    for unit in store.units:
        if unit.isheader() or unit.isobsolete() or not str(unit.source).strip():
            continue
        context = unit.getcontext()
        message = f"{context}|{unit.source}" if context else str(unit.source)
        if context and context in unit.getlocations():
            context, message = "", str(unit.source)
            count = without[message] = without.get(message, 0) + 1
            message = message if count == 1 else f"{message} ({count})"
        fuzzy = {FUZZY} if unit.isfuzzy() else set[str]()
        forms = list(unit.target.strings) if unit.hasplural() else [str(unit.target)]
        plural = unit.source.strings[-1] if unit.hasplural() else str(unit.source)
        for number, form in enumerate(forms):
            text = str(form).partition(SHORTER)[0] if is_of_qt else str(form)
            states = fuzzy if text.strip() else {*fuzzy, UNTRANSLATED}
            yield Unit(
                f"{message}[{number}]" if unit.hasplural() else message,
                str(unit.source) if number == 0 else str(plural),
                text or None,
                document=", ".join(unit.getlocations()[:1]).partition(":")[0],
                states=frozenset(states),
                context=context,
            )


def _charset(content: bytes) -> str:
    """Returns the encoding that the header of a catalogue declares."""
    declared = _CHARSET.search(content)
    charset = declared[2].decode() if declared else "utf-8"
    return "utf-8" if charset == "CHARSET" else charset  # what templates say


def _decoded(path: str, content: bytes) -> str:
    """Returns a PO with the characters that its bytes and the numbers of bytes in it stand for.

    The parser reads UTF-8 whatever a PO declares, and of numbers keeps the digits. It takes two strings on
    a line for one, with the marks between them.
    """
    charset = _charset(content)
    content = _CHARSET.sub(rb"\1UTF-8", content, count=1)
    try:
        text = decoded(path, content, charset)
    except OptionError:
        why = f"it declares an encoding that there is not, {charset!r}: write the right one into its header"
        raise FormatError(path, 0, why) from None
    except UndecodableLineError as problem:
        byte = f"byte 0x{problem.byte:02x} at column {problem.column + 1} is not valid {charset}"
        why = f"{byte}: write the encoding of the file into its header (charset=)"
        raise FormatError(path, problem.line, why) from None

    def character(escapes: re.Match[str]) -> str:
        if escapes[1] is None:
            return _SIGNS.get(escapes[0], escapes[0])
        numbers = escapes[1].split("\\")[1:]
        codes = (int(number[1:], 16) if number[0] == "x" else int(number, 8) for number in numbers)
        return bytes(code & 0xFF for code in codes).decode(charset, "replace").translate(_WRITTEN)

    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for index, line in enumerate(lines):
        if line.lstrip().startswith("#"):
            continue
        string = _ONE_STRING.fullmatch(line)
        if '"' in line and string is None:
            raise FormatError(
                path, index + 1, 'one string in quotation marks is read; write those within it as \\"'
            )
        lines[index] = _ESCAPES.sub(character, string[1] if string else line)
    return "\n".join(lines)
