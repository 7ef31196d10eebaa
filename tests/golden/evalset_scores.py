"""Human and metric scores of the published evaluation sets, read the short way."""

import json
from functools import cache
from pathlib import Path

import numpy as np

SETS = [
    ("wmt21.news", "en-de", "mqm"),
    ("wmt21.news", "zh-en", "mqm"),
    ("wmt21.tedtalks", "en-de", "mqm"),
    ("wmt21.tedtalks", "zh-en", "mqm"),
    ("wmt24", "en-cs", "esa"),
    ("wmt24", "en-hi", "esa"),
    ("wmt24", "en-ja", "esa"),
    ("wmt24", "en-zh", "esa"),
]


class EvalScores:
    """The scores of one language pair, and what MT Metrics Eval made of them."""

    def __init__(self, oracles: Path, name: str, pair: str, gold: str) -> None:
        self._home = oracles / "data" / "evalsets" / name
        self._recorded = oracles / "golden" / "mtme" / "evalsets" / f"{name}.{pair}"
        self._pair = pair
        self._gold = gold

    def recorded(self, what: str):
        return json.loads(Path(f"{self._recorded}.{what}.json").read_text())

    def gold(self, systems, level="seg"):
        return table(self._home / "human-scores" / f"{self._pair}.{self._gold}.{level}.score", systems)

    def metric(self, name, systems, level="seg"):
        return table(self._home / "metric-scores" / self._pair / f"{name}.{level}.score", systems)


def table(path, systems):
    return np.array([read(path)[system] for system in systems])


@cache
def read(path):
    scores = {}
    for line in path.read_text().splitlines():
        system, score = line.split()
        scores.setdefault(system, []).append(float("nan") if score == "None" else float(score))
    return scores
