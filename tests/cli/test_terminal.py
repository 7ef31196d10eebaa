"""Tests what a terminal shows of results, and what files and pipes get in its place."""

import json
import re
from pathlib import Path

import pytest

from parbleu import gate
from parbleu._cli.command_tree import walk
from parbleu._cli.score.result_printer import NEXT_OF_ONE, NEXT_OF_SEVERAL, NEXT_OF_TESTED

WORDS = ["one", "two", "three", "four", "five"]


@pytest.fixture
def texts(tmp_path):
    rows = [" ".join(WORDS[at % 5 :] + WORDS[: at % 5]) for at in range(20)]
    (tmp_path / "ref").write_text("".join(f"{row}\n" for row in rows))
    (tmp_path / "good").write_text("".join(f"{row} six\n" for row in rows))
    (tmp_path / "bad").write_text("".join(f"{row[:-5]} [-\n" for row in rows))
    return tmp_path


def plain(text):
    return re.sub("\x1b\\[[0-9;]*m", "", text)


SCORE = ["score", "ref", "-i", "good", "bad", "-m", "chrf", "bleu", "-pbs", "-n", "50", "-f", "text"]


def test_a_terminal_leaves_out_facts_of_records(run, texts):
    shown = plain(run(*SCORE, cwd=texts, terminal=True).out)
    piped = run(*SCORE, cwd=texts).out
    assert "n_segments: 20\n" in shown
    assert "chrF2 signature: " in shown
    assert "seed: 12345\n" in piped
    assert "\nseed: " not in shown
    everything = plain(run(*SCORE, "--facts", cwd=texts, terminal=True).out)
    assert everything.startswith(piped)
    for name in ("next:", "├"):
        assert name in shown
        assert name not in piped


def test_a_terminal_shows_the_agreement_of_raters(run):
    """Krippendorff's alpha is a result; the alpha of tests is a fact of records."""
    file = str(Path(__file__).parents[2] / "examples" / "mqm" / "mqm.tsv")
    assert "\nkrippendorff_alpha: 0." in run("human", "agreement", file, terminal=True).out
    assert "alpha" not in run("human", "scores", file, "-n", "100", "--seed", "1", terminal=True).out


def test_a_terminal_leaves_out_what_notes_say(run):
    words = ("power", "difference", "bleu", "1.5")
    assert "\nslope: " in run(*words).out
    assert "\nslope: " not in run(*words, terminal=True).out


def test_what_comes_next_is_one_line_that_quiet_leaves_out(run, texts):
    for words in (SCORE, ["score", "ref", "-i", "good"], ["gate", "good", "bad", "--ref", "ref"]):
        shown = plain(run(*words, cwd=texts, terminal=True, env={"COLUMNS": "80"}).out)
        lines = shown.splitlines()
        assert [line for line in lines if line.startswith("next: ")] == lines[-1:]
        assert "next: " not in run(*words, "-q", cwd=texts, terminal=True).out
        assert "next: " not in run(*words, "-o", "out", "-f", "text", cwd=texts, terminal=True).out
        assert "next: " not in (texts / "out").read_text()
    for step in (NEXT_OF_ONE, NEXT_OF_SEVERAL, NEXT_OF_TESTED):
        assert len(step) <= 74
    for node in walk():
        assert len(getattr(node.command, "next_step", "")) <= 74, node.words


def test_intervals_are_drawn_in_ascii_without_utf_8(run, texts):
    for locale, dot in (("C.UTF-8", "─●─"), ("C", "-o-")):
        env = {"LC_ALL": locale, "NO_COLOR": "1"}
        chart = run(*SCORE, cwd=texts, terminal=True, env=env).out.rpartition("signature: ")[2].split("\n\n")
        assert [part.count(dot) for part in chart[1:3]] == [1, 1], chart
        assert all(part.isascii() for part in chart[1:3]) is (locale == "C")


def test_tables_on_request(run, texts):
    words = ["analyze", "words", "ref", "-i", "good", "bad", "-n", "0"]
    shown = plain(run(*words, cwd=texts, terminal=True).out)
    assert "counts and figures" not in shown
    assert shown.endswith("next: --tables all also prints counts\n")
    assert "counts and figures" in run(*words, cwd=texts).out
    assert "counts and figures" in run(*words, "--tables", "all", cwd=texts, terminal=True).out
    only = run(*words, "--tables", "counts", "-f", "json", cwd=texts)
    assert list(json.loads(only.out)["tables"]) == ["counts"]
    assert run(*words, "--tables", "counts", "-f", "csv", cwd=texts).out.startswith("bucket,system,")
    wrong = run(*words, "--tables", "count", cwd=texts)
    assert (wrong.status, "did you mean 'counts'?" in wrong.err) == (1, True)


def test_examples_are_groups_of_texts(run, texts):
    words = ["analyze", "examples", "ref", "-i", "good", "bad", "--examples", "1", "--tables", "texts"]
    piped = run(*words, cwd=texts).out
    assert "example 1, segment " in piped
    assert piped.count("\n  reference ") == 1
    assert "{+six+}" in piped
    shown = run(*words, cwd=texts, terminal=True).out
    assert "\x1b[32msix\x1b[0m" in shown
    assert "{+" not in shown
    assert "{+six+}" in run(*words, "--no-color", cwd=texts, terminal=True).out


def test_two_metrics_of_a_gate_are_two_rows_of_80_columns(texts, monkeypatch):
    monkeypatch.chdir(texts)
    lines = [(texts / name).read_text().splitlines() for name in ("good", "bad", "ref")]
    verdict = gate(lines[0], lines[1], [lines[2]], ["chrf", "bleu"])
    shown = verdict.render("text", width=80).splitlines()
    assert max(map(len, shown)) <= 80
    [heading] = [line for line in shown if line.startswith("metric ")]
    assert heading.split()[:4] == ["metric", "base", "candidate", "difference"]
    rows = shown[shown.index(heading) + 2 :][:2]
    assert [row.split()[0] for row in rows] == ["chrF2", "BLEU"]


def test_lines_of_pipes_are_not_as_wide_as_the_longest_text(run, texts):
    (texts / "long").write_text("".join("word " * 100 + f"{at}\n" for at in range(20)))
    found = run("analyze", "examples", "ref", "-i", "good", "long", "--examples", "2", cwd=texts).out
    rules = [line for line in found.splitlines() if line.startswith("──")]
    assert rules
    assert max(map(len, rules)) <= 100
