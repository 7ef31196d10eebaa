"""Recognizes numbers in single precision, with which sacreBLEU then computes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence


def is_single(numbers: Sequence[Any]) -> bool:
    """Whether these are NumPy's single-precision numbers, with which it then computes in single precision."""
    return len(numbers) > 0 and bool(getattr(numbers[0], "dtype", None) == "float32")


def as_single(score: float, numbers: Sequence[Any]) -> float:
    """Returns a score as the same kind of number; one of constants alone may be none of that kind."""
    narrow: float = numbers[0].dtype.type(score)
    return narrow if float(narrow) == score else score
