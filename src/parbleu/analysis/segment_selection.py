"""Cuts some segments out of texts that are analysed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from parbleu._core import Segments

if TYPE_CHECKING:
    from parbleu.analysis.analysis_input import ComparedTexts


def select_segments(texts: ComparedTexts, places: Sequence[int]) -> ComparedTexts:
    """Returns texts with these segments only, in this order, without segment scores."""

    def part(stream: Segments) -> Segments:
        return Segments([stream[place] for place in places])

    return replace(
        texts,
        systems=MappingProxyType({name: part(stream) for name, stream in texts.systems.items()}),
        references=tuple(map(part, texts.references)),
        source=None if texts.source is None else part(texts.source),
        labels=MappingProxyType(
            {name: tuple(values[place] for place in places) for name, values in texts.labels.items()}
        ),
        scores=MappingProxyType({}),
    )
