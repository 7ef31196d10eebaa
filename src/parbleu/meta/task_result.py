"""The outcome of a task: a ranking of metrics that knows its task, and can be saved."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy

from parbleu.errors import EvalSetError
from parbleu.io.atomic import replacing
from parbleu.io.lines import open_binary
from parbleu.meta.metric_ranking import Ranking, ranking_tables

if TYPE_CHECKING:
    from collections.abc import Mapping

    from parbleu.stats.correlation_interval import CorrelationInterval
    from parbleu.tables import Table


def values_in(name: str) -> dict[str, str]:
    """Returns the attributes and values that the name of a task says."""
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

    @classmethod
    def of(cls, name: str, ranking: Ranking) -> TaskResult:
        """Makes one of a ranking."""
        return cls(**vars(ranking), name=name)

    def tables(self) -> tuple[Table, ...]:
        """Returns the ranking; its facts name the task."""
        return ranking_tables(self, {"task": self.name}, self.intervals)

    @property
    def attr_vals(self) -> dict[str, str]:
        """The attributes of the task and their values, as its name has them."""
        return values_in(self.name)

    @property
    def range(self) -> tuple[float, float]:
        """The correlations of the worst and of the best metric that there could be.

        As MT Metrics Eval has it, save for the accuracy of KendallVariants, which is not from -1 to 1.
        """
        values = self.attr_vals
        function, options = values["corr_fcn"], values["corr_fcn_args"]
        if function == "KendallWithTiesOpt":
            share = "'variant':'23'" not in options
        else:
            share = function in ("accuracy", "pce") or "'variant':'acc23'" in options
        return (0, 1) if share else (-1, 1)

    def save(self, prefix: str | os.PathLike[str]) -> None:
        """Writes `PREFIX.json` and `PREFIX.npz`, in the formats of MT Metrics Eval.

        Raises:
            UnwritableFileError: they cannot be written.
        """
        values = [self.name, self.pval, self.corr_ranks, self.matrix.tolist()]
        with replacing(f"{os.fspath(prefix)}.npz") as file:
            numpy.savez_compressed(file, draws_index=self.draws_index, draws_list=self.draws_list)
        with replacing(f"{os.fspath(prefix)}.json") as file:
            file.write(json.dumps(values).encode())

    @classmethod
    def load(cls, prefix: str | os.PathLike[str]) -> TaskResult:
        """Reads what `save`, or MT Metrics Eval, wrote.

        Raises:
            UnreadableFileError: a file cannot be read.
            EvalSetError: a file holds something else.
        """
        path = os.fspath(prefix)
        with open_binary(f"{path}.json") as file, open_binary(f"{path}.npz") as arrays:
            try:
                name, pval, ranks, matrix = json.load(file)
                found = numpy.load(arrays)
                index, draws = found["draws_index"], found["draws_list"]
            except (ValueError, KeyError, TypeError) as problem:
                raise EvalSetError(f"{path}.json and .npz are no saved result: {problem}") from None
        corr_ranks = {metric: (corr, rank) for metric, (corr, rank) in ranks.items()}
        k = int(values_in(name).get("k", 0))
        return cls(corr_ranks, numpy.array(matrix), index, draws, pval, n_samples=k, name=name)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TaskResult):
            return NotImplemented

        plain = (self.name, self.pval, self.corr_ranks) == (other.name, other.pval, other.corr_ranks)
        arrays = ("matrix", "draws_index", "draws_list")
        return plain and all(numpy.array_equal(getattr(self, each), getattr(other, each)) for each in arrays)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<result of {len(self.corr_ranks)} metrics: {self.name}>"
