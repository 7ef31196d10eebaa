"""Tests `parbleu check`, the hooks that run it, and the script of the action that runs `parbleu gate`."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from extras import extra
from three_systems import REFERENCES, SYSTEMS

ROOT = Path(__file__).parents[2]


def test_findings_stand_with_file_and_line(run, tmp_path):
    (tmp_path / "a").write_text("one\n\n")
    (tmp_path / "b").write_text("one\n")
    found = run("check", "a", "b", "--parallel", cwd=tmp_path)
    assert found.status == 1
    assert found.out == ("a:2: empty: nothing but white space\nb:1: line_counts: 1 line, but a has 2\n")
    assert found.err == "parbleu: 2 files, 3 lines: 2 problems\n"
    sound = run("check", "b", cwd=tmp_path)
    assert (sound.status, sound.out, sound.err) == (0, "", "parbleu: 1 file, 1 line: nothing wrong\n")
    assert run("check", "b", "-q", cwd=tmp_path) == (0, "", "")


WAY = "(perhaps cp1252: iconv -f cp1252 -t utf-8)"


def test_many_findings_of_a_kind_have_few_lines(run, tmp_path):
    rows = ["Über den Hafen", "", "so", "Käse"] * 10
    (tmp_path / "a").write_bytes("".join(f"{row}\n" for row in rows).encode("latin-1"))
    (tmp_path / "b").write_text("one\n\n\n\n\n")
    found = run("check", "a", "b", cwd=tmp_path)
    assert found.out.splitlines() == [
        f"a:1: encoding: byte 0xdc in column 1 is not UTF-8; convert the file {WAY}",
        "a:2: empty: nothing but white space",
        f"a:4: encoding: byte 0xe4 in column 2 is not UTF-8; convert the file {WAY}",
        f"a:5: encoding: byte 0xdc in column 1 is not UTF-8; convert the file {WAY}",
        "a:6: empty: nothing but white space",
        "a:10: empty: nothing but white space",
        "a:8: encoding: 17 more up to line 40 (-f json lists all)",
        "a:14: empty: 7 more up to line 38 (-f json lists all)",
        *(f"b:{line}: empty: nothing but white space" for line in (2, 3, 4, 5)),
    ]
    assert found.err == "parbleu: 2 files, 45 lines: 34 problems\n"
    every = run("check", "a", "b", "-f", "json", cwd=tmp_path)
    assert len(json.loads(every.out)["tables"]["findings"]["rows"]) == 34


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"PAR1\0\xff", "Parquet: `parbleu convert --column` writes one of its columns as lines"),
        ("one\n".encode("utf-16"), "UTF-16"),
    ],
)
def test_a_file_of_another_kind_is_told_without_options_of_other_commands(run, tmp_path, content, kind):
    (tmp_path / "a").write_bytes(content)
    found = run("check", "a", cwd=tmp_path)
    assert found.out.startswith(f"a:1: encoding: this is {kind}")
    assert found.out.count("\n") == 1


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("a.csv", "id;mt\n1;one\n", "CSV by its name"),
        ("a.tsv", "id\tmt\n1\tone\n", "TSV by its name"),
        ("a.txt", "id\tmt\tnote\n1\tone\t\n2\ttwo\tthe second\n", "a table in TSV"),
        ("a.jsonl", '{"mt": "\\u00fc one"}\n', "JSON lines"),
    ],
)
def test_a_table_has_no_segments(run, tmp_path, name, content, kind):
    (tmp_path / name).write_text(content)
    expected = f"{name}:1: encoding: this is {kind}: `parbleu convert --column` writes one of its columns"
    for words in ([], ["--checks", "nfc"]):
        found = run("check", name, *words, cwd=tmp_path)
        assert (found.status, found.out.startswith(expected), found.out.count("\n")) == (1, True, 1)


def test_a_broken_file_is_told_whatever_is_checked(run, tmp_path):
    (tmp_path / "a.xlf").write_text('<xliff version="1.2"><file>')
    found = run("check", "a.xlf", "--checks", "nfc", cwd=tmp_path)
    assert (found.status, found.out.startswith("a.xlf:1: encoding:")) == (1, True)


def test_a_page_of_html(run, tmp_path):
    (tmp_path / "a").write_bytes(b"<!DOCTYPE html>\n<p>404</p>\n")
    found = run("check", "a", cwd=tmp_path)
    assert (found.status, found.out.startswith("a:1: encoding: this is a page of HTML")) == (1, True)


def test_what_programs_added(run, tmp_path):
    lines = [
        " ".join(f"{stem}{number}" for stem in ("one", "two", "three", "four", "five"))
        for number in range(20)
    ]
    (tmp_path / "ref").write_text("".join(f"{line}\n" for line in lines))
    (tmp_path / "a").write_text("".join(f"**{line}**\n" for line in lines))
    (tmp_path / "b").write_text("".join(f"{line}\n" for line in [*lines[:7], "<think>Let me", *lines[8:]]))
    (tmp_path / "c").write_text("".join(f"{line}\n" for line in [*lines[1:], "The end of it."]))
    assert run("check", "ref", "-q", cwd=tmp_path) == (0, "", "")
    found = run("check", "ref", "a", "b", "-q", cwd=tmp_path)
    assert found.status == 1
    markdown, reasoning = found.out.splitlines()
    assert markdown.startswith(
        "a:1: additions: marks of Markdown, such as **, in 20 lines of 20; take them out"
    )
    assert reasoning.startswith("b:8: additions: reasoning of language models (<think>), in 1 line of 20; ")
    assert reasoning.endswith("or score with --normalize reasoning")
    found = run("check", "ref", "a", "c", "--parallel", "--checks", "writing", "-q", cwd=tmp_path)
    markdown, shifted = found.out.splitlines()
    assert markdown.startswith(
        "a:1: writing: written differently from ref: marks of Markdown, such as **. BLEU of"
    )
    assert shifted.startswith("c:1: writing: c and ref do not match line by line: from line 1 on")
    sources = "".join(f"{number} ligne de la source\n" for number in range(len(lines)))
    (tmp_path / "source").write_text(sources)
    behind = run("check", "source", "ref", "a", "c", "--parallel", "--checks", "writing", "-q", cwd=tmp_path)
    assert behind.out == found.out


def test_json(run, tmp_path):
    (tmp_path / "a").write_text("one\n\n")
    found = run("check", "a", "-f", "json", "-o", "found.json", cwd=tmp_path)
    assert (found.status, found.out) == (1, "")
    (row,) = json.loads((tmp_path / "found.json").read_text())["tables"]["findings"]["rows"]
    assert (row["file"], row["line"], row["check"]) == ("a", 2, "empty")


@pytest.mark.parametrize("words", [[], ["none"], ["a", "--train", "none"], ["a", "--checks", "some"]])
def test_wrong_commands(run, tmp_path, words):
    (tmp_path / "a").write_text("one\n")
    found = run("check", *words, cwd=tmp_path)
    assert (found.status, found.out) == (2, "")
    assert found.err


def test_every_error_has_the_status_of_errors(run, tmp_path):
    """Status 1 says that something is wrong in a file."""
    (tmp_path / "a").write_text("one\n")
    found = run("check", "a", "-o", "findings.pdf", cwd=tmp_path)
    assert (found.status, found.out) == (2, "")


def test_hooks_run_commands_that_exist(run, tmp_path):
    hooks = extra("yaml").safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    (tmp_path / "a.txt").write_text("one\n")
    for hook in hooks:
        program, *words = hook["entry"].split()
        assert program == "parbleu"
        assert run(*words, "a.txt", cwd=tmp_path).status == 0


@pytest.mark.long
@pytest.mark.parametrize(
    ("base", "candidate", "more", "status", "outcome"),
    [
        ("careful", "careless", {}, 1, "worse"),
        ("careless", "careful", {"OPTIONS": "--test bootstrap -n 200"}, 0, "better"),
        ("careful", "careful", {"METRICS": "chrf bleu"}, 0, "no evidence of loss"),
        ("careful", "careful", {"REFERENCES": "none.txt"}, 2, "cannot compare"),
        ("careful", "careful", {"ALPHA": "$(touch run)"}, 2, "cannot compare"),
    ],
)
def test_the_script_of_the_action(tmp_path, base, candidate, more, status, outcome):
    action = extra("yaml").safe_load((ROOT / "action.yml").read_text())
    (step,) = [step for step in action["runs"]["steps"] if step.get("id") == "gate"]
    inputs = {
        name.replace("-", "_").upper(): each.get("default", "") for name, each in action["inputs"].items()
    }
    assert set(step["env"]) <= set(inputs)
    (tmp_path / "python").write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    (tmp_path / "python").chmod(0o755)
    for module in ("json", "parbleu", "sitecustomize", "shlex"):  # of the checkout, where it runs
        (tmp_path / f"{module}.py").write_text("open('run', 'w').close()\n")
    # What an earlier step of the same job has left.
    (tmp_path / "gate.json").write_text('{"tables": {"outcome": {"rows": [{"outcome": "better"}]}}}')
    given = {
        **{name: inputs[name] for name in step["env"]},
        "BASE": str(SYSTEMS[base]),
        "CANDIDATE": str(SYSTEMS[candidate]),
        "REFERENCES": str(REFERENCES[0]),
        **more,
        "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}",
        "RUNNER_TEMP": str(tmp_path),
        "GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md"),
        "GITHUB_OUTPUT": str(tmp_path / "output"),
    }
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
    done = subprocess.run(
        command, env={**os.environ, **given}, cwd=tmp_path, capture_output=True, check=False
    )
    assert done.returncode == status, done.stderr
    assert (tmp_path / "output").read_text() == f"outcome={outcome}\n"
    assert not (tmp_path / "run").exists()
    if more.get("ALPHA") is None:
        assert f"| {outcome} | " in (tmp_path / "summary.md").read_text()


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("--checks writing", "the check writing compares parallel files: add --parallel"),
        ("--checks empty line_counts", "the check line_counts compares parallel files: add --parallel"),
        ("--checks line_counts writing", "the check line_counts compares parallel files"),
        ("--checks writing line_counts", "the check writing compares parallel files"),
        ("--checks training", "the check training needs training data: add --train FILE"),
        ("--checks empty --train b", "--train (train=) is of the check training: add it to --checks"),
        ("--train none", "the training data none have no line"),
        ("--train table", "table: this is a table of 3 columns"),
        ("-l nothing", "'nothing' is not a language pair"),
    ],
)
def test_what_checks_nothing_is_refused(run, tmp_path, words, complaint):
    (tmp_path / "none").touch()
    (tmp_path / "table").write_text("a\tb\tc\n" * 9)
    for name in "ab":
        (tmp_path / name).write_text("the cat\n")
    refused = run("check", "a", *words.split(), cwd=tmp_path)
    assert (refused.status, refused.out, refused.err.count("\n")) == (2, "", 1)
    assert complaint in refused.err
    assert run("check", "a", "--parallel", cwd=tmp_path).status == 0  # as hooks do, whatever has changed
