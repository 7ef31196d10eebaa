"""Samples both sides of a corpus, and finds signs in the sample that the sides do not fit each other.

Equal sides, shifted lines, byte order marks and writing without blanks between words make scores that
are seldom what was wanted. `parbleu.text._segmentation_warning` judges how text is cut.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

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

LANGUAGES = {"Chinese": "zh", "Japanese": "ja", "Thai": "th", "Lao": "lo", "Burmese": "my", "Khmer": "km"}
"""What is written without blanks between words, with its code."""

BYTE_ORDER_MARK = "\ufeff"

_FEWEST = 3  # lines that are equal: one or two may be so by chance
_FROM = "\u0e00"  # where the scripts below begin; most text has no character beyond it
_SCRIPTS = {
    "Thai": (0x0E00, 0x0E7F),
    "Lao": (0x0E80, 0x0EFF),
    "Burmese": (0x1000, 0x109F),
    "Khmer": (0x1780, 0x17FF),
    "Japanese": (0x3040, 0x30FF),  # kana
    "Chinese": (0x3400, 0x9FFF),  # which Japanese has, too
}
_MOSTLY = 0.5
_KANA = 0.1

_TAIL = 6  # lines that do not match, at least, up to the end
_UNLIKE, _ALIKE = 0.15, 0.25  # shares of words of lines that do not belong together, and of lines that do


class CorpusSample:
    """A sample of the systems' output and of the references, which may be added in pieces.

    Attributes:
        systems: lines of each.
        references: lines of each stream.
        sources: lines of the source, if it is known.
        following: the line after each of these, of the first system and of the first reference stream.
    """

    def __init__(self) -> None:
        self.systems: list[list[str]] = []
        self.references: list[list[str]] = []
        self.sources: list[list[str]] = []
        self.following: tuple[list[str], list[str]] = ([], [])

    def add(
        self,
        systems: Collection[Segments],
        references: Collection[Segments],
        sources: Collection[Segments] = (),
    ) -> None:
        """Looks at a piece of all streams, which every piece has; later ones may have more references."""
        if not self.systems:
            self.systems = [[] for _ in systems]
            self.references = [[] for _ in references]
            self.sources = [[] for _ in sources]
        for _ in range(len(self.references), len(references)):
            self.references.append([""] * len(self.references[0]))
        for after, side in zip(self.following, (systems, references), strict=True):
            for stream in list(side)[:1]:
                _look(after, stream, ahead=1)
        every = (*self.systems, *self.references, *self.sources)
        for seen, stream in zip(every, (*systems, *references, *sources), strict=True):
            _look(seen, stream)

    def is_odd(self) -> bool:
        """Returns whether a sample needs the closer look of `parbleu.text._segmentation_warning`."""
        sides = [*self.systems, *self.references]
        texts = ["\n".join(lines) for lines in sides]
        shares = [text.count(" ") / (len(text) or 1) for text in texts]
        highest = max(shares, default=0)
        if highest > SPLIT or highest > WRITTEN > UNWRITTEN > min(shares):
            return True
        return any(_is_odd(lines, text) for lines, text in zip(sides, texts, strict=True))

    def is_suspicious(self) -> bool:
        """Returns whether `parbleu._inputs.corpus_warnings` may have something to say of the sample."""
        unnamed = [""] * len(self.systems), [""] * len(self.references)
        return (
            self.is_odd()
            or any(mismatches(self, *unnamed))
            or bool(self.references and language_without_blanks(self.references[0]))
        )


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


def language_without_blanks(lines: Sequence[str]) -> str | None:
    """Returns the language of `LANGUAGES` that most of these lines are in; None for others or cut text."""
    text = "".join([line[-END:] for line in lines[:FIRST]])
    if not text or max(text) < _FROM or text.count(" ") > WRITTEN * len(text):
        return None
    codes = [ord(character) for character in text if character >= _FROM]
    counts = {name: sum(low <= code <= high for code in codes) for name, (low, high) in _SCRIPTS.items()}
    if sum(counts.values()) < _MOSTLY * len(text):
        return None
    if counts["Japanese"] > _KANA * (counts["Japanese"] + counts["Chinese"]):
        counts["Japanese"] += counts["Chinese"]
    return max(counts, key=counts.__getitem__)


def mismatches(sample: CorpusSample, systems: Sequence[str], references: Sequence[str]) -> Iterator[str]:
    """Yields a line for each sign that the sides do not fit each other; it has these names of streams."""
    names = (*systems, *references)
    for name, lines in zip(names, (*sample.systems, *sample.references), strict=True):
        if lines and lines[0].startswith(BYTE_ORDER_MARK):
            yield f"{name} begins with a byte order mark, which is scored; the encoding utf-8-sig removes it"
    for place, (name, lines) in enumerate(zip(references, sample.references, strict=True)):
        for other, earlier in zip(references[:place], sample.references, strict=False):
            if _equal(lines, earlier):
                yield f"{name} and {other} are the same reference: a second one of its kind changes no score"
                break
    for name, lines in zip(systems, sample.systems, strict=True):
        for other, reference in zip(references, sample.references, strict=True):
            if _equal(lines, reference):
                yield f"{name} and the reference {other} are the same text: such a score says nothing"
                break
    for name, lines in zip(names, (*sample.systems, *sample.references), strict=True):
        for source in sample.sources:
            share = _untranslated(lines, source)
            if share >= _MOSTLY:
                percent = round(100 * share)
                yield f"{percent} % of the segments of {name} are the source itself: not translated?"
    if sample.systems and sample.references and (shift := _shift(sample)):
        yield f"{systems[0]} and {references[0]} do not match line by line: {shift}"


def _equal(lines: Sequence[str], others: Sequence[str]) -> bool:
    return len(lines) >= _FEWEST and lines == others and any(lines)


def _untranslated(lines: Sequence[str], source: Sequence[str]) -> float:
    """Returns the share of lines that are those of the source; 0 of few lines."""
    told = [line == other for line, other in zip(lines, source, strict=True) if line]
    return sum(told) / len(told) if len(told) >= _FEWEST else 0.0


def _shift(sample: CorpusSample) -> str:
    """Returns in words which lines match their neighbours instead of each other; "" if none do."""
    lines, references = sample.systems[0], sample.references[0]
    last = list(map(likeness, lines[-_TAIL:], references[-_TAIL:]))
    if len(lines) < _TAIL or sum(last) > _UNLIKE * _TAIL:
        return ""
    own = list(map(likeness, lines, references))
    after_lines, after_references = sample.following
    for shifted, where in (
        (list(map(likeness, lines, after_references)), "later"),
        (list(map(likeness, after_lines, references)), "earlier"),
    ):
        begin = first_of_tail(shifted, own)
        count = len(own) - begin
        if count >= _TAIL and sum(shifted[begin:]) > max(_ALIKE * count, 2 * sum(own[begin:])):
            share = round(100 * begin / len(own))
            begin_words = f"from about {share} % of the lines on " if share else ""
            return f"{begin_words}the output matches the reference one line {where}; look for a lost line"
    return ""


def first_of_tail(better: Sequence[float], worse: Sequence[float]) -> int:
    """Returns from where on the sum of `better` exceeds that of `worse` most; the length if nowhere."""
    best, gain, place = 0.0, 0.0, len(better)
    for index in range(len(better) - 1, -1, -1):
        gain += better[index] - worse[index]
        if gain > best:
            best, place = gain, index
    return place


def likeness(text: str, other: str) -> float:
    """Returns the share of words that two lines have in common, of the line with more.

    Lines without blanks are compared by their pairs of characters.
    """
    blanks = " " in text and " " in other
    first, second = (
        set(line.split() if blanks else map(str.__add__, line, line[1:])) for line in (text, other)
    )
    return len(first & second) / (max(len(first), len(second)) or 1)


def drift(lines: Sequence[str], others: Sequence[str]) -> str:
    """Returns in words where a text ceases to match a longer one line by line; "" if that is unclear."""
    surplus = len(others) - len(lines)
    if not any(others[-surplus:]):
        return "it ends in an empty line" if surplus == 1 else f"it ends in {surplus} empty lines"
    own = list(map(likeness, lines, others))
    shifted = list(map(likeness, lines, others[surplus:]))
    place = first_of_tail(shifted, own)
    matched = sum(own[:place]) + sum(shifted[place:])
    if matched < _ALIKE * len(lines) or not lines:
        return ""
    if place == len(lines):
        return f"it goes on after line {place}, where the other ends"
    if place == 0:
        from parbleu._base.wording import counted

        return f"it begins with {counted(surplus, 'line')} that the other lacks"
    return f"the two match up to about line {place}, and from there on shifted by {surplus}"
