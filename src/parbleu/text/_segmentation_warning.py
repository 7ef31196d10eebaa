"""Warns if one side of a corpus looks tokenized, split into subwords or characters, and the other does not.

Texts and tokenizers vary. So a warning is given only if most of one side looks segmented and almost nothing
of the other side does. In between, and for short texts, there is no warning.
"""

from __future__ import annotations

from itertools import pairwise

from parbleu._base.record import Record
from parbleu._core import WritingLimits
from parbleu.text._corpus_sample import INSIDE, STOPS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from parbleu.text._corpus_sample import CorpusSample

# How a token tells by a mark that it is a piece of a word, and the share of segments that have one at least
# in text that is cut so. SentencePiece and GPT-2 mark all words, others only what is rare enough to be cut.
_MARKS: dict[str, tuple[Callable[[str], bool], float]] = {
    "@@": (lambda token: token[-2:] == "@@" and token.strip("@") != "", 0.1),
    "▁": (lambda token: "▁" in token, 0.5),
    "##": (lambda token: token[:2] == "##" and token.lstrip("#") != "", 0.1),
    "￭": (lambda token: "￭" in token and token != "￭", 0.1),
    "Ġ": (lambda token: token[0] == "Ġ" and token != "Ġ", 0.5),
}
_LAST_STOPS = frozenset(STOPS)
_FEW = 4
_MOST, _SOME, _HARDLY = 0.8, 0.5, 0.2
_LONGEST = 40
LEAVE_OUT = "BLEU's force=True leaves this out"


class Text:
    """A sample of one side, whose counts are computed once and compared with every sample of the other side.

    Attributes:
        tokens: what stands between blanks, of each line that is not empty.
    """

    __slots__ = ("_lengths", "_pieces", "_stopped", "_stops", "_text", "tokens")

    def __init__(self, lines: Sequence[str]) -> None:
        self._text = "\n".join(lines)  # a search of all of it is faster than one of each token
        self.tokens: list[list[str]] = [tokens for line in lines if (tokens := line.split())]
        every = [token for tokens in self.tokens for token in tokens]
        self._lengths: list[int] = list(map(len, every))
        self._stops: list[str] = [token for token in every if token[-1] in _LAST_STOPS]
        self._pieces: dict[str, list[str]] = {}
        self._stopped: dict[str, tuple[int, int]] = {}

    def short(self, most: int) -> float:
        """Returns the share of tokens that have so many characters at most; a half of few tokens."""
        count = len(self._lengths)
        return sum(map(most.__ge__, self._lengths)) / count if count > 5 * _FEW else _SOME

    @property
    def blank(self) -> float:
        """How many blanks between characters beyond ASCII there are for each character."""
        others = [tokens for tokens in self.tokens if not "".join(tokens).isascii()]
        inside = sum(
            before[-1] > "\x7f" < after[0] for tokens in others for before, after in pairwise(tokens)
        )
        n_pairs = len(self._lengths) - len(self.tokens)
        return inside / (sum(self._lengths) + n_pairs or 1)

    def stopped(self, stop: str) -> tuple[int, int]:
        """Returns how many tokens are this full stop or comma, and how many have it where words end."""
        if stop not in self._stopped:
            have = [token for token in self._stops if token[-1] == stop]
            if stop in INSIDE:
                lines = self.tokens if stop in self._text else ()
                have = [token for tokens in lines for token in tokens if stop in token]
            self._stopped[stop] = have.count(stop), len(have)
        return self._stopped[stop]

    def pieces(self, mark: str) -> list[str]:
        """Returns the first piece with this mark of each line that has one."""
        if mark not in self._pieces:
            is_piece, _ = _MARKS[mark]
            lines = self.tokens if mark in self._text else ()  # of which every piece has all
            self._pieces[mark] = [
                next(filter(is_piece, tokens)) for tokens in lines if any(map(is_piece, tokens))
            ]
        return self._pieces[mark]


def differences(
    sample: CorpusSample, systems: Sequence[str], references: Sequence[str], blanks: bool = True
) -> list[str]:
    """Returns a line for each stream that looks cut where one of the other side does not.

    The line has these names of streams; `blanks` says whether scores depend on blanks.
    """
    if not sample.is_odd():
        return []
    ours, theirs = (
        {name: Text(lines) for name, lines in zip(names, side, strict=True)}
        for names, side in ((systems, sample.systems), (references, sample.references))
    )
    kinds = _KINDS if blanks else (_SUBWORDS,)
    lines = [_told(name, text, theirs, kinds, "hyp") for name, text in ours.items()]
    lines += [_told(name, text, ours, kinds, "ref") for name, text in theirs.items()]
    return [line for line in lines if line]


def stream_names(count: int) -> list[str]:
    """Returns what messages call the reference streams of a program."""
    return [f"reference stream {number}" for number in range(count)] if count > 1 else ["references"]


class CutKind(Record):
    """A kind of segmentation: into tokens, subwords or characters.

    Attributes:
        name: how text looks, in words.
        effect: the effect on scores.
        cut: returns an example for each line of the first text that is cut so; none if the text is not, or if
            the second one is, too.
    """

    name: str
    effect: str
    cut: Callable[[Text, Text], list[str]]


def _told(name: str, text: Text, others: Mapping[str, Text], kinds: Sequence[CutKind], side: str) -> str:
    for kind in kinds:
        unlike = {other: examples for other in others if (examples := kind.cut(text, others[other]))}
        if unlike:
            examples = next(iter(unlike.values()))
            share = round(100 * len(examples) / len(text.tokens))
            return (
                f"{name}: {share} % of the segments look {kind.name}, such as {examples[0][:_LONGEST]!r}, "
                f"and those of {_listed(list(unlike))} do not. {kind.effect}; "
                f"detokenize first, `parbleu study tokenization --one-side {side}` shows the effect"
            )
    return ""


def _listed(names: list[str]) -> str:
    if len(names) > 2:
        return f"{names[0]} and {len(names) - 1} others"
    return " and ".join(names)


def _characters(text: Text, other: Text) -> list[str]:
    if text.short(1) < _MOST or other.short(2) > _SOME:  # punctuation may stand by a word of one letter
        return []
    return [" ".join(tokens[:6]) for tokens in text.tokens if len(tokens) > 1]


def _subwords(text: Text, other: Text) -> list[str]:
    for mark, (_, least) in _MARKS.items():
        pieces, known = text.pieces(mark), other.pieces(mark)
        share = len(pieces) / (len(text.tokens) or 1)
        rare = len(known) <= _HARDLY * share * len(other.tokens)
        if len(pieces) >= _FEW and share >= least and rare and (mark != "##" or _punctuated(text)):
            return pieces
    return []


def _punctuated(text: Text) -> bool:
    """Whether punctuation stands alone: it does where BERT's pieces are, and not where people tag things."""
    counts = [text.stopped(stop) for stop in STOPS]
    alone, everywhere = sum(count for count, _ in counts), sum(count for _, count in counts)
    return _FEW < alone > _SOME * everywhere


def _tokens(text: Text, other: Text) -> list[str]:
    stops = set()
    for stop in STOPS:
        (alone, everywhere), (others_alone, others) = text.stopped(stop), other.stopped(stop)
        if _FEW < alone >= _SOME * everywhere and others > _FEW and others_alone <= _HARDLY * others:
            stops.add(stop)
    if not stops:
        return _words(text, other)
    places = [next((n for n, token in enumerate(tokens) if token in stops), -1) for tokens in text.tokens]
    examples = [
        " ".join(tokens[max(index - 1, 0) : index + 1])
        for tokens, index in zip(text.tokens, places, strict=True)
        if index >= 0
    ]
    return examples if len(examples) > _HARDLY * len(text.tokens) else _words(text, other)


def _words(text: Text, other: Text) -> list[str]:
    """Finds the words of a language that is written without blanks between them."""
    if text.blank < WritingLimits.written or other.blank > WritingLimits.unwritten:
        return []
    own = [character for tokens in text.tokens for character in "".join(tokens) if character > "\x7f"]
    known = {character for tokens in other.tokens for character in "".join(tokens)}
    if sum(character in known for character in own) <= _MOST * len(own):
        return []  # they are another language's
    examples = [" ".join(tokens[:3]) for tokens in text.tokens if len(tokens) > 2]
    return examples if len(examples) > max(_FEW, _SOME * len(text.tokens)) else []


_SUBWORDS = CutKind("split into subwords", "Pieces match no words, and scores are far too bad", _subwords)
_KINDS = (
    CutKind("split into characters", "Characters match no words, and scores are far too bad", _characters),
    _SUBWORDS,
    CutKind(
        "tokenized",
        "What a metric cuts otherwise does not match: BLEU may be too low, and TER is far too high",
        _tokens,
    ),
)
