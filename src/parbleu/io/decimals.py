"""Reads numbers in ratings and score files: decimal, ASCII, finite, small enough to square and add up."""

from __future__ import annotations

import re

LARGEST = 1e150
"""What no score and no weight exceeds, so that no mean and no sum of squares overflows."""

_DECIMAL = re.compile(r"[+-]?([0-9]+([.][0-9]*)?|[.][0-9]+)([eE][+-]?[0-9]+)?")


def parse_decimal(text: str) -> float:
    """Returns the number that a text is, such as "-1.5e3".

    Raises:
        ValueError: it is none, or is written with other than ASCII digits or with underscores, or exceeds
            `LARGEST`.
    """
    if not _DECIMAL.fullmatch(text):
        raise ValueError(f"{text!r} is not a number")
    number = float(text)
    if abs(number) > LARGEST:
        raise ValueError(f"{text!r} is too large")
    return number


def is_plain_number(value: object) -> bool:
    """Returns whether a value of JSON is a number that does not exceed `LARGEST`; NaN does not count."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) <= LARGEST
