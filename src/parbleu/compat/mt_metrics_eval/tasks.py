"""The module `tasks` of MT Metrics Eval: tasks of metrics, and those of the WMT metrics tasks."""

from __future__ import annotations

from dataclasses import fields
from inspect import Parameter, Signature
from itertools import product
from typing import TYPE_CHECKING

from parbleu.compat.mt_metrics_eval import _functions, meta_info, stats
from parbleu.compat.mt_metrics_eval._metric_comparison import compare_accuracy, compare_contest
from parbleu.compat.mt_metrics_eval._task_results import MatrixString as MatrixString
from parbleu.compat.mt_metrics_eval._task_results import MetricsTable as MetricsTable
from parbleu.compat.mt_metrics_eval._task_results import TaskResults as TaskResults
from parbleu.compat.mt_metrics_eval._task_results import TaskSetResults as TaskSetResults
from parbleu.compat.mt_metrics_eval.data import EvalSet
from parbleu.evalset.levels import WORDS, spelled_out
from parbleu.meta.protocols import protocol, standard_sets
from parbleu.meta.tasks import Task as Native
from parbleu.meta.tasks import attribute_words, shown_value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
    from typing import Any, ClassVar

    from parbleu.evalset.standard_info import Info

    EvalSets = MutableMapping[tuple[str, str], EvalSet]
    Weighted = tuple["TaskSet", list[float]]

CORRELATION_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "pearson": _functions.pearsonr,
    "kendall": _functions.kendalltau,
    "spearman": _functions.spearmanr,
    "accuracy": _functions.Agreement,
    "KendallLike": _functions.KendallLike,
    "KendallVariants": _functions.KendallVariants,
    "KendallWithTiesOpt": _functions.KendallWithTiesOpt,
    "pce": _functions.PairwiseConfidenceError,
}
"""Name of a correlation -> what computes it."""


def Attributes() -> list[str]:
    """Returns the attributes of tasks, in the order of their names."""
    return list(attribute_words().values())


_NAMES = {word: name for name, word in attribute_words().items()}
"""MT Metrics Eval's name of an attribute -> its name in `parbleu.meta.Task`."""

_SPELLED = ("level", "avg_by")
"""Attributes whose values MT Metrics Eval abbreviates."""


class _Task(Native):
    """A task for which what `meta_info` says now is standard."""

    def _info(self, pair: str) -> Info:
        if self.info is None and (found := meta_info.DATA.get(self.test_set, {}).get(pair)):
            return meta_info.as_info(found)
        return super()._info(pair)


class Task:
    """A comparison of metrics with all that it depends on.

    The attributes are those of `parbleu.meta.Task` in the same order, with MT Metrics Eval's names and
    values.
    """

    __signature__: ClassVar[Signature] = Signature(
        [
            Parameter(word, Parameter.POSITIONAL_OR_KEYWORD, default=field.default)
            for field, word in zip(fields(Native), [*attribute_words().values(), "info"], strict=True)
        ]
    )

    native: Native

    def __init__(self, *values: Any, **named: Any) -> None:
        given = {**dict(zip([*Attributes(), "info"], values, strict=False)), **named}
        for name in set(_SPELLED) & given.keys():
            given[name] = spelled_out(given[name])
        vars(self)["native"] = _Task(**{_NAMES.get(word, word): value for word, value in given.items()})

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        value = getattr(vars(self)["native"], _NAMES.get(name, name))
        return WORDS.get(value, value) if name in _SPELLED else value

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self.native, _NAMES.get(name, name), spelled_out(value) if name in _SPELLED else value)

    def __eq__(self, other: object) -> bool:
        return self.native == other.native if isinstance(other, Task) else NotImplemented

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Task({', '.join(f'{name}={getattr(self, name)!r}' for name in Attributes())})"

    @property
    def name(self) -> str:
        """All attributes and values: `attr=value`, separated by blanks."""
        return self.native.name

    def StrVal(self, attr: str) -> str:
        """Returns the value of an attribute as the name of the task has it."""
        return shown_value(getattr(self, attr))

    def _StdGold(self, lang: str, level: str) -> str | None:
        """Returns the name of the standard human scores; None if there are none."""
        return self.native._info(lang).std_gold.get(spelled_out(level))

    def _StdRefs(self, lang: str) -> set[str]:
        """Returns the standard reference."""
        return {self.native._info(lang).std_ref}

    def Run(
        self, eval_set_dict: Mapping[tuple[str, str], EvalSet] | None = None, parallel_file: str | None = None
    ) -> TaskResults:
        """Compares the metrics.

        Evaluation sets are given by (test set, language pair); others are loaded. `parallel_file` changes
        nothing.

        Raises:
            ParbleuError: an evaluation set cannot be loaded, or there is nothing to compare.
        """
        loaded = dict(eval_set_dict or {})
        self.load_missing(loaded)
        contests = self.contests({key: evalset.native for key, evalset in loaded.items()})
        params = stats.PermutationSigDiffParams(self.block_size, self.early_min, self.early_max)
        if self.corr_fcn == "accuracy":
            found = compare_accuracy(contests, self.k, params, self.pval)
        else:
            function = CORRELATION_FUNCTIONS[self.corr_fcn]
            options = self.replace_nans_with_zeros, self.perm_test, self.corr_fcn_args
            found = compare_contest(contests[0], function, self.avg_by, self.k, params, self.pval, *options)
        return TaskResults(self, found)

    def load_missing(self, loaded: EvalSets) -> None:
        """Loads the evaluation sets of this task that are not there yet, with their metrics."""
        for lang in self.language_pairs:
            if (self.test_set, lang) not in loaded:
                loaded[self.test_set, lang] = EvalSet(self.test_set, lang, True)


class TaskSet:
    """A list of tasks.

    Args:
        attr_combs: attribute -> values; there is a task for each combination, the last attribute changing
            fastest. Without it, the list is empty.
        attrs: attributes that all of these tasks have.

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
        """Runs all tasks, one after another.

        Args:
            eval_set_dict: (test set, language pair) -> evaluation set; others are loaded, once. Without it,
                those of the last run are used again.
        """
        if eval_set_dict is not None:
            self.eval_set_dict = dict(eval_set_dict)
        results = []
        for task in self.tasks:
            task.load_missing(self.eval_set_dict)
            results.append(task.Run(self.eval_set_dict))
        return TaskSetResults(results)


def WMT23(
    lps: Sequence[str] | None = None, primary: bool = True, k: int = 0, gold: str | None = None
) -> Weighted:
    """Returns the tasks of the WMT 2023 metrics task and their weights.

    Args:
        lps: language pairs; by default the official ones.
        primary: whether only primary metrics compete.
        k: draws of permutation tests; the official ranking used 1000.
        gold: the name of human scores; by default those that are standard.
    """
    return _tasks_of("wmt23", lps, primary, k, gold)


def WMT24OnWMT23(
    lps: Sequence[str] | None = None, primary: bool = True, k: int = 0, gold: str | None = None
) -> Weighted:
    """Returns the tasks of 2024 on the test set of 2023; see `WMT23`."""
    return _tasks_of("wmt24-on-wmt23", lps, primary, k, gold)


def WMT24(
    lps: Sequence[str] | None = None, primary: bool = True, k: int = 0, gold: str | None = None
) -> Weighted:
    """Returns the tasks of the WMT 2024 metrics task; see `WMT23`."""
    return _tasks_of("wmt24", lps, primary, k, gold)


def WMT25(
    lps: Sequence[str] | None = None, primary: bool = True, k: int = 0, gold: str | None = None
) -> Weighted:
    """Returns the tasks of the WMT 2025 metrics task; see `WMT23`."""
    return _tasks_of("wmt25", lps, primary, k, gold)


def _tasks_of(name: str, lps: Sequence[str] | None, primary: bool, k: int, gold: str | None) -> Weighted:
    known = meta_info.DATA.get(standard_sets(name)[0], {})
    info = {lang: meta_info.as_info(found) for lang, found in known.items()}
    chosen = protocol(name, lps, primary=primary, n_samples=k, gold=gold, info=info)
    found = TaskSet()
    for task in chosen.tasks:
        values = {field.name: getattr(task, field.name) for field in fields(task)}
        found.Append(Task(**{**values, "info": None}))
    return found, list(chosen.weights)
