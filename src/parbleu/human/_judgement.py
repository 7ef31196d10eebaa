"""Defines `Judgement`, one rater's opinion of a translation of a segment, and the errors marked in it."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from parbleu._base.known_names import check_name
from parbleu._base.numbers import is_plain_number
from parbleu._io.json_text import as_json
from parbleu.errors import RatingError
from parbleu.human._offsets import APPRAISE
from parbleu.tables import Column, Result, Table

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

Unit = tuple[str, int]
UNKNOWN_PAIR = "-"


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
        original: start and end as the file has them, where it counts otherwise; not compared.
    """

    start: int
    end: int
    category: str | None = None
    severity: str | None = None
    score: float | None = None
    is_source_error: bool = False
    original: tuple[int, int] | None = dataclasses.field(default=None, compare=False, repr=False)

    @classmethod
    def from_dict(cls, values: Any) -> Error:
        """Makes an object from a JSON object. Unknown keys are ignored.

        Raises:
            RatingError: that is no object, lacks `start` or `end`, or a value is of the wrong kind.
        """
        if not isinstance(values, dict):
            raise RatingError(f"an error is an object, {{...}}, not {as_json(values)}")
        fields = {name: values[name] for name in _KINDS if name in values}
        for name in ("start", "end"):
            if name not in fields:
                raise RatingError(f'an error lacks "{name}", a number of characters: {as_json(values, 80)}')
        for name, value in fields.items():
            kinds, meaning = _KINDS[name]
            right = isinstance(value, kinds) and (not isinstance(value, bool) or bool in kinds)
            if not right or (type(value) in (int, float) and not is_plain_number(value)):
                raise RatingError(f'the "{name}" of an error must be {meaning}, not {as_json(value)}')
        return cls(**fields)

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
            RatingError: it is something else; or an error lacks `start` or `end`, or has a value of the wrong
                kind.
        """
        errors = values.get("errors") if isinstance(values, dict) else None
        if not isinstance(errors, list):
            raise RatingError(f'a rating is an object {{"errors": [...]}}, not {as_json(values, 80)}')
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
        """Raises RatingError if offsets are not within the texts."""
        for _ in self.spans(hypothesis, source):
            pass


@dataclass(frozen=True, slots=True)
class Judgement:
    """Marked errors, a score, or both.

    Attributes:
        system: the system that made the translation.
        segment: which segment of the test set, counted from 0; None where only the document's is known.
        rater: the name of the rater.
        rating: the marked errors; None if the file has only scores.
        score: the score of the segment that the file states; higher is better.
        document: the document.
        place: which segment of the document, counted from 0.
        source: the source of the segment.
        hypothesis: the translation.
        src_lang: the language of the source.
        tgt_lang: the language of the translation.
        finished: when the rater did, in seconds since 1970; None if the file does not say.
        line: the line of the file, from 1; None where it is not known. It is not compared.
    """

    system: str | None = None
    segment: int | None = None
    rater: str | None = None
    rating: Rating | None = None
    score: float | None = None
    document: str | None = None
    place: int | None = None
    source: str | None = None
    hypothesis: str | None = None
    src_lang: str | None = None
    tgt_lang: str | None = None
    finished: float | None = None
    line: int | None = dataclasses.field(default=None, compare=False, repr=False)

    @property
    def unit(self) -> Unit:
        """What identifies the segment: ("", segment), or else (document, place).

        Raises:
            RatingError: neither the segment nor its place in a document is known.
        """
        if self.segment is not None:
            return "", self.segment
        if self.document is not None and self.place is not None:
            return self.document, self.place
        raise RatingError(f"a judgement of {self.system} does not say which segment it is about")

    @property
    def language_pair(self) -> str:
        """The language pair, as the file names it: "eng-jpn"; `UNKNOWN_PAIR` if it does not."""
        return f"{self.src_lang or ''}-{self.tgt_lang or ''}"

    def with_texts(self, source: str | None, hypothesis: str | None) -> Judgement:
        """Returns the same judgement with texts.

        Offsets of a tool that shows `<br>` as one character, in a file without texts, become those of the
        text.
        """
        rating = self.rating
        if rating and hypothesis and self.hypothesis is None and "br>" in hypothesis:
            rating = Rating(tuple(_in_text(error, hypothesis) for error in rating.errors))
        return replace(self, source=source, hypothesis=hypothesis, rating=rating)

    def check(self) -> None:
        """Raises a RatingError if offsets of errors are not within the texts, where there are texts."""
        if self.rating is not None and self.hypothesis is not None:
            try:
                self.rating.check(self.hypothesis, self.source)
            except RatingError as problem:
                raise RatingError(f"{self.system}, {self.where}, {self.rater}: {problem}") from None

    @property
    def where(self) -> str:
        """The segment in words, counted from 1."""
        return unit_in_words(self.unit)

    def wrong(self, problem: str) -> RatingError:
        """Returns a RatingError that names the system and the segment."""
        return RatingError(f"{self.system}, {self.where}: {problem}")


def unit_in_words(unit: Unit) -> str:
    """Returns a segment in words, counted from 1: "segment 3 of d"."""
    document, segment = unit
    return f"segment {segment + 1}" + (f" of {document}" if document else "")


def _in_text(error: Error, text: str) -> Error:
    if error.original is None:
        return error
    start, end = APPRAISE.span(text, *error.original)
    return replace(error, start=start, end=end)


def select_judgements(
    judgements: Iterable[Judgement], *, system: str | None = None, rater: str | None = None
) -> list[Judgement]:
    """Returns the judgements of one system, of one rater, or of one rater about one system.

    Raises:
        UnknownNameError: there is none of that system or rater.
    """
    selected = list(judgements)
    for field, value in (("system", system), ("rater", rater)):
        if value is None:
            continue
        names = {getattr(judgement, field) for judgement in selected} - {None}
        check_name(field, value, sorted(names))
        selected = [judgement for judgement in selected if getattr(judgement, field) == value]
    return selected


def segment_notes(units: Iterable[Unit]) -> list[str]:
    """Returns the notes of a table of segments: whether they are counted in their document."""
    return ["Segments are counted in their document."] if any(document for document, _ in units) else []


@dataclass(frozen=True)
class MarkedError:
    """An error, the judgement that it belongs to, and the text that it marks if the texts are known."""

    judgement: Judgement
    error: Error
    text: str | None


@dataclass(frozen=True)
class MarkedErrors(Result):
    """Errors that raters marked, in the order of the judgements."""

    errors: tuple[MarkedError, ...]

    def tables(self) -> tuple[Table, ...]:
        """Returns a row for each error. Segments count from 1, offsets from 0."""
        columns = (
            *(Column("system"), Column("document"), Column("segment", kind=int), Column("rater")),
            *(Column("severity"), Column("category"), Column("start", kind=int), Column("end", kind=int)),
            *(Column("side"), Column("text")),
        )
        rows = [
            (
                *(marked.judgement.system, marked.judgement.document, marked.judgement.unit[1] + 1),
                *(marked.judgement.rater, marked.error.severity, marked.error.category),
                *(marked.error.start, marked.error.end),
                *("source" if marked.error.is_source_error else "translation", marked.text),
            )
            for marked in self.errors
        ]
        notes = segment_notes(marked.judgement.unit for marked in self.errors)
        return (Table("errors", columns, rows, notes=notes),)

    def counts(self) -> Table:
        """Returns how often each system has errors of each category and severity, the most frequent first."""
        counts = Counter(
            (marked.judgement.system, marked.error.severity, marked.error.category) for marked in self.errors
        )
        columns = (Column("system"), Column("severity"), Column("category"), Column("errors", kind=int))
        return Table("error_counts", columns, [(*key, count) for key, count in counts.most_common()])


def marked_errors(judgements: Iterable[Judgement]) -> MarkedErrors:
    """Lists the errors that raters marked.

    Args:
        judgements: see `parbleu.human.read_ratings`. Those without texts get them from an evaluation set by
            `parbleu.human._evalset_ratings.with_texts`.

    Raises:
        RatingError: offsets are not within the text.
    """
    errors = []
    for judgement in judgements:
        hypothesis, source = judgement.hypothesis, judgement.source
        for error in judgement.rating.errors if judgement.rating else ():
            text = None if hypothesis is None else error.span(hypothesis, source)
            errors.append(MarkedError(judgement, error, text))
    return MarkedErrors(tuple(errors))
