r"""Replaces characters that would act on a terminal or a page by visible escapes: ESC becomes `\x1b`."""

from __future__ import annotations

NAMES = {"\t": r"\t", "\n": r"\n", "\r": r"\r"}


def is_active(character: str) -> bool:
    """Returns whether a character acts on a terminal or a page instead of being shown.

    These are controls (C0, DEL, C1), the controls and marks of writing direction, separators of lines and
    paragraphs, annotations, the byte-order mark, and lone surrogates, which stand for bytes of file names
    that are not UTF-8. ZERO WIDTH JOINER and NON-JOINER belong to words and are none.
    """
    return (
        character < " "
        or "\x7f" <= character <= "\x9f"
        or character in "\u061c\u200e\u200f\ufeff"
        or "\u2028" <= character <= "\u202e"
        or "\u2066" <= character <= "\u206f"
        or "\ufff9" <= character <= "\ufffb"
        or is_surrogate(character)
    )


def active_characters(kept: str = "") -> str:
    """Returns all characters that `is_active` names, but for `kept`, for the brackets of a pattern."""
    characters = (character for character in map(chr, range(0x10000)) if is_active(character))
    return "".join(character for character in characters if character not in kept)


def is_surrogate(character: str) -> bool:
    """Returns whether a character is half of a surrogate pair, which no encoding can write."""
    return "\ud800" <= character <= "\udfff"


def is_byte(character: str) -> bool:
    """Returns whether a character stands for a byte of a file's name that is not UTF-8."""
    return "\udc80" <= character <= "\udcff"


def visible(text: str) -> str:
    """Returns text with the characters that `is_active` names written out. Backslashes stay as they are."""
    if text.isprintable():
        return text
    return "".join(written_out(character) if is_active(character) else character for character in text)


def written_out(character: str) -> str:
    r"""Returns the escape of a character, such as `\n`, `\x1b` or `\u202e`."""
    code = ord(character)
    return NAMES.get(character) or (f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}")


def without_surrogates(text: str) -> str:
    r"""Returns text that UTF-8 can encode: lone surrogates are written out, such as `\udcff`."""
    if text.isascii():
        return text
    return "".join(written_out(character) if is_surrogate(character) else character for character in text)
