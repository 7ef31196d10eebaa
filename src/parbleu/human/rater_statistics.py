"""Describes raters: how much each judged, how severely, and how long it took."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from math import nan
from statistics import fmean, median, stdev

from parbleu.base.numbers import plain_sum
from parbleu.human.average_scores import UNNAMED_RATER, HumanScores
from parbleu.human.judgement import Judgement
from parbleu.tables import Result, Table, column, columns_of, record, table_of

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
        known = [
            column.name
            for column in columns_of(RaterProfile)
            if column.name == "rater" or any(getattr(rater, column.name) is not None for rater in self.raters)
        ]
        notes = [NOTES[name] for name in known if name in NOTES]
        table = table_of(
            "raters", RaterProfile, self.raters, known, notes=notes, facts={"scheme": self.scheme}
        )
        return (table,)


def rater_profiles(judgements: Iterable[Judgement], scores: HumanScores) -> RaterProfiles:
    """Describes the raters of judgements.

    Args:
        judgements: what `read_ratings` returned.
        scores: what `human_scores` returned for them.
    """
    given: dict[str, list[Judgement]] = {}
    for judgement in judgements:
        given.setdefault(judgement.rater or UNNAMED_RATER, []).append(judgement)
    marks_errors = any(each.rating is not None for some in given.values() for each in some)
    return RaterProfiles(
        tuple(_profile(rater, given[rater], scores, marks_errors) for rater in sorted(given)), scores.scheme
    )


def _profile(rater: str, own: list[Judgement], scores: HumanScores, marks_errors: bool) -> RaterProfile:
    found = {key: raters for key, raters in scores.by_rater.items() if rater in raters}
    values = [raters[rater] for raters in found.values()]
    systems = scores.system_scores()
    above = [raters[rater] - systems[system] for (system, _), raters in found.items()]
    differences = [
        raters[rater] - fmean(score for name, score in raters.items() if name != rater)
        for raters in found.values()
        if len(raters) > 1
    ]
    ends = sorted(each.finished for each in own if each.finished is not None)
    times = [later - earlier for earlier, later in pairwise(ends)]
    return RaterProfile(
        rater=rater,
        n_judgements=len(own),
        n_systems=len({each.system for each in own}),
        n_segments=len({each.unit for each in own}),
        mean=fmean(values) if values else nan,
        deviation=stdev(values) if len(values) > 1 else None,
        bias=fmean(above) if above else nan,
        n_shared=len(differences),
        shared_bias=fmean(differences) if differences else None,
        n_errors=sum(len(each.rating.errors) for each in own if each.rating) if marks_errors else None,
        seconds=median(times) if times else None,
        hours=plain_sum(time for time in times if time <= LONGEST_JUDGEMENT) / 3600 if times else None,
    )
