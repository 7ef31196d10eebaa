"""Reads numbers, without the spellings that only Python takes, and adds them as all versions of Python do.

Numbers are in ASCII, without the underscores and blanks that `int` and `float` accept.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from typing import TypeGuard

LARGEST = 1e150
"""What no score and no weight exceeds, so that no mean and no sum of squares overflows."""

_DECIMAL = frozenset("0123456789+-.eE")


def read_int(text: str) -> int:
    """Returns the whole number that a person typed; raises ValueError for other text."""
    return int(_checked(text))


def read_float(text: str) -> float:
    """Returns the finite number that a person typed; raises ValueError for other text."""
    number = float(_checked(text))
    if not abs(number) < float("inf"):  # nor nan
        raise ValueError(f"{text!r} is not a finite number")
    return number


def _checked(text: str) -> str:
    if not text.isascii() or "_" in text or text != text.strip():
        raise ValueError(f"{text!r} is not a number")
    return text


# What argparse calls them in its messages.
read_int.__name__, read_float.__name__ = "int", "float"


def parse_decimal(text: str) -> float:
    """Returns the number in a file of ratings or scores, such as "-1.5e3".

    Raises:
        ValueError: it is no decimal number, or exceeds `LARGEST`.
    """
    try:
        number = float(text if _DECIMAL.issuperset(text) else "")
    except ValueError:
        raise ValueError(f"{text!r:.60} is not a number{with_point(text)}") from None
    if abs(number) > LARGEST:
        raise ValueError(f"{text!r:.60} is too large")
    return number


def with_point(text: object) -> str:
    """Returns what a message advises of a number with a comma; "" of other text.

    That is "; numbers have no comma here: write 0.5", or "...: write 1000 or 1.000" where the comma may
    separate thousands.
    """
    number = text.strip() if isinstance(text, str) and text.count(",") == 1 else ""
    whole, _, rest = number.partition(",")
    digits = whole.removeprefix("-") + rest
    if not (digits.isascii() and digits.isdecimal()):
        return ""
    thousands = f"{whole}{rest} or " if len(rest) == 3 and whole.lstrip("-0") else ""
    return f"; numbers have no comma here: write {thousands}{whole}.{rest}"


def is_number(value: object) -> TypeGuard[float]:
    """Returns whether a value of JSON is a number, perhaps NaN or infinite."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_plain_number(value: object) -> bool:
    """Returns whether a value of JSON is a number that does not exceed `LARGEST`; NaN does not count."""
    return is_number(value) and abs(value) <= LARGEST


def plain_sum(numbers: Iterable[float], start: float = 0) -> float:
    """Returns the sum of numbers, added from left to right; `start` of none.

    `sum` compensates for the rounding of floats since Python 3.12: the last digits of its sums differ.
    """
    from functools import reduce
    from operator import add

    return reduce(add, numbers, start)


def plain_mean(numbers: Collection[float]) -> float:
    """Returns the mean of numbers, of which there is at least one."""
    return plain_sum(numbers) / len(numbers)
