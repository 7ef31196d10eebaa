"""Defines `Judgement`: one rater's opinion of one system's translation of a segment."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from parbleu.base.known_names import check_name
from parbleu.errors import RatingError
from parbleu.human.error_spans import Rating

Unit = tuple[str, int]


UNKNOWN_PAIR = "-"


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
        document, place = self.unit
        return f"segment {place + 1}" + (f" of {document}" if document else "")

    def wrong(self, problem: str) -> RatingError:
        """Returns a RatingError that names the system and the segment."""
        return RatingError(f"{self.system}, {self.where}: {problem}")


def select_judgements(
    judgements: Iterable[Judgement], *, system: str | None = None, rater: str | None = None
) -> list[Judgement]:
    """Returns the judgements of one system, of one rater, or of one rater about one system.

    Raises:
        UnknownNameError: there is none of that system or rater.
    """
    found = list(judgements)
    for what, wanted in (("system", system), ("rater", rater)):
        if wanted is None:
            continue
        known = {getattr(judgement, what) for judgement in found} - {None}
        check_name(what, wanted, sorted(known))
        found = [judgement for judgement in found if getattr(judgement, what) == wanted]
    return found


def segment_notes(units: Iterable[Unit]) -> list[str]:
    """Returns the notes of a table of segments: whether they are counted in their document."""
    return ["Segments are counted in their document."] if any(document for document, _ in units) else []
