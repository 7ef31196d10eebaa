"""Drives an engine: any number of segments through it, in bounded memory, in order.

Segments are taken a window at a time. Within a window the engine gets batches of segments of similar length,
the longest first, so that what does not fit into memory fails at once; what comes out is in order again.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from parbleu.errors import InputTypeError, OptionError, ParbleuError, TranslationError
from parbleu.text.segments import as_segments, shown
from parbleu.translate.engine import Translation
from parbleu.translate.lines import on_one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from parbleu.translate.engine import Engine

BATCH_TOKENS = 4096
BATCH_SEGMENTS = 128
EMPTY = Translation("")


@dataclass(frozen=True, slots=True, kw_only=True)
class Batching:
    """How much an engine gets at a time. No translation depends on it.

    Attributes:
        tokens: of a batch at most: the longest segment's times the number of segments.
        segments: of a batch at most.
        window: segments among which those of similar length are looked for, and that are finished together;
            None for what the engine thinks best.

    Raises:
        OptionError: one of them is less than 1.
    """

    tokens: int = BATCH_TOKENS
    segments: int = BATCH_SEGMENTS
    window: int | None = None

    def __post_init__(self) -> None:
        sizes = {"batch_tokens": self.tokens, "batch_segments": self.segments, "window": self.window}
        for name, value in sizes.items():
            if value is not None and value < 1:
                raise OptionError(f"{name} is a number from 1, not {value}")


def translate(
    segments: Any,
    engine: Engine,
    *,
    batching: Batching | None = None,
    advance: Callable[[int], None] | None = None,
) -> Iterator[Translation]:
    """Yields the translation of each segment, in order.

    Args:
        segments: any kind of stream that `parbleu.text` takes. An iterator is read as far as is needed.
        engine: what translates. An empty or blank segment never reaches it; its translation is empty.
        batching: how much the engine gets at a time.
        advance: told the number of segments after each batch.

    Yields:
        translations without line breaks: each is a blank.

    Raises:
        InputTypeError: something among the segments is not a string.
        TranslationError: the engine fails, or does not answer with a translation for each segment. Its
            `segment` is the index of the one that the engine names.
    """
    for _, made in windows(segments, engine, batching, advance):
        yield from made


def windows(
    segments: Any,
    engine: Engine,
    batching: Batching | None = None,
    advance: Callable[[int], None] | None = None,
    begin: int = 0,
) -> Iterator[tuple[list[str], list[Translation]]]:
    """Yields segments and their translations, a window at a time; as `translate`.

    Args:
        segments: as for `translate`.
        engine: likewise.
        batching: likewise.
        advance: likewise.
        begin: the index of the first segment, for messages.
    """
    batching = batching or Batching()
    stream = enumerate(iterate(segments), begin)
    while window := list(islice(stream, batching.window or engine.window)):
        texts = [_checked(segment, index) for index, segment in window]
        try:
            made = _translate_window(texts, engine, batching, advance)
        except TranslationError as problem:
            if problem.segment is None:
                raise
            named = TranslationError(f"line {begin + problem.segment + 1}: {problem}")
            named.segment = begin + problem.segment
            raise named from problem
        yield texts, made
        begin += len(window)


def iterate(segments: Any) -> Iterable[Any]:
    """Returns what holds the segments of any kind of stream, one after the other.

    Raises:
        InputTypeError: it is no stream.
    """
    if isinstance(segments, (list, tuple)) or hasattr(segments, "__next__"):
        return segments  # type: ignore[no-any-return]
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


def _translate_window(
    window: list[str], engine: Engine, batching: Batching, advance: Callable[[int], None] | None
) -> list[Translation]:
    made = [EMPTY] * len(window)
    filled = [index for index, segment in enumerate(window) if segment.strip()]
    if advance is not None:
        advance(len(window) - len(filled))
    for batch in _batches([window[index] for index in filled], engine, batching):
        places = [filled[index] for index in batch]
        try:
            answers = engine.translate([window[place] for place in places])
        except TranslationError as problem:
            if problem.segment is not None:
                problem.segment = places[problem.segment]
            raise
        except (ParbleuError, MemoryError):
            raise
        except Exception as problem:  # whatever the libraries beneath it raise
            told = f"{type(problem).__name__}: {problem}"
            raise TranslationError(f"the engine {engine.name} failed: {told}") from problem
        _check_answers(answers, len(places), engine)
        for place, answer in zip(places, answers, strict=True):
            made[place] = _whole_lines(answer)
        if advance is not None:
            advance(len(places))
    return made


def _batches(segments: list[str], engine: Engine, batching: Batching) -> Iterator[list[int]]:
    """Yields the indices of each batch."""
    if not engine.batched:
        if segments:
            yield list(range(len(segments)))
        return
    lengths = engine.lengths(segments) if segments else []
    if len(lengths) != len(segments):
        raise TranslationError(
            f"the engine {engine.name} told {len(lengths)} lengths of {len(segments)} segments: it is broken"
        )
    order = sorted(range(len(segments)), key=lambda index: -lengths[index])
    at = 0
    while at < len(order):
        fitting = batching.tokens // max(1, lengths[order[at]])
        size = max(1, min(fitting, batching.segments))
        yield order[at : at + size]
        at += size


def _check_answers(answers: Any, wanted: int, engine: Engine) -> None:
    if not isinstance(answers, list) or not all(isinstance(answer, Translation) for answer in answers):
        raise TranslationError(f"the engine {engine.name} returned no list of translations: it is broken")
    if len(answers) != wanted:
        got = len(answers)
        raise TranslationError(
            f"the engine {engine.name} returned {got} translations of {wanted} segments: it is broken"
        )


def _whole_lines(answer: Translation) -> Translation:
    return Translation(
        on_one_line(answer.text),
        answer.score,
        answer.truncated,
        tuple(map(on_one_line, answer.alternatives)),
        answer.scores,
        answer.cut,
    )
