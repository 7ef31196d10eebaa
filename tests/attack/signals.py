"""Ends commands of `parbleu` by Ctrl-C, SIGTERM and SIGHUP at random moments, from the first millisecond on.

    python tests/attack/signals.py --minutes 30
    python tests/attack/signals.py --count 200 --seed 7

A finding is a traceback, a status that is none of the command or the signal, half of an output, and a
temporary file that is left behind.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from functools import cache
from pathlib import Path

from command_lines import STATUSES, USUAL, write_files
from rounds import AttackError, campaign

PATIENCE = 120
SIGNALS_OF_A_ROUND = 10
BY_SIGNAL = 128
SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
LINES = [line for line in USUAL.strip().splitlines() if "translate" not in line]
LINES += [
    "translate hyp --engine command --command cat -o out",
    "score ref -i hyp other -m bleu --segments out -o out.json",
    "score ref -i hyp other -f json -o out",
    "report ref -i hyp other -o out",
    "study exposure ref --train other --save out",
    "check ref hyp -f markdown -o out",
]
"""Command lines; the file `out` is what they write."""


class Whole(random.Random):
    """A source of chance by which no file is damaged."""

    def choice(self, values):  # type: ignore[no-untyped-def] # as of the base class
        return values[0]


def start(line: str, directory: Path) -> subprocess.Popen[bytes]:
    environment = os.environ | {"HOME": str(directory), "SACREBLEU": str(directory / "cache")}
    return subprocess.Popen(
        [sys.executable, "-m", "parbleu", *line.split()],
        cwd=directory,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


@cache
def undisturbed(line: str) -> tuple[float, bytes | None]:
    """Returns how long a command line takes, and what it writes to `out`."""
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        write_files(directory, Whole(0))
        begun = time.monotonic()
        start(line, directory).communicate(timeout=PATIENCE)
        out = directory / "out"
        return time.monotonic() - begun, out.read_bytes() if out.is_file() else None


def disturb(line: str, number: int, after: float) -> None:
    """Sends a signal to a command after some seconds."""
    seconds, whole = undisturbed(line)
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        write_files(directory, Whole(0))
        process = start(line, directory)
        time.sleep(after * seconds)
        process.send_signal(number)
        said = process.communicate(timeout=PATIENCE)[1].decode("utf-8", "replace")
        shown = f"parbleu {line}: signal {number} after {after:.3f} of its time"
        # Before a module of the package runs, Ctrl-C is the interpreter's.
        if "Traceback" in said and (number != signal.SIGINT or "/parbleu/" in said):
            raise AttackError(f"{shown}\n{said[-3000:]}")
        if process.returncode not in {*STATUSES, -number, BY_SIGNAL + number}:
            raise AttackError(f"{shown}: status {process.returncode}\n{said[-3000:]}")
        out = directory / "out"
        if "--verify" not in line and out.is_file() and len(out.read_bytes()) != len(whole or b""):
            raise AttackError(f"{shown}: wrote {len(out.read_bytes())} of {len(whole or b'')} bytes")
        if left := [path for path in directory.rglob("*") if path.name.endswith((".part", ".tmp"))]:
            raise AttackError(f"{shown}: left {left}")


def attack(seed: str, most: int) -> int:
    chance = random.Random(seed)
    count = min(most, SIGNALS_OF_A_ROUND)
    for _ in range(count):
        disturb(chance.choice(LINES), chance.choice(SIGNALS), chance.choice([0.05, 1]) * chance.random())
    return count


if __name__ == "__main__":
    sys.exit(campaign(__doc__ or "", "signals", attack))
