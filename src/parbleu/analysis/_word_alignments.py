"""Reads alignments of source and reference words, and counts the source words that are translated right."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from parbleu.analysis._word_buckets import source_of
from parbleu.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from parbleu.analysis._analysis_input import ComparedTexts
    from parbleu.analysis._word_buckets import BucketsOfTokens

_POINT = re.compile(r"([0-9]+)[-?]([0-9]+)", re.ASCII)


def read_alignments(texts: ComparedTexts, lines: Sequence[str], first_is_one: bool) -> NDArray[np.int64]:
    """Returns the aligned words, shape (n, 2): places among all words of the source, and of the reference.

    Args:
        texts: with a source and one reference.
        lines: for each segment its alignment: "0-0 1-2", also "1?2"; an empty line aligns nothing.
        first_is_one: whether words are counted from 1.

    Raises:
        OptionError: there is no source, or there are several references; lines are not as many as segments,
            or malformed, or name words that are not there.
    """
    source = source_of(texts)
    if len(texts.references) != 1:
        raise OptionError(f"alignments are with one reference; there are {len(texts.references)}")
    reference = texts.numbered.references[0]
    if len(lines) != len(texts):
        raise OptionError(
            f"there are {len(lines)} lines of alignments for {len(texts)} segments: each needs one"
        )
    first = int(first_is_one)
    found: list[tuple[int, int]] = []
    for segment, line in enumerate(lines):
        limits = (int(source.lengths[segment]), int(reference.lengths[segment]))
        starts = (int(source.starts[segment]), int(reference.starts[segment]))
        for word in line.split():
            point = _POINT.fullmatch(word)
            if point is None:
                raise OptionError(f"alignments, line {segment + 1}: {word!r} is not an alignment such as 0-1")
            places = [int(place) - first for place in point.groups()]
            if not all(0 <= place < limit for place, limit in zip(places, limits, strict=True)):
                raise OptionError(
                    f"alignments, line {segment + 1}: {word} names a word that is not there: the source has "
                    f"{limits[0]}, the reference {limits[1]}, counted from {first}; tokenize texts as what "
                    "aligned them did, such as by tokenize='none'"
                )
            found.append((starts[0] + places[0], starts[1] + places[1]))
    return np.array(found, dtype=np.int64).reshape(-1, 2)


def aligned_rows(
    texts: ComparedTexts, points: NDArray[np.int64], sorted_words: BucketsOfTokens, n_buckets: int
) -> NDArray[np.int32]:
    """Counts the source's words of each segment, system and bucket.

    Returns:
        Shape (N, S, B, 3): words that are right; words that are aligned with anything; all words.
    """
    source = source_of(texts)
    reference = texts.numbered.references[0]
    count = len(texts)
    buckets, places = sorted_words.of(np.arange(len(source.numbers)))
    cells = source.segments[places].astype(np.int64) * n_buckets + buckets

    def counted(chosen: NDArray[np.bool_]) -> NDArray[np.integer]:
        return np.bincount(cells[chosen[places]], minlength=count * n_buckets).reshape(count, n_buckets)

    words = len(source.numbers)
    points_of_word = np.bincount(points[:, 0], minlength=words)
    aligned = points_of_word > 0
    rows = np.zeros((count, len(texts.systems), n_buckets, 3), dtype=np.int32)
    rows[:, :, :, 1] = counted(aligned)[:, None]
    rows[:, :, :, 2] = counted(np.ones(words, bool))[:, None]
    for system in range(len(texts.systems)):
        place = texts.numbered.matches(system).place
        matched = np.zeros(len(reference.numbers), bool)
        matched[place[place >= 0]] = True
        hits = np.bincount(points[matched[points[:, 1]], 0], minlength=words)
        rows[:, system, :, 0] = counted(aligned & (hits == points_of_word))
    return rows
