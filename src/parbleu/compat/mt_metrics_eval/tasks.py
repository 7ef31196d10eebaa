"""The module `tasks` of MT Metrics Eval: tasks of metrics, those of the WMT metrics tasks, and results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from dataclasses import replace
from inspect import Signature
from itertools import product
from typing import Any, ClassVar

import numpy

from parbleu.compat.mt_metrics_eval import meta_info, stats
from parbleu.compat.mt_metrics_eval._original import of_native, original, signatures
from parbleu.compat.mt_metrics_eval._printed_tables import (
    check_attributes,
    metrics_table,
    ranking_text,
    tasks_table,
)
from parbleu.compat.mt_metrics_eval.data import EvalSet, compare_accuracy, compare_contest, resampling
from parbleu.evalset._standard_info import Info
from parbleu.meta import _task_set as task_set
from parbleu.meta._protocols import protocol, standard_sets
from parbleu.meta._task_names import (
    OUR_WORDS,
    mtme_attributes,
    mtme_value,
    our_attributes,
    our_value,
    shown_value,
    task_name,
    values_in,
)
from parbleu.meta._task_result import TaskResult
from parbleu.meta._tasks import Task as Native
from parbleu.stats.permutation_tests import EarlyStopping

EvalSets = MutableMapping[tuple[str, str], EvalSet]
Weighted = tuple["TaskSet", list[float]]

CORRELATION_FUNCTIONS: dict[str, Callable[..., Any]] = {
    name: function for function, (name, _) in stats._NATIVE.items()
}
"""Name of a correlation -> what computes it."""

STOPPING = ("block_size", "early_min", "early_max")
"""The attributes of a task that make an `EarlyStopping`."""

MatrixString: Callable[..., str] = original("tasks.MatrixString")(ranking_text)
MetricsTable: Callable[..., str] = original("tasks.MetricsTable")(metrics_table)


def Attributes() -> list[str]:
    """Returns the attributes of tasks, in the order of their names."""
    return list(OUR_WORDS)


class _StandardTask(Native):
    """A task for which what `meta_info` says now is standard."""

    def _info(self, pair: str) -> Info:
        if self.info is None and (described := meta_info.DATA.get(self.test_set, {}).get(pair)):
            return meta_info.as_info(described)
        return super()._info(pair)


class Task:
    """A comparison of metrics with all that it depends on: a `parbleu.meta.Task` in other words."""

    __signature__: ClassVar[Signature] = Signature(
        list(signatures()["tasks.Task.__init__"].parameters.values())[1:]
    )
    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    native: Native
    pval: float

    @original("tasks.Task.__init__")
    def __init__(self, **given: Any) -> None:
        given["stopping"] = EarlyStopping(*(given.pop(name) for name in STOPPING))
        vars(self)["pval"] = given.pop("alpha")
        given["resampling"] = resampling(given.pop("n_samples"), self.pval)
        vars(self)["native"] = _StandardTask(**given)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if name not in OUR_WORDS:
            return getattr(vars(self)["native"], name)
        attribute = OUR_WORDS[name]
        return mtme_value(attribute, vars(self)["native"].attributes[attribute])

    def __setattr__(self, name: str, value: Any) -> None:
        attribute = OUR_WORDS.get(name, name)
        if name in STOPPING:
            attribute, value = "stopping", replace(self.native.stopping, **{name: value})
        elif name in ("k", "pval"):
            vars(self)["pval"], n_samples = (self.pval, value) if name == "k" else (value, self.k)
            attribute, value = "resampling", resampling(n_samples, self.pval)
        setattr(self.native, attribute, our_value(attribute, value))

    def __eq__(self, other: object) -> bool:
        return self.name == other.name if isinstance(other, Task) else NotImplemented

    def __repr__(self) -> str:
        return f"Task({', '.join(f'{name}={getattr(self, name)!r}' for name in Attributes())})"

    @property
    def name(self) -> str:
        """All attributes and values: `attr=value`, separated by blanks."""
        return task_name(mtme_attributes(self.native.attributes | {"alpha": self.pval}))

    def StrVal(self, attr: str) -> str:
        """Returns the value of an attribute as the name of the task has it."""
        return shown_value(getattr(self, attr))

    @original("tasks.Task._StdGold")
    def _StdGold(self, language_pair: str, level: str) -> str | None:
        """Returns the name of the standard human scores; None if there are none."""
        return self.native._info(language_pair).std_gold.get(level)

    @original("tasks.Task._StdRefs")
    def _StdRefs(self, language_pair: str) -> set[str]:
        """Returns the standard reference."""
        return {self.native._info(language_pair).std_ref}

    @original("tasks.Task.Run")
    def Run(self, eval_set_dict: Mapping[tuple[str, str], EvalSet] | None) -> TaskResults:
        """Compares the metrics. Evaluation sets that are not given are loaded."""
        task, loaded = self.native, dict(eval_set_dict or {})
        self.load_missing(loaded)
        contests = task.contests({key: evalset.native for key, evalset in loaded.items()})
        how: dict[str, Any] = {"n_samples": self.k, "stopping": task.stopping, "alpha": self.pval}
        if task.correlation == "accuracy":
            return TaskResults(self, compare_accuracy(contests, **how))
        names = ("average_by", "undefined", "exchange", "correlation_options")
        how |= {name: getattr(task, name) for name in names}
        return TaskResults(self, compare_contest(contests[0], CORRELATION_FUNCTIONS[task.correlation], **how))

    def load_missing(self, loaded: EvalSets) -> None:
        """Loads the evaluation sets of this task that are not there yet, with their metrics."""
        for pair in self.native.language_pairs:
            if (self.test_set, pair) not in loaded:
                loaded[self.test_set, pair] = EvalSet(self.test_set, pair, True)


class TaskSet:
    """A list of tasks: one for each combination of values, the last attribute changing fastest.

    Attributes:
        tasks: the tasks.
        eval_set_dict: (test set, language pair) -> evaluation set, as the last run had them.
    """

    def __init__(self, attr_combs: Mapping[str, Iterable[Any]] | None = None, **attrs: Any) -> None:
        self.tasks: list[Task] = []
        self.eval_set_dict: dict[tuple[str, str], EvalSet] = {}
        for values in product(*attr_combs.values()) if attr_combs else ():
            self.tasks.append(Task(**{**attrs, **dict(zip(attr_combs or (), values, strict=True))}))

    def Append(self, task: Task) -> None:
        """Adds a task."""
        self.tasks.append(task)

    def __add__(self, other: TaskSet) -> TaskSet:
        joined = TaskSet()
        joined.tasks = [*self.tasks, *other.tasks]
        return joined

    def __iter__(self) -> Iterator[Task]:
        return iter(self.tasks)

    def __len__(self) -> int:
        return len(self.tasks)

    def Run(self, eval_set_dict: Mapping[tuple[str, str], EvalSet] | None = None) -> TaskSetResults:
        """Runs all tasks, one after another; without evaluation sets, with those of the last run."""
        if eval_set_dict is not None:
            self.eval_set_dict = dict(eval_set_dict)
        results = []
        for task in self.tasks:
            task.load_missing(self.eval_set_dict)
            results.append(task.Run(self.eval_set_dict))
        return TaskSetResults(results)


class _Load:
    """`TaskResults.Load(f)` returns what a file holds; of an object, it fills that, too."""

    def __get__(self, instance: TaskResults | None, owner: type[TaskResults]) -> Callable[..., TaskResults]:
        def load(filename: Any) -> TaskResults:
            made, loaded = owner() if instance is None else instance, TaskResult.load(filename)
            ranks = {metric: [loaded.correlations[metric], loaded.ranks[metric]] for metric in loaded.metrics}
            made._fill(ranks, loaded.p_values, loaded.draws_index, loaded.draws)
            made.name, made.pval = task_name(mtme_attributes(loaded.attributes)), loaded.alpha
            return made

        return load


class TaskResults:
    """The outcome of a task.

    Attributes:
        name: that of the task.
        pval: which p-values are significant.
        corr_ranks: metric -> [correlation, rank], the best first.
        matrix: float64 (metrics, metrics): p-values; above the diagonal they count.
        draws_index: int32 (metrics, metrics): where the draws of a pair begin and, below the diagonal, end.
        draws_list: float64 (draws, 2): correlations of hybrids in permutation tests.
    """

    def __init__(self, task: Task | None = None, compare_metrics_results: Any = None) -> None:
        nothing: Any = {}, numpy.zeros((0, 0)), numpy.zeros((0, 0), numpy.int32), numpy.zeros((0, 2))
        self._fill(*(compare_metrics_results or nothing))
        self.name: str = "" if task is None else task.name
        self.pval: float = 0.05 if task is None else task.pval

    def _fill(self, ranks: Mapping[str, Iterable[Any]], *arrays: Any) -> None:
        self.corr_ranks: dict[str, list[Any]] = {metric: list(ranked) for metric, ranked in ranks.items()}
        self.matrix: numpy.ndarray[Any, Any]
        self.draws_index: numpy.ndarray[Any, Any]
        self.draws_list: numpy.ndarray[Any, Any]
        self.matrix, self.draws_index, self.draws_list = map(numpy.asarray, arrays)

    @property
    def native(self) -> TaskResult:
        """The same as parbleu has it."""
        attributes = our_attributes(self.attr_vals)
        correlations, ranks = ({name: row[of] for name, row in self.corr_ranks.items()} for of in (0, 1))
        arrays = self.matrix, self.draws_index, self.draws_list
        n_samples = int(attributes.get("n_samples", 0))
        name = task_name(attributes)
        return TaskResult(correlations, ranks, *arrays, self.pval, n_samples=n_samples, name=name)

    @property
    def attr_vals(self) -> dict[str, str]:
        """The attributes of the task and their values, as its name has them."""
        return values_in(self.name) if self.name else {}

    @property
    def metrics(self) -> list[str]:
        """The names of the metrics, the best first."""
        return list(self.corr_ranks)

    @property
    def range(self) -> tuple[float, float]:
        """The correlations of the worst and of the best possible metric."""
        return self.native.range

    Corr: Any = of_native("tasks.TaskResults.Corr", "correlation")
    Rank: Any = of_native("tasks.TaskResults.Rank", "rank")
    Sig: Any = of_native("tasks.TaskResults.Sig", "is_better")
    Draws: Any = of_native("tasks.TaskResults.Draws", "draws_of")
    Save: Any = of_native("tasks.TaskResults.Save", "save", filename="prefix")
    Load: ClassVar[_Load] = _Load()

    def Str(self, probs: bool = False) -> str:
        """Returns a line for each metric; see `_printed_tables.ranking_text`."""
        return ranking_text(self.corr_ranks, self.matrix, self.pval, probs)

    def __str__(self) -> str:
        return self.Str()

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return self.native == other.native if isinstance(other, TaskResults) else NotImplemented


class TaskSetResults:
    """The results of tasks."""

    def __init__(self, results: Iterable[TaskResults]) -> None:
        self.results: list[TaskResults] = list(results)

    @property
    def native(self) -> task_set.TaskResults:
        """The same as parbleu has it."""
        return task_set.TaskResults([result.native for result in self.results])

    def Append(self, result: TaskResults) -> None:
        """Adds a result."""
        self.results.append(result)

    def __add__(self, other: TaskSetResults) -> TaskSetResults:
        return TaskSetResults([*self.results, *other.results])

    def __iter__(self) -> Iterator[TaskResults]:
        return iter(self.results)

    def __len__(self) -> int:
        return len(self.results)

    def __getitem__(self, index: int) -> TaskResults:
        return self.results[index]

    AverageRanks: Any = of_native("tasks.TaskSetResults.AverageRanks", "average_ranks")
    AverageCorrs: Any = of_native("tasks.TaskSetResults.AverageCorrs", "average_correlations")

    @original("tasks.TaskSetResults.AssignWeights")
    def AssignWeights(self, attributes: Iterable[str], total: float) -> list[float]:
        """Returns the weight of each result; see `parbleu.meta._task_set.weights_of`."""
        return self.native.weights_by([OUR_WORDS.get(word, word) for word in attributes], total)

    def SplitByAttr(self, attr: str) -> dict[str, TaskSetResults]:
        """Returns value of an attribute -> the results that have it, in order."""
        check_attributes([attr])
        values = dict.fromkeys(result.attr_vals[attr] for result in self.results)
        return {
            value: TaskSetResults(result for result in self.results if result.attr_vals[attr] == value)
            for value in values
        }

    @original("tasks.TaskSetResults.AverageCorrMatrix")
    def AverageCorrMatrix(self, weights: Any, alpha: float) -> tuple[dict[str, list[Any]], Any]:
        """Ranks metrics by their average correlation: metric -> [average, rank], and p-values."""
        ranking = self.native.average_ranking(weights, alpha)
        ranks = {name: [ranking.correlations[name], ranking.ranks[name]] for name in ranking.metrics}
        return ranks, ranking.p_values

    Table: Any = original("tasks.TaskSetResults.Table", self="results")(tasks_table)


def _tasks_of(name: str) -> Callable[..., Weighted]:
    """Returns the function that makes the tasks of a metrics task."""

    def tasks(language_pairs: Iterable[str] | None, n_samples: int, **given: Any) -> Weighted:
        known = meta_info.DATA.get(standard_sets(name)[0], {})
        info = {pair: meta_info.as_info(described) for pair, described in known.items()}
        chosen = protocol(name, language_pairs, info=info, resampling=resampling(n_samples), **given)
        made = TaskSet()
        made.tasks = [Task(**mtme_attributes(task.attributes)) for task in chosen.tasks]
        return made, list(chosen.weights)

    return tasks


WMT23: Callable[..., Weighted] = original("tasks.WMT23")(_tasks_of("wmt23"))
WMT24OnWMT23: Callable[..., Weighted] = original("tasks.WMT24OnWMT23")(_tasks_of("wmt24-on-wmt23"))
WMT24: Callable[..., Weighted] = original("tasks.WMT24")(_tasks_of("wmt24"))
WMT25: Callable[..., Weighted] = original("tasks.WMT25")(_tasks_of("wmt25"))
