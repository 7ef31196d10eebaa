"""`sacrebleu --help`: what the original's command takes, in its order and its groups."""

from __future__ import annotations

import re
import subprocess
import sys

from parbleu.compat._sacrebleu_command.command import FLAGS, _unabbreviated

FLAG = re.compile(r"(?<![\w-])--?[a-z][a-z-]*")
HEADING = re.compile(r"^\S.*:$")


def listed(package: str) -> list[list[set[str]]]:
    """The spellings of each option, by groups; help and version stand elsewhere in both."""
    command = [sys.executable, "-m", package, "--help"]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    groups: list[list[set[str]]] = []
    for line in text[text.index("\noptions:\n") :].splitlines():
        if HEADING.match(line):
            groups.append([])
        elif re.match(r"  -", line):
            flags = set(FLAG.findall(line.strip().split("  ")[0]))
            if not flags & {"--help", "--version"}:
                groups[-1].append(flags)
    return groups


def test_order_and_groups() -> None:
    theirs, ours = listed("sacrebleu"), listed("parbleu.compat.sacrebleu")
    assert sum(map(len, theirs)) > 38
    for mine, yours in zip(ours, theirs, strict=False):
        assert len(mine) == len(yours)
        for one, other in zip(mine, yours, strict=True):
            assert other <= one
    own, examples = ours[len(theirs) :]
    assert {"--all-pairs"} in own
    assert not [flags for flags in own if flags & {"--test", "--p-columns"}]
    assert examples == []


def test_help_names_no_command_of_ours() -> None:
    """Who has the wheel of the face alone need not know them."""
    command = [sys.executable, "-m", "parbleu.compat.sacrebleu", "--help"]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "parbleu score" not in " ".join(text.split())


def test_help_of_another_option_is_no_help() -> None:
    """A value that looks like the flag is read as the original reads it."""
    for package in ("sacrebleu", "parbleu.compat.sacrebleu"):
        done = subprocess.run(
            [sys.executable, "-m", package, "--width", "--h"], capture_output=True, text=True
        )
        assert done.returncode == 2
        assert "expected one argument" in done.stderr


def test_abbreviations_are_those_of_the_original() -> None:
    """Whatever begins only one of its options means it, though `parbleu score` has others."""
    long = {flag for group in listed("sacrebleu") for flags in group for flag in flags if flag[:2] == "--"}
    assert {*long, "--help", "--version"} - {"--cite"} == set(FLAGS)
    assert _unabbreviated("--score") == "--score-only"
    assert _unabbreviated("--do") == "--download"
    assert _unabbreviated("--tok=zh") == "--tokenize=zh"
    for word in ("--chrf", "--all-pairs", "--", "-b", "ref", "--format", "--confidence"):
        assert _unabbreviated(word) == word
