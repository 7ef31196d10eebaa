"""Defines `span_counts`, which counts the errors that raters, or metrics, marked, by their properties."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from parbleu._base.known_names import check_name
from parbleu._base.numbers import plain_sum
from parbleu.errors import RatingError
from parbleu.human._judgement import Error, Judgement
from parbleu.human._scoring_scheme import Scheme, get_scheme
from parbleu.tables import Column, Result, Table

NO_ERROR = "no error"
"""The severity and category of a judgement without errors."""

OF_JUDGEMENTS: dict[str, Callable[[Judgement], str]] = {
    "system": lambda judgement: judgement.system or "",
    "document": lambda judgement: judgement.document or "",
    "rater": lambda judgement: judgement.rater or "",
}
OF_ERRORS: dict[str, Callable[[Error], str]] = {
    "severity": lambda error: error.severity or "",
    "category": lambda error: error.category or "",
    "top_category": lambda error: (error.category or "").partition("/")[0],
    "side": lambda error: "source" if error.is_source_error else "translation",
}
PROPERTIES = (*OF_JUDGEMENTS, *OF_ERRORS)


@dataclass(frozen=True)
class SpanCount:
    """The errors that share some properties.

    Attributes:
        key: the values of the properties.
        errors: how many there are; of judgements without errors, how many there are of these.
        characters: how many characters they mark.
        cost: what they cost by the scheme.
        segments: in how many translations of segments they are.
    """

    key: tuple[str, ...]
    errors: int
    characters: int
    cost: float
    segments: int


@dataclass(frozen=True)
class SpanCounts(Result):
    """Errors that were marked, counted by some of their properties, the most frequent first.

    Attributes:
        by: the properties, of `PROPERTIES`.
        scheme: the name of the scheme of costs.
        counts: the counts.
        judgements: how many judgements there are.
    """

    by: tuple[str, ...]
    scheme: str
    counts: tuple[SpanCount, ...]
    judgements: int

    def tables(self) -> tuple[Table, ...]:
        """Returns a row for each combination of properties that occurs."""
        columns = (
            *(Column(name) for name in self.by),
            *(Column("errors", kind=int), Column("characters", kind=int), Column("segments", kind=int)),
            *(Column("cost", kind=float, decimals=1), Column("cost_share", "% of cost", float, decimals=1)),
        )
        total = plain_sum(count.cost for count in self.counts)
        rows = [
            (
                *count.key,
                *(count.errors, count.characters, count.segments, count.cost),
                100 * count.cost / total if total else None,
            )
            for count in self.counts
        ]
        facts = {"judgements": self.judgements, "scheme": self.scheme}
        return (Table("error_spans", columns, rows, facts=facts),)


def span_counts(
    judgements: Iterable[Judgement],
    by: Sequence[str] = ("system", "severity", "category"),
    scheme: str | Scheme = "mqm",
) -> SpanCounts:
    """Counts the errors that raters marked.

    Args:
        judgements: of raters, as `parbleu.human.read_ratings` returns them; those without marked errors are
            left out.
        by: the properties of `PROPERTIES` that errors are counted by. By severity or category, judgements
            without errors count as one of the severity and category "no error".
        scheme: a `parbleu.human.Scheme`, or the name or JSON file of one.

    Raises:
        UnknownNameError: there is no such property.
        RatingError: no judgement has marked errors.
    """
    for name in by:
        check_name("property of errors", name, PROPERTIES)
    chosen = get_scheme(scheme)
    rated = with_marked_errors(judgements)
    with_clean = any(name in OF_ERRORS for name in by)
    sums: dict[tuple[str, ...], list[float]] = {}
    places: dict[tuple[str, ...], set[object]] = {}
    for judgement, errors in rated:
        for error in errors or ((None,) if with_clean else ()):
            key = tuple(_value(name, judgement, error) for name in by)
            counts = sums.setdefault(key, [0, 0, 0])
            counts[0] += 1
            if error is not None:
                counts[1] += 0 if error.is_missing else error.end - error.start
                counts[2] += chosen.cost(error)
            places.setdefault(key, set()).add((judgement.system, judgement.unit))
    rows = [
        SpanCount(key, int(errors), int(characters), float(cost), len(places[key]))
        for key, (errors, characters, cost) in sums.items()
    ]
    rows.sort(key=lambda count: (-count.errors, count.key))
    return SpanCounts(tuple(by), chosen.name, tuple(rows), len(rated))


def with_marked_errors(judgements: Iterable[Judgement]) -> list[tuple[Judgement, tuple[Error, ...]]]:
    """Returns the judgements for which errors were marked, or none were found, with these errors.

    Raises:
        RatingError: there is none.
    """
    rated = [(judgement, judgement.rating.errors) for judgement in judgements if judgement.rating is not None]
    if not rated:
        raise RatingError("there are no marked errors in these ratings: pass files of MQM or ESA")
    return rated


def _value(name: str, judgement: Judgement, error: Error | None) -> str:
    if name in OF_JUDGEMENTS:
        return OF_JUDGEMENTS[name](judgement)
    return NO_ERROR if error is None else OF_ERRORS[name](error)
