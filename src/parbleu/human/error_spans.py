"""Defines `Error`, an error that a rater marked, and `Rating`, all errors of one segment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from parbleu.base.numbers import is_plain_number
from parbleu.errors import RatingError

MISSING = -1
"""Start and end of an error that has no place in the text: something is missing from it."""

_KINDS: dict[str, tuple[tuple[type, ...], str]] = {
    "start": ((int,), "a whole number"),
    "end": ((int,), "a whole number"),
    "category": ((str, type(None)), "text or null"),
    "severity": ((str, type(None)), "text or null"),
    "score": ((int, float, type(None)), "a number or null"),
    "is_source_error": ((bool,), "true or false"),
}


@dataclass(frozen=True, slots=True)
class Error:
    """An error and where it is.

    Attributes:
        start: its first character, counted from 0, in code points; `MISSING` where it has no place.
        end: the character after its last.
        category: such as "Accuracy/Mistranslation".
        severity: such as "Major".
        score: its cost, if the file states it; higher is worse.
        is_source_error: whether the offsets are those of the source.
    """

    start: int
    end: int
    category: str | None = None
    severity: str | None = None
    score: float | None = None
    is_source_error: bool = False

    @classmethod
    def from_dict(cls, values: Any) -> Error:
        """Makes an object from a JSON object. Unknown keys are ignored.

        Raises:
            RatingError: that is no object, lacks `start` or `end`, or a value is of the wrong kind.
        """
        if not isinstance(values, dict):
            raise RatingError(f"an error is an object, {{...}}, not {values!r}")
        given = {name: values[name] for name in _KINDS if name in values}
        for name in ("start", "end"):
            if name not in given:
                raise RatingError(f'an error lacks "{name}", a number of characters: {values!r}')
        for name, value in given.items():
            kinds, meant = _KINDS[name]
            right = isinstance(value, kinds) and (not isinstance(value, bool) or bool in kinds)
            if not right or (type(value) in (int, float) and not is_plain_number(value)):
                raise RatingError(f'the "{name}" of an error must be {meant}, not {value!r}')
        return cls(**given)

    def to_dict(self) -> dict[str, Any]:
        """Returns a JSON object that `from_dict` takes, the keys in the order of the attributes."""
        return {name: getattr(self, name) for name in _KINDS}

    @property
    def is_missing(self) -> bool:
        """Whether the error has no place in the text."""
        return self.start == self.end == MISSING

    def span(self, hypothesis: str, source: str | None = None) -> str:
        """Returns the text that is marked; "" for something missing, or in a source that is not known.

        Raises:
            RatingError: the offsets are not within the text.
        """
        text = source if self.is_source_error else hypothesis
        if text is None or self.is_missing:
            return ""
        if not 0 <= self.start <= self.end <= len(text):
            where = "source" if self.is_source_error else "translation"
            shown = text if len(text) <= 60 else f"{text[:57]}..."
            raise RatingError(
                f"characters {self.start} to {self.end} are marked; the {where} has {len(text)}: {shown!r}"
            )
        return text[self.start : self.end]


@dataclass(frozen=True, slots=True)
class Rating:
    """The errors that one rater marked in one segment; the list is empty if there are none."""

    errors: tuple[Error, ...] = ()

    @classmethod
    def from_dict(cls, values: Any) -> Rating:
        """Makes an object from a JSON object {"errors": [...]}.

        Raises:
            RatingError: it is something else; or as `Error.from_dict`.
        """
        errors = values.get("errors") if isinstance(values, dict) else None
        if not isinstance(errors, list):
            raise RatingError(f'a rating is an object {{"errors": [...]}}, not {values!r}')
        return cls(tuple(Error.from_dict(error) for error in errors))

    def to_dict(self) -> dict[str, Any]:
        """Returns a JSON object that `from_dict` takes."""
        return {"errors": [error.to_dict() for error in self.errors]}

    def scored(self, cost: Callable[[Error], float]) -> Rating:
        """Returns the same errors with the scores that `cost` computes."""
        return Rating(tuple(replace(error, score=float(cost(error))) for error in self.errors))

    def spans(self, hypothesis: str, source: str | None = None) -> Iterator[tuple[Error, str]]:
        """Yields each error and the text that it marks.

        Raises:
            RatingError: offsets are not within the text.
        """
        for error in self.errors:
            yield error, error.span(hypothesis, source)

    def check(self, hypothesis: str, source: str | None = None) -> None:
        """Checks that all offsets are within the texts, as `spans` does."""
        for _ in self.spans(hypothesis, source):
            pass
