"""Scores a sample of segments again under normalizations, to find texts that differ in writing alone."""

from __future__ import annotations

from parbleu._base.record import Record
from parbleu._core import Bleu, Segments
from parbleu.text._normalizations import NORMALIZATIONS, get_normalization, normalized

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

JUMP = 2.0
"""Points of a score: smaller differences are not told."""

ALIKE = 1.0
"""Points of a score: if it changes so much as that of another system jumps, both differ alike."""

NEGLIGIBLE = 0.5
"""Points of a score: a normalization without which it changes less is not named."""

FEWEST = 3
ON_BOTH_SIDES = frozenset(
    {"case", "pieces", "tags", "special-tokens", "subtitles", "json", "markdown", "factors"}
)
"""What normalizes both sides where they differ, or is no text on both; of others one side has to change alone
in some segments."""

MOST = 64
"""The number of segments that are scored again."""


class WritingDifference(Record):
    """What a normalization of both sides makes of a score.

    Attributes:
        names: of the normalizations.
        n_segments: how many segments were scored.
        is_sample: whether the texts have more.
        n_changed: the number of those that the normalizations change, on either side.
        before: the score.
        after: the score of the texts normalized.
    """

    names: tuple[str, ...]
    n_segments: int
    is_sample: bool
    n_changed: int
    before: float
    after: float

    @property
    def is_gain(self) -> bool:
        """Whether the score is higher when the texts are normalized."""
        return self.after > self.before

    def meaning(self) -> str:
        """Returns what differs, in words."""
        return "; ".join(get_normalization(name).meaning for name in self.names)

    def remedy(self) -> str:
        """Returns what to do, in words."""
        return "; ".join(dict.fromkeys(get_normalization(name).remedy for name in self.names))

    def explain(self, score: str, option: str, alike: Mapping[str, WritingDifference] | None = None) -> str:
        """Returns what differs, its effect and what to do.

        Args:
            score: the name of the score.
            option: what normalizes both sides.
            alike: other systems that differ in the same, by their names.
        """
        scored = f"a sample of {self.n_segments}" if self.is_sample else f"all {self.n_segments}"
        likewise = ""
        if alike:
            from parbleu._base.wording import listed

            others = (f"{name} ({other.before:.1f} and {other.after:.1f})" for name, other in alike.items())
            likewise = f"; likewise {listed(others)}"
        return (
            f"{self.meaning()}. {score} of {scored} segments is {self.before:.1f}, and "
            f"{self.after:.1f} when both sides are normalized, which changes {self.n_changed} of them"
            f"{likewise}; {self.remedy()}, or score with {option}"
        )


LAST_RESORTS = ("joiners", "no-punct")
"""Are tried, one after another, only if nothing else explains a score: others change the same otherwise, and
punctuation is much of what else may differ."""


def usual_engine() -> Any:
    """Returns BLEU, for metrics that are computed in Python."""
    return Bleu("13a", False, 4, "exp", 0.0, False)


def written_differently(
    output: Sequence[str],
    references: Sequence[Sequence[str]],
    suspects: Sequence[str],
    engine: Any,
    is_sample: bool,
    jump: float = JUMP,
) -> WritingDifference | None:
    """Returns the normalizations under which the score of a sample jumps; None if there are none.

    Args:
        output: lines of a system's output.
        references: the same lines of each stream of references; "" where there is none.
        suspects: the normalizations to try.
        engine: what scores: `total` of Segments, and `score` of its result.
        is_sample: whether the texts have more lines.
        jump: by how many points the score has to change.
    """
    known = [place for place, line in enumerate(references[0]) if line]
    kept = known[:: -(-len(known) // MOST) or 1]
    if not kept:
        return None
    sides = after = [[side[place] for place in kept] for side in (output, *references)]
    order = [name for name in NORMALIZATIONS if name in suspects]
    order += [name for name in suspects if name not in order]
    names = []
    for name in order:
        texts = _normalized(after, name)
        if texts != after:
            names.append(name)
            after = texts
    if not names:
        return None
    before, score = _score(engine, sides), _score(engine, after)
    if abs(score - before) < jump:
        return None
    sign = 1 if score > before else -1

    def trial(fewer: list[str]) -> tuple[float, list[str], list[list[str]]]:
        texts = [normalized(side, fewer) for side in sides]
        return sign * _score(engine, texts), fewer, texts

    # One alone may do as well, or better: another may take away what it would have replaced.
    best = max((trial([name]) for name in names if len(names) > 1), key=lambda made: made[0], default=None)
    if best is None or best[0] < sign * score - NEGLIGIBLE:
        best = sign * score, names, after
        for name in reversed(names):  # general ones stand behind those of one kind of text
            fewer = [other for other in best[1] if other != name]
            without = trial(fewer) if fewer else best
            if without[0] > best[0] - NEGLIGIBLE:
                best = without
    score, names, after = sign * best[0], *best[1:]
    changed = [
        [one != other for one, other in zip(*both, strict=True)] for both in zip(after, sides, strict=True)
    ]
    if not ON_BOTH_SIDES & {*names} and not _is_one_sided(engine, sides, after, changed, jump):
        return None
    n_changed = sum(map(any, zip(*changed, strict=True)))
    if names == ["no-punct"] and score < before:
        return None  # text that lacks punctuation would gain by it
    return WritingDifference(
        tuple(names), len(kept), is_sample or len(kept) < len(known), n_changed, before, score
    )


def _normalized(sides: list[list[str]], name: str) -> list[list[str]]:
    """Returns normalized sides; a stranger's normalization that cannot be applied changes none."""
    try:
        return [normalized(side, [name]) for side in sides]
    except Exception:
        if NORMALIZATIONS.is_built_in(name):
            raise
        from parbleu._base.log import warn_once

        warn_once(f"the normalization {name!r} cannot be applied, and is left out of the search")
        return sides


def _is_one_sided(
    engine: Any,
    sides: Sequence[list[str]],
    after: Sequence[list[str]],
    changed: Sequence[list[bool]],
    jump: float,
) -> bool:
    """Returns whether the score jumps where the sides change differently, too; else segments weigh otherwise.

    They do where one alone changes, or loses other characters than the other.
    """
    output, *others = changed
    of_references = list(map(any, zip(*others, strict=True)))
    places = [
        place
        for place, is_changed in enumerate(output)
        if is_changed != of_references[place]
        or (is_changed and _lost(sides[0], after[0], place) != _lost(sides[1], after[1], place))
    ]
    if len(places) < FEWEST:
        return False
    scores = [
        _score(engine, [[side[place] for place in places] for side in texts]) for texts in (sides, after)
    ]
    return abs(scores[1] - scores[0]) >= jump


def _lost(texts: list[str], after: list[str], place: int) -> set[str]:
    """Returns the characters that a text no longer has."""
    return {*texts[place]} - {*after[place]}


def _score(engine: Any, sides: Sequence[Sequence[str]]) -> float:
    """Returns the score of the first side against the others."""
    output, first, *others = sides
    references = [Segments(first), *(Segments([text or None for text in side]) for side in others)]
    return float(engine.score(engine.total(Segments(output), references, 1)))
