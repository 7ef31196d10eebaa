"""Samples both sides of a corpus for a closer look than the first one, and compares lines of two texts.

`parbleu.text._segmentation_warning` judges how text is cut.
"""

from __future__ import annotations

from parbleu._core import (
    LineSampler,
    Segments,
    WritingLimits,
    evident_language,
    is_expected,
    worded_foreign_part,
    writing_suspects,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from typing import Any

    from parbleu._core import WritingDifference


LANGUAGES = {"zh": "Chinese", "ja": "Japanese", "th": "Thai", "lo": "Lao", "my": "Burmese", "km": "Khmer"}
"""The codes of what is written without blanks between words."""

BYTE_ORDER_MARK = "\ufeff"


class CorpusSample:
    """A sample of the systems' output and of the references, which may be added in pieces.

    Args:
        sampler: what draws the lines, and may have done so; its first look tells whether another is needed.

    Attributes:
        systems: lines of each.
        references: lines of each stream.
        sources: lines of the source, if it is known.
        places: the number of each line, from 0.
        n_lines: how many lines there are.
    """

    def __init__(self, sampler: LineSampler | None = None) -> None:
        self._sampler = LineSampler() if sampler is None else sampler
        self._is_normalized = False
        self._forget()

    def _forget(self) -> None:
        self._systems: list[list[str]] | None = None
        self._references: list[list[str]] | None = None
        self._suspects: list[list[str]] | None = None

    @property
    def systems(self) -> list[list[str]]:
        if self._systems is None:
            self._systems = self._sampler.systems
        return self._systems

    @property
    def references(self) -> list[list[str]]:
        if self._references is None:
            self._references = self._sampler.references
        return self._references

    @property
    def sources(self) -> list[list[str]]:
        return self._sampler.sources

    @property
    def places(self) -> list[int]:
        return self._sampler.places

    @property
    def n_lines(self) -> int:
        return self._sampler.n_lines

    @property
    def language(self) -> str:
        """The code that `language_by_script` of the core finds for the references; "" without any."""
        return self._sampler.language

    @property
    def language_without_blanks(self) -> str:
        """The code of what most of the references is in, if it is one of `LANGUAGES`; else ""."""
        return self.language if self.language in LANGUAGES else ""

    def normalized(self, names: Sequence[str]) -> CorpusSample:
        """Returns the sample with both sides normalized by name; what was cut before stays known."""
        from parbleu.text._normalizations import normalized

        sides = (
            [Segments(normalized(lines, names)) for lines in side] for side in (self.systems, self.references)
        )
        sample = type(self)(self._sampler.with_lines(*sides))
        sample._is_normalized = True
        return sample

    def turned(self, system: int) -> CorpusSample:
        """Returns the sample with the first reference as each output, and an output as each reference."""
        systems = [Segments(self.references[0])] * len(self.systems)
        references = [Segments(self.systems[system])] * len(self.references)
        return type(self)(self._sampler.with_lines(systems, references))

    def cut_reasoning(self) -> list[list[bool]]:
        """Returns for each system which lines are reasoning of a language model, and no text behind it."""
        return self._sampler.cut_reasoning()

    def add(
        self,
        systems: Collection[Segments],
        references: Collection[Segments],
        sources: Collection[Segments] = (),
        expected: int = 0,
    ) -> None:
        """Looks at a piece of all streams, which every piece has; later ones may have more references.

        Args:
            systems: the piece of each output.
            references: that of each reference stream.
            sources: that of the source, if it is known.
            expected: about how many lines all pieces have, if that is known: then as many are looked at as of
                one piece, and not up to twice as many.
        """
        self._sampler.add(systems, references, sources, expected)
        self._forget()

    def is_odd(self) -> bool:
        """Returns whether a sample needs the closer look of `parbleu.text._segmentation_warning`."""
        return self._sampler.looks_cut()

    def add_source(self, source: Segments) -> None:
        """Adds the lines of a source that was read after the other sides."""
        self._sampler.add_source(source)
        self._forget()

    def is_expected(self, language: Sequence[str]) -> bool:
        """Returns whether texts are certainly in a language, as `_languages.expectation` describes it."""
        return not self._is_normalized and is_expected(self._sampler, *language)

    def seems_unlike(self, system: int) -> bool:
        """Returns whether output number `system` may be unlike its references: `how_unlike` looks closer."""
        return self._is_normalized or self._sampler.seems_unlike(system)

    def seems_turned(self, system: int) -> bool:
        """Returns whether output number `system` may have its words reversed: `how_damaged` looks closer."""
        return not self._is_normalized and self._sampler.seems_turned(system)

    def mismatches(self, systems: Sequence[str], references: Sequence[str], equal: bool = True) -> list[str]:
        """Returns a line for each sign that the sides do not fit each other, by these names of streams.

        `equal` says whether texts that are the same are such a sign.
        """
        return self._sampler.mismatches(systems, references, equal)

    def how_damaged(self, system: int, reference: str) -> str:
        """Returns how output number `system` was damaged; "" if intact, or of another language."""
        return self._sampler.how_damaged(system, reference)

    def how_unlike(self, system: int, systems: Sequence[str], references: Sequence[str]) -> str:
        """Returns how output number `system` is unlike its references, by these names; "" if it is not."""
        return self._sampler.how_unlike(system, systems, references)

    def foreign_part(self, system: int, name: str, reference: str) -> tuple[int, str] | None:
        """Returns the percentage of segments of an output in another language, and what tells it.

        Returns None if they are few, or frequent words do not tell the language and the package that
        recognizes it is not installed.
        """
        lines = self.perhaps_foreign(system)
        if lines is None:
            return None
        part = self._sampler.evident_foreign_part(system)
        if part is None:
            from parbleu.text._identified_language import part_in_another_language

            expected = evident_language(Segments(self.references[0]))
            part = part_in_another_language(*lines, len(lines[1]), expected)
        if part is None or part[0] == part[1]:
            return None
        return part[2], worded_foreign_part(*part, name, reference)

    def perhaps_foreign(self, system: int) -> tuple[list[str], list[str]] | None:
        """Returns lines of output number `system` that may be in another language, and of the references.

        Returns None if there are few such lines.
        """
        return self._sampler.perhaps_foreign(system)

    @property
    def step(self) -> int:
        """The step that leaves so many lines that are searched for signs of another writing."""
        return self._sampler.step

    def suspects(self) -> list[list[str]]:
        """Returns for each system the normalizations that may change its score."""
        if self._suspects is None:
            every = self.step
            outputs = [Segments(lines[::every]) for lines in self.systems]
            streams = [Segments(lines[::every]) for lines in self.references[:1]]
            self._suspects = writing_suspects(outputs, streams[0]) if streams else []
        return self._suspects

    def written_differently(self, engine: Any, others: Sequence[str] = ()) -> list[WritingDifference | None]:
        """Returns for each system what normalizations make of its score, if that is much; else None.

        Where they make much of the score of one system, less of that of another is told, too.

        Args:
            engine: what computes the score.
            others: normalizations to try besides those that signs speak for.
        """
        suspects = self.suspects()
        if not (others or any(suspects)):
            return [None] * len(suspects)
        from parbleu._core import writing_differences
        from parbleu.text._normalizations import NORMALIZATIONS, normalized_for_trial

        references = [Segments(side) for side in self.references]
        systems = []
        for lines, cut, names in zip(self.systems, self.cut_reasoning(), suspects, strict=True):
            sides = [Segments(lines), *references]
            if cut:
                whole = [line for line, is_cut in enumerate(cut) if not is_cut]
                sides = [Segments(side.chosen(whole)) for side in sides]
            tried = [name for name in NORMALIZATIONS if name in names] if names else []
            systems.append((sides, [*tried, *(name for name in others if name not in tried)]))
        return writing_differences(systems, engine, normalized_for_trial, self.n_lines > len(self.places))


SOURCE_ITSELF = "the source itself"


def first_of_tail(better: Sequence[float], worse: Sequence[float]) -> int:
    """Returns from where on the sum of `better` exceeds that of `worse` most; the length if nowhere."""
    best, gain, begin = 0.0, 0.0, len(better)
    for index in range(len(better) - 1, -1, -1):
        gain += better[index] - worse[index]
        if gain > best:
            best, begin = gain, index
    return begin


def likeness(text: str, other: str) -> float:
    """Returns the share of words that two lines have in common, of the line with more.

    Lines without blanks are compared by their pairs of characters.
    """
    if " " in text and " " in other:
        first, second = set(text.split()), set(other.split())
    else:
        first, second = set(map(str.__add__, text, text[1:])), set(map(str.__add__, other, other[1:]))
    return len(first & second) / (max(len(first), len(second)) or 1)


def drift(lines: Sequence[str], others: Sequence[str]) -> str:
    """Returns in words where a text ceases to match a longer one line by line; "" if that is unclear."""
    surplus = len(others) - len(lines)
    if not any(others[-surplus:]):
        return "it ends in an empty line" if surplus == 1 else f"it ends in {surplus} empty lines"
    likenesses = list(map(likeness, lines, others))
    shifted = list(map(likeness, lines, others[surplus:]))
    turn = first_of_tail(shifted, likenesses)
    matched = sum(likenesses[:turn]) + sum(shifted[turn:])
    if matched < WritingLimits.alike * len(lines) or not lines:
        return ""
    if turn == len(lines):
        return f"it goes on after line {turn}, where the other ends"
    if turn == 0:
        from parbleu._base.wording import counted

        return f"it begins with {counted(surplus, 'line')} that the other lacks"
    return f"the two match up to about line {turn}, and from there on shifted by {surplus}"
