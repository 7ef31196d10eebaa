"""Computes the agreement of raters of the same translations: pairwise accuracy, Krippendorff's alpha."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import nan
from typing import Literal

from parbleu.base.extras import imported
from parbleu.base.log import warn
from parbleu.errors import MissingDependencyError, RatingError
from parbleu.human.average_scores import HumanScores
from parbleu.human.judgement import Unit
from parbleu.tables import Result, Table, column, record, shown, table_of

Measurement = Literal["nominal", "ordinal", "interval", "ratio"]


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
        facts = {} if self.alpha is None else {"alpha": self.alpha, "measurement": self.measurement}
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
        for one, other in combinations(sorted(raters_scores), 2):
            found = _compare(raters_scores[one], raters_scores[other])
            if found[0]:
                total = counts.setdefault((one, other), [0, 0, 0])
                counts[one, other] = [before + now for before, now in zip(total, found, strict=True)]
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
