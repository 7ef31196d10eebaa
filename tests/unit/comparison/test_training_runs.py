"""Tests the comparison of systems of several training runs."""

import json

import pytest

import parbleu
from parbleu.errors import OptionError

REFERENCE = ["the cat sat on the mat", "two dogs ran home", "it rains", "we eat bread today"] * 5
RUNS = {
    "a": [REFERENCE, [text.replace("cat", "dog") for text in REFERENCE]],
    "b": [[text.replace("the", "a") for text in REFERENCE], [text[:-3] for text in REFERENCE]],
}


def compare_runs(runs, metrics=("bleu",), **options):
    outputs = {f"{system} {number}": run for system, own in runs.items() for number, run in enumerate(own)}
    systems = [system for system, own in runs.items() for _ in own]
    return parbleu.compare(outputs, [REFERENCE], metrics, runs=systems, n_samples=50, **options).training_runs


def test_scores_are_those_of_the_metric():
    found = compare_runs(RUNS, ["bleu", "ter"])
    for metric in (parbleu.BLEU(), parbleu.TER()):
        for system, each in zip(RUNS, found.scores[metric.name], strict=True):
            expected = [metric.corpus_score(run, [REFERENCE]).score for run in RUNS[system]]
            assert each.scores == pytest.approx(expected)
    (difference,) = found.differences["BLEU"]
    assert difference.difference < 0
    assert difference.superiority == 0
    assert [table.name for table in found.tables()] == ["runs", "differences"]


def test_runs_of_a_comparison():
    outputs = {f"{system} {number}": run for system, runs in RUNS.items() for number, run in enumerate(runs)}
    given = {name: [float(len(text)) for text in output] for name, output in outputs.items()}
    options = {"runs": ["a", "a", "b", "b"], "n_samples": 50}
    found = parbleu.compare(outputs, [REFERENCE], ["bleu", {"length": given}], **options)
    assert found.training_runs.scores["BLEU"] == compare_runs(RUNS).scores["BLEU"]
    assert [run.system for run in found["BLEU"].scores] == list(outputs)
    assert len(found.training_runs.scores["length"][0].scores) == 2
    assert parbleu.Comparison.from_dict(json.loads(json.dumps(found.to_dict()))) == found
    assert [table.name for table in found.tables()] == ["scores", "runs", "differences"]
    for wrong in (
        {"runs": ["a"]},
        {**options, "test": "bootstrap"},
        {**options, "baseline": "b 0"},
        {"runs": ["a", "a", "b", "b"], "n_samples": 0},
    ):
        with pytest.raises(OptionError):
            parbleu.compare(outputs, [REFERENCE], **wrong)


def test_numbers_have_the_decimals_of_their_metric():
    scores = [{"a 0": [0.81, 0.82], "a 1": [0.8, 0.82], "b 0": [0.811, 0.823], "b 1": [0.812, 0.822]}]
    found = parbleu.compare(
        metrics={"COMET": parbleu.SegmentScores("COMET", scores[0], decimals=4)}, runs=["a", "a", "b", "b"]
    )
    tables = {table.name: table for table in found.training_runs.tables()}
    shown = {column.name: column.decimals for name in tables for column in tables[name].columns}
    own = ("mean", "low", "high", "selection", "optimizer", "difference")
    assert {shown[name] for name in own} == {4}
    assert (shown["run_share"], shown["superiority"]) == (1, 2)


def test_threads_change_nothing():
    one, two = (compare_runs(RUNS, ["chrf"], threads=n) for n in (1, 2))
    assert one == two
    assert one != compare_runs(RUNS, ["chrf"], seed=1)


def test_one_system_of_one_run():
    (table,) = compare_runs({"a": RUNS["a"][:1]}).tables()
    assert "unknown" in table.notes[1]
