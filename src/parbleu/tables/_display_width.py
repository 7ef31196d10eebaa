"""Measures how many terminal columns a text takes, and aligns and wraps text by that width."""

from __future__ import annotations

_widths: dict[str, int] = {}
"""Character -> how many columns it takes, for the characters asked for so far."""


def display_width(text: str) -> int:
    """Returns how many columns a terminal needs for text without control characters.

    East Asian wide characters take two; combining marks and zero-width characters take none.
    """
    if text.isascii() or max(text) < "\u0300":
        return len(text)
    for character in set(text) - _widths.keys():
        _widths[character] = _width_of(character)
    return sum(map(_widths.__getitem__, text))


def _width_of(character: str) -> int:
    from unicodedata import category, east_asian_width

    # Terminals show the soft hyphen. Vowels and finals of Hangul syllables join the initial before them.
    if character == "\xad":
        return 1
    if category(character) in ("Mn", "Me", "Cf") or "\u1160" <= character <= "\u11ff":
        return 0
    return 2 if east_asian_width(character) in "WF" else 1


def aligned(text: str, width: int, align: str, fill: str = " ") -> str:
    """Returns text filled up to a width, with the text at the "left", "right" or "center"."""
    room = width - display_width(text)
    before = 0 if align == "left" else room if align == "right" else room // 2
    return f"{fill * before}{text}{fill * (room - before)}"


def cut(word: str, width: int) -> str:
    """Returns a word with blanks put in, so that no part is wider than a line."""
    pieces, taken = [""], 0
    for character in word if display_width(word) > width else ():
        needed = display_width(character)
        if taken + needed > width:
            pieces.append("")
            taken = 0
        pieces[-1] += character
        taken += needed
    return " ".join(pieces) if len(pieces) > 1 else word


def wrapped(text: str, width: int, indent: str = "", bars: bool = False) -> list[str]:
    """Returns lines of text broken at blanks; only a line of one word may be wider than `width`.

    All lines but the first begin with `indent`. With `bars` the items of a signature, too, are words.
    """
    lines: list[str] = []
    line, taken, empty = "", 0, True
    words = [(" ", word) for word in text.split(" ")]
    if bars:
        words = [
            ("" if number else blank, part + "|" * (number < word.count("|")))
            for blank, word in words
            for number, part in enumerate(word.split("|"))
        ]
    for blank, word in words:
        needed = display_width(word)
        if empty:
            line, taken = line + word, taken + needed
        elif taken + len(blank) + needed <= width:
            line, taken = f"{line}{blank}{word}", taken + len(blank) + needed
        else:
            lines.append(line)
            line, taken = indent + word, len(indent) + needed
        empty = not taken
    return [*lines, line]
