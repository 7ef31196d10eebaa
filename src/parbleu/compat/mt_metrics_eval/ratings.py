"""The module `ratings` of MT Metrics Eval: errors that people marked in translations."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING

from parbleu.human.error_spans import Error as NativeError
from parbleu.human.error_spans import Rating as NativeRating

if TYPE_CHECKING:
    from typing import Any


@dataclass
class Error:
    """An error and where it is.

    Attributes:
        start: its first character, counted from 0, in code points.
        end: the character after its last.
        category: such as "Accuracy/Mistranslation".
        severity: such as "Major".
        score: what it costs; higher is worse.
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
    def FromDict(cls, error: Any) -> Error:
        """Makes one of a JSON object; unknown keys are ignored.

        Raises:
            RatingError: it lacks `start` or `end`, or a value is of the wrong kind.
        """
        return cls(**NativeError.from_dict(error).to_dict())


@dataclass
class Rating:
    """The errors that one rater marked in one segment; none if it is without fault."""

    errors: list[Error] = field(default_factory=list)

    def ToDict(self) -> dict[str, Any]:
        """Returns what `FromDict` takes."""
        return {"errors": [error.ToDict() for error in self.errors]}

    @classmethod
    def FromDict(cls, rating: Any) -> Rating:
        """Makes one of a JSON object {"errors": [...]}.

        Raises:
            RatingError: it is something else; or as `Error.FromDict`.
        """
        return cls.of(NativeRating.from_dict(rating))

    @classmethod
    def of(cls, rating: NativeRating) -> Rating:
        """Makes one of parbleu's."""
        return cls([Error(**error.to_dict()) for error in rating.errors])

    def native(self) -> NativeRating:
        """Returns parbleu's own."""
        return NativeRating.from_dict(self.ToDict())
