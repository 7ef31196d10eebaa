"""Warns if one side of a corpus looks tokenized, split into subwords or characters, and the other does not.

Texts and tokenizers vary. So a warning is given only if most of one side looks segmented and almost nothing
of the other side does. In between, and for short texts, there is no warning.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from parbleu._core import Segments, cut_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parbleu.text._corpus_sample import CorpusSample

LEAVE_OUT = "BLEU's force=True leaves this out"


def differences(
    sample: CorpusSample, systems: Sequence[str], references: Sequence[str], blanks: bool = True
) -> list[str]:
    """Returns a line for each stream that looks cut where one of the other side does not.

    The line has these names of streams; `blanks` says whether scores depend on blanks.
    """
    if not sample.is_odd():
        return []
    outputs, streams = (list(map(Segments, side)) for side in (sample.systems, sample.references))
    return cut_lines(outputs, streams, systems, references, blanks)


def stream_names(count: int) -> list[str]:
    """Returns what messages call the reference streams of a program."""
    return [f"reference stream {number}" for number in range(count)] if count > 1 else ["references"]
