"""Reads numbers that a person types: in ASCII, without the underscores and blanks that Python takes."""

from __future__ import annotations


def read_int(text: str) -> int:
    """Returns the whole number that a text is; raises ValueError where it is none."""
    return int(_checked(text))


def read_float(text: str) -> float:
    """Returns the finite number that a text is; raises ValueError where it is none."""
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
