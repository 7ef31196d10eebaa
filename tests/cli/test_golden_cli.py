"""Every recorded run of the `sacrebleu` command that `parbleu score` covers, byte for byte."""

import base64
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from parbleu.cli.console import Program

SACREBLEU = Program("sacrebleu", "sacreBLEU: ", "sacrebleu 2.6.0")


def numbers(*parts: int | range) -> set[int]:
    return {n for part in parts for n in (part if isinstance(part, range) else (part,))}


EXCLUDED = {
    "help text: ours says other things": numbers(1),
    "test sets, which this command does not know": numbers(range(2, 24), 46, range(113, 116), 160),
    "the error lists the test sets": numbers(118, 119),
    "confidence intervals, which this command does not know": numbers(
        range(78, 84), 90, 92, 159, 186, 187, 188, 191, 193, 196
    ),
    "several systems, which this command does not compare": numbers(
        91, range(93, 113), 117, 170, 171, 173, 185, 189, 190, 192, 194, 195, range(197, 201)
    ),
}

# Recorded as a traceback with status 1. What we do instead: one line, the same status.
CRASHES = {
    72: "'zh' is not a language pair: give source and target, such as en-zh",
    120: "cannot read nofile: No such file or directory",
    121: "cannot read nofile: No such file or directory",
    139: "latin1.small:1: byte 0xc7 at column 1 is not valid utf-8; convert the file or name its encoding",
    140: "ref.small:",
    141: "bad.small:1: byte 0xff at column 7 is not valid utf-8; convert the file or name its encoding",
    142: "bad.small:1: byte 0xff at column 7 is not valid utf-8; convert the file or name its encoding",
    158: "unknown encoding: nocodec",
    178: "standard input:1: byte 0xff at column 7 is not valid utf-8; convert the file or name its encoding",
}

# We print the recorded line, and then what helps: which file, which line, how many.
SAYS_MORE = numbers(122, 123, 127, 128, 129, 169, 167, 172, 174, 175)


def recorded(oracles: Path) -> list[dict[str, Any]]:
    path = oracles / "golden" / "sacrebleu" / "cli_cases.jsonl"
    return [json.loads(line) for line in path.read_text(encoding="ascii").splitlines()]


def replay(row: dict[str, Any], oracles: Path, run: Callable[..., Any]) -> Any:
    inputs = oracles / "golden" / "sacrebleu" / "inputs"
    stdin = base64.b64decode(row["stdin_b64"]) if row["stdin_b64"] else (row["stdin"] or "").encode()
    env = {"COLUMNS": "80", "SACREBLEU": str(inputs / "sb_models"), **row["env"]}
    return run(*row["argv"], stdin=stdin, cwd=inputs / "cli", env=env, program=SACREBLEU)


def without_our_version(text: str) -> str:
    return re.sub(r"\+parbleu\.[0-9A-Za-z.]+", "", text)


def test_every_row_is_accounted_for(oracles: Path) -> None:
    rows = recorded(oracles)
    excluded = [n for group in EXCLUDED.values() for n in group]
    assert len(excluded) == len(set(excluded))
    assert not set(excluded) & set(CRASHES)
    assert set(CRASHES) == {n for n, row in enumerate(rows) if row["crash"]} - set(excluded)
    assert max(excluded) < len(rows)


@pytest.mark.parametrize("number", range(201))
def test_row(number: int, oracles: Path, run: Callable[..., Any]) -> None:
    if any(number in group for group in EXCLUDED.values()) or number in CRASHES:
        return  # held by the other tests
    row = recorded(oracles)[number]
    result = replay(row, oracles, run)
    assert result.status == row["rc"], result.err
    assert without_our_version(result.out) == row["stdout"]["text"]
    if row["rc"] == 2:
        check_usage_error(result.err, row["stderr"])
    elif number in SAYS_MORE:
        assert result.err.startswith(row["stderr"].rstrip("\n"))
        assert result.err.count("\n") == 1
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
def test_what_crashes_there(number: int, oracles: Path, run: Callable[..., Any]) -> None:
    row = recorded(oracles)[number]
    result = replay(row, oracles, run)
    assert result.status == 1
    assert result.out == ""
    assert result.err.startswith(f"sacreBLEU: {CRASHES[number]}")
    assert result.err.count("\n") == 1
