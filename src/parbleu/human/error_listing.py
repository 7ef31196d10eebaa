"""Defines `marked_errors`, which lists the errors that raters marked, with the marked text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from parbleu.human.error_spans import Error
from parbleu.human.judgement import Judgement, segment_notes
from parbleu.tables import Column, Result, Table


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
                *(each.judgement.system, each.judgement.document, each.judgement.unit[1] + 1),
                *(each.judgement.rater, each.error.severity, each.error.category),
                *(each.error.start, each.error.end),
                *("source" if each.error.is_source_error else "translation", each.text),
            )
            for each in self.errors
        ]
        notes = segment_notes(each.judgement.unit for each in self.errors)
        return (Table("errors", columns, rows, notes=notes),)

    def counts(self) -> Table:
        """Returns how often each system has errors of each category and severity, the most frequent first."""
        counts = Counter(
            (each.judgement.system, each.error.severity, each.error.category) for each in self.errors
        )
        columns = (Column("system"), Column("severity"), Column("category"), Column("errors", kind=int))
        return Table("error_counts", columns, [(*key, count) for key, count in counts.most_common()])


def marked_errors(judgements: Iterable[Judgement]) -> MarkedErrors:
    """Lists the errors that raters marked.

    Args:
        judgements: see `parbleu.human.read_ratings`. Those without texts get them from an evaluation set by
            `parbleu.human.evalset_ratings.with_texts`.

    Raises:
        RatingError: offsets are not within the text.
    """
    found = []
    for judgement in judgements:
        hypothesis, source = judgement.hypothesis, judgement.source
        for error in judgement.rating.errors if judgement.rating else ():
            text = None if hypothesis is None else error.span(hypothesis, source)
            found.append(MarkedError(judgement, error, text))
    return MarkedErrors(tuple(found))
