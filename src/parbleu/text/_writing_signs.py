"""Finds which normalizations may change a score: those of characters and marks that one side has alone.

The signs are cheap, and say only which normalizations are worth a second look: `written_differently` of
`parbleu.text._writing_differences` scores a sample of segments again under each of them.
"""

from __future__ import annotations

from parbleu._core import Segments, writing_suspects

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_HEAD, _TAIL = 50, 30  # characters of a line that are looked at, at its begin and at its end
_FEWEST = 4  # segments


def suspects(output: Sequence[str], reference: Sequence[str]) -> list[str]:
    """Returns the normalizations that may change the score of an output, in no order; [] of few lines."""
    if len(output) < _FEWEST:
        return []
    names = writing_suspects(Segments(output), Segments(reference))
    if "case" not in names and _cases(output) != _cases(reference):
        names.append("case")
    return names


def _cases(lines: Sequence[str]) -> list[bool]:
    """Returns whether a text has small letters alone, and whether it has capitals alone; or no letters."""
    ends = [line if len(line) <= _HEAD + _TAIL else f"{line[:_HEAD]}{line[-_TAIL:]}" for line in lines]
    text = "\n".join(ends)
    return [
        changed(text[:_HEAD]) == text[:_HEAD] and changed(text) == text for changed in (str.lower, str.upper)
    ]
