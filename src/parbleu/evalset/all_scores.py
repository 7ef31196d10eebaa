"""Defines `AllScores`, one table of all human and metric scores of an evaluation set at one level."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from parbleu.tables import Column, Result, Table

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class AllScores(Result):
    """The scores of all scorers at one level, with a row for each system and item.

    Attributes:
        test_set: the test set.
        language_pair: the language pair.
        level: "system", "domain", "document" or "segment".
        labels: name of a column -> the label of each row. The columns are "system" and, as the level has
            them, "domain", "document" and "segment" (counted from 1, as in files).
        scores: name of human scores, or full name of a metric -> float64 (rows,), NaN for a missing score;
            the human scores first, each group sorted.
    """

    test_set: str
    language_pair: str
    level: str
    labels: Mapping[str, list[Any]]
    scores: Mapping[str, NDArray[np.float64]]

    def tables(self) -> tuple[Table, ...]:
        """Returns one table: the labels, then the scores."""
        columns = [Column(name, kind=int if name == "segment" else str) for name in self.labels]
        columns += [Column(name, name, float) for name in self.scores]
        cells = [*self.labels.values(), *(scores.tolist() for scores in self.scores.values())]
        facts = {"test_set": self.test_set, "language_pair": self.language_pair, "level": self.level}
        return (Table("scores", columns, zip(*cells, strict=True), facts=facts),)
