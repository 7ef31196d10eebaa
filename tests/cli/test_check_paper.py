"""Tests `parbleu check-paper`."""

import json

import pytest

SCORE = {
    "name": "BLEU",
    "score": 20.5,
    "signature": "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0",
}


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "a.json").write_text(json.dumps(SCORE))
    return tmp_path


def test_problems_end_with_1(run, folder):
    found = run("check-paper", "a.json", cwd=folder)
    assert found.status == 1
    assert found.out.startswith("metrics: problem: BLEU is all; add chrF")
    assert "\n  print: We report BLEU only" in found.out
    assert found.err == "parbleu: 1 score: 1 problem, 3 not stated\n"


def test_no_problems_end_with_0(run, folder):
    declared = ["--references-made-by", "human", "--optimized", "a=none", "--human-evaluation"]
    found = run("check-paper", "a.json", *declared, cwd=folder)
    assert found.status == 0
    assert found.err == "parbleu: 1 score: no problem, 1 not stated\n"
    assert run("check-paper", "a.json", "--references", *declared[1:], cwd=folder) == found


def test_what_score_prints(run, corpus):
    made = run(
        "score", "a", "-i", "hyp", "b", "-m", "bleu", "chrf", "-pbs", "-f", "json", "-o", "r", cwd=corpus
    )
    assert made.status == 0
    found = run("check-paper", "r", "--optimized", "hyp=chrF,COMET", "b=none", "-f", "json", cwd=corpus)
    assert found.status == 1
    rows = json.loads(found.out)["tables"]["findings"]["rows"]
    assert [row["check"] for row in rows if row["status"] == "problem"] == ["significance", "interference"]
    assert "different bootstrap samples" in rows[1]["message"]  # the corpus has few lines


def test_standard_input(run, folder):
    wanted = run("check-paper", "a.json", cwd=folder)
    found = run("check-paper", "-", stdin=json.dumps(SCORE).encode(), cwd=folder)
    assert found == wanted
    named = run("check-paper", "-", "--optimized", "standard input=none", stdin=json.dumps(SCORE).encode())
    assert "interference: ok" in named.out
    twice = run("check-paper", "-", "-", stdin=b"")
    assert (twice.status, "standard input can be one result only" in twice.err) == (2, True)
    wrong = run("check-paper", "-", stdin=b"{")
    assert (wrong.status, wrong.err.startswith("parbleu: standard input: this is not JSON")) == (2, True)
    assert wrong.err.endswith("; read are results of parbleu score -f json, and the JSON of sacreBLEU\n")


@pytest.mark.parametrize(
    "words", [[], ["none"], ["a.json", "--optimized", "x=BLEU"], ["a.json", "--optimized", "a"], ["-x"]]
)
def test_mistakes_end_with_2(run, folder, words):
    found = run("check-paper", *words, cwd=folder)
    assert (found.status, found.out) == (2, "")
    assert found.err
