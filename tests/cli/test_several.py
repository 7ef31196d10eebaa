"""Several systems and resampling, beyond what the recorded runs show."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

import parbleu

COMMAND = Path(sys.executable).parent / "parbleu"
TABBED = b"The dog bit the man.\tA dog.\nIt was.\tIt was not unexpected.\nX\tY\n"


@pytest.fixture
def systems(corpus):
    """Three systems more, of the same length."""
    for name, line in {"s1": "The dog bit the man.", "s2": "It was not unexpected.", "s3": "Mañana"}.items():
        (corpus / name).write_text(f"{line}\n" * 3, encoding="utf-8")
    return corpus


def lines(path):
    return path.read_text(encoding="utf-8").splitlines()


def test_numbers_are_the_library_s(run, systems):
    words = ["score", "a", "b", "-i", "hyp", "s1", "s2", "-m", "ter", "bleu", "chrf", "-cw", "2", "-par"]
    result = run(*words, "-parn", "77", cwd=systems)
    compared = parbleu.compare(
        {name: lines(systems / name) for name in ("hyp", "s1", "s2")},
        [lines(systems / name) for name in ("a", "b")],
        ["ter", "bleu", "chrf++"],
        test="randomization",
        n_samples=77,
    )
    printed = json.loads(result.out)
    assert [list(values) for values in printed] == [["system", "TER", "BLEU", "chrF2++"]] * 3
    assert [values["system"] for values in printed] == ["Baseline: hyp", "s1", "s2"]
    for values, name in zip(printed, compared.systems, strict=True):
        for metric in compared.metrics:
            found = metric[name]
            assert values[metric.name] == {
                "score": found.score,
                "p_value": found.p_value,
                "mean": None,
                "ci": None,
            }


def test_interval_is_the_library_s(run, systems):
    [score] = [json.loads(run("score", "a", "-i", "hyp", "-ci", "-cin", "30", "-w", "9", cwd=systems).out)]
    expected = parbleu.BLEU().corpus_score(lines(systems / "hyp"), [lines(systems / "a")], 30)
    assert score == json.loads(expected.format(9, signature=str(expected.signature), is_json=True))
    assert score["bs"] == "30"


@pytest.mark.parametrize("words", [[], ["--threads", "3"], ["-j", "3"], ["-j", "0"]])
def test_threads_change_nothing(run, systems, words):
    command = ["score", "a", "-i", "hyp", "s1", "s2", "-m", "bleu", "ter", "-pbs", "-pbsn", "50", "-q"]
    assert run(*command, *words, cwd=systems) == run(*command, "-j", "1", cwd=systems)


def test_standard_input_in_pieces(run, systems, monkeypatch):
    words = ["score", "tabs", "-nr", "2", "-f", "text", "-m", "bleu", "chrf"]
    (systems / "tabs").write_bytes(b"a\tb\nIt was.\tx\nX\tY\n")
    whole = run(*words, cwd=systems, stdin=TABBED)
    monkeypatch.setattr("parbleu.text.streams.SMALL_BLOCK", 7)
    assert run(*words, cwd=systems, stdin=TABBED) == whole
    assert "│ System 2 │" in whole.out
    assert run(*words, "-i", "-", cwd=systems, stdin=TABBED) == whole


def test_standard_input_among_files(run, systems):
    piped = run("score", "a", "-i", "s1", "-", cwd=systems, stdin=(systems / "hyp").read_bytes())
    named = run("score", "a", "-i", "s1", "hyp", cwd=systems)
    assert piped.out.replace('"-"', '"hyp"') == named.out


def test_lengths_of_standard_input_in_pieces(run, systems, monkeypatch):
    monkeypatch.setattr("parbleu.text.streams.SMALL_BLOCK", 7)
    result = run("score", "a", cwd=systems, stdin=TABBED + b"1\t2\n")
    assert result.status == 1
    assert result.err.endswith("different lengths. Lines: 3 in a, 4 in standard input\n")
    assert run("score", "a", cwd=systems, stdin=TABBED + b"1\n").status == 17


def test_names_in_json_and_latex(run, systems):
    (systems / 'é_%"').write_bytes((systems / "hyp").read_bytes())
    words = ["score", "a", "-i", 'é_%"', "s1"]
    out = run(*words, cwd=systems).out
    assert '"system": "\\u00e9_%\\""' in out
    assert 'é\\_\\%" &' in run(*words, "-f", "latex", cwd=systems).out


def test_no_system_has_no_table(run, systems):
    result = run("score", "a", "-i", "-f", "text", cwd=systems)
    assert (result.status, result.out) == (1, "")
    assert result.err.endswith("-i/--input names no system to score\n")


def test_messages_end_with_quiet(run, systems):
    words = ["score", "a", "-i", "hyp", "hyp", "s1", "-pbs", "-pbsn", "9", "-j", "2"]
    loud = run(*words, cwd=systems)
    assert "Ignoring 'hyp'" in loud.err
    assert "Launching 2 parallel workers." in loud.err
    assert run(*words, "-q", cwd=systems) == (0, loud.out, "")


def test_a_real_terminal(systems):
    """Colours, and a reset at the end; none if the variable says so."""

    def seen(env):
        ours, theirs = pty.openpty()
        command = [COMMAND, "score", "a", "-i", "hyp", "s1", "-f", "text"]
        subprocess.run(command, cwd=systems, stdout=theirs, stderr=subprocess.DEVNULL, env=env, check=True)
        os.close(theirs)
        text = b""
        try:
            while block := os.read(ours, 4096):
                text += block
        except OSError:  # how Linux tells the end
            pass
        os.close(ours)
        return text.decode()

    env = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
    colored = seen(env)
    assert "\x1b[36mSystem\x1b[0m" in colored
    assert colored.endswith("\n\x1b[0m")
    assert seen({**env, "NO_COLOR": "1"}) == colored.replace("\x1b[36m", "").replace("\x1b[0m", "")
