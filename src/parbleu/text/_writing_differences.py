"""Scores a sample of segments again under normalizations, to find texts that differ in writing alone."""

from __future__ import annotations

from parbleu._base.record import Record
from parbleu._core import Segments, WritingLimits
from parbleu.text._normalizations import NORMALIZATIONS, get_normalization, normalized

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

ALIKE = 1.0
"""Points of a score: if it changes so much as that of another system jumps, both differ alike."""

NEGLIGIBLE = 0.5
"""Points of a score: a normalization without which it changes less is not named."""

FEWEST = 3
ON_BOTH_SIDES = frozenset(
    {"case", "pieces", "tags", "special-tokens", "subtitles", "json", "markdown", "factors", "numbers"}
)
"""What normalizes both sides where they differ, or is no text on both; of others one side has to change alone
in some segments."""


def streams_of(references: Sequence[Sequence[str]]) -> list[Segments]:
    """Returns streams of references, in which further ones lack what is empty."""
    first, *others = references
    return [Segments(first), *(Segments([text or None for text in side]) for side in others)]


def score_of(engine: Any, output: Sequence[str], references: Any) -> float:
    """Returns the score of lines of an output against references, prepared or not."""
    return float(engine.score(engine.total(Segments(output), references, 1)))


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


class SampledReferences:
    """Lines of references, normalized and prepared once for all outputs that are scored against them.

    Args:
        streams: lines of each stream of references; "" where there is none.
        engine: what scores: `prepare` of Segments, `total`, and `score` of its result.

    Attributes:
        engine: what scores.
        places: those of the lines, of which the first stream has all, and which are few.
        is_whole: whether it has no others.
    """

    def __init__(self, streams: Sequence[Sequence[str]], engine: Any) -> None:
        known = [index for index, line in enumerate(streams[0]) if line]
        self.engine = engine
        self.places = known[:: -(-len(known) // WritingLimits.scored_again) or 1]
        self.is_whole = len(self.places) == len(known)
        own = [[stream[index] for index in self.places] for stream in streams]
        self._normalized: dict[tuple[str, ...], list[list[str]]] = {(): own}
        self._prepared: dict[tuple[str, ...], Any] = {}

    def after(self, names: tuple[str, ...]) -> list[list[str]]:
        """Returns the lines of each stream after normalizations, one after another."""
        if names not in self._normalized:
            *earlier, last = names
            self._normalized[names] = [normalized(stream, [last]) for stream in self.after((*earlier,))]
        return self._normalized[names]

    def score(self, output: Sequence[str], names: tuple[str, ...]) -> float:
        """Returns the score of lines of an output against the references after normalizations."""
        if names not in self._prepared:
            self._prepared[names] = self.engine.prepare(streams_of(self.after(names)), 1)
        return score_of(self.engine, output, self._prepared[names])


def written_differently(
    output: Sequence[str],
    references: SampledReferences,
    suspects: Sequence[str],
    is_sample: bool,
    jump: float = WritingLimits.jump,
) -> WritingDifference | None:
    """Returns the normalizations under which the score of a sample jumps; None if there are none.

    Args:
        output: lines of a system's output, as many as those that the references are of.
        references: the references, and what scores.
        suspects: the normalizations to try.
        is_sample: whether the texts have more lines.
        jump: by how many points the score has to change.
    """
    if not references.places:
        return None
    lines = after = [output[index] for index in references.places]
    order = [name for name in NORMALIZATIONS if name in suspects]
    order += [name for name in suspects if name not in order]
    for name in ("german", "digraphs"):
        if {name, "diacritics"} <= {*order}:  # each takes away what the other one would replace
            pair = (name, "diacritics")
            order.remove(min(pair, key=lambda one: references.score(normalized(lines, [one]), (one,))))
    names: list[str] = []
    for name in order:
        texts = _changed(after, references, (*names,), name)
        if texts is not None:
            names.append(name)
            after = texts
    if not names:
        return None
    before, score = references.score(lines, ()), references.score(after, (*names,))
    if abs(score - before) < jump:
        return None
    sign = 1 if score > before else -1

    def trial(fewer: list[str]) -> tuple[float, list[str], list[str]]:
        texts = normalized(lines, fewer)
        return sign * references.score(texts, (*fewer,)), fewer, texts

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
    sides = [lines, *references.after(())], [after, *references.after((*names,))]
    changed = [[one != other for one, other in zip(*both, strict=True)] for both in zip(*sides, strict=True)]
    if not ON_BOTH_SIDES & {*names} and not _is_one_sided(references.engine, *sides, changed, jump):
        return None
    n_changed = sum(map(any, zip(*changed, strict=True)))
    if names == ["no-punct"] and score < before:
        return None  # text that lacks punctuation would gain by it
    is_sample = is_sample or not references.is_whole
    return WritingDifference(tuple(names), len(lines), is_sample, n_changed, before, score)


def _changed(
    output: list[str], references: SampledReferences, names: tuple[str, ...], name: str
) -> list[str] | None:
    """Returns lines after a normalization, or None if it changes neither them nor the references.

    A stranger's normalization that cannot be applied changes none.
    """
    try:
        has_changed_references = references.after((*names, name)) != references.after(names)
        texts = normalized(output, [name])
    except Exception:
        if NORMALIZATIONS.is_built_in(name):
            raise
        from parbleu._base.log import warn_once

        warn_once(f"the normalization {name!r} cannot be applied, and is left out of the search")
        return None
    return texts if has_changed_references or texts != output else None


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
        index
        for index, is_changed in enumerate(output)
        if is_changed != of_references[index]
        or (is_changed and _lost(sides[0], after[0], index) != _lost(sides[1], after[1], index))
    ]
    if len(places) < FEWEST:
        return False
    scores = []
    for texts in (sides, after):
        own, *streams = ([side[index] for index in places] for side in texts)
        scores.append(score_of(engine, own, streams_of(streams)))
    return abs(scores[1] - scores[0]) >= jump


def _lost(texts: list[str], after: list[str], index: int) -> dict[str, int]:
    """Returns how often a text has the characters that it has less often afterwards."""
    text, later = texts[index], after[index]
    return {char: text.count(char) for char in {*text} if text.count(char) > later.count(char)}
