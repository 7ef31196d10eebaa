"""Splits a hypothesis into blocks, and counts the reorderings of them.

A block ends wherever two adjacent tokens are adjacent in no reference. The idea is Callison-Burch, Osborne
and Koehn's (2006, "Re-evaluating the Role of BLEU in Machine Translation Research"): whatever order the
blocks are put in, no n-gram that matches is broken. Numbers of orders are exact where they are short, and
always given as logarithms.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, compress, pairwise
from math import comb, factorial, fsum, lgamma, log, log10, prod

from parbleu._base.known_names import check_name

DIGITS = 30
"""Numbers of more digits are given by their logarithms only."""

KINDS = {
    "paper": "(k - b)! for k tokens and b matching bigrams, clipped as in BLEU: the published estimate",
    "safe": "m! for m blocks between neighbours that no reference has side by side: no order lowers BLEU",
    "distinct": "m! / (m_1! m_2! ...), since equal blocks change places unseen",
}
"""The ways of counting reorderings, and what each means.

In `paper`, a bigram beyond the clip counts as a cut, though a longer match may run through it. `distinct`
counts sequences of blocks: two of these may, rarely, read the same (where `a b` is a block, and `a` and `b`
are blocks elsewhere), which limits the number of texts.
"""

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


@dataclass(frozen=True)
class Segment:
    """A hypothesis in blocks; `cut_segment` makes it.

    Attributes:
        words: its tokens.
        cuts: the places in it where one block ends and the next begins, ascending.
        matches: how many of its bigrams match, clipped as BLEU does: b.
    """

    words: tuple[str, ...]
    cuts: tuple[int, ...]
    matches: int

    @property
    def tokens(self) -> int:
        """How many tokens it has: k."""
        return len(self.words)

    @property
    def blocks(self) -> list[tuple[str, ...]]:
        """The tokens of each block; a block is never split."""
        bounds = [0, *self.cuts, len(self.words)] if self.words else []
        return [self.words[start:end] for start, end in pairwise(bounds)]

    def count(self, kind: str) -> Count:
        """Returns the number of reorderings, counted as one of `KINDS` says; 1 if nothing can move.

        Raises:
            UnknownNameError: there is no such kind.
        """
        check_name("kind of count", kind, KINDS)
        if kind == "paper":
            return orders(self.tokens - self.matches)
        blocks = self.blocks
        if kind == "safe":
            return orders(len(blocks))
        return orders(len(blocks), tuple(sorted(size for size in Counter(blocks).values() if size > 1)))

    def __str__(self) -> str:
        """Returns the text, with a bar at every cut."""
        return " | ".join(" ".join(block) for block in self.blocks)


def cut_segment(tokens: Sequence[str], references: Sequence[Sequence[str]]) -> Segment:
    """Cuts a hypothesis, given as tokens like its references, into blocks."""
    known = set(chain.from_iterable(map(pairwise, references)))
    in_references = [pair in known for pair in pairwise(tokens)]
    cuts = tuple(position for position, is_known in enumerate(in_references, 1) if not is_known)
    return Segment(tuple(tokens), cuts, _clipped([*compress(pairwise(tokens), in_references)], references))


def _clipped(pairs: Sequence[tuple[str, str]], references: Sequence[Sequence[str]]) -> int:
    """Returns how many of these bigrams match, all of which are in a reference at least once."""
    counts = Counter(pairs)
    if len(counts) == len(pairs):
        return len(pairs)
    known: Counter[tuple[str, str]] = Counter()
    for reference in references:
        known |= Counter(pairwise(reference))
    return (counts & known).total()
