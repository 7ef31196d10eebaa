"""How many reorderings of a system's output BLEU takes to be no worse."""

from __future__ import annotations

from sys import intern

from parbleu._core import lower
from parbleu.base.wording import counted
from parbleu.errors import NoReferenceError, OptionError
from parbleu.metrics.bleu import BLEU, MAX_NGRAM_ORDER
from parbleu.metrics.input_checks import check_lengths, hypothesis_stream, reference_streams
from parbleu.study.permutation_counts import Count, product, total
from parbleu.study.segment_blocks import Segment
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
        lowercase: whether case is ignored; tokens and segments are in lower case then.
        max_order: the longest n-grams that BLEU counts.
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
        "lowercase",
        "max_order",
        "reference_tokens",
        "references",
        "segments",
        "tokenize",
    )

    def __init__(
        self,
        hypotheses: Segments,
        references: tuple[Segments, ...],
        tokenize: str,
        lowercase: bool,
        max_order: int,
    ) -> None:
        self.tokenize = tokenize
        self.lowercase = lowercase
        self.max_order = max_order
        self._counts: dict[str, list[Count]] = {}
        self.hypotheses = hypotheses
        self.references = references
        self.hypothesis_tokens = [text or "" for text in _tokenized(hypotheses, tokenize, lowercase)]
        self.reference_tokens = [_tokenized(stream, tokenize, lowercase) for stream in references]
        self.segments = [
            _cut(number, text, [other for other in others if other is not None], max_order)
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
            kind: one of `parbleu.study.segment_blocks.KINDS`.

        Raises:
            UnknownNameError: it is none of them.
        """
        if kind not in self._counts:
            self._counts[kind] = [segment.count(kind) for segment in self.segments]
        return self._counts[kind]

    def count(self, kind: str) -> Count:
        """Returns the number of reorderings of the corpus: the product of the segments' numbers.

        Args:
            kind: one of `parbleu.study.segment_blocks.KINDS`.
        """
        return product(self.counts(kind))

    def sum(self, kind: str) -> Count:
        """Returns the sum of the segments' numbers, which hardly exceeds the largest of them."""
        return total(self.counts(kind))

    def largest(self, kind: str = "safe") -> int:
        """Returns the index of the first segment that has as many reorderings as any."""
        counts = self.counts(kind)
        return max(range(len(counts)), key=lambda index: counts[index].log10)

    def most_permutable(self, kind: str = "safe") -> list[int]:
        """Returns the indices of all segments, those with most reorderings first."""
        counts = [count.log10 for count in self.counts(kind)]
        return sorted(range(len(counts)), key=lambda index: -counts[index])

    def __repr__(self) -> str:
        return f"<Permutations of {counted(len(self.segments))}: {self.count('safe')}>"


def permutations(
    hypotheses: Any,
    references: Any,
    tokenize: str = "13a",
    *,
    lowercase: bool = False,
    max_order: int = MAX_NGRAM_ORDER,
) -> Permutations:
    """Cuts a system's output into blocks whose order BLEU does not see.

    Args:
        hypotheses: N segments, as every metric takes them.
        references: K streams of N segments. Neighbours in any of them are not cut apart.
        tokenize: a name from `parbleu.TOKENIZERS`.
        lowercase: whether to ignore case.
        max_order: the longest n-grams that BLEU counts. With 1, only words count, and each is a block; from
            2 on, blocks are the same: where no bigram matches, nothing longer does.

    Raises:
        InputTypeError: something is no text.
        InputShapeError: the streams have not the same length.
        UnknownNameError: there is no such tokenizer.
        NoReferenceError: a segment has no reference.
        OptionError: `lowercase` is no bool, or `max_order` no whole number from 1.
    """
    options = {parameter.name: parameter for parameter in BLEU.PARAMETERS}
    lowercase = options["lowercase"].check(lowercase, _OWNER)
    if options["max_ngram_order"].check(max_order, _OWNER) == 0:
        raise OptionError(f"{_OWNER}: max_order is a whole number from 1, not 0")
    stream = hypothesis_stream(_OWNER, hypotheses)
    streams = reference_streams(_OWNER, references)
    check_lengths(_OWNER, len(stream), streams)
    return Permutations(stream, streams, tokenize, lowercase, max_order)


def _cut(number: int, text: str, references: list[str], max_order: int) -> Segment:
    if not references:
        raise NoReferenceError(number)
    if max_order == 1:
        references = []  # bigrams do not count
    # Of few words a corpus has each many times: they need little memory, and are compared fast.
    words = map(intern, text.split())
    return Segment([*words], [[*map(intern, reference.split())] for reference in references])


def _tokenized(stream: Segments, tokenize: str, lowercase: bool) -> list[str | None]:
    texts = [stream[index] for index in range(len(stream))]
    # As BLEU does.
    present = [(lower(text) if lowercase else text).rstrip() for text in texts if text is not None]
    done = iter(get_tokenizer(tokenize).tokenize_all(present))
    return [None if text is None else next(done) for text in texts]
