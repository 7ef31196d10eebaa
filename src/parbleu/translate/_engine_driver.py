"""Runs an engine on any number of segments, in bounded memory, and keeps their order.

Segments are read a window at a time. Within a window the engine gets batches of segments of similar length,
the longest first, so that a lack of memory shows at once. Translations are returned in the order of the
source.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from sys import maxsize
from typing import Any

from parbleu._base.wording import counted
from parbleu.errors import InputTypeError, OptionError, ParbleuError, TranslationError
from parbleu.text._segments import as_segments, shown
from parbleu.translate._engine import Engine, Translation, in_one_column, without_controls
from parbleu.typing import SegmentsLike

BATCH_TOKENS = 4096
BATCH_SEGMENTS = 128
EMPTY = Translation("")


@dataclass(frozen=True, slots=True, kw_only=True)
class Batching:
    """The sizes of windows and batches. No translation depends on them.

    Attributes:
        tokens: the largest size of a batch in tokens: the length of its longest segment times the number of
            its segments.
        segments: the largest number of segments of a batch.
        window: how many segments are sorted by length and finished together; None for the engine's default.

    Raises:
        OptionError: a number is less than 1.
    """

    tokens: int = BATCH_TOKENS
    segments: int = BATCH_SEGMENTS
    window: int | None = None

    def __post_init__(self) -> None:
        sizes = {"batch_tokens": self.tokens, "batch_segments": self.segments, "window": self.window}
        for name, value in sizes.items():
            if value is not None and value < 1:
                raise OptionError(f"{name} is a number from 1, not {value}")


class Memory:
    """Stores nothing of an unfinished window; for runs that cannot be resumed."""

    def recall(self, index: int, segment: str) -> Translation | None:  # noqa: ARG002 - for those that remember
        """Returns the translation of a segment, if it is known."""
        return None

    def keep(self, made: Mapping[int, tuple[str, Translation]]) -> None:
        """Keeps translations: index -> segment, translation."""


def translate(
    segments: SegmentsLike,
    engine: Engine,
    *,
    batching: Batching | None = None,
    advance: Callable[[int], None] | None = None,
) -> Iterator[Translation]:
    """Yields the translation of each segment, in order.

    Args:
        segments: N segments: any stream that `parbleu.text.as_segments` takes. An iterator is read a window
            at a time.
        engine: the engine that translates. It never gets an empty or blank segment; the translation of such a
            segment is empty.
        batching: the sizes of windows and batches; None for the defaults.
        advance: called with the number of segments after each batch, for a progress bar.

    Yields:
        translations without line breaks and TABs, each of which is a blank, and without other control
        characters, each of which is U+FFFD.

    Raises:
        InputTypeError: something among the segments is not a string.
        TranslationError: the engine fails, or does not return a translation for each segment. Its `segment`
            is the index, from 0, of the segment that the engine names.
    """
    for _, translations in windows(segments, engine, batching, advance):
        yield from translations


def windows(
    segments: SegmentsLike,
    engine: Engine,
    batching: Batching | None = None,
    advance: Callable[[int], None] | None = None,
    begin: int = 0,
    memory: Memory | None = None,
) -> Iterator[tuple[list[str], list[Translation]]]:
    """Yields segments and their translations, a window at a time.

    Args:
        segments: any stream that `parbleu.text.as_segments` takes.
        engine: the engine that translates.
        batching: the sizes of windows and batches; None for the defaults.
        advance: called with the number of segments after each batch.
        begin: the index of the first segment, for messages.
        memory: returns known translations, and stores new ones.

    Raises:
        InputTypeError: something among the segments is not a string.
        TranslationError: the engine fails, or does not return a translation for each segment.
    """
    batching, memory = batching or Batching(), memory or Memory()
    stream = enumerate(iterate(segments), begin)
    while window := list(islice(stream, min(batching.window or engine.window, maxsize))):
        texts = [_checked(segment, index) for index, segment in window]
        yield texts, _Window(texts, begin, engine, memory).translate(batching, advance or (lambda _: None))
        begin += len(window)


def iterate(segments: SegmentsLike) -> Iterable[Any]:
    """Returns an iterator over the segments of any kind of stream."""
    if isinstance(segments, (list, tuple)) or hasattr(segments, "__next__"):
        return segments  # type: ignore[return-value]
    whole = as_segments(segments, "the source")
    return (whole[index] for index in range(len(whole)))


def _checked(segment: Any, index: int) -> str:
    if isinstance(segment, str):
        return segment
    problem = InputTypeError(
        f"the source, segment {index} (counted from 0) is {shown(segment)}, not a string; "
        "an empty string stands for nothing to translate"
    )
    problem.segment = index
    raise problem


@dataclass(frozen=True)
class _Window:
    """Segments that are translated together, the first of which has the index `begin`."""

    segments: list[str]
    begin: int
    engine: Engine
    memory: Memory

    def translate(self, batching: Batching, advance: Callable[[int], None]) -> list[Translation]:
        """Returns the translations of all of them, in order."""
        translations = [EMPTY] * len(self.segments)
        filled = [index for index, segment in enumerate(self.segments) if segment.strip()]
        advance(len(translations) - len(filled))
        for batch in _batches([self.segments[index] for index in filled], self.engine, batching):
            for answers in self._answers([filled[index] for index in batch], len(filled)):
                for index_in_window, answer in answers.items():
                    translations[index_in_window] = answer
                advance(len(answers))
        return translations

    def _answers(self, indices: list[int], filled: int) -> Iterator[dict[int, Translation]]:
        """Yields the known translations of a batch, and then the engine's, as they arrive."""
        known = self._recalled(indices)
        yield known
        missing = [index for index in indices if index not in known]
        for answers in self._asked(missing) if missing else ():
            if len(answers) < filled:  # otherwise the window is finished
                self.memory.keep(
                    {
                        self.begin + index: (self.segments[index], translation)
                        for index, translation in answers.items()
                    }
                )
            yield answers

    def _recalled(self, indices: list[int]) -> dict[int, Translation]:
        """Returns the known translations of a batch; none if using them would change the engine's batch."""
        recall = self.memory.recall
        recalled = {index: recall(self.begin + index, self.segments[index]) for index in indices}
        complete = {index: translation for index, translation in recalled.items() if translation is not None}
        return complete if len(complete) == len(indices) or not self.engine.batched else {}

    def _asked(self, indices: list[int]) -> Iterator[dict[int, Translation]]:
        """Yields what the engine makes of a batch, as it comes."""
        missing = set(range(len(indices)))
        try:
            for answers in self.engine.stream([self.segments[position] for position in indices]):
                if not (answers.keys() <= missing and {*map(type, answers.values())} <= {Translation}):
                    raise self._broken(len(indices))
                missing -= answers.keys()
                yield {indices[index]: _whole_lines(answer) for index, answer in answers.items()}
            if missing:
                raise self._broken(len(indices))
        except TranslationError as problem:
            if problem.segment is None:
                raise
            index = self.begin + indices[problem.segment]
            failure = TranslationError(f"line {index + 1}: {problem}")
            failure.segment = index
            raise failure from problem
        except (ParbleuError, MemoryError):
            raise
        except Exception as problem:  # whatever the libraries beneath it raise
            cause = f"{type(problem).__name__}: {problem}"
            raise TranslationError(f"the engine {self.engine.name} failed: {cause}") from problem

    def _broken(self, segments: int) -> TranslationError:
        return TranslationError(
            f"the engine {self.engine.name} did not return a translation for each of {counted(segments)}: "
            "it is broken"
        )


def _batches(segments: list[str], engine: Engine, batching: Batching) -> Iterator[list[int]]:
    """Yields the indices of each batch."""
    if not segments:
        return
    if not engine.batched:
        yield list(range(len(segments)))
        return
    lengths = engine.lengths(segments)
    if len(lengths) != len(segments):
        raise TranslationError(
            f"the engine {engine.name} returned {counted(len(lengths), 'length')} for "
            f"{counted(len(segments))}: correct its method lengths"
        )
    order = sorted(range(len(segments)), key=lambda index: -lengths[index])
    at = 0
    while at < len(order):
        fitting = batching.tokens // max(1, lengths[order[at]])
        size = max(1, min(fitting, batching.segments))
        yield order[at : at + size]
        at += size


def _whole_lines(answer: Translation) -> Translation:
    texts = (answer.text, *answer.alternatives)
    clean = [without_controls(text) for text in texts]
    text, *alternatives = map(in_one_column, clean)
    controls = answer.controls or [*texts] != clean
    return replace(answer, text=text, alternatives=tuple(alternatives), controls=controls)
