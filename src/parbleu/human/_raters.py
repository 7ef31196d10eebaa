"""Describes raters: their agreement, how much each judged, how severely, and how long it took."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import nan
from statistics import fmean, median, stdev
from typing import Literal

from parbleu._base.extras import imported
from parbleu._base.log import warn
from parbleu._base.numbers import plain_sum
from parbleu.errors import MissingDependencyError, RatingError
from parbleu.human._average_scores import UNNAMED_RATER, HumanScores
from parbleu.human._judgement import Judgement, Unit
from parbleu.tables import Result, Table, column, columns_of, record, shown, table_of

LONGEST_JUDGEMENT = 600
"""Seconds; what takes longer is a pause."""
NOTES = {
    "deviation": "±: standard deviation of the rater's scores.",
    "bias": "bias: the mean of the rater's scores less that of all raters' scores of the same systems.",
    "shared_bias": "shared: translations that others judged, too; shared bias: less the others' scores.",
    "seconds": "seconds: the median time from one judgement to the next.",
    "hours": f"hours: the sum of these times, without pauses of more than {LONGEST_JUDGEMENT // 60} minutes.",
}
"""Column -> what it means."""

Measurement = Literal["nominal", "ordinal", "interval", "ratio"]


@record
class RaterProfile:
    """One rater.

    Attributes:
        rater: the name.
        n_judgements: how many judgements the rater gave, repeated ones too.
        n_systems: how many systems they are of.
        n_segments: how many segments.
        mean: the mean of the rater's scores of translations.
        deviation: their standard deviation, of a sample; None for fewer than two.
        bias: the mean of the scores less those of the same systems by all raters.
        n_shared: how many of the translations others judged, too.
        shared_bias: how much higher the rater scores these than the others do on average; None without any.
        n_errors: how many errors the rater marked; None if nobody marks any.
        seconds: the median time from the end of one judgement to that of the next; None if the file does not
            say when they ended.
        hours: the sum of these times, but for pauses of more than `LONGEST_JUDGEMENT` seconds, or None.
    """

    rater: str
    n_judgements: int = column("judgements")
    n_systems: int = column("systems")
    n_segments: int = column("segments")
    mean: float = column(decimals=2)
    deviation: float | None = column("±", decimals=2)
    bias: float = column(decimals=2, signed=True)
    n_shared: int = column("shared")
    shared_bias: float | None = column(decimals=2, signed=True)
    n_errors: int | None = column("errors")
    seconds: float | None = column(decimals=0)
    hours: float | None = column(decimals=1)


@dataclass(frozen=True)
class RaterProfiles(Result):
    """All raters, by name.

    Attributes:
        raters: one for each.
        scheme: how scores were computed.
    """

    raters: tuple[RaterProfile, ...]
    scheme: str

    def tables(self) -> tuple[Table, ...]:
        """Returns a row for each rater; columns that no rater has a value in are left out."""
        columns = [
            column.name
            for column in columns_of(RaterProfile)
            if column.name == "rater" or any(getattr(rater, column.name) is not None for rater in self.raters)
        ]
        notes = [NOTES[name] for name in columns if name in NOTES]
        table = table_of(
            "raters", RaterProfile, self.raters, columns, notes=notes, facts={"scheme": self.scheme}
        )
        return (table,)


def rater_profiles(judgements: Iterable[Judgement], scores: HumanScores) -> RaterProfiles:
    """Describes the raters of judgements.

    Args:
        judgements: what `read_ratings` returned.
        scores: what `human_scores` returned for them.
    """
    by_rater: dict[str, list[Judgement]] = {}
    for judgement in judgements:
        by_rater.setdefault(judgement.rater or UNNAMED_RATER, []).append(judgement)
    marks_errors = any(judgement.rating is not None for group in by_rater.values() for judgement in group)
    return RaterProfiles(
        tuple(_profile(rater, by_rater[rater], scores, marks_errors) for rater in sorted(by_rater)),
        scores.scheme,
    )


def _profile(rater: str, own: list[Judgement], scores: HumanScores, marks_errors: bool) -> RaterProfile:
    rated = {key: raters for key, raters in scores.by_rater.items() if rater in raters}
    values = [raters[rater] for raters in rated.values()]
    systems = scores.system_scores()
    above = [raters[rater] - systems[system] for (system, _), raters in rated.items()]
    differences = [
        raters[rater] - fmean(score for name, score in raters.items() if name != rater)
        for raters in rated.values()
        if len(raters) > 1
    ]
    ends = sorted(judgement.finished for judgement in own if judgement.finished is not None)
    times = [later - earlier for earlier, later in pairwise(ends)]
    return RaterProfile(
        rater=rater,
        n_judgements=len(own),
        n_systems=len({judgement.system for judgement in own}),
        n_segments=len({judgement.unit for judgement in own}),
        mean=fmean(values) if values else nan,
        deviation=stdev(values) if len(values) > 1 else None,
        bias=fmean(above) if above else nan,
        n_shared=len(differences),
        shared_bias=fmean(differences) if differences else None,
        n_errors=sum(len(judgement.rating.errors) for judgement in own if judgement.rating)
        if marks_errors
        else None,
        seconds=median(times) if times else None,
        hours=plain_sum(time for time in times if time <= LONGEST_JUDGEMENT) / 3600 if times else None,
    )


@record
class PairwiseAgreement:
    """The agreement of two raters, or of all pairs of raters together.

    Attributes:
        raters: the two; empty for all.
        items: how many translations both judged.
        pairs: how many pairs of translations, by default of the same segment, both judged.
        agreeing: how many of these both put in the same order, or both hold to be equal.
    """

    raters: tuple[str, ...] = column(convert=lambda raters: ", ".join(raters) or "all")
    items: int
    pairs: int
    agreeing: int = column(is_column=False)

    @property
    @shown(decimals=4, better="higher")
    def accuracy(self) -> float:
        """Pairwise accuracy: the share of pairs that agree, from 0 to 1; NaN without pairs."""
        return self.agreeing / self.pairs if self.pairs else nan


@dataclass(frozen=True)
class Agreement(Result):
    """The agreement of all raters, and of each pair of raters.

    Attributes:
        total: all pairs of raters together.
        by_raters: each pair of raters that judged something in common, sorted.
        alpha: Krippendorff's alpha of all raters; None if it was not computed, NaN if all scores are equal.
        measurement: the level of measurement that alpha supposes.
    """

    total: PairwiseAgreement
    by_raters: tuple[PairwiseAgreement, ...]
    alpha: float | None
    measurement: Measurement | None

    def tables(self) -> tuple[Table, ...]:
        """Returns a row for all raters, and one for each pair."""
        every = (self.total, *self.by_raters)
        known = {"krippendorff_alpha": self.alpha, "measurement": self.measurement}
        facts = {} if self.alpha is None else known
        return (table_of("agreement", PairwiseAgreement, every, facts=facts),)


def agreement(
    scores: HumanScores, *, across_segments: bool = False, measurement: Measurement | None = None
) -> Agreement:
    """Compares how raters order the translations of each segment.

    Args:
        scores: those of each rater.
        across_segments: whether translations of different segments are compared, too. Where each rater gets
            one system's translation of a segment only, there are no other pairs.
        measurement: the level of measurement for Krippendorff's alpha, which `krippendorff_alpha` explains;
            None for no alpha. A warning says so if its package is not installed.

    Raises:
        RatingError: no two raters judged the same translation.
    """
    segments: dict[Unit | None, dict[str, dict[tuple[str, Unit], float]]] = {}
    for key, by_rater in scores.by_rater.items():
        for rater, score in by_rater.items():
            group = None if across_segments else key[1]
            segments.setdefault(group, {}).setdefault(rater, {})[key] = score
    counts: dict[tuple[str, str], list[int]] = {}
    for raters_scores in segments.values():
        for first, second in combinations(sorted(raters_scores), 2):
            compared = _compare(raters_scores[first], raters_scores[second])
            if compared[0]:
                total = counts.setdefault((first, second), [0, 0, 0])
                counts[first, second] = [before + now for before, now in zip(total, compared, strict=True)]
    if not counts:
        raise RatingError(
            "no two raters judged the same translation, so there is no agreement: pass ratings that overlap"
        )
    alpha = None
    if measurement is not None:
        try:
            alpha = krippendorff_alpha(scores, measurement)
        except MissingDependencyError as problem:
            warn(f"without alpha: {problem}")
    return Agreement(
        PairwiseAgreement((), *(sum(column) for column in zip(*counts.values(), strict=True))),
        tuple(PairwiseAgreement(raters, *counts[raters]) for raters in sorted(counts)),
        alpha,
        measurement,
    )


def _compare(
    one: dict[tuple[str, Unit], float], other: dict[tuple[str, Unit], float]
) -> tuple[int, int, int]:
    """Returns how many items, how many pairs of them, and how many in which both agree."""
    shared = [(one[key], other[key]) for key in one.keys() & other.keys()]
    agreeing = sum(
        _sign(first[0], second[0]) == _sign(first[1], second[1]) for first, second in combinations(shared, 2)
    )
    return len(shared), len(shared) * (len(shared) - 1) // 2, agreeing


def _sign(first: float, second: float) -> int:
    return (first > second) - (first < second)


def krippendorff_alpha(scores: HumanScores, measurement: Measurement = "interval") -> float:
    """Returns Krippendorff's alpha of all raters: 1 for perfect agreement, 0 for what chance reaches.

    Args:
        scores: those of each rater. Units are the translations of segments.
        measurement: the level of measurement: "nominal", "ordinal", "interval" or "ratio".

    Returns:
        Alpha; NaN if all scores are the same.

    Raises:
        MissingDependencyError: the package `krippendorff` is not installed.
        RatingError: no two raters judged the same translation.
    """
    krippendorff = imported("krippendorff", "Krippendorff's alpha needs the package krippendorff", "human")
    import numpy

    rows = [by_rater for by_rater in scores.by_rater.values() if len(by_rater) > 1]
    if not rows:
        raise RatingError(
            "no two raters judged the same translation, so there is no alpha: pass ratings that overlap"
        )
    table = numpy.array([[row.get(rater, nan) for row in rows] for rater in scores.raters], dtype=float)
    if numpy.nanmin(table) == numpy.nanmax(table):
        return nan
    return float(krippendorff.alpha(reliability_data=table, level_of_measurement=measurement))
