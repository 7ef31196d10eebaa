"""Counts reorderings: exactly where the numbers are short, and always as logarithms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb, factorial, fsum, lgamma, log, log10, prod

DIGITS = 30
"""Numbers of more digits are given by their logarithms only."""

# Beyond it a factorial is no double any more; up to it the exact one has the better logarithm.
_LARGEST_DOUBLE = 170


@dataclass(frozen=True)
class Count:
    """A positive integer, or only its logarithm where the integer is too long to print.

    Attributes:
        log10: the logarithm to base 10.
        exact: the number; None if it has more than `DIGITS` digits.
    """

    log10: float
    exact: int | None

    def __repr__(self) -> str:
        return f"Count({self})"

    def __str__(self) -> str:
        return f"10^{self.log10:.2f}" if self.exact is None or self.log10 >= 15 else str(self.exact)


@lru_cache(4096)
def orders(things: int, alike: tuple[int, ...] = ()) -> Count:
    """Returns the number of distinct orders: n! / (m_1! m_2! ...).

    Args:
        things: the number of things.
        alike: sizes of the groups of equal things; groups of one may be left out.
    """
    logarithm = _log10_factorial(things) - fsum(map(_log10_factorial, alike))
    return _exact(_exact_orders(things, alike)) if logarithm < DIGITS else Count(logarithm, None)


def product(counts: Sequence[Count]) -> Count:
    """Returns the product of counts."""
    logarithm = fsum(count.log10 for count in counts)
    return _exact(prod(_numbers(counts))) if logarithm < DIGITS else Count(logarithm, None)


def total(counts: Sequence[Count]) -> Count:
    """Returns the sum of at least one count."""
    largest = max(count.log10 for count in counts)
    logarithm = largest + log10(fsum(10 ** (count.log10 - largest) for count in counts))
    return _exact(sum(_numbers(counts))) if logarithm < DIGITS else Count(logarithm, None)


def _exact(number: int) -> Count:
    return Count(log10(number), number)


def _numbers(counts: Sequence[Count]) -> list[int]:
    return [count.exact for count in counts if count.exact is not None]


def _exact_orders(things: int, alike: Sequence[int]) -> int:
    """Returns n! / (m_1! m_2! ...) where that is short, even if n! is not."""
    number, placed = 1, 0
    for group in sorted(alike, reverse=True):
        placed += group
        number *= comb(placed, group)
    return number * prod(range(placed + 1, things + 1))


def _log10_factorial(number: int) -> float:
    return log10(factorial(number)) if number <= _LARGEST_DOUBLE else lgamma(number + 1) / log(10)
