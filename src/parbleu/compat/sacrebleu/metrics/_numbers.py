"""Recognizes numbers in single precision, with which sacreBLEU then computes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def is_single(numbers: Sequence[Any]) -> bool:
    """Returns whether these are NumPy's single-precision numbers, in which it then computes."""
    return len(numbers) > 0 and bool(getattr(numbers[0], "dtype", None) == "float32")


def as_single(score: float, numbers: Sequence[Any]) -> float:
    """Returns a score as the same kind of number; one of constants alone may be none of that kind."""
    narrow: float = numbers[0].dtype.type(score)
    return narrow if float(narrow) == score else score
