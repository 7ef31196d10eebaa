"""Makes one table of all human and metric scores of an evaluation set at one level."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy

from parbleu.evalset.levels import check_level
from parbleu.tables import Column, Result, Table

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from parbleu.evalset.evaluation_set import EvalSet


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


def score_table(evalset: EvalSet, level: str) -> AllScores:
    """Collects all human and metric scores at one level, as `EvalSet.score_table` says."""
    labels = _labels(evalset, check_level(level))
    human, metrics = evalset.scorers(level)
    scores = {name: _column(evalset, level, name) for name in [*human, *metrics]}
    return AllScores(evalset.name, evalset.language_pair, level, labels, scores)


def _labels(evalset: EvalSet, level: str) -> dict[str, list[Any]]:
    """Returns the columns that say what a row is of."""
    items = evalset.n_items(level)
    repeats = len(evalset.sys_names)
    columns: dict[str, list[Any]] = {"system": [name for name in evalset.sys_names for _ in range(items)]}
    if level == "domain":
        columns["domain"] = list(evalset.domain_names) * repeats
    elif level == "document":
        columns["domain"] = evalset.domains_per_doc * repeats
        columns["document"] = list(evalset.doc_names) * repeats
    elif level == "segment":
        columns["domain"] = evalset.domains_per_seg * repeats
        columns["document"] = evalset.docs_per_seg * repeats
        columns["segment"] = list(range(1, items + 1)) * repeats
    return columns


def _column(evalset: EvalSet, level: str, scorer: str) -> NDArray[np.float64]:
    """Returns the scores of all systems, one after another; NaN where there are none."""
    scores = evalset.scores(level, scorer)
    table = numpy.full((len(evalset.sys_names), evalset.n_items(level)), numpy.nan)
    for row, system in enumerate(evalset.sys_names):
        if system in scores:
            table[row] = scores[system]
    return table.ravel()
