"""Holds the human scores of a language pair in a table, as every ranking of the room takes them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parbleu._base.log import warn
from parbleu._base.wording import counted
from parbleu.errors import InputShapeError, RatingError
from parbleu.human._judgement import Judgement, Unit
from parbleu.wmt._resampled_items import Floats


@dataclass(frozen=True, eq=False)
class RatingTable:
    """Human scores of a language pair.

    Attributes:
        systems: their names.
        scores: float64 (systems, segments, ratings), NaN where there is none; the ratings of a segment by one
            wave of annotation have the same place.
        domains: the domain of each segment.
        documents: the document of each segment.
        raters: int64, the number of the rater of each score, in the shape of `scores`; None if nobody knows.
    """

    systems: tuple[str, ...]
    scores: Floats
    domains: tuple[str, ...]
    documents: tuple[str, ...]
    raters: NDArray[np.int64] | None = None

    def __post_init__(self) -> None:
        shape = self.scores.shape
        if len(shape) != 3 or shape[:2] != (len(self.systems), len(self.domains)):
            raise InputShapeError(
                f"scores have the shape {shape}; give (systems, segments, ratings) of "
                f"{len(self.systems)} systems and {len(self.domains)} segments"
            )
        if len(self.documents) != len(self.domains):
            raise InputShapeError("give each segment a domain and a document")
        if self.raters is not None and self.raters.shape != shape:
            raise InputShapeError(
                f"raters have the shape {self.raters.shape}; give that of the scores, {shape}"
            )

    @classmethod
    def of_waves(
        cls,
        systems: Sequence[str],
        *waves: ArrayLike,
        domains: Sequence[str] | None = None,
        documents: Sequence[str] | None = None,
    ) -> RatingTable:
        """Makes the table of one or more waves of annotation.

        Args:
            systems: their names.
            waves: a table of scores for each wave, (systems, segments); None and NaN are missing.
            domains: of the segments; None if all are of one.
            documents: of the segments; None if each is its own.
        """
        scores = np.stack([np.asarray(wave, dtype=np.float64) for wave in waves], axis=2)
        n_segments = scores.shape[1]
        return cls(
            tuple(systems),
            scores,
            tuple(domains) if domains is not None else ("",) * n_segments,
            tuple(documents) if documents is not None else tuple(map(str, range(n_segments))),
        )

    @classmethod
    def of_judgements(
        cls, judgements: Iterable[Judgement], domains: Mapping[str, str] | None = None
    ) -> RatingTable:
        """Makes the table of judgements of one language pair; those without a score are left out.

        The scores that a translation got become its first, second, ... rating in the order of the judgements.

        Args:
            judgements: of raters, as `parbleu.human.read_ratings` returns them.
            domains: document -> domain. Without it, the domain is the part of a document's id that the WMT
                puts there: between the first two "_#_", or before the first "_###_".

        Raises:
            RatingError: no judgement has a score.
        """
        systems: dict[str, int] = {}
        units: dict[Unit, int] = {}
        documents: list[str] = []
        raters: dict[str | None, int] = {}
        cells: list[tuple[int, int, int, int, float]] = []
        ratings: Counter[tuple[int, int]] = Counter()
        for judgement in judgements:
            if judgement.score is None:
                continue
            system = systems.setdefault(judgement.system or "", len(systems))
            unit = judgement.unit
            if unit not in units:
                documents.append(judgement.document or unit[0] or str(unit[1]))
            segment = units.setdefault(unit, len(units))
            rater = raters.setdefault(judgement.rater, len(raters))
            cells.append((system, segment, ratings[system, segment], rater, judgement.score))
            ratings[system, segment] += 1
        if not cells:
            raise RatingError(
                "no judgement has a score: give scores of people; `parbleu human scores` ranks systems by "
                "marked errors, such as MQM"
            )
        scores = np.full((len(systems), len(units), max(ratings.values())), np.nan)
        whose = np.zeros(scores.shape, dtype=np.int64)
        *places, numbers = np.array([cell[:4] for cell in cells]).T
        scores[tuple(places)] = [cell[4] for cell in cells]
        whose[tuple(places)] = numbers
        _warn_of_scale(scores, tuple(systems), documents)
        named = [domains[document] if domains else domain_of(document) for document in documents]
        return cls(tuple(systems), scores, tuple(named), tuple(documents), whose)

    def averaged(self) -> Floats:
        """Returns the mean rating of each system and segment, (systems, segments); NaN for none."""
        return known_means(self.scores)

    def ordered(self, order: Sequence[int]) -> RatingTable:
        """Returns the table with the systems in another order."""
        names = tuple(self.systems[number] for number in order)
        raters = None if self.raters is None else self.raters[list(order)]
        return RatingTable(names, self.scores[list(order)], self.domains, self.documents, raters)


def _warn_of_scale(scores: Floats, systems: Sequence[str], documents: Sequence[str]) -> None:
    """Warns of scores that are not from 0 to 100, unless none is above 0, as those of MQM."""
    low, high = np.nanmin(scores), np.nanmax(scores)
    if high <= 100 and (low >= 0 or high <= 0):
        return
    places = np.argwhere((scores < 0) | (scores > 100))
    system, segment, rating = places[0]
    first = f"{systems[system]} in {documents[segment]}, {scores[system, segment, rating]:g}"
    warn(
        f"{counted(len(places), 'score')} not from 0 to 100, the first of {first}: correct or remove them "
        "(parbleu wmt validate names their lines)"
    )


def domain_of(document: str) -> str:
    """Returns the domain that the id of a document of the WMT names; "" if it names none."""
    if "_###_" in document:
        parts = document.split("_###_")
        return parts[1] if parts[0].startswith("WMT") else parts[0]
    parts = document.split("_#_")
    return parts[1] if len(parts) > 2 else ""


def known_means(values: Floats) -> Floats:
    """Returns the mean over the last axis of what is known; NaN of nothing."""
    counts = (~np.isnan(values)).sum(axis=-1)
    return np.asarray(np.nansum(values, axis=-1) / np.where(counts, counts, np.nan))
