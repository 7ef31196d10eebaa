"""Runs an attack for some minutes: what all scripts of this directory share.

A script gives `campaign` a function that attacks once, with a seed, and returns how many things it tried; it
raises `AttackError` for what must not be. The last line says how much was tried in which time, and the status
is 1 after a finding.
"""

from __future__ import annotations

import argparse
import os
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence

CHILD = "--calls-of-a-child"
"""What begins the command line of a process that `calls_in_a_child` starts."""
LOG = -1
"""The file of a child's notes."""
END = 0.0
"""When children stop, by `time.time`; 0 for never."""
LOGGED = 10_000
"""How many bytes of a call are shown."""


class AttackError(Exception):
    """What an attack found; its message is all that is needed to see it again."""


def campaign(purpose: str, unit: str, attack: Callable[..., int], kinds: Sequence[str] = ()) -> int:
    """Attacks until the time is over or enough is tried.

    Args:
        purpose: what the script does, for `--help`.
        unit: what is counted, in the plural.
        attack: called with the seed of a round, how many things it should try at most, and where there are
            kinds, with the list of those to take in turn.
        kinds: what `--kinds` chooses from.
    """
    global END
    parser = argparse.ArgumentParser(
        description=purpose, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=1, help="how long (default: 1)")
    parser.add_argument("--count", type=int, help=f"how many {unit} instead")
    parser.add_argument("--seed", help="what all derives from; without it each run is another")
    if kinds:
        parser.add_argument("--kinds", nargs="+", choices=kinds, default=list(kinds), help="those to attack")
    options = parser.parse_args()
    chosen = [options.kinds] if kinds else []
    END = 0 if options.count else time.time() + 60 * options.minutes
    seed = options.seed or secrets.token_hex(4)
    begun, done, number = time.monotonic(), 0, 0
    while done < options.count if options.count else time.monotonic() < begun + 60 * options.minutes:
        try:
            done += attack(f"{seed}-{number}", options.count - done if options.count else 1 << 62, *chosen)
        except AttackError as finding:
            print(f"FOUND after {done} {unit}, seed {seed}-{number}:\n{finding}")
            return 1
        number += 1
        if sys.stderr.isatty():
            print(f"\r{done} {unit}", end="", file=sys.stderr)
    each = f", {done // len(options.kinds)} of each of {', '.join(options.kinds)}" if kinds else ""
    print(f"{done} {unit} in {time.monotonic() - begun:.0f} s, seed {seed}{each}: nothing found")
    return 0


def calls_in_a_child(
    script: str,
    seed: str,
    calls: int,
    is_answer: Callable[[str], bool] | None = None,
    kinds: Sequence[str] = (),
) -> int:
    """Lets a script make random calls in a process of its own; returns how many it made.

    Args:
        script: its path. It is started with `CHILD`, the seed, the number of calls, the number of a file
            where it notes each call before it makes it, as "NUMBER CALL", the time at which it stops, and
            what it attacks.
        seed: what the calls derive from.
        calls: how many there are at most.
        is_answer: tells whether what the process wrote to standard error before it ended is no finding.
        kinds: what it attacks, in turn.

    Raises:
        AttackError: the process ended otherwise than by success.
    """
    with tempfile.TemporaryFile() as log:
        words = [CHILD, seed, str(calls), str(log.fileno()), str(END), *kinds]
        command = [sys.executable, "-X", "faulthandler", script, *words]
        ended = subprocess.run(
            command, pass_fds=[log.fileno()], capture_output=True, text=True, errors="replace", check=False
        )
        text = os.pread(log.fileno(), LOGGED, 0).decode("utf-8", "replace")
    number, _, call = text.strip().partition(" ")
    if ended.returncode == 0:
        return int(number) + 1
    if is_answer is not None and is_answer(ended.stderr):
        return int(number) + 1
    raise AttackError(f"{ended.stderr[-4000:]}\nstatus {ended.returncode} in call {number}, {call}")


def note(number: int, call: str) -> None:
    """Writes the call that a child is about to make where its parent reads it; ends the child at its time."""
    if number and END and time.time() > END:
        sys.exit()
    os.ftruncate(LOG, 0)
    os.pwrite(LOG, f"{number} {call}".encode("utf-8", "backslashreplace"), 0)


def attack_by_children(
    script: str,
    purpose: str,
    calls_of_a_process: int,
    child: Callable[..., None],
    kinds: Sequence[str] = (),
) -> int:
    """Runs a script whose calls are made by children: as the campaign, or as one of the children.

    Args:
        script: its path.
        purpose: what it does, for `--help`.
        calls_of_a_process: how many calls a child makes at most.
        child: makes calls, from a seed, so many, and in an empty directory; it notes each by `note`. Where
            there are kinds, it also gets the list of those to take in turn.
        kinds: what `--kinds` chooses from.

    Returns:
        the exit status.
    """
    global LOG, END
    if sys.argv[1:2] == [CHILD]:
        seed, calls, log, end, *chosen = sys.argv[2:]
        LOG, END = int(log), float(end)
        with tempfile.TemporaryDirectory() as directory:
            child(seed, int(calls), directory, *([chosen] if kinds else []))
        return 0

    def attack(seed: str, most: int, chosen: Sequence[str] = ()) -> int:
        return calls_in_a_child(script, seed, min(calls_of_a_process, most), kinds=chosen)

    return campaign(purpose, "calls", attack, kinds)
