"""Runs an attack for some minutes: what all scripts of this directory share.

A script gives `campaign` a function that attacks once, with a seed, and returns how many things it tried; it
raises `AttackError` for what must not be. The last line says how much was tried in which time, and the status
is 1 after a finding.
"""

from __future__ import annotations

import argparse
import secrets
import sys
import time
from collections.abc import Callable


class AttackError(Exception):
    """What an attack found; its message is all that is needed to see it again."""


def campaign(purpose: str, unit: str, attack: Callable[[str, int], int]) -> int:
    """Attacks until the time is over or enough is tried.

    Args:
        purpose: what the script does, for `--help`.
        unit: what is counted, in the plural.
        attack: called with the seed of a round and how many things it should try at most.
    """
    parser = argparse.ArgumentParser(
        description=purpose, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=1, help="how long (default: 1)")
    parser.add_argument("--count", type=int, help=f"how many {unit} instead")
    parser.add_argument("--seed", help="what all derives from; without it each run is another")
    options = parser.parse_args()
    seed = options.seed or secrets.token_hex(4)
    begun, done, number = time.monotonic(), 0, 0
    while done < options.count if options.count else time.monotonic() < begun + 60 * options.minutes:
        try:
            done += attack(f"{seed}-{number}", options.count - done if options.count else 1 << 62)
        except AttackError as finding:
            print(f"FOUND after {done} {unit}, seed {seed}-{number}:\n{finding}")
            return 1
        number += 1
        if sys.stderr.isatty():
            print(f"\r{done} {unit}", end="", file=sys.stderr)
    print(f"{done} {unit} in {time.monotonic() - begun:.0f} s, seed {seed}: nothing found")
    return 0
