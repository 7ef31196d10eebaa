"""Converts the offsets of annotation tools to half-open ones of code points, and back."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass

_BREAK = re.compile("</?br>")
_BEYOND_16_BITS = re.compile("[\U00010000-\U0010ffff]")


@dataclass(frozen=True)
class OffsetRule:
    """How a tool counts the characters of a text.

    Attributes:
        utf16: whether it counts units of UTF-16, of which a character beyond U+FFFF has two.
        inclusive: whether the end is the place of the last character, and not that behind it.
        breaks: whether it shows `<br>` and `</br>` as the end of a line, which is one character.
    """

    utf16: bool = False
    inclusive: bool = False
    breaks: bool = False

    def span(self, text: str, start: int, end: int) -> tuple[int, int]:
        """Returns the first code point of a span of the tool, and the one behind its last.

        What the tool marks a part of, such as half of a pair of UTF-16, is marked whole. Offsets behind the
        text stay behind it.
        """
        if self.inclusive:
            end += 1
        odd = self._odd_places(text)
        if not odd:
            return start, end
        return _earlier(odd, start), _later(odd, end)

    def marks(self, text: str, start: int, end: int) -> tuple[int, int]:
        """Returns the tool's offsets of the code points from `start` up to `end`; the inverse of `span`.

        A span that begins or ends inside of what the tool shows as one character covers it.
        """
        odd = [(units, points) for points, units in self._odd_places(text)]
        odd.sort()
        if odd:
            start, end = _earlier(odd, start), _later(odd, end)
        return start, end - self.inclusive

    def _odd_places(self, text: str) -> list[tuple[int, int]]:
        """Returns the ends of what has another length for the tool: its offset, and that of code points.

        They begin with the start of the text, and come in pairs: before and behind each such place.
        """
        units_apart = (
            [(match.start(), match.end(), 2) for match in _BEYOND_16_BITS.finditer(text)]
            if self.utf16
            else []
        )
        if self.breaks:
            units_apart += [(match.start(), match.end(), 1) for match in _BREAK.finditer(text)]
            units_apart.sort()
        places = []
        shift = 0
        for begin, end, units in units_apart:
            places += [(begin + shift, begin), (begin + shift + units, end)]
            shift += units - (end - begin)
        return places


def _earlier(places: list[tuple[int, int]], offset: int) -> int:
    """Returns what an offset becomes; inside of an odd place, its beginning."""
    at = bisect_right(places, (offset, 1 << 62)) - 1
    if at < 0:
        return offset
    here, there = places[at]
    return there if at % 2 == 0 and offset > here else there + (offset - here)


def _later(places: list[tuple[int, int]], offset: int) -> int:
    """Returns what an offset becomes; inside of an odd place, its end."""
    at = bisect_left(places, (offset, -1))
    if at % 2 and at < len(places) and offset <= places[at][0]:
        return places[at][1]
    return _earlier(places, offset)


APPRAISE = OffsetRule(inclusive=True, breaks=True)
LABEL_STUDIO = OffsetRule(utf16=True)
PEARMUT = OffsetRule(utf16=True, inclusive=True)
