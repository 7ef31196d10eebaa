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


def test_the_language_pair_chooses_the_tokenizer(run, corpus):
    words = ["a", "-i", "hyp", "b", "--runs", "x", "y", "-n", "20", "-f", "json"]
    found = run("study", "runs", *words, "-l", "en-zh", cwd=corpus)
    assert found.out == run("study", "runs", *words, "-tok", "zh", cwd=corpus).out
    assert "tok:zh" in found.out


def test_each_output_needs_a_system(run, corpus):
    found = run("study", "runs", "a", "-i", "hyp", "b", "--runs", "x", cwd=corpus)
    assert (found.status, found.out) == (2, "")
    assert "2 outputs, and 1 name" in found.err
    found = run("study", "runs", "a", "-i", "hyp", "b", cwd=corpus)
    assert (found.status, found.out) == (2, "")
    assert "name the system of each output, in their order: --runs NAME" in found.err


def test_the_same_from_score(run, corpus):
    outputs = ["-i", "hyp", "b", "b", "hyp", "--names", *"1234", "--runs", "x", "x", "y", "y"]
    words = ["a", *outputs, "-m", "bleu", "chrf", "-n", "20"]
    wanted, found = (
        json.loads(run(*command, *words, "-f", "json", cwd=corpus).out)["tables"]
        for command in (["study", "runs"], ["score"])
    )
    assert [row["system"] for row in found["scores"]["rows"]] == [*"1234"]
    assert {name: found[name] for name in wanted} == wanted
    for more, told in (
        (["--explain"], "leave out test (--paired-bs"),
        (["--baseline", "2"], "leave out --baseline"),
        (["--documents", "nowhere"], "nowhere"),
    ):
        refused = run("score", *words, *more, cwd=corpus)
        assert refused.status != 0
        assert told in refused.err
    short = run("score", "a", "-i", "hyp", "b", "--runs", "x", cwd=corpus)
    assert short.status != 0
    assert "2 outputs, and 1 name" in short.err


def test_runs_of_documents(run, corpus):
    segments = len((corpus / "hyp").read_text(encoding="utf-8").splitlines())
    (corpus / "docs").write_text("".join(f"{place // 2}\n" for place in range(segments)))
    words = ["a", "-i", "hyp", "b", "--runs", "x", "y", "-n", "20", "--documents", "docs", "-f", "json"]
    found = json.loads(run("score", *words, cwd=corpus).out)["tables"]
    assert "unit:document" in found["runs"]["facts"]["BLEU signature"]
    assert found["differences"]["rows"][0]["p_runs"] is not None
