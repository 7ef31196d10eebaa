"""Completes command lines in real shells."""

import shutil
import subprocess

import pytest

from parbleu._cli.completion import SHELLS

ASK = {
    "bash": """
        source "$1"; shift
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
        _parbleu
        printf '%s\\n' "${COMPREPLY[@]}"
        """,
    "zsh": """
        compdef() { : }
        _files() { print a-file }
        compadd() { shift; print -l -- "$@" }
        source "$1"; shift
        words=("$@"); CURRENT=$#
        _parbleu
        """,
    "fish": """source $argv[1]; complete -C (string join -- ' ' $argv[2..])""",
}
START = {"bash": ["bash", "-c"], "zsh": ["zsh", "-fc"], "fish": ["fish", "-c"]}


@pytest.fixture(params=SHELLS)
def complete(request, tmp_path):
    """Returns the completions of the last word of a command line, which begin with it."""
    shell = request.param
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not installed")
    script = tmp_path / "script"
    script.write_text(SHELLS[shell](), encoding="utf-8")

    def ask(*words):
        name = [] if shell == "fish" else [shell]
        done = subprocess.run(
            [*START[shell], ASK[shell], *name, str(script), "parbleu", *words],
            capture_output=True,
            text=True,
            check=True,
            cwd=tmp_path,
            env={"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"},
        )
        assert not done.stderr
        found = [line.split("\t")[0] for line in done.stdout.splitlines()]
        return {word for word in found if word and word.startswith(words[-1])}

    return ask


def test_commands_and_groups(complete):
    assert {"score", "data", "meta", "human"} <= complete("")
    assert complete("sco") == {"score", "scorer"}
    assert {"list", "show", "verify"} <= complete("data", "")
    assert "score-mqm" in complete("human", "convert", "")


def test_options_are_those_of_the_command(complete):
    assert {"--metrics", "--tokenize"} <= complete("score", "ref.txt", "--")
    assert "--metrics" not in complete("data", "list", "--")
    assert "--cached" in complete("data", "list", "--")


def test_values(complete):
    assert {"latex", "json"} <= complete("score", "ref.txt", "-f", "")
    assert complete("score", "--tokenize", "ja") == {"ja-mecab"}


def test_an_unknown_shell(run):
    assert run("completion", "tcsh") == (
        2,
        "",
        "parbleu: there is no completion for 'tcsh': bash, zsh, fish\n",
    )
    assert run("completion").status == 2


@pytest.mark.parametrize("shell", SHELLS)
def test_the_command_prints_the_script(run, shell):
    assert run("completion", shell).out == SHELLS[shell]()
