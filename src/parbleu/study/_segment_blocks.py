"""Splits a hypothesis into blocks, wherever two adjacent tokens are adjacent in no reference.

The idea is Callison-Burch, Osborne and Koehn's (2006, "Re-evaluating the Role of BLEU in Machine Translation
Research"): whatever order the blocks are put in, no n-gram that matches is broken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, compress, pairwise

from parbleu._base.known_names import check_name
from parbleu.study._permutation_counts import Count, orders

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
        """The text, with a bar at every cut."""
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
