"""Measures minimum Bayes risk decoding against mbrs, and against fastchrf, which mbrs can use.

mbrs brings torch along, so it runs in an environment of its own, whose interpreter the variable MBRS_PYTHON
names; without it there are no rows of it.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import fastchrf

from benchmarks.measure import Group, Row, compare, timed
from benchmarks.settings import Settings
from benchmarks.texts import Pairs
from parbleu.nbest import decode

WORKER = Path(__file__).with_name("mbrs_worker.py")


def candidates(pairs: Pairs, size: int) -> list[list[str]]:
    """Lists of candidates that are like one another: mixtures of the two translations of a line."""
    random = Random(size)
    return [[mixed(random, pair) for _ in range(size)] for pair in zip(pairs.hyps, pairs.refs, strict=True)]


def mixed(random: Random, texts: tuple[str, str]) -> str:
    first, second = random.choice(texts).split(), random.choice(texts).split()
    share = random.random()
    words = first[: int(len(first) * share)] + second[int(len(second) * share) :]
    return " ".join(word if random.random() > 0.05 else random.choice(first + second) for word in words)


class Mbrs:
    """A process in which mbrs decodes."""

    def __init__(self, python: str) -> None:
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        command = [python, "-I", str(WORKER)]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self._process = subprocess.Popen(command, text=True, env=environment, **pipes)

    def decode(self, metric: str, lists: list[list[str]]) -> tuple[float, list[float]]:
        """Returns the CPU seconds that decoding takes, and the expected utility of each choice."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([metric, lists]) + "\n")
        self._process.stdin.flush()
        seconds, utilities = json.loads(self._process.stdout.readline())
        return seconds, utilities

    def close(self) -> None:
        """Ends the process."""
        self._process.communicate()


def against_mbrs(mbrs: Mbrs, metric: str, lists: list[list[str]], rounds: int) -> Row:
    size = len(lists[0])
    count = len(lists) * size * size
    mine, yours = [], []
    apart = 0.0
    for _ in range(rounds):
        seconds, found = timed(lambda: decode(lists, metric, threads=1), count)
        mine.append(seconds)
        seconds, utilities = mbrs.decode(metric, lists)
        yours.append(seconds / count)
        apart = max(abs(a.utility - b) / max(1, b) for a, b in zip(found, utilities, strict=True))
    peer = "mbrs with fastchrf" if metric == "chrf" else "mbrs"
    note = f"expected utilities differ by up to {apart:.1g} of them: mbrs has single precision"
    what = f"decode, {metric}, {len(lists)} lists of {size}"
    return Row(what, mine, yours, peer=peer, unit="pair", target="50x", note=note)


def against_fastchrf(lists: list[list[str]], rounds: int) -> Row:
    size = len(lists[0])

    def ours() -> list[float]:
        return [decision.utility for decision in decode(lists, threads=1)]

    def theirs() -> Any:
        matrices = fastchrf.pairwise_chrf(lists, lists)
        return [max(sum(row) / size for row in matrix) for matrix in matrices]

    what = f"decode, chrf, {len(lists)} lists of {size}"
    return compare(
        what,
        ours,
        theirs,
        len(lists) * size * size,
        rounds=rounds,
        peer="fastchrf, one call, and means",
        unit="pair",
    )


def measure(settings: Settings) -> Group:
    group = Group(
        "Minimum Bayes risk decoding",
        "From lists of candidates to choices, one thread each; seconds per pair of candidates.",
    )
    python = os.environ.get("MBRS_PYTHON")
    mbrs = Mbrs(python) if python else None
    pairs = settings.texts.target("en")
    for size, full, quick in ((8, 40, 10), (16, 20, 5), (64, 8, 2), (256, 1, 1)):
        lists = candidates(pairs.first(settings.size(full, quick)), size)
        group.rows.append(against_fastchrf(lists, settings.rounds))
        if mbrs is not None:
            group.rows.append(against_mbrs(mbrs, "chrf", lists, settings.rounds))
            if size <= 64:
                group.rows.append(against_mbrs(mbrs, "bleu", lists[:4], settings.rounds))
    if mbrs is not None:
        mbrs.close()
    return group
