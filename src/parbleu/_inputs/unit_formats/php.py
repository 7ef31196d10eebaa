"""Reads messages of programs in PHP: arrays of texts that a file returns, as Laravel has, or assigns."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NoReturn

from parbleu._inputs.unit_formats import text_unit
from parbleu._io.encodings import decoded
from parbleu._io.lines import read_bytes
from parbleu.errors import FormatError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from parbleu._inputs.unit_formats import Unit, UnitOptions

_ASIDE = re.compile(r"\s+|(?://|#(?!\[))[^\n]*|/\*.*?\*/|\?>(?=\s*\Z)", re.DOTALL)
"""White space, a comment, or the end of a program at that of its file."""
_BEGIN = "<?php"
_TOKEN = re.compile(
    r"""('[^'\\]*(?:\\.[^'\\]*)*'|"[^"\\]*(?:\\.[^"\\]*)*")|"""
    r"(-?\d[\w.]*|[A-Za-z_\\][\w\\]*)|\$\w+|=>|.|\Z",
    re.DOTALL,
)
"""A text in its quotes, a number or a name, a variable or a sign; nothing at the end."""
_ESCAPE_OR_VARIABLE = re.compile(
    r"\\(?:u\{([0-9A-Fa-f]{1,6})\}|x([0-9A-Fa-f]{1,2})|([0-7]{1,3})|(.))"
    r"|(\$[A-Za-z_{\x80-\U0010ffff]|\{\$)",
    re.DOTALL,
)
_CONTROLS = {
    "n": "\n",
    "r": "\r",
    "t": "\t",
    "v": "\v",
    "e": "\x1b",
    "f": "\f",
    "\\": "\\",
    "$": "$",
    '"': '"',
}
_INDEX = re.compile(r"(?:0|-?[1-9][0-9]{0,17})\Z")
_WITHOUT_TEXTS = {"declare", "namespace", "use", "defined"}
"""What statements begin with that have no texts."""
_OF_WORDPRESS = {"messages", "plural-forms"}
_DEEPEST = 100
"""In how many arrays a text may stand."""


def php_units(path: str, options: UnitOptions) -> Iterator[Unit]:
    """Yields the texts of arrays, `menu.open` and `days[0]`, as PHP does; numbers and constants are none.

    Of a file that assigns several variables, their names stand before the keys.

    Raises:
        FormatError: the file has other statements or values, or is WordPress's.
        UndecodableLineError: a line is not in the encoding.
    """
    text = decoded(path, read_bytes(path), options.encoding).replace("\r\n", "\n")
    if not text.startswith(_BEGIN):
        raise FormatError(path, 1, f"this is no program of PHP: it does not begin with {_BEGIN}")
    arrays = _Program(path, text).arrays()
    for name, texts in arrays.items():
        if texts.keys() >= _OF_WORDPRESS:
            raise FormatError(
                path, 0, "this is WordPress's: the .mo beside it has the same messages, and is read"
            )
        for key, message in _texts_in(name if len(arrays) > 1 else "", texts):
            yield text_unit(key, message)


def _texts_in(key: str, value: Any) -> Iterator[tuple[str, str]]:
    """Yields the texts within a value, and their keys; arrays whose keys count from 0 are lists."""
    if isinstance(value, str):
        yield key, value
    elif isinstance(value, dict):
        is_list = [*value] == list(range(len(value)))
        for name, inner in value.items():
            yield from _texts_in(
                f"{key}[{name}]" if is_list else f"{key}.{name}" if key else str(name), inner
            )


class _Program:
    """A program of PHP that has nothing but texts, which is read and not run.

    Args:
        path: what messages call it.
        text: the program, from its first characters on.
    """

    def __init__(self, path: str, text: str) -> None:
        self._path = path
        self._text = text
        self._end = len(_BEGIN)
        self._next()

    def arrays(self) -> dict[str, dict[int | str, Any]]:
        """Returns the arrays of the file by the names of their variables, "" of what it returns.

        Raises:
            FormatError: it has other statements or values.
        """
        arrays: dict[str, Any] = {"": {}}
        while self._token:
            name = self._token
            if name in _WITHOUT_TEXTS:
                while self._token not in ("", ";"):
                    self._next()
            elif self._taken("return"):
                arrays[""] = self._value(0)
            elif name[:1] == "$" and len(name) > 1:
                self._next()
                self._assign(arrays, name[1:])
            else:
                self._refuse()
            if self._token:
                self._expect(";")
        return {name: value for name, value in arrays.items() if isinstance(value, dict) and value}

    def _assign(self, arrays: dict[str, Any], name: str) -> None:
        """Reads `[KEY] = VALUE` behind the name of a variable."""
        holder: dict[Any, Any] = arrays
        key: int | str = name
        depth = 0
        while self._taken("["):
            depth += 1
            if depth > _DEEPEST:
                self._refuse()
            holder = holder.setdefault(key, {})
            if not isinstance(holder, dict):
                self._refuse()
            key = self._key(self._value(0))
            self._expect("]")
        self._expect("=")
        holder[key] = self._value(0)

    def _value(self, depth: int) -> Any:
        """Reads an array, texts with points between, or a number or constant; the latter as a tuple of it."""
        if depth > _DEEPEST:
            self._refuse()
        if self._taken("["):
            return self._array("]", depth)
        if self._token.lower() == "array":
            self._next()
            self._expect("(")
            return self._array(")", depth)
        if self._is_word:
            value = (self._token,)
            self._next()
            return value
        texts = [self._literal()]
        while self._taken("."):
            texts.append(self._literal())
        return "".join(texts)

    def _array(self, closing: str, depth: int) -> dict[int | str, Any]:
        """Reads an array behind its opening bracket."""
        array: dict[int | str, Any] = {}
        free = 0
        while not self._taken(closing):
            value = self._value(depth + 1)
            key: int | str = free
            if self._taken("=>"):
                key, value = self._key(value), self._value(depth + 1)
            if isinstance(key, int):
                free = max(free, key + 1)
            array[key] = value
            if self._token != closing:
                self._expect(",")
        return array

    def _key(self, value: Any) -> int | str:
        """Returns a key as PHP has it: a whole number, also of a text that is one."""
        key = value[0] if isinstance(value, tuple) else value
        if not isinstance(key, str) or (value is not key and not _INDEX.match(key)):
            self._refuse()
        return int(key) if _INDEX.match(key) else key

    def _literal(self) -> str:
        """Reads a text in quotes, with its escapes as PHP reads them."""
        if not self._is_text:
            self._refuse()
        quote, text = self._token[0], self._token[1:-1]
        if quote == "'":
            read = re.sub(r"\\([\\'])", r"\1", text)
        else:
            pieces, place = list[bytes](), 0
            for match in _ESCAPE_OR_VARIABLE.finditer(text):
                pieces += text[place : match.start()].encode(), self._escaped(match)
                place = match.end()
            try:
                read = b"".join([*pieces, text[place:].encode()]).decode()
            except UnicodeDecodeError:
                self._refuse()
        self._next()
        return read

    def _escaped(self, match: re.Match[str]) -> bytes:
        """Returns the bytes that an escape stands for; refuses a variable within a text."""
        code, byte, octal, sign, variable = match.groups()
        if variable or (code and int(code, 16) > 0x10FFFF):
            self._refuse()
        if code:
            return chr(int(code, 16)).encode("utf-8", "surrogatepass")
        if sign:
            return _CONTROLS.get(sign, match[0]).encode()
        return bytes([int(byte, 16) if byte else int(octal, 8) & 0xFF])

    def _next(self) -> None:
        """Goes to the next token, past white space and comments."""
        while aside := _ASIDE.match(self._text, self._end):
            self._end = aside.end()
        match = _TOKEN.match(self._text, self._end)
        assert match is not None
        self._token, self._is_text, self._is_word = match[0], bool(match[1]), bool(match[2])
        self._begin, self._end = match.span()

    def _taken(self, token: str) -> bool:
        """Returns whether a token is next, and goes past it if so."""
        is_next = self._token == token
        if is_next:
            self._next()
        return is_next

    def _expect(self, token: str) -> None:
        if not self._taken(token):
            self._refuse()

    def _refuse(self) -> NoReturn:
        line = self._text.count("\n", 0, self._begin) + 1
        place = f"{self._token!r:.40}" if self._token else "its end"
        why = f"this is no array of texts in PHP from {place} on"
        advice = "json_encode() of PHP makes JSON of what it is when it runs, which is read as messages.arb"
        raise FormatError(self._path, line, f"{why}: {advice}")
