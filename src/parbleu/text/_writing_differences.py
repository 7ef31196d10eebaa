"""Scores a sample of segments again under normalizations, to find texts that differ in writing alone."""

from __future__ import annotations

from parbleu._base.record import Record
from parbleu._core import Bleu, Segments
from parbleu.text._normalizations import NORMALIZATIONS, get_normalization, normalized

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

JUMP = 2.0
"""Points of a score: smaller differences are not told."""

NEGLIGIBLE = 0.5
"""Points of a score: a normalization without which it changes less is not named."""

FEWEST = 3
ON_BOTH_SIDES = frozenset({"case", "pieces", "tags", "special-tokens", "subtitles", "json", "markdown"})
"""What normalizes both sides where they differ, or is no text on both; of others one side has to change alone
in some segments."""

MOST = 64
"""The number of segments that are scored again."""


class WritingDifference(Record):
    """What a normalization of both sides makes of a score.

    Attributes:
        names: of the normalizations.
        n_segments: how many segments were scored.
        n_changed: the number of those that the normalizations change, on either side.
        before: the score.
        after: the score of the texts normalized.
    """

    names: tuple[str, ...]
    n_segments: int
    n_changed: int
    before: float
    after: float

    def meaning(self) -> str:
        """Returns what differs, in words."""
        return "; ".join(get_normalization(name).meaning for name in self.names)

    def remedy(self) -> str:
        """Returns what to do, in words."""
        return "; ".join(dict.fromkeys(get_normalization(name).remedy for name in self.names))

    def explain(self, score: str, option: str) -> str:
        """Returns what differs, its effect and what to do.

        Args:
            score: the name of the score.
            option: what normalizes both sides.
        """
        return (
            f"{self.meaning()}. {score} of {self.n_segments} segments is {self.before:.1f}, and "
            f"{self.after:.1f} when both sides are normalized, which changes {self.n_changed} of them; "
            f"{self.remedy()}, or score with {option}"
        )


LAST_RESORT = "no-punct"
"""Is tried only if nothing else explains a score: it takes away much of what else may differ."""


def usual_engine() -> Any:
    """Returns BLEU, for metrics that are computed in Python."""
    return Bleu("13a", False, 4, "exp", 0.0, False)


def written_differently(
    output: Sequence[str], references: Sequence[Sequence[str]], suspects: Sequence[str], engine: Any
) -> WritingDifference | None:
    """Returns the normalizations under which the score of a sample jumps; None if there are none.

    Args:
        output: lines of a system's output.
        references: the same lines of each stream of references; "" where there is none.
        suspects: the normalizations to try.
        engine: what scores: `total` of Segments, and `score` of its result.
    """
    kept = [place for place, line in enumerate(references[0]) if line]
    kept = kept[:: -(-len(kept) // MOST) or 1]
    sides = [[side[place] for place in kept] for side in (output, *references)]
    if not kept:
        return None
    before = _score(engine, sides)
    order = [name for name in NORMALIZATIONS if name in suspects]
    order += [name for name in suspects if name not in order]
    names = [name for name in order if _changes(name, sides)]
    after = [normalized(side, names) for side in sides]
    score = _score(engine, after) if names else before
    if abs(score - before) < JUMP:
        return None
    of_kept = score
    for name in reversed(names):  # general ones stand behind those of one kind of text
        fewer = [other for other in names if other != name]
        if not fewer:
            break  # the score without any is far from it
        trial = [normalized(side, fewer) for side in sides]
        of_trial = _score(engine, trial)
        if abs(of_trial - score) < NEGLIGIBLE:
            names, after, of_kept = fewer, trial, of_trial
    changed = [
        [one != other for one, other in zip(*both, strict=True)] for both in zip(after, sides, strict=True)
    ]
    if not ON_BOTH_SIDES & {*names} and not _is_one_sided(engine, sides, after, changed):
        return None
    n_changed = sum(map(any, zip(*changed, strict=True)))
    if names == [LAST_RESORT] and of_kept < before:
        return None  # text that lacks punctuation would gain by it
    return WritingDifference(tuple(names), len(kept), n_changed, before, of_kept)


def _changes(name: str, sides: Sequence[list[str]]) -> bool:
    """Returns whether a normalization changes a text; a stranger's that cannot be applied changes none."""
    try:
        return any(normalized(side, [name]) != side for side in sides)
    except Exception:
        if NORMALIZATIONS.is_built_in(name):
            raise
        from parbleu._base.log import warn_once

        warn_once(f"the normalization {name!r} cannot be applied, and is left out of the search")
        return False


def _is_one_sided(
    engine: Any, sides: Sequence[list[str]], after: Sequence[list[str]], changed: Sequence[list[bool]]
) -> bool:
    """Returns whether the score jumps where the sides change differently, too; else segments weigh otherwise.

    They do where one alone changes, or loses other characters than the other.
    """
    output, *others = changed
    of_references = list(map(any, zip(*others, strict=True)))
    lost = [
        [{*before} - {*text} for before, text in zip(*both, strict=True)]
        for both in zip(sides[:2], after[:2], strict=True)
    ]
    places = [
        place
        for place in range(len(output))
        if output[place] != of_references[place] or lost[0][place] != lost[1][place]
    ]
    if len(places) < FEWEST:
        return False
    scores = [
        _score(engine, [[side[place] for place in places] for side in texts]) for texts in (sides, after)
    ]
    return abs(scores[1] - scores[0]) >= JUMP


def _score(engine: Any, sides: Sequence[Sequence[str]]) -> float:
    """Returns the score of the first side against the others."""
    output, first, *others = sides
    references = [Segments(first), *(Segments([text or None for text in side]) for side in others)]
    return float(engine.score(engine.total(Segments(output), references, 1)))
