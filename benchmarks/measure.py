"""Times two programs in interleaved rounds by CPU time, takes medians, and compares their results."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import process_time
from typing import Any

Work = Callable[[], Any]
"""One complete piece of work from fresh objects: lists of str in, a result out."""

LAUNCH = Path(__file__).with_name("launch.py")
LEAST = 0.02
"""Seconds that one timing lasts at least; shorter work is repeated."""


@dataclass(frozen=True)
class Row:
    """One line of the table.

    Attributes:
        what: the work.
        ours: seconds that parbleu takes for one unit of work, each round.
        theirs: the other side's seconds, each round; empty if there is no other side.
        peer: who the other side is.
        unit: what the seconds are for: line, call, pair or run.
        target: the ratio that we want.
        note: how the results compare, and what else one must know.
    """

    what: str
    ours: Sequence[float]
    theirs: Sequence[float] = ()
    peer: str = "sacreBLEU"
    unit: str = "line"
    target: str = ""
    note: str = ""

    @property
    def ratios(self) -> list[float]:
        """How often the other side's time contains ours, in each round."""
        return [theirs / ours for ours, theirs in zip(self.ours, self.theirs, strict=True)]


@dataclass
class Group:
    """Rows that belong together, and what to say above them."""

    title: str
    text: str
    rows: list[Row] = field(default_factory=list)


def timed(work: Work, units: int, clock: Callable[[], float] = process_time) -> tuple[float, Any]:
    """Returns the seconds that one unit of `work` takes, and its result."""
    times = 0
    start = clock()
    while True:
        result = work()
        times += 1
        seconds = clock() - start
        if seconds >= LEAST:
            return seconds / times / units, result


def compare(
    what: str,
    ours: Work,
    theirs: Work,
    units: int,
    *,
    rounds: int,
    note: str = "",
    clock: Callable[[], float] = process_time,
    **details: str,
) -> Row:
    """Times both, in turn, and says in the note whether the results are equal."""
    mine, yours = [], []
    for _ in range(rounds):
        seconds, our_result = timed(ours, units, clock)
        mine.append(seconds)
        seconds, their_result = timed(theirs, units, clock)
        yours.append(seconds)
    verdict = agreement(our_result, their_result)
    return Row(what, mine, yours, note="; ".join(filter(None, (verdict, note))), **details)


def agreement(ours: Any, theirs: Any) -> str:
    """Says how far two results (numbers, or lists of them) are apart."""
    if ours == theirs:
        return "equal"
    if isinstance(ours, (int, float)):
        ours, theirs = [ours], [theirs]
    largest = max(abs(mine - yours) for mine, yours in zip(ours, theirs, strict=True))
    return f"differs by up to {largest:.2g}"


@dataclass(frozen=True)
class Process:
    """What a child process took."""

    seconds: float
    peak: int
    output: str


def run(command: list[str], *, may_fail: bool = False) -> Process:
    """Runs a command and returns its CPU seconds (user and system), peak memory in bytes, and output.

    Raises:
        SystemExit: it failed.
    """
    with tempfile.NamedTemporaryFile("r", encoding="ascii") as report:
        launch = [sys.executable, "-I", "-S", str(LAUNCH), report.name, *command]
        done = subprocess.run(launch, stdout=subprocess.PIPE, check=False)
        if done.returncode > may_fail:  # a check that finds something ends with 1
            raise SystemExit(f"{' '.join(command)} ended with status {done.returncode}")
        seconds, kilobytes = report.read().split()
    return Process(float(seconds), int(kilobytes) * 1024, done.stdout.decode())
