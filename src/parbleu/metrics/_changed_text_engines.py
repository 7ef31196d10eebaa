"""Defines engines that change both sides, by normalizations or a tokenizer, before another scores them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from parbleu._core import Segments
from parbleu.text._normalizations import normalized
from parbleu.text._segments import changed_texts
from parbleu.text._tokenized_lines import checked_lines, given_texts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parbleu._core import Bleu
    from parbleu.text._tokenizers.base import Tokenizer


class _Prepared:
    """References that have been changed, as an engine prepared them."""

    def __init__(self, references: Any) -> None:
        self.references = references


class ChangedTextEngine:
    """The base class of engines that pass changed texts to another one, whose methods they have.

    A subclass defines `_changed`. `references` are streams of Segments, or the result of `prepare`.
    """

    def __init__(self, engine: Any) -> None:
        self._engine = engine

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # which a copy is asked for before it has an engine
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return getattr(self._engine, name)  # what takes rows of statistics

    def _changed(self, texts: list[str]) -> list[str]:
        """Returns each text as the other engine takes it."""
        raise NotImplementedError

    def _stream(self, segments: Segments) -> Segments:
        return Segments(changed_texts(segments.to_list(), self._changed))

    def _references(self, references: Any) -> Any:
        if isinstance(references, _Prepared):
            return references.references
        return None if references is None else tuple(map(self._stream, references))

    def prepare(self, references: Sequence[Segments], threads: int) -> _Prepared:
        """Prepares reference streams for repeated use."""
        return _Prepared(self._engine.prepare(self._references(references), threads))

    def total(self, hypotheses: Segments, references: Any, threads: int, start: Any = None) -> Any:
        """Returns the sum of the statistics, added to the row `start`."""
        return self._engine.total(self._stream(hypotheses), self._references(references), threads, start)

    def statistics(self, hypotheses: Segments, references: Any, threads: int) -> Any:
        """Returns the table of statistics."""
        return self._engine.statistics(self._stream(hypotheses), self._references(references), threads)

    def tables(self, systems: Sequence[Segments], references: Any, threads: int) -> Any:
        """Returns the table of statistics of each system without loading NumPy."""
        return self._engine.tables([*map(self._stream, systems)], self._references(references), threads)

    def segment_scores(self, hypotheses: Segments, references: Any, threads: int) -> Any:
        """Returns one score per segment."""
        return self._engine.segment_scores(self._stream(hypotheses), self._references(references), threads)

    def pairwise_scores(self, hypotheses: Segments, references: Segments, threads: int) -> Any:
        """Returns the score of every hypothesis against every reference."""
        return self._engine.pairwise_scores(self._stream(hypotheses), self._stream(references), threads)

    def list_scores(self, hypotheses: Segments, references: Segments, *rest: Any) -> Any:
        """Returns the score of every hypothesis of each list against every reference of it."""
        return self._engine.list_scores(self._stream(hypotheses), self._stream(references), *rest)

    def aggregate_scores(self, hypotheses: Segments, references: Segments, *rest: Any) -> Any:
        """Returns the score of every hypothesis of each list against the mean counts of its references."""
        return self._engine.aggregate_scores(self._stream(hypotheses), self._stream(references), *rest)

    def sentence(self, hypothesis: str, references: Sequence[str | None]) -> Any:
        """Returns the statistics of one segment."""
        first, *others = changed_texts([hypothesis, *references], self._changed)
        return self._engine.sentence(first, others)

    def sentence_score(self, hypothesis: str, references: Sequence[str | None]) -> Any:
        """Returns the score of one segment."""
        first, *others = changed_texts([hypothesis, *references], self._changed)
        return self._engine.sentence_score(first, others)

    def sentence_scored(self, hypothesis: str, references: Sequence[str | None]) -> Any:
        """Returns the score and the statistics of one segment."""
        first, *others = changed_texts([hypothesis, *references], self._changed)
        return self._engine.sentence_scored(first, others)


class NormalizedEngine(ChangedTextEngine):
    """An engine that passes normalized texts to another one.

    Args:
        engine: the other engine.
        names: of normalizations, joined by "+".
    """

    def __init__(self, engine: Any, names: str) -> None:
        super().__init__(engine)
        self._names = names.split("+")

    def _changed(self, texts: list[str]) -> list[str]:
        return normalized(texts, self._names)


class TokenizedBleu(ChangedTextEngine):
    """BLEU with a tokenizer in Python: Python tokenizes the text, and the native core counts n-grams."""

    def __init__(self, bleu: Bleu, tokenizer: Tokenizer, lowercase: bool) -> None:
        """Takes a native BLEU that neither tokenizes nor lower-cases."""
        super().__init__(bleu)
        self.scorer = bleu
        self._tokenizer = tokenizer
        self._lowercase = lowercase

    def _changed(self, texts: list[str]) -> list[str]:
        if not all(isinstance(text, str) for text in texts):
            raise TypeError("a segment is a string: join its tokens by blanks")
        return checked_lines(self._tokenizer, given_texts(texts, self._lowercase))
