"""Tables as MT Metrics Eval prints them."""

import numpy as np
import pytest

from parbleu.compat.mt_metrics_eval._printed_tables import metrics_table, ranking_text, tasks_table
from parbleu.compat.mt_metrics_eval.tasks import Task, TaskResults
from parbleu.errors import OptionError


def result(ranks, **attributes):
    nothing = np.zeros((len(ranks), len(ranks)))
    return TaskResults(Task(**attributes), (ranks, nothing, nothing.astype(np.int32), np.empty((0, 2))))


def test_rankings():
    matrix = np.array([[0, 0.01, 0.2], [0, 0, 0.04], [0, 0, 0]])
    ranks = {"good": (0.9, 1), "fair": (0.5, 2), "bad": (-0.25, 2)}
    assert ranking_text(ranks, matrix) == (
        "good  1  0.9000000  . > =\nfair  2  0.5000000  . . >\nbad   2 -0.2500000  . . . \n"
    )
    assert ranking_text({}, np.zeros((0, 0))) == ""


def test_tables_of_tasks():
    results = [
        result({"m": (0.5, 1), "n": (0.2, 2), "o": (0.1, 3)}),
        result({"n": (0.9, 1), "m": (0.7, 1)}),
        result({"n": (0.9, 1), "m": (0.6, 2)}, level="seg"),
    ]
    text = tasks_table(
        results, ["n", "m"], {"m": 2.0, "n": 2.0}, "mean", attr_list=["level"], nicknames={"seg": "segment"}
    )
    assert text == (
        "level:               sys      sys  segment\n"
        "metric     mean    task1    task2    task3\n"
        "------  -------  -------  -------  -------\n"
        "n       2 2.000  2 0.200  1 0.900  1 0.900\n"
        "m       1 2.000  1 0.500  1 0.700  2 0.600\n"
    )
    ranked = tasks_table(results, first={"m": (0.1, 7)}, fmt="tsv", task_indices=[3])
    assert ranked == "metric\t\t\ttask3\nm\t7\t0.100000\t2\t0.600000\n"
    for options in ({"fmt": "html"}, {"which": "all"}, {"rerank": [True]}):
        with pytest.raises(OptionError):
            tasks_table(results, **options)
    with pytest.raises(OptionError, match="must suit the 1 columns"):
        metrics_table(["m"], [{"m": (1, 1)}], [["a"]])
