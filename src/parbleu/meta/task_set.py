"""Many tasks: running them, weighing them, and what their results say together."""

from __future__ import annotations

from itertools import product

from parbleu.errors import EvalSetError, OptionError
from parbleu.meta.metric_ranking import Ranking
from parbleu.meta.task_table import metrics_table
from parbleu.meta.tasks import Task, attributes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from parbleu.evalset.evaluation_set import EvalSet
    from parbleu.meta.task_result import TaskResult
    from parbleu.stats.random_generators import Generator

    EvalSets = Mapping[tuple[str, str], EvalSet]


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
        """Makes one of tasks."""
        found = cls()
        found.tasks = list(tasks)
        return found

    def append(self, task: Task) -> None:
        """Adds a task."""
        self.tasks.append(task)

    def __add__(self, other: TaskSet) -> TaskSet:
        return TaskSet.of([*self.tasks, *other.tasks])

    def __iter__(self) -> Iterator[Task]:
        return iter(self.tasks)

    def __len__(self) -> int:
        return len(self.tasks)

    def run(
        self,
        evalsets: EvalSets | None = None,
        *,
        seed: int | Generator | None = None,
        threads: int | None = None,
        chance: bool = False,
        recalibrate: bool = False,
        after_task: Callable[[], object] | None = None,
        after_test: Callable[[], object] | None = None,
    ) -> TaskResults:
        """Runs all tasks, one after another.

        Args:
            evalsets: (test set, language pair) -> evaluation set; others are loaded, once.
            seed: as in `Task.run`; one generator draws for all tasks, in their order.
            threads: as in `Task.run`.
            chance: as in `Task.run`.
            recalibrate: as in `Task.run`.
            after_task: called after each task.
            after_test: called after each test of two metrics.

        Raises:
            ParbleuError: as in `Task.run`.
        """
        from parbleu.stats.random_generators import choose_generator

        random = choose_generator(seed)
        loaded = dict(evalsets or {})
        results = []
        for task in self.tasks:
            for key in [(task.test_set, lang) for lang in task.langs]:
                if key not in loaded:
                    loaded.update(task.load())
            results.append(
                task.run(
                    loaded,
                    seed=random,
                    threads=threads,
                    chance=chance,
                    recalibrate=recalibrate,
                    after_test=after_test,
                )
            )
            if after_task is not None:
                after_task()
        return TaskResults(results)


class TaskResults:
    """The results of tasks.

    Args:
        results: one for each task.
    """

    def __init__(self, results: Iterable[TaskResult]) -> None:
        self.results = list(results)

    def __iter__(self) -> Iterator[TaskResult]:
        return iter(self.results)

    def __len__(self) -> int:
        return len(self.results)

    def __getitem__(self, place: int) -> TaskResult:
        return self.results[place]

    def split_by_attr(self, attr: str) -> dict[str, TaskResults]:
        """Returns value of an attribute -> the results that have it, in order."""
        if attr not in attributes():
            raise OptionError(f"tasks have the attributes {', '.join(attributes())}, not {attr!r}")
        found: dict[str, list[TaskResult]] = {}
        for result in self.results:
            found.setdefault(result.attr_vals[attr], []).append(result)
        return {value: TaskResults(results) for value, results in found.items()}

    def assign_weights(self, attrs: Sequence[str], total: float = 1.0) -> list[float]:
        """Distributes weight: evenly over the values of the first attribute, each share over the next one's.

        Args:
            attrs: the attributes; where they end, results share evenly.
            total: the sum of all weights.

        Returns:
            The weight of each result.
        """
        return weights_of([result.attr_vals for result in self.results], attrs, total)

    def common_metrics(self) -> list[str]:
        """Returns the metrics that all results have, in the order of the first."""
        if not self.results:
            return []
        return [
            name for name in self.results[0].metrics if all(name in each.corr_ranks for each in self.results)
        ]

    def average_ranks(self, weights: Sequence[float] | None = None) -> dict[str, float]:
        """Returns the weighted sum of ranks of each metric that all results have, the best first."""
        shares = self._shares(weights)
        found = {
            name: sum(share * each.rank(name) for share, each in zip(shares, self.results, strict=True))
            for name in self.common_metrics()
        }
        return dict(sorted(found.items(), key=lambda item: item[1]))

    def average_corrs(self, weights: Sequence[float] | None = None) -> dict[str, float]:
        """Returns the weighted sum of correlations, each rescaled from its range to 0 to 1.

        Only of metrics that all results have, the best first.
        """
        shares = self._shares(weights)
        found = {
            name: sum(share * _rescaled(each, name) for share, each in zip(shares, self.results, strict=True))
            for name in self.common_metrics()
        }
        return dict(sorted(found.items(), key=lambda item: -item[1]))

    def average_corr_matrix(self, weights: Sequence[float] | None = None, pval: float = 0.05) -> Ranking:
        """Ranks metrics by `average_corrs`, with significance.

        The draws of the tasks' tests are averaged: a test with fewer draws than another repeats its own.

        Raises:
            EvalSetError: a task had no tests.
        """
        import numpy

        from parbleu.stats.rank_clusters import significance_ranks

        shares = self._shares(weights)
        averages = self.average_corrs(weights)
        names = list(averages)
        matrix = numpy.zeros((len(names), len(names)))
        for row, better in enumerate(names):
            for column in range(row + 1, len(names)):
                null = self._null(better, names[column], shares)
                difference = averages[better] - averages[names[column]]
                matrix[row, column] = (null >= difference).mean()
        ranks = significance_ranks(matrix.tolist(), pval)
        corr_ranks = {name: (averages[name], rank) for name, rank in zip(names, ranks, strict=True)}
        return Ranking(
            corr_ranks, matrix, numpy.zeros(matrix.shape, dtype=numpy.int32), numpy.empty((0, 2)), pval
        )

    def _null(self, better: str, worse: str, shares: Sequence[float]) -> Any:
        """Average differences of two metrics in permutation tests: float64 (draws,)."""
        import numpy

        tests = []
        for share, result in zip(shares, self.results, strict=True):
            draws = result.draws(better, worse)
            if not len(draws):
                raise EvalSetError(f"there was no test in the task {result.name}: run it with k above 0")
            low, high = result.range
            tests.append(share * (draws[:, 0] - draws[:, 1]) / (high - low))
        longest = max(map(len, tests))
        return sum(numpy.resize(test, longest) for test in tests)

    def _shares(self, weights: Sequence[float] | None) -> Sequence[float]:
        if weights is None:
            return [1 / len(self.results)] * len(self.results)
        if len(weights) != len(self.results):
            raise OptionError(f"there are {len(weights)} weights for {len(self.results)} tasks")
        return weights

    def table(
        self,
        metrics: Sequence[str] | None = None,
        initial_column: Mapping[str, float | tuple[float, int]] | None = None,
        initial_column_header: str = "",
        *,
        task_indices: Sequence[int] | None = None,
        attr_list: Sequence[str] = (),
        nicknames: Mapping[str, str] | None = None,
        fmt: str = "text",
        which: str = "listed",
        rerank: Sequence[bool] | None = None,
        baselines: Collection[str] = (),
    ) -> str:
        """Renders a table with a line for each metric and a column for each task.

        Args:
            metrics: in the order of the lines; by default as the initial column has them, or the first task.
            initial_column: metric -> a number, or (number, rank); numbers are ranked, equal ones by name.
            initial_column_header: what stands above it.
            task_indices: the tasks, counted from 1; by default all.
            attr_list: attributes whose values stand above the tasks.
            nicknames: value -> what stands for it.
            fmt: as in `parbleu.meta.task_table.metrics_table`; so are the others.
            which: which metrics have a line.
            rerank: which columns get new ranks.
            baselines: base names of baselines.

        Raises:
            OptionError: there is no such attribute; or as `metrics_table`.
        """
        indices = list(task_indices or range(1, len(self.results) + 1))
        shown = [self.results[index - 1] for index in indices]
        columns = [result.corr_ranks for result in shown]
        first = [] if initial_column is None else [_with_ranks(initial_column)]
        for attr in attr_list:
            self.split_by_attr(attr)  # checks it
        names = nicknames or {}
        headers = [
            [
                f"{attr}:",
                *[""] * len(first),
                *(names.get(result.attr_vals[attr], result.attr_vals[attr]) for result in shown),
            ]
            for attr in attr_list
        ]
        headers.append(
            ["metric", *[initial_column_header] * len(first), *(f"task{index}" for index in indices)]
        )
        listed = metrics if metrics is not None else list([*first, *columns][0])
        return metrics_table(
            listed, [*first, *columns], headers, fmt=fmt, which=which, rerank=rerank, baselines=baselines
        )


def weights_of(values: Sequence[Mapping[str, str]], attrs: Sequence[str], total: float = 1.0) -> list[float]:
    """Distributes weight over tasks; see `TaskResults.assign_weights`.

    Args:
        values: the attributes of each task.
        attrs: the attributes by which weight is distributed.
        total: the sum of all weights.

    Raises:
        OptionError: there is no such attribute.
    """
    if unknown := [attr for attr in attrs if attr not in attributes()]:
        raise OptionError(f"tasks have the attributes {', '.join(attributes())}, not {unknown[0]!r}")
    if not attrs:
        return [total / len(values)] * len(values)
    groups: dict[str, list[int]] = {}
    for place, each in enumerate(values):
        groups.setdefault(each[attrs[0]], []).append(place)
    weights = [0.0] * len(values)
    for places in groups.values():
        shares = weights_of([values[place] for place in places], attrs[1:], total / len(groups))
        for place, share in zip(places, shares, strict=True):
            weights[place] = share
    return weights


def _rescaled(result: TaskResult, metric: str) -> float:
    low, high = result.range
    return (result.corr(metric) - low) / (high - low)


def _with_ranks(column: Mapping[str, float | tuple[float, int]]) -> dict[str, tuple[float, int]]:
    if all(isinstance(value, tuple) for value in column.values()):
        return {name: value for name, value in column.items() if isinstance(value, tuple)}
    numbers = {name: float(value) for name, value in column.items() if not isinstance(value, tuple)}
    ordered = sorted(numbers, key=lambda name: (-numbers[name], name))
    ranks = {name: rank for rank, name in enumerate(ordered, 1)}
    return {name: (value, ranks[name]) for name, value in numbers.items()}
