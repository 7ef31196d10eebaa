"""Defines `NbestList`, the candidates of one segment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from parbleu.base.wording import counted
from parbleu.errors import InputShapeError, InputTypeError, OptionError
from parbleu.text.segments import shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

WEIGHTS = ("uniform", "probability")
"""How references weigh: the same each, or by their probabilities among those of their segment."""


@dataclass(frozen=True)
class NbestList:
    """The candidate translations of one segment.

    Attributes:
        segment: its name: the number of its line from 1, or what a file calls it.
        candidates: one string each, the best by the model first.
        scores: their natural logarithms of probability; empty if they have none.
        features: text that a file has between a candidate and its score, as Moses writes; empty if none.
        place: the file and line where the list begins, for messages; "" without a file.
    """

    segment: str
    candidates: tuple[str, ...]
    scores: tuple[float, ...] = ()
    features: tuple[str, ...] = ()
    place: str = ""

    def __post_init__(self) -> None:
        """Checks that there are candidates, and a score for each or for none."""
        if not self.candidates:
            raise InputShapeError(f"{self.where} has no candidates; give it at least one")
        for place, candidate in enumerate(self.candidates, 1):
            if not isinstance(candidate, str):
                raise InputTypeError(f"{self.where}: candidate {place} is {shown(candidate)}, not a string")
        for name, values in (("scores", self.scores), ("features", self.features)):
            if values and len(values) != len(self.candidates):
                raise InputShapeError(
                    f"{self.where} has {counted(len(self.candidates), 'candidate')} and {len(values)} "
                    f"{name}; give one for each, or none"
                )

    @property
    def where(self) -> str:
        """Where the list is, as messages begin."""
        return self.place or f"segment {self.segment}"

    def weights(self, kind: str) -> NDArray[np.float64] | None:
        """Returns a weight for each candidate, which add up to 1; None if all weigh the same.

        Args:
            kind: "uniform", or "probability": the probability of the candidate divided by those of all.

        Raises:
            InputShapeError: the list has no scores to compute probabilities from.
            OptionError: a score is no finite number.
        """
        if kind == "uniform":
            return None
        if not self.scores:
            raise InputShapeError(
                f"{self.where} has no scores, so its candidates have no probabilities: give logarithms of "
                "probability, or weigh all the same (uniform)"
            )
        scores = np.asarray(self.scores, np.float64)
        if not np.isfinite(scores).all():
            raise OptionError(f"{self.where}: a logarithm of probability is not a finite number")
        weights: NDArray[np.float64] = np.exp(scores - scores.max())
        weights /= weights.sum()
        return weights
