"""Finds which normalizations may change a score: those of characters and marks that one side has alone.

The signs are cheap, and say only which normalizations are worth a second look: `written_differently` of
`parbleu.text._writing_differences` scores a sample of segments again under each of them.
"""

from __future__ import annotations

from parbleu._core import Bleu, Segments, writing_suspects

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

JUMP = 2.0
"""Points of a score: smaller differences are not told."""

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


def engine_of_search(metrics: Sequence[Any]) -> tuple[Any, str]:
    """Returns what scores texts again once they are normalized, and the name of the score.

    It is BLEU if that is there, or if all metrics are computed in Python: what is said does not depend on the
    order of the metrics.
    """
    native = [metric for metric in metrics if hasattr(metric, "native")]
    chosen = min(native, key=lambda metric: (metric.score_name != "BLEU", metric.score_name), default=None)
    if chosen is None:
        return Bleu("13a", False, 4, "exp", 0.0, False), "BLEU"
    return chosen.engine, chosen.score_name


def streams_of(references: Sequence[Sequence[str]]) -> list[Segments]:
    """Returns streams of references, in which further ones lack what is empty."""
    first, *others = references
    return [Segments(first), *(Segments([text or None for text in side]) for side in others)]


def score_of(engine: Any, output: Sequence[str], references: Any) -> float:
    """Returns the score of lines of an output against references, prepared or not."""
    return float(engine.score(engine.total(Segments(output), references, 1)))


def changes_much(
    respellings: Sequence[tuple[list[list[str]], list[list[str]]]], metrics: Sequence[Any]
) -> bool:
    """Returns whether a score may change by `JUMP` points or more once texts are normalized.

    Args:
        respellings: of each system lines of its output and of each stream of references, as they are, and
            normalized.
        metrics: what is computed.
    """
    if any(getattr(metric, "normalize", None) or not metric.takes_normalization for metric in metrics):
        return True
    engine, _ = engine_of_search(metrics)
    scores = [
        [score_of(engine, output, streams_of(references)) for output, *references in sides]
        for sides in respellings
    ]
    return any(abs(after - before) >= JUMP for before, after in scores)
