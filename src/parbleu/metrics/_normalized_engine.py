"""Defines `NormalizedEngine`, which normalizes both sides before another engine scores them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from parbleu.text._normalizations import normalized, normalized_segments

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from parbleu._core import Segments


class _Prepared:
    """References that have been normalized, as an engine prepared them."""

    def __init__(self, references: Any) -> None:
        self.references = references


class NormalizedEngine:
    """An engine that passes normalized texts to another one.

    It has the methods of that one; `references` are streams of Segments, or the result of `prepare`.

    Args:
        engine: the other engine.
        names: of normalizations, joined by "+".
    """

    def __init__(self, engine: Any, names: str) -> None:
        self._engine = engine
        self._names = names.split("+")

    def __getattr__(self, name: str) -> Any:
        return getattr(self._engine, name)  # what takes rows of statistics

    def _stream(self, segments: Segments) -> Segments:
        return normalized_segments(segments, self._names)

    def _references(self, references: Any) -> Any:
        if isinstance(references, _Prepared):
            return references.references
        return None if references is None else tuple(self._stream(stream) for stream in references)

    def prepare(self, references: Sequence[Segments], threads: int) -> Any:
        """Prepares reference streams for repeated use."""
        return _Prepared(self._engine.prepare(self._references(references), threads))

    def total(self, hypotheses: Segments, references: Any, threads: int, start: Any = None) -> Any:
        """Returns the sum of the statistics, added to the row `start`."""
        return self._engine.total(self._stream(hypotheses), self._references(references), threads, start)

    def statistics(self, hypotheses: Segments, references: Any, threads: int) -> NDArray[Any]:
        """Returns the table of statistics."""
        table: NDArray[Any] = self._engine.statistics(
            self._stream(hypotheses), self._references(references), threads
        )
        return table

    def tables(self, systems: Sequence[Segments], references: Any, threads: int) -> list[memoryview]:
        """Returns the table of statistics of each system."""
        streams = [self._stream(hypotheses) for hypotheses in systems]
        tables: list[memoryview] = self._engine.tables(streams, self._references(references), threads)
        return tables

    def segment_scores(self, hypotheses: Segments, references: Any, threads: int) -> NDArray[np.float64]:
        """Returns one score per segment."""
        scores: NDArray[np.float64] = self._engine.segment_scores(
            self._stream(hypotheses), self._references(references), threads
        )
        return scores

    def pairwise_scores(
        self, hypotheses: Segments, references: Segments, threads: int
    ) -> NDArray[np.float64]:
        """Returns the score of every hypothesis against every reference."""
        return self._of_both("pairwise_scores", hypotheses, references, threads)

    def list_scores(
        self, hypotheses: Segments, references: Segments, starts: Any, reference_starts: Any, threads: int
    ) -> NDArray[np.float64]:
        """Returns the score of every hypothesis of each list against every reference of it."""
        return self._of_both("list_scores", hypotheses, references, starts, reference_starts, threads)

    def aggregate_scores(self, hypotheses: Segments, references: Segments, *rest: Any) -> NDArray[np.float64]:
        """Returns the score of every hypothesis of each list against the mean counts of its references."""
        return self._of_both("aggregate_scores", hypotheses, references, *rest)

    def _of_both(
        self, method: str, hypotheses: Segments, references: Segments, *rest: Any
    ) -> NDArray[np.float64]:
        sides = self._stream(hypotheses), self._stream(references)
        scores: NDArray[np.float64] = getattr(self._engine, method)(*sides, *rest)
        return scores

    def _of_sentence(self, method: str, hypothesis: str, references: Sequence[str | None]) -> Any:
        texts = [text for text in references if text is not None]
        first, *others = normalized([hypothesis, *texts], self._names)
        lines = iter(others)
        given = [None if text is None else next(lines) for text in references]
        return getattr(self._engine, method)(first, given)

    def sentence(self, hypothesis: str, references: Sequence[str | None]) -> Any:
        """Returns the statistics of one segment."""
        return self._of_sentence("sentence", hypothesis, references)

    def sentence_score(self, hypothesis: str, references: Sequence[str | None]) -> float:
        """Returns the score of one segment."""
        score: float = self._of_sentence("sentence_score", hypothesis, references)
        return score

    def sentence_scored(self, hypothesis: str, references: Sequence[str | None]) -> Any:
        """Returns the score and the statistics of one segment."""
        return self._of_sentence("sentence_scored", hypothesis, references)
