"""Keeps the ratios of each run as a line of JSON, and shows the latest runs beside each other.

python -m benchmarks.history history.jsonl prints the table as Markdown.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from datetime import datetime, timezone
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.machine import describe
from benchmarks.measure import Group
from benchmarks.table import ratio

SHOWN = 8
"""How many runs have a column."""
FALLEN = 0.8
"""Which part of the median of the runs before a ratio has to reach, if it is not to be marked."""


def entry(groups: Iterable[Group]) -> dict[str, Any]:
    """One run: when, of which commit, where, and the median ratio of each row that is compared."""
    ratios = {
        f"{group.title}: {row.what}, {row.peer}": round(median(row.ratios), 3)
        for group in groups
        for row in group.rows
        if row.theirs
    }
    day = datetime.now(timezone.utc).strftime("%Y-%m-%d")
    return {
        "day": day,
        "commit": os.environ.get("GITHUB_SHA", "")[:8],
        "machine": describe(),
        "ratios": ratios,
    }


def page(runs: list[dict[str, Any]]) -> str:
    """The latest runs, with the ratios in bold that fell below those before."""
    shown = runs[-SHOWN:]
    names = dict.fromkeys(name for run in shown for name in run["ratios"])
    lines = [
        "# Speed of each week",
        "",
        f"How many times the CPU time of parbleu others take; {len(runs)} runs are in history.jsonl.",
        f"Machines differ: bold is what fell below {FALLEN:.0%} of the median of the {SHOWN} runs before.",
        "",
        "| | " + " | ".join(f"{run['day']} {run['commit']}" for run in shown) + " |",
        "|---|" + "---:|" * len(shown),
    ]
    for name in names:
        cells = []
        for at in range(len(runs) - len(shown), len(runs)):
            value = runs[at]["ratios"].get(name)
            before = [run["ratios"][name] for run in runs[max(0, at - SHOWN) : at] if name in run["ratios"]]
            fell = value is not None and before and value < FALLEN * median(before)
            text = "" if value is None else ratio(value)
            cells.append(f"**{text}**" if fell else text)
        lines.append(f"| {name.replace('|', '/')} | " + " | ".join(cells) + " |")
    return "\n".join([*lines, "", f"The last machine: {runs[-1]['machine']}"])


if __name__ == "__main__":
    with Path(sys.argv[1]).open(encoding="utf-8") as history:
        print(page([json.loads(line) for line in history]))
