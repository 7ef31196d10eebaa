"""How many reorderings of a system's output BLEU takes to be no worse."""

from __future__ import annotations

from parbleu.errors import NoReferenceError
from parbleu.metrics.inputs import check_lengths, hypothesis_stream, reference_streams
from parbleu.study.counts import Count, product, total
from parbleu.study.segment import Segment
from parbleu.text.tokenizers import get_tokenizer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from parbleu._core import Segments

_OWNER = "permutations"


class Permutations:
    """A system's output, cut into blocks whose order BLEU does not see.

    Attributes:
        tokenize: the tokenizer's name.
        hypotheses: the output as given, N segments.
        references: the references as given, K streams.
        hypothesis_tokens: the tokens of each hypothesis, with blanks between them.
        reference_tokens: the same of K streams of references; None where a segment lacks one.
        segments: each hypothesis in blocks.
    """

    __slots__ = (
        "_counts",
        "hypotheses",
        "hypothesis_tokens",
        "reference_tokens",
        "references",
        "segments",
        "tokenize",
    )

    def __init__(self, hypotheses: Segments, references: tuple[Segments, ...], tokenize: str) -> None:
        self.tokenize = tokenize
        self._counts: dict[str, list[Count]] = {}
        self.hypotheses = hypotheses
        self.references = references
        self.hypothesis_tokens = [text or "" for text in _tokenized(hypotheses, tokenize)]
        self.reference_tokens = [_tokenized(stream, tokenize) for stream in references]
        self.segments = [
            _cut(number, text, [other for other in others if other is not None])
            for number, (text, *others) in enumerate(
                zip(self.hypothesis_tokens, *self.reference_tokens, strict=True)
            )
        ]

    @property
    def tokens(self) -> int:
        """How many tokens the output has."""
        return sum(segment.tokens for segment in self.segments)

    def counts(self, kind: str) -> list[Count]:
        """Returns the number of reorderings of each segment.

        Args:
            kind: one of `parbleu.study.segment.KINDS`.
        """
        if kind not in self._counts:
            self._counts[kind] = [segment.count(kind) for segment in self.segments]
        return self._counts[kind]

    def count(self, kind: str) -> Count:
        """Returns the number of reorderings of the corpus: the product of the segments' numbers.

        Args:
            kind: one of `parbleu.study.segment.KINDS`.
        """
        return product(self.counts(kind))

    def sum(self, kind: str) -> Count:
        """Returns the sum of the segments' numbers, which hardly exceeds the largest of them."""
        return total(self.counts(kind))

    def most_permutable(self, kind: str = "safe") -> list[int]:
        """Returns the indices of all segments, those with most reorderings first."""
        counts = [count.log10 for count in self.counts(kind)]
        return sorted(range(len(counts)), key=lambda index: -counts[index])

    def __repr__(self) -> str:
        return f"<Permutations of {len(self.segments)} segments: {self.count('safe')}>"


def permutations(hypotheses: Any, references: Any, tokenize: str = "13a") -> Permutations:
    """Cuts a system's output into blocks whose order BLEU does not see.

    Args:
        hypotheses: N segments, as every metric takes them.
        references: K streams of N segments. Neighbours in any of them are not cut apart.
        tokenize: a name from `parbleu.TOKENIZERS`.

    Raises:
        InputTypeError: something is no text.
        InputShapeError: the streams have not the same length.
        UnknownNameError: there is no such tokenizer.
        NoReferenceError: a segment has no reference.
    """
    stream = hypothesis_stream(_OWNER, hypotheses)
    streams = reference_streams(_OWNER, references)
    check_lengths(_OWNER, len(stream), streams)
    return Permutations(stream, streams, tokenize)


def _cut(number: int, text: str, references: list[str]) -> Segment:
    if not references:
        raise NoReferenceError(number)
    return Segment(text.split(), [reference.split() for reference in references])


def _tokenized(stream: Segments, tokenize: str) -> list[str | None]:
    texts = [stream[index] for index in range(len(stream))]
    present = [text.rstrip() for text in texts if text is not None]  # as BLEU does
    done = iter(get_tokenizer(tokenize).tokenize_all(present))
    return [None if text is None else next(done) for text in texts]
