"""The module `standalone_ratings` of MT Metrics Eval: ratings that hold the texts they rate."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from parbleu.compat.mt_metrics_eval import ratings as plain
from parbleu.compat.mt_metrics_eval.ratings import of_collection, to_collection
from parbleu.human.evalset_ratings import merge, rename_raters, to_collections, to_judgements
from parbleu.human.formats.standalone import judgement_of, read_standalone
from parbleu.human.judgement import Judgement
from parbleu.io.atomic import write_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from parbleu.compat.mt_metrics_eval.data import EvalSet
    from parbleu.compat.mt_metrics_eval.ratings import BySystem, Raters


@dataclass
class Rating:
    """A rating of one translation, with its texts.

    Attributes:
        source: the source.
        hypothesis: the translation.
        errors: what the rater marked.
        document_id: the document.
        segment_id: the segment in the test set, counted from 0.
        system_id: whose translation it is.
        rater_id: who judged.
        src_lang: the language of the source.
        tgt_lang: the language of the translation.
    """

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
    """Puts ratings in the order of an evaluation set.

    Args:
        ratings_list: they say their system and segment.
        evs: the evaluation set.
        anonymize_raters: whether raters become rater1, rater2, ...
        strict: whether texts must be those of the set, to the letter.

    Returns:
        rater -> system -> a rating or None for each segment; what raters were called -> what they are called
        now; and rater -> system -> the rater or None for each segment.

    Raises:
        RatingError: a rating does not fit the set, or a rater rated the same twice.
    """
    judgements = [_judgement(rating) for rating in ratings_list]
    renamed = rename_raters((judgement.rater for judgement in judgements), anonymize=anonymize_raters)
    found = to_collections(judgements, evs.native, renamed, lenient=not strict)
    return (
        {rater: of_collection(collection) for rater, collection in found.items()},
        renamed,
        {rater: collection.raters for rater, collection in found.items()},
    )


def MergeEvalSetRaters(
    evs_ratings: Mapping[str, BySystem], evs: EvalSet, evs_rater_ids: Mapping[str, Raters]
) -> tuple[BySystem, Raters]:
    """Merges the ratings of raters who share no segment of a system.

    Args:
        evs_ratings: rater -> system -> a rating or None for each segment.
        evs: the evaluation set; it changes nothing.
        evs_rater_ids: rater -> system -> the rater or None for each segment.

    Raises:
        RatingError: they share one.
    """
    del evs
    collections = (to_collection(found, evs_rater_ids[rater]) for rater, found in evs_ratings.items())
    merged = merge(collections)
    return of_collection(merged), merged.raters


def EvalSetRatingsToRatingsList(
    evs_ratings: Mapping[str, BySystem],
    evs: EvalSet,
    evs_rater_ids: Mapping[str, Raters],
    rename_raters: Mapping[str, str] | None = None,
) -> list[Rating]:
    """Returns the ratings of an evaluation set with their texts and documents.

    Args:
        evs_ratings: collection -> system -> a rating or None for each segment, as `EvalSet.Ratings` returns
            each of them.
        evs: the evaluation set.
        evs_rater_ids: collection -> system -> who rated each segment, as `EvalSet.RaterIdsPerSeg` returns it.
        rename_raters: what raters are called there -> what they are called in the list.

    Raises:
        RatingError: the set has no such system or segment.
    """
    return [
        _rating(judgement)
        for name, found in evs_ratings.items()
        for judgement in to_judgements(to_collection(found, evs_rater_ids[name]), evs.native, rename_raters)
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


def _judgement(rating: Rating) -> Judgement:
    return Judgement(
        system=rating.system_id,
        segment=rating.segment_id,
        rater=rating.rater_id,
        rating=plain.Rating(rating.errors).native(),
        document=rating.document_id,
        source=rating.source,
        hypothesis=rating.hypothesis,
        src_lang=rating.src_lang,
        tgt_lang=rating.tgt_lang,
    )


def _rating(judgement: Judgement) -> Rating:
    errors = plain.Rating.of(judgement.rating).errors if judgement.rating is not None else []
    return Rating(
        judgement.source or "",
        judgement.hypothesis or "",
        errors,
        judgement.document,
        judgement.segment,
        judgement.system,
        judgement.rater,
        judgement.src_lang,
        judgement.tgt_lang,
    )
