"""The type of a metric's scores, for type checkers; at run time it costs no import of `typing`."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Generic, TypeVar

    from parbleu.metrics.score import Score

    ScoreType = TypeVar("ScoreType", bound=Score)

    class Scoring(Generic[ScoreType]):
        """Of which class a metric's scores are."""

else:
    # Without the import of `typing`.
    ScoreType = None

    class Scoring:
        """Of which class a metric's scores are: for type checkers only."""

        def __class_getitem__(cls, score_type):
            return cls
