"""References to characters, such as `&amp;` and `&#233;`."""

from __future__ import annotations

import re
from html.entities import html5
from re import Match

_REFERENCE = re.compile(r"&(?:#([0-9]{1,10}|[xX][0-9a-fA-F]{1,10})|([A-Za-z][A-Za-z0-9]*));")


def resolve(text: str) -> str:
    """Returns text with its references resolved. An `&` that begins none that is known stays as it is.

    Raises:
        ValueError: a number stands for no character.
    """
    return _REFERENCE.sub(_character, text) if "&" in text else text


def _character(found: Match[str]) -> str:
    number, name = found.groups()
    if name:
        return html5.get(f"{name};", found[0])
    code = int(number[1:], 16) if number[0] in "xX" else int(number)
    if not 0 < code < 0x110000 or 0xD800 <= code < 0xE000:
        raise ValueError(f"{found[0]} stands for no character")
    return chr(code)
