"""Every recorded run of the `sacrebleu` command that `parbleu score` covers, byte for byte."""

import base64
import json
import re
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from golden.recorded import Recorded, Row
from parbleu._cli.shell.console import Program

face = pytest.importorskip("parbleu.compat._sacrebleu_command.command")


def sacrebleu(words: list[str]) -> int:
    status: int = face.run(words, Program("sacrebleu", "sacreBLEU: ", "sacrebleu 2.6.0", "2.6.0"))
    return status


def numbers(*parts: int | range) -> set[int]:
    return {n for part in parts for n in (part if isinstance(part, range) else (part,))}


EXCLUDED = {
    "help text: ours says other things": numbers(1),
    "a format that was refused there, which we have": numbers(116),
}

# Recorded as a traceback with status 1. What we do instead: one line, the same status.
CRASHES = {
    6: "'foo' is not a language pair: give source and target, such as en-foo",
    16: "<SACREBLEU>/wmt17/raw/wmt17.test.tgz is missing, and PARBLEU_OFFLINE is set",
    72: "'zh' is not a language pair: give source and target, such as en-zh",
    114: "Filtering for --origlang or --subset needs a test (-t) and a language pair (-l).",
    115: "Filtering for --origlang or --subset needs a test (-t) and a language pair (-l).",
    120: "cannot read nofile: No such file or directory",
    121: "cannot read nofile: No such file or directory",
    139: "latin1.small:1: byte 0xc7 at column 1 is not valid utf-8; convert the file or name its encoding",
    140: "ref.small:",
    141: "bad.small:1: byte 0xff at column 7 is not valid utf-8; convert the file or name its encoding",
    142: "bad.small:1: byte 0xff at column 7 is not valid utf-8; convert the file or name its encoding",
    158: "unknown encoding: nocodec",
    188: "SACREBLEU_SEED must be a whole number from 0 up, or 'none' for a new one each time, not 'abc'",
    178: "standard input:1: byte 0xff at column 7 is not valid utf-8; convert the file or name its encoding",
}

# The same, in as many lines as where the original does not crash.
CRASHES_IN_LINES = {
    11: ("No such language pair 'xx-yy'", "Available language pairs for 'wmt17' are:", " > cs-en"),
    14: ("Unknown test set 'nope'", "Please run with --list to see the available test sets."),
    15: ("Unknown test set 'nope'", "Please run with --list to see the available test sets."),
}

# The original crashes after the work, printing the result.
WORKS = numbers(107, 108)

# The original crashes where there is an answer.
ANSWERED = {13: "@InProceedings{bojar-EtAl:2017:WMT1,\n"}

# Recorded with random numbers: all else must be equal.
RANDOM = numbers(191, 192)

# The recorded order of messages is that of several processes.
UNORDERED = numbers(110)

# There --detail of several systems is silently dropped.
DROPS_DETAIL = numbers(201, 203, 204, 205)
DROPPED = "sacreBLEU: --detail is for one system; it adds nothing to a table of several\n"

SHIPPED, ELSEWHERE = 209, 201
"""How many rows there are."""

# We print the recorded line, and then what helps: which file, which line, how many.
SAYS_MORE = numbers(122, 123, 127, 128, 129, 169, 167, 172, 174, 175)


@cache
def rows(recorded: Recorded) -> list[Row]:
    return list(recorded.rows("cli_cases"))


@pytest.fixture
def models(tmp_path: Path, recorded: Recorded) -> Path:
    """A cache without test sets; the models are those that were recorded with."""
    copytree(recorded.inputs / "sb_models" / "models", tmp_path / "models")
    return tmp_path


def replay(row: Row, recorded: Recorded, run: Callable[..., Any], models: Path) -> Any:
    stdin = base64.b64decode(row["stdin_b64"]) if row["stdin_b64"] else (row["stdin"] or "").encode()
    env = {"COLUMNS": "80", "SACREBLEU": str(models), **row["env"]}
    return run(
        *row["argv"],
        stdin=stdin,
        cwd=recorded.inputs / "cli",
        env=env,
        command=sacrebleu,
        terminal=row["tty"],
    )


def without_our_version(text: str) -> str:
    return re.sub(r"\+parbleu\.[0-9A-Za-z.]+", "", text)


def without_random_numbers(text: str) -> str:
    """Replaces what resampling found."""
    text = re.sub(r"(\(μ = )?[0-9.]+ ± [0-9.]+", "M ± C", text)
    return re.sub(r"\(p = [0-9.]+\)\*?", "P", text)


def test_every_row_is_accounted_for(recorded: Recorded) -> None:
    excluded = [n for group in EXCLUDED.values() for n in group]
    assert len(excluded) == len(set(excluded))
    assert not set(excluded) & set(CRASHES)
    known = {*excluded, *CRASHES, *CRASHES_IN_LINES, *ANSWERED, *WORKS}
    assert {n for n, row in enumerate(rows(recorded)) if row["crash"]} == known - set(excluded)
    assert {n for n, row in enumerate(rows(recorded)) if row.get("nondeterministic")} == RANDOM
    assert max(excluded) < len(rows(recorded)) == recorded.count(SHIPPED, ELSEWHERE)


@pytest.mark.parametrize("number", range(SHIPPED))
def test_row(number: int, recorded: Recorded, run: Callable[..., Any], models: Path) -> None:
    if number >= recorded.count(SHIPPED, ELSEWHERE):
        return  # only some rows more are shipped
    if any(number in group for group in (*EXCLUDED.values(), CRASHES, CRASHES_IN_LINES, WORKS, ANSWERED)):
        return  # held by the other tests
    row = rows(recorded)[number]
    result = replay(row, recorded, run, models)
    assert result.status == row["rc"], result.err
    # A terminal ends its lines in CR LF.
    ours, theirs = without_our_version(result.out), row["stdout"]["text"].replace("\r\n", "\n")
    if number in RANDOM:
        ours, theirs = without_random_numbers(ours), without_random_numbers(theirs)
    assert ours == theirs
    if row["rc"] == 2:
        check_usage_error(result.err, row["stderr"])
    elif number in SAYS_MORE:
        assert result.err.startswith(row["stderr"].rstrip("\n"))
        assert result.err.count("\n") == 1
    elif number in DROPS_DETAIL:
        assert DROPPED in result.err
        assert result.err.replace(DROPPED, "") == row["stderr"]
    elif number in UNORDERED:
        assert sorted(result.err.splitlines()) == sorted(row["stderr"].splitlines())
    else:
        assert result.err == row["stderr"]


def check_usage_error(ours: str, theirs: str) -> None:
    """The recorded error ends in the line that we print alone, in the words of Python 3.11's argparse."""
    assert ours.count("\n") == 1
    wanted = theirs.splitlines()[-1]
    if sys.version_info[:2] == (3, 11):
        assert ours.rstrip("\n") == wanted
    else:
        assert ours.startswith(wanted.partition(" (choose from")[0])


@pytest.mark.parametrize("number", CRASHES)
def test_what_crashes_there(number: int, recorded: Recorded, run: Callable[..., Any], models: Path) -> None:
    row = rows(recorded)[number]
    result = replay(row, recorded, run, models)
    assert result.status == 1
    assert result.out == ""
    assert result.err.replace(str(models), "<SACREBLEU>").startswith(f"sacreBLEU: {CRASHES[number]}")
    assert result.err.count("\n") == 1


@pytest.mark.parametrize("number", CRASHES_IN_LINES)
def test_what_crashes_there_told_in_lines(
    number: int, recorded: Recorded, run: Callable[..., Any], models: Path
) -> None:
    result = replay(rows(recorded)[number], recorded, run, models)
    assert (result.status, result.out) == (1, "")
    told = tuple(line.removeprefix("sacreBLEU: ") for line in result.err.splitlines())
    assert told[: len(CRASHES_IN_LINES[number])] == CRASHES_IN_LINES[number]


@pytest.mark.parametrize("number", ANSWERED)
def test_what_crashes_before_the_work(
    number: int, recorded: Recorded, run: Callable[..., Any], models: Path
) -> None:
    result = replay(rows(recorded)[number], recorded, run, models)
    assert (result.status, result.err) == (0, "")
    assert result.out.startswith(ANSWERED[number])


@pytest.mark.parametrize("number", sorted(WORKS))
def test_what_crashes_after_the_work(
    number: int, recorded: Recorded, run: Callable[..., Any], models: Path
) -> None:
    """JSON holds the very numbers that the text shows."""
    row = rows(recorded)[number]
    result = replay(row, recorded, run, models)
    assert result.status == 0, result.err
    baseline, system = json.loads(result.out)
    [metric] = set(system) - {"system"}
    text = replay({**row, "argv": [*row["argv"], "-f", "text", "-w", "4"]}, recorded, run, models).out
    for values in (baseline[metric], system[metric]):
        assert f"{values['score']:.4f} ({values['mean']:.4f} ± {values['ci']:.4f})" in text
    assert f"(p = {system[metric]['p_value']:.4f})" in text
    assert baseline[metric]["p_value"] is None
    assert result.err.startswith("sacreBLEU: Found 2 systems.\nsacreBLEU: Pre-computing")
