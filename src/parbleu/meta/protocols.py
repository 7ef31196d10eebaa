"""How the WMT metrics tasks ranked metrics: tasks, weights, and what is averaged.

Each is a file in `data/protocols`:

`langs`: the language pairs. `human`: pairs whose other references are scored as systems, with the values to
try; False elsewhere. `domains`: null is all together; sets that are
not the official one have their own. `joint`: attributes of a task over all pairs. `each`:
attributes of the tasks of each pair, a list standing for several. `weigh_by`: attributes by which weight is
distributed; without, all tasks count the same, and the joint one as often as there are pairs. `summary`:
what is averaged, "ranks" or "correlations".
"""

from __future__ import annotations

from itertools import product
from os import listdir
from os.path import dirname, join

from parbleu.errors import UnknownNameError
from parbleu.meta.task_set import TaskSet, weights_of
from parbleu.meta.tasks import Task, values_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any

    from parbleu.evalset.standard_info import Info
    from parbleu.meta.task_set import TaskResults

_DATA = join(dirname(__file__), "data", "protocols")


class Protocol:
    """The tasks of a metrics task, and how they make one ranking.

    Attributes:
        name: such as "wmt24".
        tasks: the tasks.
        weights: the weight of each.
        summary: what is averaged, "ranks" or "correlations".
    """

    __slots__ = ("name", "summary", "tasks", "weights")

    def __init__(self, name: str, tasks: TaskSet, weights: list[float], summary: str) -> None:
        self.name = name
        self.tasks = tasks
        self.weights = weights
        self.summary = summary

    def averages(self, results: TaskResults) -> dict[str, float]:
        """Returns the average correlation or rank of each metric that all tasks have, the best first."""
        if self.summary == "ranks":
            return results.average_ranks(self.weights)
        return results.average_corrs(self.weights)


def protocol_names() -> list[str]:
    """Returns the names of the protocols, sorted."""
    return sorted(name.removesuffix(".json") for name in listdir(_DATA))


def standard_sets(name: str) -> tuple[str, list[str]]:
    """Returns the test set and the official language pairs of a protocol.

    Raises:
        UnknownNameError: there is no such protocol.
    """
    data = _read(name)
    return data["test_set"], list(data["langs"])


def protocol(
    name: str,
    langs: Iterable[str] | None = None,
    *,
    primary: bool = True,
    k: int = 0,
    gold: str | None = None,
    info: Mapping[str, Info] | None = None,
    test_set: str | None = None,
    domains: Mapping[str, Iterable[str]] | None = None,
) -> Protocol:
    """Returns the tasks of a WMT metrics task.

    Args:
        name: one of `protocol_names()`.
        langs: language pairs; by default the official ones.
        primary: whether only primary metrics compete.
        k: draws of permutation tests; the official rankings used 1000.
        gold: the name of human scores; by default those that are standard.
        info: as in `Task`.
        test_set: another test set than the official one.
        domains: language pair -> its domains, if a protocol looks at each; by default the official ones.

    Raises:
        UnknownNameError: there is no such protocol or pair.
        OptionError: a pair has no standard gold scores, and `gold` is not given.
    """
    data = _read(name)
    chosen = sorted(langs or data["langs"])
    chosen_set = test_set or data["test_set"]
    shared = {"test_set": chosen_set, "primary": primary, "k": k, "gold": gold, "info": info}
    human = {lang: data.get("human", {}).get(lang, [False]) for lang in chosen}
    tasks = []
    if "joint" in data:
        any_human = {"human": any(True in human[lang] for lang in chosen)}
        golds = None if gold is None else [gold] * len(chosen)
        tasks.append(
            Task(**{**shared, **any_human, **data["joint"], "lang": ",".join(chosen), "gold": golds})
        )
    for lang in chosen:
        chosen_domains = data.get("domains", [None])
        if domains is not None and len(chosen_domains) > 1:
            chosen_domains = [None, *domains[lang]]
        for attributes in _of_each(data, human[lang], chosen_domains):
            tasks.append(Task(**{**shared, **attributes, "lang": lang}))  # noqa: PERF401 - clearer so
    if "weigh_by" in data:
        weights = weights_of([values_in(task.name) for task in tasks], data["weigh_by"])
    else:
        counts = [len(task.langs) for task in tasks]
        weights = [count / sum(counts) for count in counts]
    return Protocol(name, TaskSet.of(tasks), weights, data["summary"])


def _of_each(
    data: Mapping[str, Any], human: list[bool], domains: list[str | None]
) -> Iterator[dict[str, Any]]:
    """Yields the attributes of the tasks of a language pair."""
    for domain in domains:
        for entry in data["each"]:
            values = [value if isinstance(value, list) else [value] for value in entry.values()]
            for scored, *rest in product(human, *values):
                yield {"domain": domain, "human": scored, **dict(zip(entry, rest, strict=True))}


def _read(name: str) -> dict[str, Any]:
    import json

    if name not in protocol_names():
        raise UnknownNameError("protocol of a metrics task", name, protocol_names())
    with open(join(_DATA, f"{name}.json"), encoding="utf-8") as file:
        data: dict[str, Any] = json.load(file)
    return data
