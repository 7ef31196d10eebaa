"""Tests `--fail-under` and `--fail-if-worse`."""

import pytest

from three_systems import REFERENCES, SYSTEMS


@pytest.fixture
def score(run, tmp_path):
    """Runs `parbleu score` on files `ref`, `good` and `bad`."""
    good, *_, bad = SYSTEMS.values()
    for name, path in {"ref": REFERENCES[0], "good": good, "bad": bad}.items():
        (tmp_path / name).write_bytes(path.read_bytes())
    return lambda *words: run("score", "ref", *words, cwd=tmp_path)


@pytest.mark.parametrize("more", [[], ["-ci", "-n", "9"], ["-b"], ["--names", "x"], ["-f", "csv"]])
def test_a_limit(score, more):
    plain = score("-i", "good", *more)
    number = float(score("-i", "good", "-b", "-w", "9").out)
    assert score("-i", "good", "--fail-under", f"{number - 0.01}", *more) == plain
    failed = score("-i", "good", "--fail-under", f"{number + 0.01}", *more)
    assert (failed.status, failed.out, failed.err.count("\n")) == (3, plain.out, 1)
    assert f"BLEU is {number:.4f}, under the limit {number + 0.01:g}\n" in failed.err


def test_limits_by_metric(score):
    words = ["-i", "good", "bad", "-m", "bleu", "ter", "-w", "4"]
    assert score(*words, "--fail-under", "bleu=0,TER=1000") == score(*words)
    failed = score(*words, "--fail-under", "TER=0.001,BLEU=99.999")
    assert failed.status == 3
    assert [line.split(" is ")[0] for line in failed.err.splitlines()] == [
        "parbleu: good: BLEU",
        "parbleu: bad: BLEU",
        "parbleu: good: TER",
        "parbleu: bad: TER",
    ]
    assert failed.err.count("over the limit 0.001") == 2
    unnamed = score(*words, "--fail-under", "40")
    assert (unnamed.status, unnamed.err) == (
        2,
        "parbleu: --fail-under with several metrics names them: --fail-under BLEU=40\n",
    )
    twice = score("-i", "good", "--fail-under", "bleu=1,BLEU=2")
    assert (twice.status, "names one metric twice: bleu, BLEU: leave one out" in twice.err) == (2, True)
    unknown = score("-i", "good", "--fail-under", "COMET=1")
    assert unknown.out == ""
    assert (unknown.status, "COMET" in unknown.err) == (1, True)


def test_a_fraction(score):
    told = "parbleu: --fail-under 0.4: bleu goes from 0 to 100; did you mean 40?\n"
    assert score("-i", "good", "--fail-under", "0.4") == score("-i", "good")._replace(err=told)
    assert "0.4: BLEU goes from" in score("-i", "good", "-m", "bleu", "ter", "--fail-under", "BLEU=0.4").err
    assert score("-i", "good", "-m", "ter", "--fail-under", "0.4").err.count("\n") == 1
    assert score("-i", "good", "--fail-under", "0").err == ""


@pytest.mark.parametrize("test", [[], ["-par"], ["--all-pairs"]])
@pytest.mark.parametrize("metric", ["bleu", "ter"])
def test_worse_than_the_baseline(score, test, metric):
    words = ["-m", metric, *test, "-n", "200"]
    failed = score("-i", "good", "bad", *words, "--fail-if-worse")
    assert failed.status == 1  # as of parbleu gate
    assert "bad is significantly worse than good: " in failed.err
    tested = score("-i", "good", "bad", *(words if test else [*words, "-pbs"]))
    assert failed.out == tested.out
    better = score("-i", "bad", "good", *words, "--fail-if-worse")
    assert (better.status, better.err) == (0, "")
    same = score("-i", "good", "good", "--names", "x", "y", *words, "--fail-if-worse")
    assert "significantly" not in same.err
    assert same.status == 0


def test_what_it_refuses(score):
    assert "not of segments" in score("-i", "good", "-sl", "--fail-under", "3").err
    assert "name two or more" in score("-i", "good", "--fail-if-worse").err
    assert score("-i", "good", "--fail-under", "x").status == 2
