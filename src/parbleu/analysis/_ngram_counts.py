"""Counts the n-grams of systems that match those of references, are over and are under."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parbleu._core import number_pairs
from parbleu.analysis._analysis_input import ComparedTexts
from parbleu.analysis._numbered_texts import NumberedStream, NumberedTexts, matched_places
from parbleu.analysis._word_labels import Labels

# Where each n-gram first occurs in all streams, one after the other, and where each stream begins.
FirstPlaces = tuple[NDArray[np.int64], NDArray[np.int64]]


@dataclass(frozen=True, eq=False)
class SystemNgrams:
    """Occurrences of the n-grams of one order, of one system and one kind.

    Attributes:
        grams: int, the number of the n-gram of each occurrence.
        segments: int32, the segment of each occurrence.
    """

    grams: NDArray[np.int32]
    segments: NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class OrderNgrams:
    """The n-grams of one order.

    Attributes:
        names: function of numbers of n-grams that returns their tokens.
        count: how many distinct ones there are.
        occurrences: system -> its occurrences of the kind that was asked for.
        totals: system -> how many occurrences match, are over, and under.
    """

    names: Callable[[NDArray[Any]], list[tuple[str, ...]]]
    count: int
    occurrences: dict[int, SystemNgrams]
    totals: dict[int, tuple[int, int, int]]


class NgramCounter:
    """Numbers the n-grams of one order after another, and matches those of systems with the references'."""

    def __init__(
        self, numbered: NumberedTexts, texts: ComparedTexts, systems: Sequence[int], labels: Labels | None
    ) -> None:
        self.numbered = numbered
        self.systems = systems
        self.tokens: Sequence[str] = numbered.tokens
        self.streams: list[NumberedStream] = [
            *numbered.references,
            *(numbered.systems[system] for system in systems),
        ]
        self.words: list[NDArray[np.int32]] = [stream.numbers for stream in self.streams]
        self.filed: list[NDArray[np.int32]] = self.words
        self.grams: list[NDArray[np.int32]] = self.words
        self.filed_grams: list[NDArray[np.int32]] = self.words
        if labels is not None:
            self.tokens, every = labels.numbers(texts)
            count = len(numbered.references)
            self.filed = self.filed_grams = [*every[:count], *(every[count + system] for system in systems)]
        self.first_places: FirstPlaces | None = None  # of words it is not needed
        self.order_now: int = 1

    def order(self, wanted: int, kind: str) -> OrderNgrams:
        """Returns the n-grams of an order and a kind, such as "over"; orders are asked for upwards."""
        while self.order_now < wanted:
            same = self.filed_grams is self.grams
            self.grams, self.first_places = self._longer(self.grams, self.words)
            if same:
                self.filed_grams = self.grams
            else:
                self.filed_grams, self.first_places = self._longer(self.filed_grams, self.filed)
            self.order_now += 1
        return self._counted(wanted, kind)

    def _longer(
        self, grams: list[NDArray[np.int32]], words: list[NDArray[np.int32]]
    ) -> tuple[list[NDArray[np.int32]], FirstPlaces]:
        """Numbers the n-grams that are one longer, at all places, also where they cross segments.

        Returns the numbers, and their first places.
        """
        step = self.order_now
        firsts = [numbers[: max(len(numbers) - 1, 0)] for numbers in grams]
        lasts = [numbers[step:] for numbers in words]
        sizes = [min(len(one), len(other)) for one, other in zip(firsts, lasts, strict=True)]
        joined = [
            np.concatenate([numbers[:size] for numbers, size in zip(side, sizes, strict=True)])
            for side in (firsts, lasts)
        ]
        longer, count = number_pairs(*joined)
        del joined
        numbers = np.asarray(longer)
        ends = np.cumsum(sizes, dtype=np.int64)
        highest = np.maximum.accumulate(numbers)  # new numbers are higher than all before
        first = np.searchsorted(highest, np.arange(count, dtype=np.int32))
        parts = [numbers[end - size : end] for end, size in zip(ends, sizes, strict=True)]
        return parts, (first, ends - sizes)

    def _counted(self, order: int, kind: str) -> OrderNgrams:
        inside = [_inside(stream, order) for stream in self.streams]
        filed = [grams[mask] for grams, mask in zip(self.filed_grams, inside, strict=True)]
        labelled = self.filed_grams is not self.grams
        streams: list[NumberedStream] = []
        for stream, grams, mask in zip(self.streams, self.grams, inside, strict=True):
            starts = np.concatenate(([0], np.cumsum(np.maximum(stream.lengths - order + 1, 0))))
            own = grams[mask] if labelled else filed[len(streams)]
            streams.append(NumberedStream(own, starts))
        count = len(self.numbered.references)
        occurrences, totals = {}, {}
        for index, system in enumerate(self.systems, count):
            closest = self.numbered.closest(self.numbered.systems[system])
            occurrences[system], totals[system] = _occurrences(
                streams[index], filed[index], streams[:count], filed, closest, kind
            )
        highest = max((int(numbers.max()) for numbers in filed if len(numbers)), default=-1)
        return OrderNgrams(self._spelling(), highest + 1, occurrences, totals)

    def _spelling(self) -> Callable[[NDArray[Any]], list[tuple[str, ...]]]:
        """Returns the function from numbers of n-grams to tokens, which looks where each occurs first."""
        order, tokens, filed, first_places = self.order_now, self.tokens, self.filed, self.first_places

        def spelled(wanted: NDArray[Any]) -> list[tuple[str, ...]]:
            if first_places is None:
                return [(tokens[number],) for number in wanted.tolist()]
            places, begins = first_places[0][wanted], first_places[1]
            streams = np.searchsorted(begins, places, side="right") - 1
            spellings = []
            for stream, begin in zip(streams.tolist(), (places - begins[streams]).tolist(), strict=True):
                numbers = filed[stream][begin : begin + order].tolist()
                spellings.append(tuple(tokens[number] for number in numbers))
            return spellings

        return spelled


def _inside(stream: NumberedStream, order: int) -> NDArray[np.bool_]:
    """Returns which n-grams of a stream, one for each place with so many tokens left, are in one segment."""
    mask = np.ones(len(stream.numbers), bool)
    longest = int(np.diff(stream.starts).max(initial=0))
    for back in range(1, min(order, longest + 1)):
        places = stream.starts[1:] - back
        mask[places[places >= stream.starts[:-1]]] = False
    return mask[: max(len(mask) - order + 1, 0)]


def _occurrences(
    output: NumberedStream,
    own: NDArray[np.int32],
    references: Sequence[NumberedStream],
    filed: Sequence[NDArray[np.int32]],
    closest: NDArray[np.int64],
    kind: str,
) -> tuple[SystemNgrams, tuple[int, int, int]]:
    """Returns the occurrences of a kind, and how many match, are over, and under."""
    matched = np.zeros(len(own), bool)
    under = []
    for number, reference in enumerate(references):
        matching = matched_places(output, reference)
        matched |= matching >= 0
        left = np.ones(len(reference.numbers) + 1, bool)
        left[matching] = False
        left[-1] = False  # the place of those without a match
        if len(references) > 1:
            left[:-1] &= closest[reference.segments] == number
        under.append(np.flatnonzero(left))
    n_matched = int(np.count_nonzero(matched))
    totals = n_matched, len(own) - n_matched, sum(map(len, under))
    if kind == "under":
        grams = [numbers[places] for numbers, places in zip(filed, under, strict=False)]
        segments = [reference.segments[places] for reference, places in zip(references, under, strict=True)]
        return SystemNgrams(np.concatenate(grams), np.concatenate(segments)), totals
    wanted = matched if kind == "match" else ~matched
    return SystemNgrams(own[wanted], output.segments[wanted]), totals
