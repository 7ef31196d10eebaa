"""Normalizations of marks inside of numbers and words, by regular expressions, which take time to load."""

from __future__ import annotations

import re

from parbleu.text._normalizations.base import Normalization

# Between two digits, and before three of them at the end of a number.
_GROUPED = re.compile(r"(?<=\d)[.,'’ \u00a0\u202f](?=\d{3}(?!\d))")
_DECIMAL = re.compile(r"(?<=\d),(?=\d)")
NUMBERS = Normalization(
    lambda text: _DECIMAL.sub(".", _GROUPED.sub("", text)),
    "points, commas and blanks in numbers (1,000 and 1.000)",
)

_APOSTROPHES = re.compile(r"(?:(?<=[^\W\d_])|(?<!\S))['’‘ʻʼ`ʹ](?=[^\W\d_])")
OKINA = Normalization(
    lambda text: _APOSTROPHES.sub("", text),
    "glottal stops and apostrophes at letters, which one side lacks (Hawaiʻi and Hawaii)",
    "look for what removes them, and keep them",
)

# A colon behind a letter of an Indic script: its code, but for the last seven bits, is that of the script.
_COLON = re.compile("([\u0900-\u0d7f]):")
_VISARGA = 0x03


def _visarga(text: str) -> str:
    return _COLON.sub(lambda match: f"{match[1]}{chr(ord(match[1]) & ~0x7F | _VISARGA)}", text)


VISARGA = Normalization(
    _visarga, "colons that Indic NLP Library makes a visarga (कहा: and कहाः), a letter of Indic scripts"
)
