"""Defines `span_overlap`, which compares the characters that two raters, or a metric and people, marked.

The measure is the character F1 of WMT25's task of error spans: a character that both mark as major, or as
minor, is right; one that both mark with different severities is half right.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from parbleu._base.log import warn
from parbleu.errors import RatingError
from parbleu.human._judgement import Error, Judgement, Unit
from parbleu.tables import Result, column, record, rows, shown

MAJOR, MINOR = 0, 1
SEVERITIES = {"major": MAJOR, "critical": MAJOR, "minor": MINOR}
"""Severities, in lower case, that count; others do not, as "undecided" and "neutral"."""

Spans = Sequence[tuple[int, int, int]]
"""Begin, end and severity of each span."""


@record
class Overlap:
    """The characters that two parties marked in the same translations.

    Attributes:
        gold: who is taken to be right.
        predicted: who is compared.
        system: whose translations; None for all.
        items: how many translations both judged.
        shared: characters that both marked; those of different severity count half.
        gold_characters: how many the first marked.
        predicted_characters: how many the second marked.
    """

    column_order = (
        "gold predicted system items precision recall f1 shared gold_characters predicted_characters"
    )
    gold: str
    predicted: str
    system: str | None = column(convert=lambda system: system or "all", missing="all")
    items: int
    shared: float = column(decimals=1)
    gold_characters: int
    predicted_characters: int

    @property
    @shown(decimals=3, better="higher")
    def precision(self) -> float:
        """The share of what the second marked that the first did, too; 1 if the second marked nothing."""
        return self.shared / self.predicted_characters if self.predicted_characters else 1.0

    @property
    @shown(decimals=3, better="higher")
    def recall(self) -> float:
        """The share of what the first marked that the second did, too; 1 if the first marked nothing."""
        return self.shared / self.gold_characters if self.gold_characters else 1.0

    @property
    @shown(decimals=3, better="higher")
    def f1(self) -> float:
        """The harmonic mean of both; 0 if both are 0."""
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


@record
class SpanOverlap(Result):
    """How far parties mark the same characters.

    Attributes:
        overlaps: a row for each pair of parties, and for each system.
    """

    overlaps: tuple[Overlap, ...] = rows(
        "span_overlap",
        Overlap,
        notes=["Characters marked with another severity count half; critical counts as major."],
    )


def span_overlap(
    judgements: Iterable[Judgement],
    predictions: Iterable[Judgement] | None = None,
    *,
    name: str = "metric",
    by_system: bool = True,
) -> SpanOverlap:
    """Compares the errors that raters marked with those of a metric, or of each other.

    Sums are over all translations that both parties judged; where a rater is compared with a metric, once for
    each of their judgements. Errors of the source, and those without a place, do not count.

    Args:
        judgements: of raters, as `parbleu.human.read_ratings` returns them.
        predictions: of a metric; None compares all pairs of raters.
        name: what tables call the metric.
        by_system: whether there is a row for each system, too.

    Raises:
        RatingError: nobody judged the same translation.
    """
    people = _spans_by_rater(judgements)
    pairs: list[tuple[str, str, Mapping[Key, Spans], Mapping[Key, Spans]]] = []
    if predictions is None:
        names = sorted(people)
        pairs += [(one, other, people[one], people[other]) for one in names for other in names if one < other]
    else:
        metric = _merged(_spans_by_rater(predictions))
        pairs += [(rater, name, people[rater], metric) for rater in sorted(people)]
    overlaps = []
    for gold, predicted, one, other in pairs:
        keys = [key for key in one if key in other]
        if not keys:
            continue
        overlaps.append(_overlap(gold, predicted, None, keys, one, other))
        if by_system:
            for system in dict.fromkeys(key[0] for key in keys):
                inside = [key for key in keys if key[0] == system]
                overlaps.append(_overlap(gold, predicted, system, inside, one, other))
    if not overlaps:
        raise RatingError(
            "no translation was judged twice, so no spans can be compared: pass the ratings of several raters"
        )
    return SpanOverlap(tuple(overlaps))


Key = tuple[str, Unit]


def _spans_by_rater(judgements: Iterable[Judgement]) -> dict[str, dict[Key, Spans]]:
    """Returns the spans of each rater, of their last judgement of each translation."""
    spans_by_rater: dict[str, dict[Key, Spans]] = {}
    unknown: set[str] = set()
    for judgement in judgements:
        if judgement.rating is None:
            continue
        size = None if judgement.hypothesis is None else len(judgement.hypothesis)
        spans = list(_spans(judgement.rating.errors, size, unknown))
        spans_by_rater.setdefault(judgement.rater or "", {})[judgement.system or "", judgement.unit] = spans
    if unknown:
        names = ", ".join(repr(name) for name in sorted(unknown))
        warn(f"errors of the severity {names} do not count: only major, critical and minor ones do")
    return spans_by_rater


def _spans(errors: Iterable[Error], size: int | None, unknown: set[str]) -> Iterator[tuple[int, int, int]]:
    for error in errors:
        if error.is_missing or error.is_source_error:
            continue
        severity = (error.severity or "").lower()
        if severity not in SEVERITIES:
            unknown.add(error.severity or "")
            continue
        end = error.end if size is None else min(error.end, size)
        if error.start < end:
            yield error.start, end, SEVERITIES[severity]


def _merged(by_rater: Mapping[str, Mapping[Key, Spans]]) -> dict[Key, Spans]:
    merged: dict[Key, Spans] = {}
    for spans in by_rater.values():
        for key, more in spans.items():
            merged[key] = [*merged.get(key, ()), *more]
    return merged


def _overlap(
    gold: str,
    predicted: str,
    system: str | None,
    keys: Iterable[Key],
    one: Mapping[Key, Spans],
    other: Mapping[Key, Spans],
) -> Overlap:
    counts = [shared_characters(one[key], other[key]) for key in keys]
    shared, gold_characters, predicted_characters = (sum(column) for column in zip(*counts, strict=True))
    return Overlap(
        gold, predicted, system, len(counts), shared, int(gold_characters), int(predicted_characters)
    )


def shared_characters(gold: Spans, predicted: Spans) -> tuple[float, int, int]:
    """Returns how many characters two lists of spans share, and how many each marks.

    Spans of one list may overlap; each counts. A span of another severity shares half of a character.
    """
    # Only the ends of spans matter: between two of them the counts stay the same.
    changes: dict[int, list[int]] = {}
    for side, spans in ((0, gold), (2, predicted)):
        for begin, end, severity in spans:
            changes.setdefault(begin, [0, 0, 0, 0])[side + severity] += 1
            changes.setdefault(end, [0, 0, 0, 0])[side + severity] -= 1
    shared = 0.0
    marked = [0, 0]
    now = [0, 0, 0, 0]
    for begin, end in pairwise(sorted(changes)):
        now = [count + change for count, change in zip(now, changes[begin], strict=True)]
        gold_major, gold_minor, major, minor = now
        more = max(0, gold_major - major) + max(0, gold_minor - minor)
        fewer = max(0, major - gold_major) + max(0, minor - gold_minor)
        same = min(gold_major, major) + min(gold_minor, minor)
        shared += (end - begin) * (same + 0.5 * min(more, fewer))
        marked[0] += (end - begin) * (gold_major + gold_minor)
        marked[1] += (end - begin) * (major + minor)
    return shared, marked[0], marked[1]
