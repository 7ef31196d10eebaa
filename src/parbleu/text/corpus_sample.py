"""Samples both sides of a corpus and measures whether a side looks tokenized or split into characters.

It looks at a sample, which is fast. `parbleu.text.segmentation_warning` judges how text is cut,
`parbleu.text.corpus_mismatches` whether the sides fit each other.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from parbleu._core import Segments

FIRST = 32
LATER = 8
MOST = 1024
"""How many lines of a stream are looked at, spread evenly: of its first piece, of each other one, of all."""

INSIDE = "。、，"
STOPS = f".,।،{INSIDE}"
"""Full stops and commas; those that no blank follows."""

SPLIT, WRITTEN, UNWRITTEN = 0.4, 0.1, 0.05
"""The share of blanks in text, at least: where words are split into characters; and where there are blanks
between words. And at most: where there are none."""

END = 80
"""What is odd about a long line is so in its last characters, too."""

# By the character that tells them from most text: marks of pieces of words, and punctuation after a blank.
_ODD = {"@": "@@ ", "▁": "▁", "#": " ##", "￭": "￭", "Ġ": " Ġ", **{stop: f" {stop}" for stop in STOPS}}
_FEW = 3
_RARE = 0.05


class CorpusSample:
    """A sample of the systems' output and of the references, which may be added in pieces.

    Attributes:
        systems: lines of each.
        references: lines of each stream.
        following: the line after each of these, of the first system and of the first reference stream.
    """

    def __init__(self) -> None:
        self.systems: list[list[str]] = []
        self.references: list[list[str]] = []
        self.following: tuple[list[str], list[str]] = ([], [])

    def add(self, systems: Collection[Segments], references: Collection[Segments]) -> None:
        """Looks at a piece of all streams. Every piece has the same streams."""
        if not self.systems:
            self.systems = [[] for _ in systems]
            self.references = [[] for _ in references]
        for after, side in zip(self.following, (systems, references), strict=True):
            for stream in list(side)[:1]:
                _look(after, stream, ahead=1)
        for seen, stream in zip((*self.systems, *self.references), (*systems, *references), strict=True):
            _look(seen, stream)

    def is_odd(self) -> bool:
        """Returns whether a sample needs the closer look of `parbleu.text.segmentation_warning`."""
        sides = [*self.systems, *self.references]
        texts = ["\n".join(lines) for lines in sides]
        shares = [text.count(" ") / (len(text) or 1) for text in texts]
        highest = max(shares, default=0)
        if highest > SPLIT or highest > WRITTEN > UNWRITTEN > min(shares):
            return True
        return any(_is_odd(lines, text) for lines, text in zip(sides, texts, strict=True))


def _look(seen: list[str], stream: Segments, ahead: int = 0) -> None:
    """Adds lines of a piece of a stream, or the lines that stand so far ahead of them."""
    if len(seen) < MOST:
        step = -(-len(stream) // (LATER if seen else FIRST)) or 1
        last = len(stream) - 1
        seen += [stream[min(index + ahead, last)] or "" for index in range(0, last + 1, step)]


def _is_odd(lines: Sequence[str], text: str) -> bool:
    if len(text) > END * len(lines):
        text = "\n".join([line[-END:] for line in lines])
    most = max(_FEW, _RARE * len(lines))
    return any(character in text and text.count(mark) > most for character, mark in _ODD.items())
