"""Counts the n-grams of systems that match those of references, are over and are under."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from parbleu._core import number_pairs
from parbleu.analysis.numbered_texts import NumberedStream, NumberedTexts, matched_places

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from parbleu.analysis.analysis_input import ComparedTexts
    from parbleu.analysis.word_labels import Labels

    Numbers = list[NDArray[np.int32]]


@dataclass(frozen=True, eq=False)
class SystemNgrams:
    """Occurrences of the n-grams of one order, of one system and one kind.

    Attributes:
        grams: int, the number of the n-gram of each occurrence.
        segments: int64, the segment of each occurrence.
    """

    grams: NDArray[np.int32]
    segments: NDArray[np.int64]


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
        self.order_now: int = 1

    def order(self, wanted: int, kind: str) -> OrderNgrams:
        """Returns the n-grams of an order and a kind, such as "over"; orders are asked for upwards."""
        while self.order_now < wanted:
            same = self.filed_grams is self.grams
            self.grams = self._longer(self.grams, self.words)
            self.filed_grams = self.grams if same else self._longer(self.filed_grams, self.filed)
            self.order_now += 1
        return self._counted(wanted, kind)

    def _longer(
        self, grams: list[NDArray[np.int32]], words: list[NDArray[np.int32]]
    ) -> list[NDArray[np.int32]]:
        """Numbers the n-grams that are one longer, at all places, also where they cross segments."""
        step = self.order_now
        firsts = [each[: max(len(each) - 1, 0)] for each in grams]
        lasts = [each[step:] for each in words]
        sizes = [min(len(one), len(other)) for one, other in zip(firsts, lasts, strict=True)]
        joined = [
            np.concatenate([each[:size] for each, size in zip(side, sizes, strict=True)])
            for side in (firsts, lasts)
        ]
        numbers = np.asarray(number_pairs(*joined)[0])
        ends = np.cumsum(sizes)
        return [numbers[end - size : end] for end, size in zip(ends, sizes, strict=True)]

    def _counted(self, order: int, kind: str) -> OrderNgrams:
        inside = [self._inside(place, order) for place in range(len(self.streams))]
        filed = [grams[places] for grams, places in zip(self.filed_grams, inside, strict=True)]
        labelled = self.filed_grams is not self.grams
        streams: list[NumberedStream] = []
        for stream, grams, places in zip(self.streams, self.grams, inside, strict=True):
            starts = np.concatenate(([0], np.cumsum(np.maximum(stream.lengths - order + 1, 0))))
            own = grams[places] if labelled else filed[len(streams)]
            streams.append(NumberedStream(own, starts))
        count = len(self.numbered.references)
        occurrences, totals = {}, {}
        for place, system in enumerate(self.systems, count):
            closest = self.numbered.closest(self.numbered.systems[system])
            occurrences[system], totals[system] = _occurrences(
                streams[place], filed[place], streams[:count], filed, closest, kind
            )
        highest = max((int(each.max()) for each in filed if len(each)), default=-1)
        return OrderNgrams(self._spelling(filed, inside), highest + 1, occurrences, totals)

    def _inside(self, place: int, order: int) -> NDArray[np.int64]:
        """Returns the places at which an n-gram of a stream begins that ends in the same segment."""
        stream = self.streams[place]
        places = (
            np.arange(len(stream.numbers) - order + 1)
            if len(stream.numbers) >= order
            else np.empty(0, np.int64)
        )
        return places[stream.places[places] + order <= stream.lengths[stream.segments[places]]]

    def _spelling(
        self, filed: Sequence[NDArray[np.int32]], inside: Sequence[NDArray[np.int64]]
    ) -> Callable[[NDArray[Any]], list[tuple[str, ...]]]:
        """Returns the function from numbers of n-grams to tokens, which looks where each occurs first."""
        order = self.order_now

        @cache
        def places() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
            everything = np.concatenate(filed)
            first = np.full(int(everything.max(initial=-1)) + 1, -1)
            first[everything[::-1]] = np.arange(len(everything))[::-1]
            streams = np.repeat(np.arange(len(filed)), [len(each) for each in filed])
            begins = np.concatenate(inside)
            return streams[first], begins[first]

        def spelled(wanted: NDArray[Any]) -> list[tuple[str, ...]]:
            streams, begins = places()
            found = []
            for stream, begin in zip(streams[wanted].tolist(), begins[wanted].tolist(), strict=True):
                numbers = self.filed[stream][begin : begin + order].tolist()
                found.append(tuple(self.tokens[number] for number in numbers))
            return found

        return spelled


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
        place = matched_places(output, reference)
        matched |= place >= 0
        left = np.ones(len(reference.numbers) + 1, bool)
        left[place] = False
        left[-1] = False  # the place of those without a match
        if len(references) > 1:
            left[:-1] &= closest[reference.segments] == number
        under.append(np.flatnonzero(left))
    n_matched = int(np.count_nonzero(matched))
    totals = n_matched, len(own) - n_matched, sum(map(len, under))
    if kind == "under":
        grams = [each[places] for each, places in zip(filed, under, strict=False)]
        segments = [each.segments[places] for each, places in zip(references, under, strict=True)]
        return SystemNgrams(np.concatenate(grams), np.concatenate(segments)), totals
    places = np.flatnonzero(matched if kind == "match" else ~matched)
    return SystemNgrams(own[places], output.segments[places]), totals
