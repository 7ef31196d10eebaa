"""Defines the results of tasks under the names of MT Metrics Eval."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy

from parbleu.compat.mt_metrics_eval._printed_tables import metrics_table, ranking_text, tasks_table
from parbleu.meta.task_result import TaskResult
from parbleu.meta.task_set import TaskResults as NativeResults

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from os import PathLike
    from typing import Any, ClassVar

    import numpy as np
    from numpy.typing import NDArray

    from parbleu.compat.mt_metrics_eval._metric_comparison import Comparison
    from parbleu.compat.mt_metrics_eval.meta_info import MetaInfo


class _Load:
    """`TaskResults.Load(f)` returns what a file holds; of an object, it fills that, too."""

    def __get__(self, instance: TaskResults | None, owner: type[TaskResults]) -> Callable[..., TaskResults]:
        def load(filename: str | PathLike[str]) -> TaskResults:
            found = owner() if instance is None else instance
            found._fill(TaskResult.load(filename))
            return found

        return load


class TaskResults(TaskResult):
    """The outcome of a task.

    Args:
        task: the task; without it, the object is to be filled by `Load`.
        compare_metrics_results: what a comparison of its metrics returns: metric -> [correlation, rank], the
            best first; the matrix of p-values; where the draws of a pair begin and, below the diagonal, end;
            and the draws.

    Attributes:
        name: that of the task.
        pval: which p-values are significant.
        corr_ranks: as given; so are the others.
        matrix: float64 (metrics, metrics): p-values; above the diagonal they count.
        draws_index: int32 (metrics, metrics).
        draws_list: float64 (draws, 2): correlations of hybrids in permutation tests.
    """

    def __init__(self, task: Any = None, compare_metrics_results: Comparison | None = None) -> None:
        nothing: Any = {}, numpy.zeros((0, 0)), numpy.zeros((0, 0), numpy.int32), numpy.zeros((0, 2))
        ranks, *arrays = compare_metrics_results or nothing
        alpha, name = (0.05, "") if task is None else (task.alpha, task.name)
        matrix, index, draws = map(numpy.asarray, arrays)
        corr_ranks: Any = {metric: list(found) for metric, found in ranks.items()}
        super().__init__(corr_ranks, matrix, index, draws, alpha, name=name)

    def _fill(self, found: TaskResult) -> None:
        ranks = {metric: list(ranked) for metric, ranked in found.corr_ranks.items()}
        vars(self).update(vars(found) | {"corr_ranks": ranks})

    def Corr(self, metric: str | int) -> float:
        """Returns the correlation of a metric, by name or place."""
        return self.corr(metric)

    def Rank(self, metric: str | int) -> int:
        """Returns the rank of a metric, by name or place."""
        return self.rank(metric)

    def Sig(self, m1: str | int, m2: str | int) -> bool:
        """Returns whether the difference of two metrics is significant."""
        return self.sig(m1, m2)

    def Draws(self, m1: str | int, m2: str | int) -> NDArray[np.float64]:
        """Returns the draws of two metrics, float64 (draws, 2), those of the first in the first column."""
        return self.draws(m1, m2)

    def Save(self, filename: str | PathLike[str]) -> None:
        """Writes `filename`.json and `filename`.npz."""
        self.save(filename)

    Load: ClassVar[_Load] = _Load()

    @property
    def pval(self) -> float:
        """Which p-values are significant."""
        return self.alpha

    def Str(self, probs: bool = False) -> str:
        """Returns a line for each metric; see `_printed_tables.ranking_text`."""
        return ranking_text(self.corr_ranks, self.matrix, self.pval, probs)

    def __str__(self) -> str:
        return self.Str()

    def __setattr__(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)


class TaskSetResults(NativeResults):
    """The results of tasks.

    Args:
        results: one for each task.
    """

    results: list[TaskResults]  # with the original's names

    def __setattr__(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)

    def __init__(self, results: Iterable[TaskResult]) -> None:
        super().__init__(list(results))

    def Append(self, result: TaskResults) -> None:
        """Adds a result."""
        self.results.append(result)

    def __add__(self, other: TaskSetResults) -> TaskSetResults:
        return TaskSetResults([*self.results, *other.results])

    def SplitByAttr(self, attr: str) -> dict[str, TaskSetResults]:
        """Returns value of an attribute -> the results that have it, in order."""
        return {value: TaskSetResults(found.results) for value, found in self.split_by_attr(attr).items()}

    def AverageCorrMatrix(
        self, weights: Sequence[float] | None = None, pval: float = 0.05
    ) -> tuple[dict[str, list[Any]], NDArray[np.float64]]:
        """Ranks metrics by their average correlation, with significance.

        Args:
            weights: of the tasks; by default they weigh the same.
            pval: which p-values are significant.

        Returns:
            metric -> [average, rank], the best first; and the matrix of p-values.

        Raises:
            EvalSetError: a task was run without permutation tests.
        """
        found = self.average_corr_matrix(weights, pval)
        return {name: list(ranked) for name, ranked in found.corr_ranks.items()}, found.matrix

    def AssignWeights(self, attrs: Sequence[str], total_wt: float = 1.0) -> list[float]:
        """Returns the weight of each result; see `parbleu.meta.task_set.weights_of`."""
        return self.assign_weights(attrs, total_wt)

    AverageRanks: ClassVar[Callable[..., dict[str, float]]] = NativeResults.average_ranks
    AverageCorrs: ClassVar[Callable[..., dict[str, float]]] = NativeResults.average_corrs

    def Table(
        self,
        metrics: Sequence[str] | None = None,
        initial_column: Mapping[str, Any] | None = None,
        initial_column_header: str = "",
        task_indices: Sequence[int] | None = None,
        attr_list: Sequence[str] | None = None,
        nicknames: Mapping[str, str] | None = None,
        fmt: str = "text",
        which_metrics: str = "listed",
        rerank: Sequence[bool] | None = None,
        baselines_metainfo: MetaInfo | None = None,
    ) -> str:
        """Renders a table with a line for each metric and a column for each task.

        Args:
            metrics: in the order of the lines; by default as the initial column, or the first task, has them.
            initial_column: metric -> a number, or (number, rank).
            initial_column_header: what stands above it.
            task_indices: the tasks, counted from 1; by default all.
            attr_list: attributes whose values stand above the tasks.
            nicknames: value -> what stands for it.
            fmt: "text", "tsv" or "latex".
            which_metrics: "listed", "intersection" or "union".
            rerank: which columns get new ranks.
            baselines_metainfo: says which metrics are baselines.
        """
        column = initial_column and {
            name: tuple(value) if isinstance(value, (list, tuple)) else value
            for name, value in initial_column.items()
        }
        return tasks_table(
            self,
            metrics,
            column,
            initial_column_header,
            task_indices=task_indices,
            attr_list=attr_list or (),
            nicknames=nicknames,
            fmt=fmt,
            which=which_metrics,
            rerank=rerank,
            baselines=_baselines(baselines_metainfo),
        )


def MatrixString(
    corr_ranks: Mapping[str, Sequence[Any]], matrix: Any, pval: float = 0.05, probs: bool = False
) -> str:
    """Returns a line for each metric; see `_printed_tables.ranking_text`."""
    ranks = {name: (found[0], found[1]) for name, found in corr_ranks.items()}
    return ranking_text(ranks, matrix, pval, probs)


def MetricsTable(
    metrics: Sequence[str],
    columns: Iterable[Mapping[str, Sequence[Any]]],
    column_headers: Sequence[Sequence[str]] | None,
    fmt: str = "text",
    which_metrics: str = "listed",
    rerank: Sequence[bool] | None = None,
    baselines_metainfo: MetaInfo | None = None,
) -> str:
    """Renders a table with a line for each metric; see `metrics_table`."""
    cells = [{name: (cell[0], cell[1]) for name, cell in column.items()} for column in columns]
    return metrics_table(
        metrics,
        cells,
        column_headers or (),
        fmt=fmt,
        which=which_metrics,
        rerank=rerank,
        baselines=_baselines(baselines_metainfo),
    )


def _baselines(info: MetaInfo | None) -> set[str]:
    return (info.baseline_metrics if info is not None else None) or set()
