"""Defines the result of a task: a ranking of metrics that can be saved."""

from __future__ import annotations

import json
import os
from ast import literal_eval
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy

from parbleu._base.numbers import read_int
from parbleu._io.atomic import replacing
from parbleu._io.lines import open_binary
from parbleu._io.typed_values import typed_json
from parbleu.errors import EvalSetError
from parbleu.meta._metric_ranking import Ranking, ranking_tables, worse_than_chance
from parbleu.meta._task_names import mtme_attributes, our_attributes, task_name, values_in
from parbleu.stats._correlations import get_correlation
from parbleu.stats.chance_levels import CHANCE
from parbleu.stats.correlation_interval import CorrelationInterval
from parbleu.tables import Table
from parbleu.tables._table import Cell

FACTS = ("test_set", "language_pair", "level", "gold", "references", "correlation", "average_by")
"""The settings that tables state as facts."""

OPTIONS = ("correlation_options", "domain", "close_references", "human", "outliers", "undefined")
"""Those that tables state where they are not as usual."""

UNSAID = ("", "None", "drop", False, None)
"""The default values."""


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
        return [name for name, value in self.correlations.items() if value < 0 and name not in CHANCE]

    def _facts(self) -> dict[str, Cell]:
        """Returns the settings of the task that differ from the defaults."""
        values = {name: _plain(value) for name, value in self.attributes.items()}
        facts: dict[str, Cell] = {name: values.get(name) for name in FACTS}
        facts |= {
            attribute: values[attribute] for attribute in OPTIONS if values.get(attribute) not in UNSAID
        }
        if self.n_samples:
            facts["exchange"] = values.get("exchange")
        return facts

    @property
    def attributes(self) -> dict[str, str]:
        """The settings of the task, as its name has them."""
        return values_in(self.name)

    @property
    def range(self) -> tuple[float, float]:
        """The correlations of the worst and of the best possible metric.

        As MT Metrics Eval has it, save for the accuracy of KendallVariants, which is not from -1 to 1.
        """
        values = self.attributes
        correlation = get_correlation(values["correlation"], **literal_eval(values["correlation_options"]))
        return correlation.low, correlation.high

    def save(self, prefix: str | os.PathLike[str]) -> None:
        """Writes `PREFIX.json` and `PREFIX.npz`, in the formats of MT Metrics Eval.

        Raises:
            UnwritableFileError: they cannot be written.
        """
        name = task_name(mtme_attributes(self.attributes)) if self.name else ""
        ranked = {metric: (self.correlations[metric], self.ranks[metric]) for metric in self.metrics}
        values = [name, self.alpha, ranked, self.p_values.tolist()]
        with replacing(f"{os.fspath(prefix)}.npz") as file:
            numpy.savez_compressed(file, draws_index=self.draws_index, draws_list=self.draws)
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
        with open_binary(f"{path}.json") as file, open_binary(f"{path}.npz") as array_file:
            try:
                kind = tuple[str, float, dict[str, tuple[Any, int]], list[list[Any]]]
                name, alpha, ranked, p_values = typed_json(kind, file.read())
                correlations = {metric: float(correlation) for metric, (correlation, _) in ranked.items()}
                tests = numpy.array(p_values, numpy.float64).reshape(len(ranked), len(ranked))
                arrays = numpy.load(array_file)
                index, draws = arrays["draws_index"], arrays["draws_list"]
                values = our_attributes(values_in(name)) if name else {}
                n_samples = read_int(values.get("n_samples", "0"))
            except Exception as problem:  # NumPy and zipfile raise many
                raise EvalSetError(f"{path}.json and .npz are not a saved result: {problem}") from None
        ranks = {metric: rank for metric, (_, rank) in ranked.items()}
        return cls(
            correlations, ranks, tests, index, draws, alpha, n_samples=n_samples, name=task_name(values)
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TaskResult):
            return NotImplemented

        plain = ("name", "alpha", "correlations", "ranks")
        arrays = ("p_values", "draws_index", "draws")
        return all(getattr(self, name) == getattr(other, name) for name in plain) and all(
            numpy.array_equal(getattr(self, name), getattr(other, name)) for name in arrays
        )

    def __repr__(self) -> str:
        return f"<result of {len(self.correlations)} metrics: {self.name}>"


def _plain(text: str) -> str | bool:
    """Returns a value in the name of a task as words: a list, set or dict of Python without its signs."""
    if text in ("True", "False"):
        return text == "True"
    if text == "set()" or text[:1] not in "[{":
        return "" if text == "set()" else text
    try:
        value = literal_eval(text)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):  # a file may have any name
        return text
    if isinstance(value, dict):
        return " ".join(f"{name}={option}" for name, option in value.items())
    parts = [part if isinstance(part, str) else " ".join(sorted(part)) for part in value]
    if not any(parts):
        return ""
    return ", ".join(parts if isinstance(value, list) else sorted(parts))
