"""Defines the result of a task: a ranking of metrics that can be saved."""

from __future__ import annotations

import json
import os
from ast import literal_eval
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy

from parbleu.errors import EvalSetError
from parbleu.evalset.levels import spelled_out
from parbleu.io.atomic import replacing
from parbleu.io.json_text import parse_json
from parbleu.io.lines import open_binary
from parbleu.meta.metric_ranking import Ranking, ranking_tables, worse_than_chance
from parbleu.stats.correlations import get_correlation

if TYPE_CHECKING:
    from collections.abc import Mapping

    from parbleu.stats.correlation_interval import CorrelationInterval
    from parbleu.tables import Table
    from parbleu.tables.table import Cell


FACTS = {
    "test_set": "test_set",
    "language_pair": "lang",
    "level": "level",
    "gold": "gold",
    "references": "refs",
    "correlation": "corr_fcn",
    "average_by": "avg_by",
}
"""Facts of a table -> what the name of a task calls them."""

OPTIONS = {
    "correlation_options": "corr_fcn_args",
    "domain": "domain",
    "close_references": "close_refs",
    "human": "human",
    "outliers": "use_outliers",
    "undefined_as_zero": "replace_nans_with_zeros",
}
"""The same of facts that tables have only where they are not as usual."""

UNSAID = ("", "None", False, None)
"""The default values."""


def values_in(name: str) -> dict[str, str]:
    """Returns the attributes and values in the name of a task."""
    return dict(word.split("=", 1) for word in name.split(" "))


@dataclass(frozen=True, eq=False)
class TaskResult(Ranking):
    """A ranking of metrics, and the name of the task that it answers.

    Attributes:
        name: that of the task.
        intervals: metric -> the interval of its correlation; empty if they were not asked for.
    """

    name: str = ""
    intervals: Mapping[str, CorrelationInterval] = field(default_factory=dict)

    def tables(self) -> tuple[Table, ...]:
        """Returns the ranking; its facts describe the task."""
        return ranking_tables(
            self, self._facts() if self.name else {}, self.intervals, worse_than_chance(self.below_chance())
        )

    def below_chance(self) -> list[str]:
        """Returns the metrics whose opposite would do better: those with a correlation below 0.

        None where the correlation of a metric without information is not 0, as that of pairwise accuracies;
        `parbleu.stats.chance_levels` and `--chance` tell what it is there.
        """
        if not self.name or sum(self.range) != 0:
            return []
        return [name for name, (value, _) in self.corr_ranks.items() if value < 0]

    def _facts(self) -> dict[str, Cell]:
        """Returns the settings of the task that differ from the defaults."""
        values = {word: _plain(value) for word, value in self.attr_vals.items()}
        for word in ("level", "avg_by"):
            values[word] = spelled_out(str(values.get(word, "")))
        facts: dict[str, Cell] = {name: values.get(word) for name, word in FACTS.items()}
        facts |= {name: values[word] for name, word in OPTIONS.items() if values.get(word) not in UNSAID}
        if self.n_samples:
            facts["exchange"] = values.get("perm_test")
        return facts

    @property
    def attr_vals(self) -> dict[str, str]:
        """The attributes of the task and their values, as its name has them."""
        return values_in(self.name)

    @property
    def range(self) -> tuple[float, float]:
        """The correlations of the worst and of the best possible metric.

        As MT Metrics Eval has it, save for the accuracy of KendallVariants, which is not from -1 to 1.
        """
        values = self.attr_vals
        correlation = get_correlation(values["corr_fcn"], **literal_eval(values["corr_fcn_args"]))
        return correlation.low, correlation.high

    def save(self, prefix: str | os.PathLike[str]) -> None:
        """Writes `PREFIX.json` and `PREFIX.npz`, in the formats of MT Metrics Eval.

        Raises:
            UnwritableFileError: they cannot be written.
        """
        values = [self.name, self.alpha, self.corr_ranks, self.matrix.tolist()]
        with replacing(f"{os.fspath(prefix)}.npz") as file:
            numpy.savez_compressed(file, draws_index=self.draws_index, draws_list=self.draws_list)
        with replacing(f"{os.fspath(prefix)}.json") as file:
            file.write(json.dumps(values).encode())

    @classmethod
    def load(cls, prefix: str | os.PathLike[str]) -> TaskResult:
        """Reads a result that `save` or MT Metrics Eval wrote.

        Raises:
            UnreadableFileError: a file cannot be read.
            EvalSetError: a file holds something else.
        """
        path = os.fspath(prefix)
        with open_binary(f"{path}.json") as file, open_binary(f"{path}.npz") as arrays:
            try:
                name, alpha, ranks, matrix = parse_json(file.read())
                found = numpy.load(arrays)
                index, draws = found["draws_index"], found["draws_list"]
            except (ValueError, KeyError, TypeError) as problem:
                raise EvalSetError(f"{path}.json and .npz are not a saved result: {problem}") from None
        corr_ranks = {metric: (corr, rank) for metric, (corr, rank) in ranks.items()}
        n_samples = int(values_in(name).get("k", 0))
        return cls(corr_ranks, numpy.array(matrix), index, draws, alpha, n_samples=n_samples, name=name)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TaskResult):
            return NotImplemented

        plain = (self.name, self.alpha, self.corr_ranks) == (other.name, other.alpha, other.corr_ranks)
        arrays = ("matrix", "draws_index", "draws_list")
        return plain and all(numpy.array_equal(getattr(self, each), getattr(other, each)) for each in arrays)

    def __repr__(self) -> str:
        return f"<result of {len(self.corr_ranks)} metrics: {self.name}>"


def _plain(text: str) -> str | bool:
    """Returns a value in the name of a task as words: a list, set or dict of Python without its signs."""
    if text in ("True", "False"):
        return text == "True"
    if text == "set()" or text[:1] not in "[{":
        return "" if text == "set()" else text
    try:
        value = literal_eval(text)
    except (ValueError, SyntaxError):  # a file may have any name
        return text
    if isinstance(value, dict):
        return " ".join(f"{name}={option}" for name, option in value.items())
    parts = [each if isinstance(each, str) else " ".join(sorted(each)) for each in value]
    return ", ".join(parts if isinstance(value, list) else sorted(parts))
