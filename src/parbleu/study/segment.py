"""One hypothesis, cut where two neighbouring tokens are neighbours in no reference.

The idea is Callison-Burch, Osborne and Koehn's (2006, "Re-evaluating the Role of BLEU in Machine Translation
Research"): whatever order the pieces are put in, no n-gram that matches is broken.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from parbleu.study.counts import Count, orders

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

KINDS = {
    "paper": "(k - b)! for k tokens of which b bigrams match, each clipped to its count in a reference: the "
    "published estimate. A bigram beyond the clip counts as a cut, though a longer match may run through it",
    "safe": "m! for the m blocks between neighbours that no reference has side by side: no such order lowers "
    "a count of BLEU",
    "distinct": "safe, where equal blocks change places unseen: m! / (m_1! m_2! ...)",
}
"""The ways of counting reorderings, and what each means.

`distinct` counts sequences of blocks. Two of these may, rarely, read the same (where `a b` is a block, and
`a` and `b` are blocks elsewhere), so that there are at most so many texts.
"""


class Segment:
    """A hypothesis in blocks.

    Attributes:
        blocks: its tokens, in blocks that stay whole.
        tokens: how many tokens it has: k.
        matches: how many of its bigrams match, clipped as BLEU does: b.
    """

    __slots__ = ("blocks", "matches", "tokens")

    def __init__(self, tokens: Sequence[str], references: Sequence[Sequence[str]]) -> None:
        """Cuts a hypothesis.

        Args:
            tokens: the hypothesis.
            references: the tokens of each reference.
        """
        known: Counter[tuple[str, str]] = Counter()
        for reference in references:
            known |= Counter(pairwise(reference))
        self.tokens = len(tokens)
        self.matches = (Counter(pairwise(tokens)) & known).total()
        cuts = [place for place, pair in enumerate(pairwise(tokens), 1) if pair not in known]
        bounds = [0, *cuts, len(tokens)] if tokens else []
        self.blocks = [tuple(tokens[start:end]) for start, end in pairwise(bounds)]

    def count(self, kind: str) -> Count:
        """Returns the number of reorderings, counted as one of `KINDS` says; 1 if nothing can move."""
        if kind == "paper":
            return orders(self.tokens - self.matches)
        if kind == "safe":
            return orders(len(self.blocks))
        return orders(len(self.blocks), list(Counter(self.blocks).values()))

    def __str__(self) -> str:
        """The text, with a bar at every cut."""
        return " | ".join(" ".join(block) for block in self.blocks)
