"""Reads the protocols of the WMT metrics tasks: which tasks they averaged, with which weights.

Each is a file in `data/protocols`:

`language_pairs`: the language pairs. `human`: pairs whose other references are scored as systems, with the
values to try; False elsewhere. `domains`: null is all together; sets that are not the official one have their
own. `joint`: attributes of a task over all pairs. `each`: attributes of the tasks of each pair, a list
standing for several. `weigh_by`: attributes by which weight is distributed; without, all tasks count the
same, and the joint one as often as there are pairs. `summary`: the averaged quantity, "ranks" or
"correlations".
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import product
from os import listdir
from os.path import dirname, join
from typing import TYPE_CHECKING

from parbleu._base.progress import no_progress
from parbleu._base.wording import counted
from parbleu._io.json_text import parse_json
from parbleu.errors import OptionError, UnknownNameError
from parbleu.evalset._contents import signature_facts, tokenizer_notes
from parbleu.evalset._evaluation_set import load_evalset
from parbleu.evalset._metric_names import display_base
from parbleu.meta._metric_ranking import RANKS, notes_of_names, worse_than_chance
from parbleu.meta._task_names import values_in
from parbleu.meta._task_set import TaskSet, weights_of
from parbleu.meta._tasks import Task
from parbleu.stats._random_generators import generator_name
from parbleu.stats.permutation_tests import RESAMPLING, PermutationTests
from parbleu.tables import Column, Result, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from parbleu._base.progress import ProgressBar
    from parbleu.evalset._evaluation_set import EvalSet
    from parbleu.evalset._standard_info import Info
    from parbleu.meta._task_set import TaskResults
    from parbleu.meta._tasks import EvalSets
    from parbleu.stats.resampling import Resampling

_DATA = join(dirname(__file__), "data", "protocols")


@dataclass(frozen=True)
class Protocol:
    """The tasks of a metrics task, and how they make one ranking.

    Attributes:
        name: such as "wmt24".
        tasks: the tasks.
        weights: the weight of each.
        summary: the averaged quantity, "ranks" or "correlations".
    """

    name: str
    tasks: TaskSet
    weights: Sequence[float]
    summary: str

    def averages(self, results: TaskResults) -> dict[str, float]:
        """Returns the average correlation or rank of each metric that all tasks have, the best first."""
        if self.summary == "ranks":
            return results.average_ranks(self.weights)
        return results.average_correlations(self.weights)

    def run(
        self,
        evalsets: EvalSets | None = None,
        *,
        generator: str = "mt19937",
        chance: bool = False,
        intervals: bool = False,
        progress: ProgressBar = no_progress,
    ) -> ProtocolResult:
        """Runs all tasks and ranks metrics by the average.

        Args:
            evalsets: (test set, language pair) -> evaluation set. Others are loaded, once.
            generator: "mt19937" or "splitmix64"; draws for all tasks, in their order.
            chance: whether a constant and a random metric are added, which show the chance level.
            intervals: whether there are intervals of correlations.
            progress: shows how far it is.

        Raises:
            OptionError: there shall be intervals of tasks whose ranks are averaged.
            EvalSetError: there are fewer than two systems.
            ParbleuError: an evaluation set cannot be loaded, or has nothing to compare.
        """
        if intervals and self.summary == "ranks":
            raise OptionError(f"{self.name} averages ranks, which have no intervals; run each task alone")
        random, number = PermutationTests(generator=generator).drawing(self.tasks.resampling)
        results = self.tasks.run(
            evalsets, generator=random, chance=chance, intervals=intervals, progress=progress
        )
        n_samples = max((result.n_samples for result in results), default=0)
        if n_samples and self.summary == "correlations":
            ranking = results.average_ranking(self.weights)
            averages = {name: (value, ranking.ranks[name]) for name, value in ranking.correlations.items()}
        else:
            averages = {
                name: (value, rank) for rank, (name, value) in enumerate(self.averages(results).items(), 1)
            }
        sets = list((evalsets or {}).values())
        ranked = {display_base(name) for name in averages}
        return ProtocolResult(
            protocol=self,
            results=results,
            averages=averages,
            baselines=frozenset(name for evalset in sets for name in evalset.info.baseline_metrics or ()),
            n_samples=n_samples,
            seed=number,
            generator=generator_name(random) if n_samples else "",
            signatures=signature_facts(sets, ranked),
            tokenizers=tuple(tokenizer_notes(sets, ranked)),
        )


@dataclass(frozen=True, eq=False)
class ProtocolResult(Result):
    """The ranking that the tasks of a metrics task make together.

    Attributes:
        protocol: the tasks.
        results: one for each task.
        averages: metric -> (average correlation or rank, rank), the best first. Without tests, and for
            average ranks, ranks are 1, 2, 3, ...
        baselines: base names of baselines.
        n_samples: draws of each permutation test, at most; 0 if there was none.
        seed: what the generator began with; None if nothing was drawn.
        generator: what drew; "" if nothing.
        signatures: those that are stored with the scores, by whose they are, such as "BLEU-refA signature".
        tokenizers: sentences about the tokenizer of BLEU scores that are stored without a signature.
    """

    protocol: Protocol
    results: TaskResults
    averages: Mapping[str, tuple[float, int]]
    baselines: frozenset[str]
    n_samples: int
    seed: int | None
    generator: str
    signatures: Mapping[str, str] = field(default_factory=dict)
    tokenizers: tuple[str, ...] = ()

    def tables(self) -> tuple[Table, ...]:
        """Returns a table with a row for each metric: rank, average, and the results in each task.

        Of tasks whose ranks are averaged, people see only the average: there are many.
        """
        by_rank = self.protocol.summary == "ranks"
        names = list(self.averages)
        what, better = ("average_rank", "lower") if by_rank else ("average_correlation", "higher")
        average = "avg. rank" if by_rank else "avg. corr."
        columns = [Column("metric"), Column("rank", kind=int)]
        columns.append(Column(what, average, float, decimals=3, better=better))
        task_columns, cells = self.results.task_columns(names, people=not by_rank)
        rows = [
            [name, self.averages[name][1], self.averages[name][0], *row]
            for name, row in zip(names, zip(*cells, strict=True), strict=True)
        ]
        marks = {
            (number, "metric"): ["baseline"]
            for number, name in enumerate(names)
            if display_base(name) in self.baselines
        }
        task = self.results[0]
        facts = {"tasks": self.protocol.name, "test_set": task.attributes["test_set"]}
        tested = {"n_samples": self.n_samples, "seed": self.seed, "generator": self.generator}
        notes = [RANKS.format(task.alpha)] if self.n_samples else ["Without tests, ranks are just places."]
        table = Table(
            "ranking",
            [*columns, *task_columns],
            rows,
            notes=[
                *notes,
                *notes_of_names(names),
                *self.tokenizers,
                *worse_than_chance(self._below_chance()),
            ],
            facts={**facts, **(tested if self.n_samples else {}), **self.signatures},
            marks=marks,
        )
        return (table,)

    def _below_chance(self) -> list[str]:
        """Returns the metrics with negative correlations, and in how many tasks."""
        tasks_below = Counter(name for result in self.results for name in result.below_chance())
        return [f"{name} (in {counted(number, 'task')})" for name, number in tasks_below.items()]


def run_protocol(
    name: str,
    test_set: str | None = None,
    language_pairs: Sequence[str] | None = None,
    *,
    load: Callable[[str, str], EvalSet] = load_evalset,
    primary: bool = True,
    resampling: Resampling | None = RESAMPLING,
    recalibrate: bool = False,
    gold: str | None = None,
    references: Collection[str] | None = None,
    **options: Any,
) -> ProtocolResult:
    """Ranks metrics as a WMT metrics task did, on its own test set or another one.

    Args:
        name: one of `protocol_names()`.
        test_set: the test set, if it is not the official one.
        language_pairs: its language pairs; by default the official ones.
        load: returns the evaluation set of a test set and a language pair; `load_evalset`, perhaps with
            options, such as `partial(load_evalset, add_metrics_from="scores")`.
        primary: whether only primary metrics compete.
        resampling: draws, seed, level of significance and threads of permutation tests; None for no tests.
        recalibrate: whether tests that exchange pairs exchange whole rows, and calibrate ties for every draw.
        gold: the name of human scores; by default those that are standard.
        references: those that metrics may use; by default the standard one of each pair.
        options: further keyword arguments of `Protocol.run`.

    Raises:
        OptionError: the pairs of another test set are not given, or there shall be intervals of tasks whose
            ranks are averaged.
        EvalSetError: there are fewer than two systems.
        ParbleuError: there is no such protocol or set; or a set cannot be loaded, or has nothing to compare.
    """
    official, pairs = standard_sets(name)
    if test_set not in (None, official) and language_pairs is None:
        raise OptionError(f"name the language pairs of {test_set}, such as en-de")
    chosen_set = test_set or official
    pairs = list(language_pairs or pairs)
    evalsets = {(chosen_set, pair): load(chosen_set, pair) for pair in pairs}
    chosen = protocol(
        name,
        pairs,
        test_set=chosen_set,
        primary=primary,
        resampling=resampling,
        recalibrate=recalibrate,
        gold=gold,
        references=references,
        info={pair: evalset.info for (_, pair), evalset in evalsets.items()},
        domains=None
        if chosen_set == official
        else {pair: evalset.domain_names for (_, pair), evalset in evalsets.items()},
    )
    return chosen.run(evalsets, **options)


def protocol_names() -> list[str]:
    """Returns the names of the protocols, sorted."""
    return sorted(name.removesuffix(".json") for name in listdir(_DATA))


def standard_sets(name: str) -> tuple[str, list[str]]:
    """Returns the test set and the official language pairs of a protocol.

    Raises:
        UnknownNameError: there is no such protocol.
    """
    data = _read(name)
    return data["test_set"], list(data["language_pairs"])


def protocol(
    name: str,
    language_pairs: Iterable[str] | None = None,
    *,
    primary: bool = True,
    resampling: Resampling | None = None,
    recalibrate: bool = False,
    gold: str | None = None,
    references: Collection[str] | None = None,
    info: Mapping[str, Info] | None = None,
    test_set: str | None = None,
    domains: Mapping[str, Iterable[str]] | None = None,
) -> Protocol:
    """Returns the tasks of a WMT metrics task.

    Args:
        name: one of `protocol_names()`.
        language_pairs: the language pairs; by default the official ones.
        primary: whether only primary metrics compete.
        resampling: of permutation tests; the official rankings used 1000 draws. None for no tests.
        recalibrate: whether tests that exchange pairs exchange whole rows, and calibrate ties for every draw.
        gold: the name of human scores; by default those that are standard.
        references: those that metrics may use; by default the standard one of each pair.
        info: language pair -> what is standard for it; None for what the sets say.
        test_set: another test set than the official one.
        domains: language pair -> its domains, if a protocol looks at each; by default the official ones.

    Raises:
        UnknownNameError: there is no such protocol or pair.
        OptionError: a pair has no standard gold scores, and `gold` is not given.
    """
    data = _read(name)
    chosen = sorted(language_pairs or data["language_pairs"])
    chosen_set = test_set or data["test_set"]
    shared = {
        "test_set": chosen_set,
        "primary": primary,
        "resampling": resampling,
        "gold": gold,
        "references": None if references is None else set(references),
        "info": info,
    }
    human = {lang: data.get("human", {}).get(lang, [False]) for lang in chosen}
    tasks = []
    if "joint" in data:
        any_human = {"human": any(True in human[lang] for lang in chosen)}
        for_each = {
            name: [shared[name]] * len(chosen) for name in ("gold", "references") if shared[name] is not None
        }
        attributes = {**shared, **any_human, **data["joint"], **for_each}
        tasks.append(Task(**attributes, language_pair=",".join(chosen)))
    for lang in chosen:
        chosen_domains = data.get("domains", [None])
        if domains is not None and len(chosen_domains) > 1:
            chosen_domains = [None, *domains[lang]]
        for attributes in _of_each(data, human[lang], chosen_domains):
            if recalibrate and attributes.get("exchange") == "pairs":
                attributes["exchange"] = "rows"
            tasks.append(Task(**{**shared, **attributes, "language_pair": lang}))
    if "weigh_by" in data:
        weights = weights_of([values_in(task.name) for task in tasks], data["weigh_by"])
    else:
        counts = [len(task.language_pairs) for task in tasks]
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
    known = protocol_names()
    if name not in known:
        advice = "`parbleu meta matrix -t SET -l PAIR` ranks the metrics of any evaluation set"
        raise UnknownNameError("protocol of a metrics task", name, known, advice, of_year=True)
    with open(join(_DATA, f"{name}.json"), "rb") as file:
        data: dict[str, Any] = parse_json(file.read())
    return data
