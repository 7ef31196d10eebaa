"""The module `standalone_ratings` of MT Metrics Eval: ratings that hold the texts they rate."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from parbleu._io.atomic import write_lines
from parbleu.compat.mt_metrics_eval import ratings as plain
from parbleu.compat.mt_metrics_eval.ratings import of_collection, to_collection
from parbleu.human._evalset_ratings import merge, rename_raters, to_collections, to_judgements
from parbleu.human._judgement import Judgement
from parbleu.human.formats._mt_metrics_eval import NAMES, TEXTS, judgement_of, read_standalone

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from parbleu.compat.mt_metrics_eval.data import EvalSet
    from parbleu.compat.mt_metrics_eval.ratings import BySystem, Raters


@dataclass
class Rating:
    """A rating of one translation, with its texts. Segments are counted from 0."""

    source: str
    hypothesis: str
    errors: list[plain.Error]
    document_id: str | None = None
    segment_id: int | None = None
    system_id: str | None = None
    rater_id: str | None = None
    src_lang: str | None = None
    tgt_lang: str | None = None

    def ToDict(self) -> dict[str, Any]:
        """Returns what `FromDict` takes."""
        return asdict(self)

    @classmethod
    def FromDict(cls, d: Mapping[str, Any]) -> Rating:
        """Makes one of a JSON object.

        Raises:
            RatingError: it lacks a text or its errors, or a value is of the wrong kind.
        """
        return _rating(judgement_of(d))


def RatingsListToEvalSetRatings(
    ratings_list: Iterable[Rating], evs: EvalSet, anonymize_raters: bool = False, strict: bool = True
) -> tuple[dict[str, BySystem], dict[str | None, str], dict[str, Raters]]:
    """Puts ratings in the order of an evaluation set, whose texts they must have if `strict`.

    Returns:
        rater -> system -> a rating or None for each segment; what raters were called -> what they are called
        now; and rater -> system -> the rater or None for each segment.

    Raises:
        RatingError: a rating does not fit the set, or a rater rated the same twice.
    """
    judgements = [_judgement(rating) for rating in ratings_list]
    renamed = rename_raters((judgement.rater for judgement in judgements), anonymize=anonymize_raters)
    collections = to_collections(judgements, evs.native, renamed, lenient=not strict)
    ratings = {rater: of_collection(collection) for rater, collection in collections.items()}
    return ratings, renamed, {rater: collection.raters for rater, collection in collections.items()}


def MergeEvalSetRaters(
    evs_ratings: Mapping[str, BySystem], evs: EvalSet, evs_rater_ids: Mapping[str, Raters]
) -> tuple[BySystem, Raters]:
    """Merges the ratings of raters who share no segment of a system; `evs` changes nothing.

    Raises:
        RatingError: they share one.
    """
    merged = merge(to_collection(ratings, evs_rater_ids[rater]) for rater, ratings in evs_ratings.items())
    return of_collection(merged), merged.raters


def EvalSetRatingsToRatingsList(
    evs_ratings: Mapping[str, BySystem],
    evs: EvalSet,
    evs_rater_ids: Mapping[str, Raters],
    rename_raters: Mapping[str, str] | None = None,
) -> list[Rating]:
    """Returns the ratings of collections of an evaluation set with their texts and documents.

    Raises:
        RatingError: the set has no such system or segment.
    """
    return [
        _rating(judgement)
        for name, ratings in evs_ratings.items()
        for judgement in to_judgements(to_collection(ratings, evs_rater_ids[name]), evs.native, rename_raters)
    ]


def ReadRatingFile(filename: str) -> list[Rating]:
    """Reads a file with a rating, as JSON, in each line.

    Raises:
        FormatError: a line is none.
        UnreadableFileError: the file cannot be read.
    """
    return [_rating(judgement) for judgement in read_standalone([filename], checked=False)]


def WriteRatingFile(ratings_list: Iterable[Rating], filename: str) -> None:
    """Writes a file that `ReadRatingFile` reads.

    Raises:
        UnwritableFileError: the file cannot be written.
    """
    write_lines(filename, (json.dumps(rating.ToDict()) for rating in ratings_list))


_ATTRIBUTES = TEXTS | NAMES
"""Attribute of a rating -> attribute of a judgement."""


def _judgement(rating: Rating) -> Judgement:
    values: dict[str, Any] = {ours: getattr(rating, theirs) for theirs, ours in _ATTRIBUTES.items()}
    return Judgement(rating=plain.Rating(rating.errors).native(), **values)


def _rating(judgement: Judgement) -> Rating:
    values: dict[str, Any] = {theirs: getattr(judgement, ours) for theirs, ours in _ATTRIBUTES.items()}
    values |= {"source": judgement.source or "", "hypothesis": judgement.hypothesis or ""}
    return Rating(
        errors=[] if judgement.rating is None else plain.Rating.of(judgement.rating).errors, **values
    )
