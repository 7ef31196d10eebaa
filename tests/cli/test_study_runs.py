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


def test_the_same_from_score(run, corpus):
    outputs = ["-i", "hyp", "b", "b", "hyp", "--names", *"1234", "--runs", "x", "x", "y", "y"]
    words = ["a", *outputs, "-m", "bleu", "chrf", "-n", "20"]
    for form in ("json", "csv"):
        wanted = run("study", "runs", *words, "-f", form, cwd=corpus)
        found = run("score", *words, "-f", form, cwd=corpus)
        assert (found.status, found.out) == (0, wanted.out)
    for more, told in (
        (["--explain"], "leave out --paired-bs"),
        (["--documents", "a"], "leave out --documents"),
        (["--detail"], "leave out --detail"),
    ):
        refused = run("score", *words, *more, cwd=corpus)
        assert refused.status == 2
        assert told in refused.err
    short = run("score", "a", "-i", "hyp", "b", "--runs", "x", cwd=corpus)
    assert short.status != 0
    assert "there are 2, and 1 names" in short.err
