"""Runs random command lines of `parbleu` on files that are broken in random ways.

    python tools/attack/command_lines.py --minutes 30

Options come from the help texts of the commands. A finding is a traceback, an end by a signal, also of a line
that takes a minute, a status that no command has, an error without a message, an escape sequence in a
message, and a temporary file left behind.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path

from campaign import AttackError, campaign

LINES_OF_A_ROUND = 10
STATUSES = {0, 1, 2, 3}
LONGEST = 60
NOBODY = "http://127.0.0.1:9"
NAMES = ["hyp", "ref", "short", "empty", "latin1", "nul", "json", "deep", "numbers", "xml", "archive.tgz"]
WORDS = ["", "-", "0", "1", "-1", "1e9", "1_0", "nan", "none", "all", "x", "bleu", "chrf", "ter"]
WORDS += ["en-de", "wmt23", "\x1b[31m"]
COMMANDS = [
    *["score", "convert", "translate", "report", "help score", "--version"],
    *[
        "data list",
        "data show",
        "data cite",
        "data plan",
        "data get",
        "data import",
        "data path",
        "data verify",
    ],
    *["meta list", "meta show", "meta scores", "meta correlate", "meta compare", "meta matrix", "meta run"],
    *["meta score", "meta import", "meta download", "study permutations", "study tokenization"],
    *["human scores", "human agreement", "human show", "human evalset", "human convert", "human codalab"],
    "analyze examples",
]


def write_files(directory: Path, chance: random.Random) -> None:
    line = "the cat sat on the mat .\n"
    contents = {
        "hyp": line.encode() * 3,
        "ref": b"a cat sat on the mat .\n" * 3,
        "short": line.encode(),
        "empty": b"",
        "latin1": b"caf\xe9\n\xff\xfe\n",
        "nul": b"a\x00b\n" * 3,
        "json": b'{"score": 1e999, "name": ["BLEU"]}',
        "deep": b"[" * 100_000,
        "numbers": b"sys1\t0.5\nsys2\t1_000\nsys3\tNone\n",
        "xml": b'<!DOCTYPE a [<!ENTITY b "c">]><dataset id="x"><doc>&b;</doc></dataset>',
        "archive.tgz": b"\x1f\x8b\x08" + chance.randbytes(60),
    }
    for name, content in contents.items():
        damaged = bytearray(content)
        for _ in range(chance.choice([0, 0, 1, 3]) if damaged else 0):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        (directory / name).write_bytes(damaged)


def options_of(command: list[str]) -> list[str]:
    """The options that a command's help text shows."""
    shown = subprocess.run(
        [sys.executable, "-m", "parbleu", *command, "--help"], capture_output=True, text=True, check=False
    )
    return re.findall(r"(?<![\w-])--?[a-z][\w-]*", shown.stdout) or ["--help"]


_known: dict[str, list[str]] = {}


def command_line(chance: random.Random) -> list[str]:
    command = chance.choice(COMMANDS).split()
    key = " ".join(command)
    if key not in _known:
        _known[key] = options_of(command)
    line = command
    for _ in range(chance.choice([0, 1, 2, 3, 5, 8])):
        kind = chance.random()
        if kind < 0.45:
            line = [*line, chance.choice(_known[key])]
        elif kind < 0.85:
            line = [*line, chance.choice(NAMES)]
        else:
            line = [*line, chance.choice(WORDS)]
    return line


def run(line: list[str], directory: Path) -> tuple[int, bytes, bytes]:
    """Runs one line in a fork of this process, which has the command loaded: its status and what it wrote."""
    from parbleu.cli.main import command

    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        given.write(b"a b c\n")
        given.seek(0)
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            for number, file in enumerate((given, out, err)):
                os.dup2(file.fileno(), number)
            os.chdir(directory)
            # Nothing is asked of a server, and the user's own caches stay as they are.
            os.environ.update(HOME=str(directory), SACREBLEU="cache", http_proxy=NOBODY, https_proxy=NOBODY)
            sys.argv = ["parbleu", *line]
            signal.alarm(LONGEST)
            code = 1
            try:
                command()
                code = 0
            except SystemExit as ending:
                code = ending.code if isinstance(ending.code, int) else int(ending.code is not None)
            except BaseException:
                traceback.print_exc()
            finally:
                sys.stdout.flush()
                sys.stderr.flush()
                os._exit(code)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        out.seek(0)
        err.seek(0)
        return status, out.read(), err.read()


def attack(seed: str, most: int) -> int:
    chance = random.Random(seed)
    lines = min(most, LINES_OF_A_ROUND)
    # Not a TemporaryDirectory, which each fork would remove at its end.
    directory = Path(tempfile.mkdtemp())
    try:
        write_files(directory, chance)
        for _ in range(lines):
            line = command_line(chance)
            shown = f"parbleu {' '.join(map(repr, line))}"
            status, output, errors = run(line, directory)
            said = errors.decode("utf-8", "replace")
            if "Traceback (most recent call last)" in said or status not in STATUSES:
                raise AttackError(f"{shown}: status {status}\n{said[-3000:]}")
            if status and not said.strip() and not output.strip():
                raise AttackError(f"{shown}: status {status} without a word")
            if b"\x1b[31m" in errors:
                raise AttackError(f"{shown}: an escape sequence reaches the terminal")
            left = [path for path in directory.rglob("*") if path.name.endswith((".part", ".tmp"))]
            if left:
                raise AttackError(f"{shown}: left {left}")
    finally:
        shutil.rmtree(directory)
    return lines


if __name__ == "__main__":
    sys.exit(campaign(__doc__ or "", "command lines", attack))
