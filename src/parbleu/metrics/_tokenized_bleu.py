"""Defines `TokenizedBleu`, BLEU of text that is tokenized in Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from parbleu._core import Bleu, lower
from parbleu.text._tokenized_lines import tokenized

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from parbleu._core import Segments
    from parbleu.text._tokenizers.base import Tokenizer


class TokenizedBleu:
    """BLEU with a tokenizer in Python: Python tokenizes the text, and the native core counts n-grams.

    It has the methods of native engines; `references` are streams of Segments, or the result of `prepare`.
    """

    def __init__(self, bleu: Bleu, tokenizer: Tokenizer, lowercase: bool) -> None:
        """Takes a native BLEU that neither tokenizes nor lower-cases."""
        self.scorer = self._bleu = bleu
        self._tokenizer = tokenizer
        self._lowercase = lowercase
        self.result: Callable[[Iterable[int]], Any] = bleu.result
        self.score: Callable[[Iterable[int]], float] = bleu.score

    def _tokenized(self, text: str) -> str:
        if not isinstance(text, str):
            raise TypeError("a segment is a string: join its tokens by blanks")
        return self._tokenizer((lower(text) if self._lowercase else text).rstrip())

    def _stream(self, segments: Segments) -> Segments:
        return tokenized(segments, self._tokenizer, self._lowercase)

    def _references(self, references: Any) -> Any:
        if isinstance(references, (list, tuple)):
            return tuple(self._stream(stream) for stream in references)
        return references  # prepared from tokenized streams

    def prepare(self, references: Sequence[Segments], threads: int) -> Any:
        """Prepares reference streams for repeated use."""
        return self._bleu.prepare(self._references(references), threads)

    def total(self, hypotheses: Segments, references: Any, threads: int, start: Any = None) -> Any:
        """Returns the sum of the statistics, added to the row `start`."""
        return self._bleu.total(self._stream(hypotheses), self._references(references), threads, start)

    def statistics(self, hypotheses: Segments, references: Any, threads: int) -> NDArray[np.int64]:
        """Returns the table of statistics."""
        return self._bleu.statistics(self._stream(hypotheses), self._references(references), threads)

    def tables(self, systems: Sequence[Segments], references: Any, threads: int) -> list[memoryview]:
        """Returns the table of statistics of each system without loading NumPy."""
        streams = [self._stream(hypotheses) for hypotheses in systems]
        return self._bleu.tables(streams, self._references(references), threads)

    def segment_scores(self, hypotheses: Segments, references: Any, threads: int) -> NDArray[np.float64]:
        """Returns one score per segment."""
        return self._bleu.segment_scores(self._stream(hypotheses), self._references(references), threads)

    def pairwise_scores(
        self, hypotheses: Segments, references: Segments, threads: int
    ) -> NDArray[np.float64]:
        """Returns the score of every hypothesis against every reference."""
        return self._bleu.pairwise_scores(self._stream(hypotheses), self._stream(references), threads)

    def list_scores(
        self, hypotheses: Segments, references: Segments, starts: Any, reference_starts: Any, threads: int
    ) -> NDArray[np.float64]:
        """Returns the score of every hypothesis of each list against every reference of it."""
        streams = self._stream(hypotheses), self._stream(references)
        return self._bleu.list_scores(*streams, starts, reference_starts, threads)

    def aggregate_scores(
        self,
        hypotheses: Segments,
        references: Segments,
        starts: Any,
        reference_starts: Any,
        weights: Any,
        threads: int,
    ) -> NDArray[np.float64]:
        """Returns the score of every hypothesis of each list against the mean counts of its references."""
        streams = self._stream(hypotheses), self._stream(references)
        return self._bleu.aggregate_scores(*streams, starts, reference_starts, weights, threads)

    def _sentence(self, hypothesis: str, references: Sequence[str | None]) -> tuple[str, list[str | None]]:
        return self._tokenized(hypothesis), [
            None if text is None else self._tokenized(text) for text in references
        ]

    def sentence_score(self, hypothesis: str, references: Sequence[str | None]) -> float:
        """Returns the score of one segment."""
        return self._bleu.sentence_score(*self._sentence(hypothesis, references))

    def sentence_scored(self, hypothesis: str, references: Sequence[str | None]) -> Any:
        """Returns the score and the statistics of one segment."""
        return self._bleu.sentence_scored(*self._sentence(hypothesis, references))
