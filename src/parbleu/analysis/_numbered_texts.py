"""Turns texts into numbers of tokens, and matches the tokens of systems with those of references."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from parbleu._core import Segments, match_occurrences, number_tokens
from parbleu.text._tokenized_lines import tokenized
from parbleu.text._tokenizers.base import Tokenizer


@dataclass(frozen=True, eq=False)
class NumberedStream:
    """The tokens of N segments as numbers.

    Attributes:
        numbers: int32, the tokens of all segments one after another.
        starts: int64, N + 1: where the tokens of each segment begin.
    """

    numbers: NDArray[np.int32]
    starts: NDArray[np.int64]

    def __len__(self) -> int:
        """Returns N."""
        return len(self.starts) - 1

    @cached_property
    def lengths(self) -> NDArray[np.int64]:
        """How many tokens each segment has."""
        return np.diff(self.starts)

    @cached_property
    def segments(self) -> NDArray[np.int32]:
        """The segment of each token."""
        return np.repeat(np.arange(len(self), dtype=np.int32), self.lengths)

    @cached_property
    def places(self) -> NDArray[np.int64]:
        """The place of each token in its segment, from 0."""
        return np.arange(len(self.numbers)) - np.repeat(self.starts[:-1], self.lengths)


@dataclass(frozen=True, eq=False)
class Matches:
    """The tokens of a system's output and the reference tokens that they are matched with.

    Occurrence k of a token in a segment is matched with occurrence k in the closest reference, or else in the
    first of the others that has so many. So a token matches up to its greatest count in one reference.

    Attributes:
        reference: int32, for each token the reference that it is matched in, or -1.
        place: int32, the place of the matched token among all of that reference, or -1.
        closest: int64, N: the reference of each segment that is closest in length, the shorter of two.
    """

    reference: NDArray[np.int32]
    place: NDArray[np.int32]
    closest: NDArray[np.int64]


class NumberedTexts:
    """The tokens of all texts of a comparison as numbers, and their matches.

    Args:
        systems: N segments for each.
        references: K streams; None where a segment lacks that reference.
        source: N segments, or None.
        tokenizer: cuts segments into tokens.
        lowercase: whether texts are turned to lower case before.

    Attributes:
        tokens: number -> token.
        systems, references: the numbers of each stream.
        source: of the source, or None.
        present: bool, (K, N): which references there are.

    Raises:
        TokenizerError: the tokenizer does not return a string for each text.
    """

    def __init__(
        self,
        systems: Sequence[Segments],
        references: Sequence[Segments],
        source: Segments | None,
        tokenizer: Tokenizer,
        lowercase: bool,
    ) -> None:
        streams = [*references, *systems, *(() if source is None else (source,))]
        self.tokens: list[str]
        numbered_streams, self.tokens = numbered(streams, tokenizer, lowercase)
        end = len(references) + len(systems)
        self.references: list[NumberedStream] = numbered_streams[: len(references)]
        self.systems: list[NumberedStream] = numbered_streams[len(references) : end]
        self.source: NumberedStream | None = None if source is None else numbered_streams[end]
        self.present: NDArray[np.bool_] = np.array([_present(stream) for stream in references])
        self._matches: dict[int, Matches] = {}

    def matches(self, system: int) -> Matches:
        """Returns the matches of a system; they are computed once."""
        if system not in self._matches:
            self._matches[system] = self._match(self.systems[system])
        return self._matches[system]

    def _match(self, output: NumberedStream) -> Matches:
        closest = self.closest(output)
        matching = [matched_places(output, reference) for reference in self.references]
        if len(matching) == 1:
            return Matches(-(matching[0] < 0).astype(np.int32), matching[0], closest)
        places = np.array(matching)
        tokens = np.arange(len(output.numbers))
        reference = closest[output.segments]
        chosen = places[reference, tokens]
        for other in range(len(places)):
            better = (chosen < 0) & (places[other] >= 0)
            chosen = np.where(better, places[other], chosen)
            reference = np.where(better, other, reference)
        reference = np.where(chosen >= 0, reference, -1)
        return Matches(reference.astype(np.int32), chosen.astype(np.int32), closest)

    def closest(self, output: NumberedStream) -> NDArray[np.int64]:
        """Returns for each segment the reference closest in length, the shorter of two equally close."""
        lengths = np.array([reference.lengths for reference in self.references])
        distance = 2 * np.abs(lengths - output.lengths) + (lengths > output.lengths)
        distance[~self.present] = np.iinfo(distance.dtype).max
        nearest: NDArray[np.int64] = distance.argmin(axis=0)
        return nearest


def matched_places(output: NumberedStream, reference: NumberedStream) -> NDArray[np.int32]:
    """Returns for each token of the output the place of the reference's token that it matches, or -1."""
    return np.asarray(match_occurrences(output.numbers, output.starts, reference.numbers, reference.starts))


def numbered(
    streams: Sequence[Segments], tokenizer: Tokenizer, lowercase: bool
) -> tuple[list[NumberedStream], list[str]]:
    """Returns the numbers of the tokens of each stream, and the token of each number.

    Raises:
        TokenizerError: the tokenizer does not return a string for each text.
    """
    if tokenizer.native is not None:
        numbered_streams, tokens = number_tokens(streams, tokenizer.native, lowercase)
    else:
        cut = [tokenized(stream, tokenizer, lowercase) for stream in streams]
        numbered_streams, tokens = number_tokens(cut, "none", False)
    return [NumberedStream(*map(np.asarray, stream)) for stream in numbered_streams], tokens


def _present(stream: Segments) -> NDArray[np.bool_]:
    if not stream.missing:
        return np.ones(len(stream), bool)
    return np.array([text is not None for text in stream.to_list()])
