"""Tests `parbleu study select`."""

import json


def test_a_list_and_what_it_forgoes(run, corpus):
    found = run("study", "select", "a", "-i", "hyp", "b", "--size", "2", "-f", "json", cwd=corpus)
    assert found.status == 0
    tables = json.loads(found.out)["tables"]
    assert len(tables["segments"]["rows"]) == 2
    assert tables["segments"]["facts"]["method"] == "consistency"
    assert "biased sample" in tables["forgone"]["notes"][0]
    assert "simulation" not in tables


def test_a_simulation_by_given_scores(run, corpus):
    (corpus / "people.csv").write_text("hyp,b\n1,2\n3,4\n5,5\n")
    words = ["a", "-i", "hyp", "b", "--size", "2", "--scores", "people=people.csv", "--gold", "people"]
    found = run("study", "select", *words, "-n", "5", "-f", "json", cwd=corpus)
    assert found.status == 0
    rows = json.loads(found.out)["tables"]["simulation"]["rows"]
    assert [row["method"] for row in rows][-1] == "random"


def test_mistakes(run, corpus):
    assert run("study", "select", "a", "-i", "hyp", "b", cwd=corpus).status == 2
    assert run("study", "select", "a", "-i", "hyp", "b", "--size", "9", cwd=corpus).status == 1
    assert run("study", "select", "a", "-i", "hyp", "--size", "1", cwd=corpus).status == 1
