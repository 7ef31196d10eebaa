"""The module `ratings` of MT Metrics Eval: errors that people marked in translations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from parbleu._io.atomic import write_lines
from parbleu.human._judgement import Error as NativeError
from parbleu.human._judgement import Rating as NativeRating
from parbleu.human.formats._mt_metrics_eval import Collection, collection_lines, read_collection

BySystem = Mapping[str, list["Rating | None"]]
Raters = Mapping[str, list[str | None]]


@dataclass
class Error:
    """An error and where it is.

    Attributes:
        start: its first character, counted from 0, in code points.
        end: the character after its last.
        category: such as "Accuracy/Mistranslation".
        severity: such as "Major".
        score: its cost; higher is worse.
        is_source_error: whether the offsets are those of the source.
    """

    start: int
    end: int
    category: str | None = None
    severity: str | None = None
    score: float | None = None
    is_source_error: bool = False

    def ToDict(self) -> dict[str, Any]:
        """Returns what `FromDict` takes."""
        return asdict(self)

    @classmethod
    def FromDict(cls, d: Any) -> Error:
        """Makes one of a JSON object; unknown keys are ignored.

        Raises:
            RatingError: it lacks `start` or `end`, or a value is of the wrong kind.
        """
        return cls(**NativeError.from_dict(d).to_dict())


@dataclass
class Rating:
    """The errors that one rater marked in one segment; the list is empty if there are none."""

    errors: list[Error] = field(default_factory=list)

    def ToDict(self) -> dict[str, Any]:
        """Returns what `FromDict` takes."""
        return {"errors": [error.ToDict() for error in self.errors]}

    @classmethod
    def FromDict(cls, d: Any) -> Rating:
        """Makes one of a JSON object {"errors": [...]}.

        Raises:
            RatingError: it is something else; or an error lacks `start` or `end`, or has a value of the wrong
                kind.
        """
        return cls.of(NativeRating.from_dict(d))

    @classmethod
    def of(cls, rating: NativeRating) -> Rating:
        """Makes one of parbleu's."""
        return cls([Error(**error.to_dict()) for error in rating.errors])

    def native(self) -> NativeRating:
        """Returns parbleu's own."""
        return NativeRating.from_dict(self.ToDict())


def ReadRatingFile(filename: str, default_rater: str) -> tuple[BySystem, Raters]:
    """Reads a file of lines SYSTEM, RATING and perhaps RATER: system -> ratings, and system -> raters.

    Raises:
        FormatError: a line is none.
        UnreadableFileError: the file cannot be read.
    """
    collection = read_collection(filename, default_rater)
    return of_collection(collection), collection.raters


def WriteRatingFile(ratings: BySystem, filename: str, rater_ids_dict: Raters) -> None:
    """Writes a file that `ReadRatingFile` reads.

    Raises:
        RatingError: a system or rater has a name that a line cannot hold.
        UnwritableFileError: the file cannot be written.
    """
    write_lines(filename, collection_lines(to_collection(ratings, rater_ids_dict)))


def to_collection(ratings: BySystem, rater_ids: Raters) -> Collection:
    """Returns ratings as parbleu has them."""
    native = {
        system: [None if rating is None else rating.native() for rating in by_segment]
        for system, by_segment in ratings.items()
    }
    return Collection(native, dict(rater_ids))


def of_collection(collection: Collection) -> BySystem:
    """Returns parbleu's ratings by system."""
    return {
        system: [None if rating is None else Rating.of(rating) for rating in by_segment]
        for system, by_segment in collection.ratings.items()
    }
