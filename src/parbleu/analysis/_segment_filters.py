"""Chooses segments before an analysis: the first of equal sources, and a range of reference lengths."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parbleu.errors import OptionError

if TYPE_CHECKING:
    from parbleu.analysis._analysis_input import ComparedTexts

BINS = 20
STEP = 100 // BINS


def first_of_each_source(texts: ComparedTexts) -> ComparedTexts:
    """Returns the texts without segments whose source an earlier segment has, as MT-Telescope does.

    Raises:
        OptionError: there is no source.
    """
    if texts.source is None:
        raise OptionError("segments of the same source show only with a source: pass one")
    first: dict[str | None, int] = {}
    for segment, source in enumerate(texts.source.to_list()):
        first.setdefault(source, segment)
    return texts.part(list(first.values()))


def length_range(texts: ComparedTexts, least: int, most: int) -> ComparedTexts:
    """Returns the segments whose references are neither among the shortest nor among the longest.

    Segments are ranked by the length of the first reference that they have, in code points, ties in their
    order, and are sorted into 20 bins of 5 % by their ranks, as MT-Telescope does.

    Args:
        texts: what is compared.
        least: keep bins that begin at this percentage or above: 0 for the shortest, too.
        most: keep bins that begin below this one: 100 for the longest, too.

    Raises:
        OptionError: `least` and `most` are not increasing percentages.
        NoSegmentsError: none is left, since there are too few.
    """
    if not 0 <= least < most <= 100:
        raise OptionError(f"a range of lengths is two increasing percentages, not {least} to {most}")
    references = zip(*(stream.to_list() for stream in texts.references), strict=True)
    lengths = [next(len(text.strip()) for text in group if text is not None) for group in references]
    order = sorted(range(len(lengths)), key=lambda segment: (lengths[segment], segment))
    last = max(len(lengths) - 1, 1)
    bins = {segment: max(-(-BINS * rank // last) - 1, 0) for rank, segment in enumerate(order)}
    return texts.part([segment for segment in range(len(lengths)) if least <= STEP * bins[segment] < most])
