"""Normalizations of quotes, dashes, other punctuation and blanks, which the core applies."""

from __future__ import annotations

from parbleu._core import respelled
from parbleu.text._normalizations.base import Normalization

ELLIPSIS = Normalization(lambda text: respelled(text, "ellipsis"), "ellipses (… and ...)")
QUOTES = Normalization(
    lambda text: respelled(text, "quotes"), "typographic and straight quotes and apostrophes"
)
DASHES = Normalization(lambda text: respelled(text, "dashes"), "dashes and hyphens")
PUNCTUATION = Normalization(
    lambda text: respelled(text, "punctuation"), "punctuation of another script or width"
)
INVISIBLE = Normalization(
    lambda text: respelled(text, "invisible"),
    "invisible characters, such as zero-width spaces and soft hyphens",
    "remove them",
)
SPACES = Normalization(
    lambda text: respelled(text, "spaces"), "no-break, double and other spaces", "write single blanks"
)
