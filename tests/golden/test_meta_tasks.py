"""Tests comparisons of metrics, tasks and tables against recorded results of MT Metrics Eval."""

import math

import numpy as np
import pytest

from parbleu.compat.mt_metrics_eval._printed_tables import metrics_table, ranking_text
from parbleu.meta._contestants import Contest, contest
from parbleu.meta._metric_comparison import PermutationTests, compare_global_accuracy, compare_metrics
from parbleu.meta._protocols import protocol
from parbleu.meta._task_names import MTME_WORDS, mtme_attributes, our_attributes, task_name, values_in
from parbleu.meta._task_result import TaskResult
from parbleu.meta._task_set import TaskResults, TaskSet
from parbleu.meta._tasks import Task
from parbleu.stats.permutation_tests import EarlyStopping
from parbleu.stats.resampling import Resampling

from .test_evalsets import SETS, evalsets, recorded  # noqa: F401 - fixtures

PAIRS = ("en-cs", "en-ja", "en-zh")


@pytest.fixture
def theirs(recorded):  # noqa: F811
    return recorded("tasks")


def close(ours, theirs, tolerance=1e-12):
    return math.isclose(ours, theirs, rel_tol=tolerance, abs_tol=tolerance)


def in_order(found, systems):
    """The same contest, its systems in another order."""
    places = [found.systems.index(system) for system in systems]
    metrics = {name: scores[places] for name, scores in found.metrics.items()}
    return Contest(systems, found.gold[places], metrics)


def in_their_words(task):
    return task_name(mtme_attributes(task.attributes))


def test_names(theirs):
    assert list(MTME_WORDS.values()) == theirs["Attributes"]
    assert in_their_words(Task()) == theirs["default_task"]
    names = {"wmt23": "WMT23", "wmt24-on-wmt23": "WMT24OnWMT23", "wmt24": "WMT24", "wmt25": "WMT25"}
    for name, recorded_name in names.items():
        found = protocol(name)
        assert [in_their_words(task) for task in found.tasks] == theirs[recorded_name]["names"]
        assert found.weights == theirs[recorded_name]["weights"]


def test_metrics_tables(theirs):
    columns = [
        {"m1": (0.9, 1), "m2[noref]": (0.8, 1), "*m_3": (0.5, 2)},
        {"m1": (0.5, 1), "m2[noref]": (-0.2, 2)},
        {"m1": (0.2, 2), "*m_3": (0.5, 1)},
    ]
    for row in theirs["metrics_table"]:
        options = {"fmt": row["fmt"], "which": row["which"], "rerank": row["rerank"]}
        assert metrics_table(row["metrics"], columns, row["headers"], **options) == row["out"]
    assert len(theirs["metrics_table"]) == 72


@pytest.fixture
def results(theirs, evalsets):  # noqa: F811
    tasks = TaskSet()
    for row in theirs["run"]["per_task"]:
        values = our_attributes(values_in(row["name"]))
        shared = {"test_set": "wmt24", "language_pair": values["language_pair"], "human": False}
        shared |= {"primary": False, "resampling": None}
        if values["correlation"] == "KendallWithTiesOpt":
            options = {"level": "segment", "average_by": "item", "exchange": "pairs"}
            tasks.append(
                Task(
                    **shared,
                    correlation="KendallWithTiesOpt",
                    correlation_options={"sample_rate": 1.0},
                    **options,
                )
            )
        else:
            tasks.append(Task(**shared, correlation=values["correlation"]))
    assert [in_their_words(task) for task in tasks] == [row["name"] for row in theirs["run"]["per_task"]]
    return tasks.run({("wmt24", lang): evalsets("wmt24", lang) for lang in PAIRS})


def test_a_run(results, theirs):
    run = theirs["run"]
    assert results.weights_by(["language_pair", "level"]) == run["weights"]
    for found, row in zip(results, run["per_task"], strict=True):
        assert list(found.range) == row["range"]
        if "corr_fcn=pce" in row["name"]:  # depends on the order of systems, and on rounding to floats
            for name, (corr, _) in row["corr_ranks"].items():
                assert name == "*Const" or abs(found.correlation(name) - corr) < 3e-3, name
            continue
        assert found.metrics == list(row["corr_ranks"])
        for name, (corr, rank) in row["corr_ranks"].items():
            assert close(found.correlation(name), corr), (row["name"], name)
            assert found.rank(name) == rank


def test_averages(theirs):
    """Of the results as recorded, so that everything is the same to the last digit."""
    run = theirs["run"]
    results = TaskResults([as_recorded(row) for row in run["per_task"]])
    weights = run["weights"]
    assert list(results.average_correlations(weights).items()) == list(run["avg_corrs"].items())
    assert list(results.average_ranks(weights).items()) == list(run["avg_ranks"].items())


def as_recorded(row):
    correlations, ranks = (
        {name: found[place] for name, found in row["corr_ranks"].items()} for place in (0, 1)
    )
    nothing = np.zeros((len(ranks), len(ranks)))
    name = task_name(our_attributes(values_in(row["name"])))
    return TaskResult(correlations, ranks, nothing, nothing.astype(np.int32), np.empty((0, 2)), name=name)


def test_printed_rankings(theirs):
    row = theirs["avg_corr_matrix"]
    assert ranking_text(row["corr_ranks"], row["matrix"]) == row["str"]
    assert ranking_text(row["corr_ranks"], row["matrix"], probs=True) == row["str_probs"]


def test_saved_results(oracles, tmp_path):
    path = oracles / "golden" / "mtme" / "cli" / "matrix_save"
    found = TaskResult.load(path)
    assert found.metrics == ["TER", "BLEU", "sentBLEU", "chrF"]
    ranked = {name: (found.correlation(name), found.rank(name)) for name in found.metrics}
    text = ranking_text(ranked, found.p_values, found.alpha)
    assert f"{task_name(mtme_attributes(found.attributes))}\n{text}" == path.with_suffix(".txt").read_text()
    found.save(tmp_path / "again")
    assert (tmp_path / "again.json").read_bytes() == path.with_suffix(".json").read_bytes()
    assert TaskResult.load(tmp_path / "again") == found


SETTINGS = {
    "sys_pearson_k1000_blk100": ("system", "pearson", "none", {}),
    "sys_kendall_k200_blk20": ("system", "kendall", "none", {}),
}


@pytest.mark.parametrize(("name", "lp"), SETS[:2])
def test_comparisons(evalsets, recorded, name, lp):  # noqa: F811
    for row in recorded(f"evalsets/{name}.{lp}.matrix"):
        if row["name"] not in SETTINGS:
            continue
        level, correlation, average_by, options = SETTINGS[row["name"]]
        draws, block = (int(word.lstrip("kbl")) for word in row["name"].split("_")[-2:])
        found = contest(evalsets(name, lp), level, primary=False).named(str)
        assert sorted(found.metrics) == sorted(row["metric_order_in"])
        how = {
            "resampling": Resampling(n_samples=draws, seed=row["np_random_seed"]),
            "tests": PermutationTests(stopping=EarlyStopping(block), test_constant=True),
        }
        ranking = compare_metrics(
            in_order(found, row["sys_order"]), correlation, average_by, **how, **options
        )
        assert ranking.metrics == list(row["corr_ranks"])
        for metric, (corr, rank) in row["corr_ranks"].items():
            assert close(ranking.correlation(metric), corr)
            assert ranking.rank(metric) == rank
        assert ranking.p_values.tolist() == row["matrix"]
        assert ranking.draws_index.tolist() == row["draws_index"]
        np.testing.assert_allclose(ranking.draws[:4], row["draws_head"], rtol=1e-12)


def test_global_accuracy(evalsets, recorded):  # noqa: F811
    compared = 0
    for row in recorded("global_accuracy"):
        found = [
            contest(evalsets(row["test_set"], lp), human=row["human"], primary=False) for lp in row["lps"]
        ]
        ordered = [in_order(each, systems) for each, systems in zip(found, row["sys_orders"], strict=True)]
        tests = PermutationTests(stopping=EarlyStopping(20), test_constant=True)
        ranking = compare_global_accuracy(ordered, Resampling(n_samples=200, seed=1234), tests=tests)
        assert ranking.metrics == list(row["corr_ranks"])
        for metric, (corr, rank) in row["corr_ranks"].items():
            assert close(ranking.correlation(metric), corr)
            assert ranking.rank(metric) == rank
        assert ranking.p_values.tolist() == row["matrix"]
        compared += 1
    assert compared == 4
