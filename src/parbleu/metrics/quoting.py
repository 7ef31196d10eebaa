"""Quotes values for signatures."""

from __future__ import annotations


def quote(value: str) -> str:
    """Returns a value with white space and the separators of signatures percent-encoded, as in URLs."""
    return "".join(
        "".join(f"%{byte:02X}" for byte in character.encode("utf-8", "surrogateescape"))
        if character in "|%" or character.isspace()
        else character
        for character in value
    )


def unquote(text: str) -> str:
    """Returns the value that `quote` wrote."""
    if "%" not in text:
        return text
    from urllib.parse import unquote

    return unquote(text, errors="surrogateescape")
