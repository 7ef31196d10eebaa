"""Tasks, their names, their weights, and averages over many."""

from contextlib import contextmanager
from dataclasses import replace

import numpy as np
import pytest

from parbleu.errors import (
    EvalSetError,
    OptionError,
    UnknownLanguagePairError,
    UnknownNameError,
    UnreadableFileError,
)
from parbleu.evalset import Info
from parbleu.meta._protocols import ProtocolResult, protocol, protocol_names
from parbleu.meta._task_names import values_in
from parbleu.meta._task_result import TaskResult
from parbleu.meta._task_set import TaskResults, TaskSet
from parbleu.meta._tasks import Task
from parbleu.stats.resampling import Resampling

INFO = {"en-de": Info("refA", {"segment": "mqm", "system": "mqm"}), "en-fr": Info("refB", {"system": "mqm"})}


@pytest.mark.parametrize(
    ("attributes", "error", "problem"),
    [
        ({"test_set": "wmt99"}, UnknownNameError, "unknown evaluation set 'wmt99'"),
        ({"language_pair": "xx-yy"}, UnknownLanguagePairError, "xx-yy"),
        ({"correlation": "phi"}, OptionError, "unknown correlation 'phi': choose from"),
        ({"correlation": "accuracy", "level": "segment"}, OptionError, "accuracy needs level"),
        (
            {"correlation": "accuracy", "language_pair": "en-de,zh-en", "gold": "mqm"},
            OptionError,
            "gold must be a list with one value for each",
        ),
        ({"language_pair": "en-de,zh-en"}, OptionError, "accuracy takes several language pairs"),
        ({"gold": ["mqm"]}, OptionError, "only the correlation accuracy takes a list"),
        ({"references": "refA"}, OptionError, "references must be a set of names"),
        ({"level": "document"}, OptionError, "no standard human scores at the level document"),
    ],
)
def test_wrong_tasks(attributes, error, problem):
    with pytest.raises(error, match=problem):
        Task(**attributes)


def test_names_say_everything():
    task = Task(
        language_pair="en-de",
        references={"refB", "refA"},
        correlation_options={"b": [1, 2], "a": "x"},
        level="document",
        gold="own",
    )
    assert values_in(task.name)["references"] == "{'refA','refB'}"
    assert values_in(task.name)["correlation_options"] == "{'a':'x','b':[1,2]}"
    both = Task("mine", "en-de,en-fr", correlation="accuracy", info=INFO)
    assert values_in(both.name)["references"] == "[{'refA'},{'refB'}]"
    assert Task(language_pair="en-de", correlation="accuracy", gold="mqm", references={"refA"}).gold == [
        "mqm"
    ]


def test_a_task_runs_on_a_set_of_ones_own(tree):
    evalset = tree.load()
    evalset.add_metric("New", [], "segment", {name: [1, 2, 3, 4] for name in evalset.sys_names})
    resampling = Resampling(n_samples=5, alpha=0.5, seed=1)
    task = Task(
        "tiny", "en-de", level="segment", info={"en-de": evalset.info}, primary=False, resampling=resampling
    )
    found = task.run({("tiny", "en-de"): evalset}, chance=True)
    assert found.name == task.name
    assert found.alpha == 0.5
    assert sorted(found.metrics) == ["(constant)", "(random)", "*Len[noref]", "*New[noref]"]
    pce = Task("tiny", "en-de", correlation="pce", info={"en-de": evalset.info}, resampling=None)
    assert pce.contests({("tiny", "en-de"): evalset})[0].gold.shape == (2, 4)


def test_a_set_of_ones_own_says_what_is_standard(tree, monkeypatch):
    monkeypatch.setenv("PARBLEU_EVALSETS", str(tree.root))
    assert Task("tiny", "en-de", level="segment").gold == "mqm"
    with pytest.raises(UnknownNameError, match="unknown evaluation set 'tiny'"):
        Task("tiny", "en-fr")


def test_sets_are_loaded_once(tree, monkeypatch):
    monkeypatch.setenv("PARBLEU_EVALSETS", str(tree.root))
    info = {"en-de": tree.load().info}
    loads = []
    monkeypatch.setattr(Task, "load", lambda self, load=Task.load: loads.append(self) or load(self))
    tasks = TaskSet(
        {"correlation": ["pearson", "kendall"], "average_by": ["none", "item"]},
        test_set="tiny",
        level="segment",
        resampling=None,
        info=info,
    )
    done = []

    @contextmanager
    def progress(what, total):
        assert (what, total) == ("tasks", 4)
        yield lambda: done.append(1)

    results = tasks.run(progress=progress)
    assert [(task.correlation, task.average_by) for task in tasks][:3] == [
        ("pearson", "none"),
        ("pearson", "item"),
        ("kendall", "none"),
    ]
    assert (len(tasks), len(results), len(done), len(loads)) == (4, 4, 4, 1)
    assert len(tasks + TaskSet.of(tasks)) == 8
    (more := TaskSet()).append(tasks.tasks[0])
    assert len(more) == 1


def result(name, ranks, draws=(), **attributes):
    task = Task(**{"correlation": "pearson", **attributes})
    count = len(ranks)
    index = np.zeros((count, count), dtype=np.int32)
    total = 0
    for row in range(count):
        for column in range(row + 1, count):
            index[row, column], index[column, row] = total, total + len(draws)
            total += len(draws)
    found = np.array(list(draws) * (total // max(1, len(draws)))).reshape(-1, 2)
    correlations, ranks = ({name: row[place] for name, row in ranks.items()} for place in (0, 1))
    p_values = np.zeros((count, count))
    return TaskResult(correlations, ranks, p_values, index, found, n_samples=1000, name=task.name)


@pytest.fixture
def results():
    return TaskResults(
        [
            result("a", {"m": (0.5, 1), "n": (0.2, 2), "o": (0.1, 3)}, [(0.5, 0.1), (0.1, 0.2)]),
            result("b", {"n": (0.9, 1), "m": (0.7, 1)}, [(0.4, 0.3)], correlation="accuracy"),
            result("c", {"n": (0.9, 1), "m": (0.6, 2)}, [(0.4, 0.3)], level="segment"),
        ]
    )


def test_averages(results):
    weights = results.weights_by(["level", "correlation"])
    assert weights == [0.25, 0.25, 0.5]
    assert results.average_ranks(weights) == {"n": 1.25, "m": 1.5}
    assert results.average_correlations(weights) == pytest.approx(
        {"n": 0.25 * 0.6 + 0.25 * 0.9 + 0.5 * 0.95, "m": 0.25 * 0.75 + 0.25 * 0.7 + 0.5 * 0.8}
    )
    assert results.average_ranks()["m"] == pytest.approx(4 / 3)
    with pytest.raises(OptionError, match="2 weights for 3 tasks"):
        results.average_ranks([0.5, 0.5])
    with pytest.raises(OptionError, match="tasks have the attributes"):
        results.weights_by(["colour"])
    assert TaskResults([]).common_metrics() == []


def test_significance_of_averages(results):
    weights = [0.25, 0.25, 0.5]
    found = results.average_ranking(weights)
    assert found.metrics == ["n", "m"]
    # Of n and m; where m is the better one in a task, the columns change places.
    null = 0.25 * np.array([-0.4, 0.1]) / 2 + 0.25 * 0.1 + 0.5 * 0.1 / 2
    observed = found.correlation("n") - found.correlation("m")
    assert found.p_values[0, 1] == (null >= observed).mean()
    with pytest.raises(EvalSetError, match="give it a resampling"):
        TaskResults([result("a", {"m": (1, 1), "n": (0, 2)})]).average_ranking()


def test_splitting(results):
    parts = results.split_by("level")
    assert {value: len(part) for value, part in parts.items()} == {"system": 2, "segment": 1}
    assert parts["segment"][0] is results[2]
    with pytest.raises(OptionError):
        results.split_by("colour")


def test_ranges():
    for attributes, expected in [
        ({"correlation": "pearson"}, (-1, 1)),
        ({"correlation": "pce"}, (0, 1)),
        ({"correlation": "KendallWithTiesOpt"}, (0, 1)),
        ({"correlation": "KendallWithTiesOpt", "correlation_options": {"variant": "23"}}, (-1, 1)),
        ({"correlation": "KendallVariants", "correlation_options": {"variant": "acc23"}}, (0, 1)),
        ({"correlation": "KendallVariants"}, (-1, 1)),
    ]:
        assert result("x", {"m": (1, 1)}, **attributes).range == expected


def test_tables(results):
    (table,) = results.tables()
    assert [column.name for column in table.columns[1:]] == [
        "en-de system Pearson with human: rank",
        "en-de system Pearson with human: correlation",
        "en-de system accuracy with human: rank",
        "en-de system accuracy with human: correlation",
        "en-de segment Pearson with human: rank",
        "en-de segment Pearson with human: correlation",
    ]
    assert table.columns[1].group == "en-de system Pearson"
    assert table.rows == (("m", 1, 0.5, 1, 0.7, 2, 0.6), ("n", 2, 0.2, 1, 0.9, 1, 0.9))
    (table,) = TaskResults([results[0], results[0]]).tables()
    assert table.columns[3].name == "en-de system Pearson with human (2): rank"


def test_what_is_worse_than_chance_is_named():
    ranks = {"m": (0.5, 1), "n": (-0.2, 2)}
    for correlation, below in (("pearson", ["n"]), ("KendallLike", ["n"]), ("accuracy", []), ("pce", [])):
        assert result("x", ranks, correlation=correlation).below_chance() == below
    by_chance = {"m": (0.5, 1), "(random)": (-0.2, 2), "(constant)": (-0.1, 2)}
    assert result("x", by_chance).below_chance() == []
    told = [note for note in result("x", ranks).tables()[0].notes if "Worse than chance" in note]
    assert len(told) == 1
    assert told[0].endswith(": n.")
    twice = TaskResults([result("x", ranks), result("y", ranks, level="segment")])
    found = ProtocolResult(
        protocol("wmt24", ["en-de"]), twice, {"m": (0.5, 1), "n": (0.1, 2)}, frozenset(), 0, None, ""
    )
    assert any(note.endswith(": n (in 2 tasks).") for note in found.tables()[0].notes)


def test_result_of_a_protocol(results):
    found = ProtocolResult(
        protocol("wmt24", ["en-de"]), results, {"n": (0.8, 1), "m": (0.7, 2)}, frozenset("m"), 1000, 1, "mt"
    )
    (table,) = found.tables()
    assert table.rows[0] == ("n", 1, 0.8, 2, 0.2, 1, 0.9, 1, 0.9)
    assert table.marks == {(1, "metric"): {"baseline"}}
    assert table.facts == {
        "tasks": "wmt24",
        "test_set": "wmt22",
        "n_samples": 1000,
        "seed": 1,
        "generator": "mt",
    }
    many = replace(found, protocol=replace(found.protocol, summary="ranks"), n_samples=0)
    (table,) = many.tables()
    assert [column.name for column in table.columns if column.people] == ["metric", "rank", "average_rank"]
    assert list(table.facts) == ["tasks", "test_set"]


def test_saving(results, tmp_path):
    results[0].save(tmp_path / "x")
    assert TaskResult.load(tmp_path / "x") == results[0]
    assert results[0] != results[1]
    with pytest.raises(UnreadableFileError):
        TaskResult.load(tmp_path / "y")
    (tmp_path / "x.json").write_text("{}")
    with pytest.raises(EvalSetError, match="are not a saved result"):
        TaskResult.load(tmp_path / "x")


def test_protocols():
    assert protocol_names() == ["wmt22", "wmt23", "wmt24", "wmt24-on-wmt23", "wmt25", "wmt26"]
    found = protocol("wmt22", resampling=Resampling(n_samples=1000))
    assert len(found.tasks) == 201  # as the paper says
    assert sum(found.weights) == pytest.approx(1)
    assert {task.attributes["n_samples"] for task in found.tasks} == {1000}
    some = protocol("wmt23", ["zh-en", "en-de"], gold="mqm", primary=False, references=["refB"])
    assert [task.language_pair for task in some.tasks][:2] == ["en-de,zh-en", "en-de"]
    assert some.weights[0] == 2 / 8
    assert some.tasks.tasks[0].gold == ["mqm", "mqm"]
    assert some.tasks.tasks[0].references == [{"refB"}, {"refB"}]
    assert some.tasks.tasks[1].references == {"refB"}
    with pytest.raises(UnknownNameError, match="unknown protocol of a metrics task 'wmt20'"):
        protocol("wmt20")


def test_summaries(results):
    found = protocol("wmt24", ["en-de"])
    found = replace(found, weights=[0.5, 0.25, 0.25])
    assert found.averages(results) == results.average_correlations(found.weights)
    found = replace(found, summary="ranks")
    assert found.averages(results) == results.average_ranks(found.weights)
