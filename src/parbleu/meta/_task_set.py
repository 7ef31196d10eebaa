"""Runs sets of tasks, and averages their results with weights."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from operator import mul
from typing import TYPE_CHECKING

import numpy

from parbleu._base.numbers import plain_sum
from parbleu._base.progress import no_progress
from parbleu.errors import EvalSetError, OptionError
from parbleu.meta._metric_ranking import Ranking
from parbleu.meta._task_names import MTME_WORDS
from parbleu.meta._task_result import TaskResult
from parbleu.meta._tasks import Task
from parbleu.stats._correlations import title_of
from parbleu.stats.permutation_tests import PermutationTests
from parbleu.stats.rank_clusters import significance_ranks
from parbleu.tables import Column, Result, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from parbleu._base.progress import ProgressBar
    from parbleu.meta._tasks import EvalSets
    from parbleu.stats._random_generators import Generator
    from parbleu.stats.resampling import Resampling


class TaskSet:
    """A list of tasks.

    Args:
        combinations: attribute -> values: there is a task for each combination, the last attribute changing
            fastest. Without it, the list is empty.
        shared: attributes that all of these tasks have.
    """

    def __init__(self, combinations: Mapping[str, Iterable[Any]] | None = None, **shared: Any) -> None:
        self.tasks: list[Task] = []
        for values in product(*combinations.values()) if combinations else ():
            self.tasks.append(Task(**{**shared, **dict(zip(combinations or (), values, strict=True))}))

    @classmethod
    def of(cls, tasks: Iterable[Task]) -> TaskSet:
        """Makes a set from tasks."""
        task_set = cls()
        task_set.tasks = list(tasks)
        return task_set

    def append(self, task: Task) -> None:
        """Adds a task."""
        self.tasks.append(task)

    def __add__(self, other: TaskSet) -> TaskSet:
        return TaskSet.of([*self.tasks, *other.tasks])

    def __iter__(self) -> Iterator[Task]:
        return iter(self.tasks)

    def __len__(self) -> int:
        return len(self.tasks)

    @property
    def resampling(self) -> Resampling | None:
        """That of the first task that has tests; None if no task has any."""
        return next((task.resampling for task in self.tasks if task.resampling), None)

    def run(
        self,
        evalsets: EvalSets | None = None,
        *,
        generator: str | Generator = "mt19937",
        chance: bool = False,
        intervals: bool = False,
        progress: ProgressBar = no_progress,
    ) -> TaskResults:
        """Runs all tasks, one after another. Only tasks of one language pair have intervals.

        Args:
            evalsets: (test set, language pair) -> evaluation set. Others are loaded, once.
            generator: draws for all tasks, in their order, from the seed of the first one that has tests; or
                a generator that continues from its state.
            chance: whether a constant and a random metric are added, which show the chance level.
            intervals: whether there are intervals of correlations.
            progress: shows how far it is.

        Raises:
            EvalSetError: there are fewer than two systems.
            ParbleuError: an evaluation set cannot be loaded, or has nothing to compare.
        """
        random, _ = PermutationTests(generator=generator).drawing(self.resampling)
        loaded = dict(evalsets or {})
        results = []
        with progress("tasks", len(self.tasks)) as advance:
            for task in self.tasks:
                if any((task.test_set, lang) not in loaded for lang in task.language_pairs):
                    loaded = task.load() | loaded
                bounded = intervals and len(task.language_pairs) == 1
                results.append(task.run(loaded, generator=random, chance=chance, intervals=bounded))
                advance()
        return TaskResults(results)


@dataclass(frozen=True)
class TaskResults(Result):
    """The results of tasks.

    Attributes:
        results: one for each task.
    """

    results: Sequence[TaskResult]

    def __iter__(self) -> Iterator[TaskResult]:
        return iter(self.results)

    def __len__(self) -> int:
        return len(self.results)

    def __getitem__(self, index: int) -> TaskResult:
        return self.results[index]

    def split_by(self, attribute: str) -> dict[str, TaskResults]:
        """Returns value of an attribute -> the results that have it, in order."""
        _check_attributes([attribute])
        groups: dict[str, list[TaskResult]] = {}
        for result in self.results:
            groups.setdefault(result.attributes[attribute], []).append(result)
        return {value: TaskResults(results) for value, results in groups.items()}

    def weights_by(self, attributes: Sequence[str], total: float = 1.0) -> list[float]:
        """Returns the weight of each result, as `weights_of` distributes it."""
        return weights_of([result.attributes for result in self.results], attributes, total)

    def common_metrics(self) -> list[str]:
        """Returns the metrics that all results have, in the order of the first."""
        if not self.results:
            return []
        return [
            name for name in self.results[0].metrics if all(name in result.ranks for result in self.results)
        ]

    def average_ranks(self, weights: Sequence[float] | None = None) -> dict[str, float]:
        """Returns the weighted sum of ranks of each metric that all results have, the best first."""
        ranks = self._weighted(weights, TaskResult.rank)
        return dict(sorted(ranks.items(), key=lambda item: item[1]))

    def average_correlations(self, weights: Sequence[float] | None = None) -> dict[str, float]:
        """Returns the weighted sum of correlations, each rescaled from its range to 0 to 1.

        The metrics are those that all results have, the best first.
        """
        correlations = self._weighted(weights, _rescaled)
        return dict(sorted(correlations.items(), key=lambda item: -item[1]))

    def _weighted(
        self, weights: Sequence[float] | None, value: Callable[[TaskResult, str], float]
    ) -> dict[str, float]:
        """Returns metric -> weighted sum of its values, of metrics that all results have."""
        shares = self._shares(weights)
        return {
            name: plain_sum(map(mul, shares, [value(result, name) for result in self.results]))
            for name in self.common_metrics()
        }

    def average_ranking(self, weights: Sequence[float] | None = None, alpha: float = 0.05) -> Ranking:
        """Ranks metrics by `average_correlations`, with significance.

        The draws of the tasks' tests are averaged: a test with fewer draws than another repeats its own.

        Raises:
            EvalSetError: a task had no tests.
        """
        shares = self._shares(weights)
        averages = self.average_correlations(weights)
        names = list(averages)
        p_values = numpy.zeros((len(names), len(names)))
        for row, better in enumerate(names):
            for column in range(row + 1, len(names)):
                null = self._null(better, names[column], shares)
                difference = averages[better] - averages[names[column]]
                p_values[row, column] = (null >= difference).mean()
        return Ranking(
            averages,
            dict(zip(names, significance_ranks(p_values.tolist(), alpha), strict=True)),
            p_values,
            numpy.zeros(p_values.shape, dtype=numpy.int32),
            numpy.empty((0, 2)),
            alpha,
            n_samples=max(result.n_samples for result in self.results),
        )

    def _null(self, better: str, worse: str, shares: Sequence[float]) -> Any:
        """Returns the average differences of two metrics in permutation tests: float64 (draws,)."""
        tests = []
        for share, result in zip(shares, self.results, strict=True):
            draws = result.draws_of(better, worse)
            if not len(draws):
                raise EvalSetError(f"there was no test in the task {result.name}: give it a resampling")
            low, high = result.range
            tests.append(share * (draws[:, 0] - draws[:, 1]) / (high - low))
        longest = max(map(len, tests))
        return sum(numpy.resize(test, longest) for test in tests)

    def _shares(self, weights: Sequence[float] | None) -> Sequence[float]:
        if weights is None:
            return [1 / len(self.results)] * len(self.results)
        if len(weights) != len(self.results):
            raise OptionError(
                f"there are {len(weights)} weights for {len(self.results)} tasks: give one for each"
            )
        return weights

    def tables(self) -> tuple[Table, ...]:
        """Returns a table of the metrics that all results have, with rank and correlation in each task."""
        names = self.common_metrics()
        columns, cells = self.task_columns(names)
        rows = [[name, *row] for name, row in zip(names, zip(*cells, strict=True), strict=True)]
        return (Table("tasks", [Column("metric"), *columns], rows),)

    def task_columns(self, metrics: Sequence[str], people: bool = True) -> tuple[list[Column], list[Any]]:
        """Returns columns of a table: rank, correlation and, where there is one, interval in each task.

        Args:
            metrics: the metrics of the rows.
            people: whether the columns are shown to people.

        Returns:
            The columns, and the cells of each.
        """
        columns: list[Column] = []
        cells: list[Any] = []
        details = [_details(result) for result in self.results]
        titles = _distinct(details)
        groups = _distinct([detail[:3] for detail in details], titles)
        for title, group, result in zip(titles, groups, self.results, strict=True):
            shown: dict[str, Any] = {"group": group, "people": people}
            if result.n_samples:
                columns.append(Column(f"{title}: rank", "rank", int, **shown))
                cells.append([result.rank(name) for name in metrics])
            ends = ("low", "high") if result.intervals else ()
            bounds: dict[str, Any] = {what: f"{title}: {what}" for what in ends}
            columns.append(
                Column(
                    f"{title}: correlation", "corr.", float, decimals=3, better="higher", **bounds, **shown
                )
            )
            cells.append([result.correlation(name) for name in metrics])
            for what in ends:
                columns.append(Column(f"{title}: {what}", what, float, decimals=3, **shown))
                cells.append([getattr(result.intervals[name], what) for name in metrics])
        return columns, cells


def weights_of(
    values: Sequence[Mapping[str, str]], attributes: Sequence[str], total: float = 1.0
) -> list[float]:
    """Distributes weight evenly over the values of the first attribute, then shares over the next one's.

    Args:
        values: the attributes of each task.
        attributes: the attributes by which weight is distributed; where they end, tasks share evenly.
        total: the sum of all weights.

    Raises:
        OptionError: there is no such attribute.
    """
    _check_attributes(attributes)
    if not attributes:
        return [total / len(values)] * len(values)
    groups: dict[str, list[int]] = {}
    for index, attributes_of_task in enumerate(values):
        groups.setdefault(attributes_of_task[attributes[0]], []).append(index)
    weights = [0.0] * len(values)
    for places in groups.values():
        shares = weights_of([values[index] for index in places], attributes[1:], total / len(groups))
        for index, share in zip(places, shares, strict=True):
            weights[index] = share
    return weights


def _check_attributes(attributes: Sequence[str]) -> None:
    known = list(MTME_WORDS)
    if unknown := [name for name in attributes if name not in known]:
        raise OptionError(f"tasks have the attributes {', '.join(known)}, not {unknown[0]!r}")


def _rescaled(result: TaskResult, metric: str) -> float:
    low, high = result.range
    return (result.correlation(metric) - low) / (high - low)


def _details(result: TaskResult) -> list[str]:
    """Returns the words by which people tell tasks apart: language pair, level, correlation and so on."""
    values = result.attributes
    parts = [values["language_pair"], values["level"], title_of(values["correlation"])]
    parts += [f"by {values['average_by']}"] if values["average_by"] != "none" else []
    parts += ["with human"] if values["human"] == "True" else []
    return parts + ([values["domain"]] if values["domain"] != "None" else [])


def _distinct(details: Sequence[Sequence[str]], otherwise: Sequence[str] = ()) -> list[str]:
    """Returns a title for each task; if two were the same, those others, or titles with numbers."""
    titles = [" ".join(words) for words in details]
    if len(set(titles)) == len(titles):
        return titles
    return list(otherwise) or [f"{title} ({number})" for number, title in enumerate(titles, 1)]
