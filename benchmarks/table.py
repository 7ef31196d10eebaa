"""Prints benchmark rows as a Markdown table."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import median

from benchmarks.measure import Group, Row

HEADER = """\
| what | parbleu | compared with | ratio: median [min–max] | to reach | notes |
|---|---|---|---|---|---|"""


def duration(seconds: float, unit: str) -> str:
    """Seconds in a readable unit."""
    for factor, name in ((1, "s"), (1e3, "ms"), (1e6, "µs"), (1e9, "ns")):
        if seconds * factor >= 1:
            return f"{seconds * factor:,.3g} {name}/{unit}"
    return f"0 s/{unit}"


def ratio(value: float) -> str:
    return f"{value:,.0f}x" if value >= 10 else f"{value:.2f}x"


def line(row: Row) -> str:
    ours = duration(median(row.ours), row.unit)
    if not row.theirs:
        return f"| {row.what} | {ours} | | | {row.target} | {row.note} |"
    ratios = sorted(row.ratios)
    theirs = f"{row.peer}: {duration(median(row.theirs), row.unit)}"
    spread = f"**{ratio(median(ratios))}** [{ratio(ratios[0])}–{ratio(ratios[-1])}]"
    return f"| {row.what} | {ours} | {theirs} | {spread} | {row.target} | {row.note} |"


def short(groups: Iterable[Group]) -> str:
    """One table of what was compared, without targets and notes."""
    rows = [row for group in groups for row in group.rows if row.theirs]
    lines = ["| | parbleu | | ratio |", "|---|---|---|---|"]
    for row in rows:
        ours, theirs = duration(median(row.ours), row.unit), duration(median(row.theirs), row.unit)
        lines.append(f"| {row.what} | {ours} | {row.peer}: {theirs} | **{ratio(median(row.ratios))}** |")
    return "\n".join(lines)


def markdown(group: Group) -> str:
    """A group with its title, its text and all columns."""
    return "\n".join([f"### {group.title}", "", group.text, "", HEADER, *map(line, group.rows), ""])
