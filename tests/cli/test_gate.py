"""Tests `parbleu gate`: outcomes, exit status, formats and wrong input."""

import json

import pytest

from three_systems import REFERENCES, SYSTEMS


@pytest.fixture
def folder(tmp_path):
    """Holds the files ref, good, bad, and domains."""
    good, *_, bad = SYSTEMS.values()
    for name, path in {"ref": REFERENCES[0], "good": good, "bad": bad}.items():
        (tmp_path / name).write_bytes(path.read_bytes())
    count = len(good.read_bytes().splitlines())
    (tmp_path / "domains").write_text("news\nchat\n" * (count // 2) + "news\n" * (count % 2))
    return tmp_path


@pytest.fixture
def gate(run, folder):
    return lambda *words, **options: run("gate", *words, cwd=folder, **options)


def outcome(result):
    return json.loads(result.out)["tables"]["outcome"]["rows"][0]


REF = ("--ref", "ref", "-f", "json")


def test_exit_status(gate):
    worse = gate("good", "bad", *REF)
    assert (worse.status, outcome(worse)["outcome"]) == (1, "worse")
    better = gate("bad", "good", *REF)
    assert (better.status, outcome(better)["outcome"]) == (0, "better")
    same = gate("good", "good", *REF)
    assert (same.status, outcome(same)["outcome"]) == (0, "no evidence of loss")
    allowed = gate("good", "bad", *REF, "--max-drop", "chrf=99")
    assert (allowed.status, outcome(allowed)["outcome"]) == (0, "no evidence of loss")


def test_the_summary_in_markdown_is_stable(gate, folder):
    words = ("good", "bad", "--ref", "ref", "-m", "chrf", "bleu", "-f", "markdown")
    first = gate(*words)
    assert first.out.startswith("| outcome | why |\n| :--- | :--- |\n| worse | ")
    assert gate(*words, "--threads", "1").out == gate(*words, "--threads", "3").out == first.out
    written = gate(*words, "-o", "summary.md")
    assert (written.status, written.out) == (1, "")
    assert (folder / "summary.md").read_text() == first.out


def test_groups(gate):
    found = gate("good", "bad", *REF, "--labels", "domain=domains", "--by", "domain")
    rows = json.loads(found.out)["tables"]["tests"]["rows"]
    assert [(row["label"], row["group"]) for row in rows] == [
        ("", ""),
        ("domain", "news"),
        ("domain", "chat"),
    ]


def test_scores_of_other_tools(gate, folder):
    count = len((folder / "good").read_text().splitlines())
    table = "good\tbad\n" + "".join(f"{number}\t{number - 1}\n" for number in range(count))
    (folder / "comet.tsv").write_text(table)
    found = gate("good", "bad", *REF, "--scores", "COMET=comet.tsv")
    rows = json.loads(found.out)["tables"]["tests"]["rows"]
    assert [row["metric"] for row in rows] == ["chrF2", "COMET"]
    assert rows[1]["difference"] == -1


def test_saved_scores(run, gate, folder):
    for name in ("good", "bad"):
        run("score", "ref", "-i", name, "-m", "chrf", "-sl", "-f", "json", "-o", f"{name}.json", cwd=folder)
    run("score", "ref", "-i", "bad", "-m", "chrf", "-lc", "-sl", "-f", "json", "-o", "other.json", cwd=folder)
    run("score", "ref", "-i", "bad", "-m", "chrf", "-f", "json", "-o", "corpus.json", cwd=folder)
    assert gate("good.json", "bad.json").status == 1
    assert gate("bad.json", "good.json").status == 0
    for file in ("corpus.json", "none.json"):
        found = gate("good.json", file, "-f", "json")
        assert (found.status, outcome(found)["outcome"]) == (2, "cannot compare")
        assert file in outcome(found)["why"]
    refused = gate("good.json", "bad.json", "--ref", "ref")
    assert (refused.status, refused.out) == (2, "")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("good", "bad"), "--ref REF"),
        (("good.json", "bad"), "two files of saved scores"),
        (("good",), "two files"),
        (("good", "bad", "good", "--ref", "ref"), "two files"),
        (("good", "bad", "--ref", "ref", "--scores", "x"), "METRIC=FILE"),
        (("good", "bad", "--ref", "ref", "--max-drop", "much"), "much"),
        (("good", "bad", "--ref", "ref", "-o", "no/such/folder"), "no/such"),
        (("good", "bad", "--ref", "ref", "-o", "ref"), "ref"),
    ],
)
def test_wrong_commands_have_the_status_of_what_cannot_be_compared(gate, folder, words, message):
    found = gate(*words)
    assert (found.status, found.out) == (2, "")
    assert message in found.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("good", "none", "--ref", "ref"), "none"),
        (("good", "short", "--ref", "ref"), "short"),
        (("good", "bad", "--ref", "short"), "short"),
        (("good", "bad", "--ref", "ref", "--by", "domain"), "domain"),
        (("good", "bad", "--ref", "ref", "--max-drop", "bleu=1"), "bleu"),
        (("good", "bad", "--ref", "ref", "--alpha", "0.7"), "alpha"),
    ],
)
def test_what_cannot_be_compared_is_told_in_the_summary(gate, folder, words, message):
    (folder / "short").write_text("one\ntwo\n")
    found = gate(*words, "-f", "json")
    assert (found.status, outcome(found)["outcome"]) == (2, "cannot compare")
    assert message in outcome(found)["why"]
