"""Tests `parbleu study runs`."""

import json


def test_systems_of_several_runs(run, corpus):
    words = ["study", "runs", "a", "-i", "hyp", "b", "b", "hyp", "-m", "bleu", "chrf"]
    found = run(
        *words, "--runs", "x", "x", "y", "y", "--names", *"1234", "-n", "20", "-f", "json", cwd=corpus
    )
    assert found.status == 0
    tables = json.loads(found.out)["tables"]
    assert [(row["metric"], row["system"], row["n_runs"]) for row in tables["runs"]["rows"]] == [
        ("BLEU", "x", 2),
        ("BLEU", "y", 2),
        ("chrF2", "x", 2),
        ("chrF2", "y", 2),
    ]
    assert tables["differences"]["rows"][0]["difference"] == 0


def test_each_output_needs_a_system(run, corpus):
    found = run("study", "runs", "a", "-i", "hyp", "b", "--runs", "x", cwd=corpus)
    assert (found.status, found.out) == (2, "")
    assert "there are 2, and 1 names" in found.err
