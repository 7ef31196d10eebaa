"""Defines engines that change both sides, by normalizations or a tokenizer, before another scores them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parbleu._core import Bleu, Segments
from parbleu.text._normalizations import normalized
from parbleu.text._segments import changed_texts
from parbleu.text._tokenized_lines import checked_lines, given_texts
from parbleu.text._tokenizers.base import Tokenizer


class _Prepared:
    """References that have been changed, as an engine prepared them."""

    def __init__(self, references: Any) -> None:
        self.references = references


def _of_streams(name: str) -> Any:
    """Returns a method of an engine that takes streams, or lists of them, and changes these before."""

    def method(self: ChangedTextEngine, hypotheses: Any, references: Any, *rest: Any) -> Any:
        scored = getattr(self._engine, name)
        return scored(self._streams(hypotheses), self._streams(references), *rest)

    return method


def _of_segment(name: str) -> Any:
    """Returns a method of an engine that takes the texts of one segment, and changes these before."""

    def method(self: ChangedTextEngine, hypothesis: str, references: Sequence[str | None]) -> Any:
        first, *others = changed_texts([hypothesis, *references], self._changed)
        return getattr(self._engine, name)(first, others)

    return method


class ChangedTextEngine:
    """The base class of engines that pass changed texts to another one, whose methods they have.

    A subclass defines `_changed`. `references` are streams of Segments, or the result of `prepare`.
    """

    total = _of_streams("total")
    statistics = _of_streams("statistics")
    tables = _of_streams("tables")
    segment_scores = _of_streams("segment_scores")
    pairwise_scores = _of_streams("pairwise_scores")
    list_scores = _of_streams("list_scores")
    aggregate_scores = _of_streams("aggregate_scores")
    sentence = _of_segment("sentence")
    sentence_score = _of_segment("sentence_score")
    sentence_scored = _of_segment("sentence_scored")

    def __init__(self, engine: Any) -> None:
        self._engine = engine

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # which a copy is asked for before it has an engine
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return getattr(self._engine, name)  # what takes rows of statistics

    def _changed(self, texts: list[str]) -> list[str]:
        """Returns each text as the other engine takes it."""
        raise NotImplementedError

    def _streams(self, streams: Any) -> Any:
        """Returns one stream, several in a list, prepared references or None as the other engine takes it."""
        if isinstance(streams, Segments):
            return Segments(changed_texts(streams.to_list(), self._changed))
        if isinstance(streams, _Prepared):
            return streams.references
        return None if streams is None else [*map(self._streams, streams)]

    def prepare(self, references: Sequence[Segments], threads: int) -> _Prepared:
        """Prepares reference streams for repeated use."""
        return _Prepared(self._engine.prepare(self._streams(references), threads))


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
