"""Measures how the cost of commands grows with their input, and writes docs/performance.md and its figure.

Each command runs as a process of its own, on one thread, with inputs of several sizes. The start of a process
is subtracted; then the growth is the exponent e of time ~ size^e between the last size, if it takes a
tenth of a second, and one that is at least three times smaller.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import log
from pathlib import Path

from benchmarks.groups.process import command
from benchmarks.growth_commands import NOTHING, ROWS
from benchmarks.growth_files import Files, Size
from benchmarks.machine import load, processor
from benchmarks.measure import run

LONGEST = 60.0
"""Seconds: a run that would take longer, by those before, is left out; with the largest input twice that."""
MOST = 12e9
"""Bytes of memory: the same."""

INPUT = {
    "segments": Size(0),
    "systems": Size(500),
    "metrics": Size(500, 15),
    "candidates": Size(100),
    "raters": Size(100),
}
SIZES = {
    "segments": [10**power for power in range(3, 8)],
    "systems": [2, 5, 10, 20, 50, 100, 200],
    "metrics": [1, 3, 10, 30, 100],
    "candidates": [2, 5, 10, 20, 50, 100, 200],
    "raters": [2, 5, 10, 20, 50],
}
FINDING = ("gate", "check", "check-paper")
"""Commands that end with 1 if they find something."""
LINES = 10
"""Commands in a panel of the figure, at most."""


@dataclass
class Curve:
    """What one command takes for inputs of several sizes.

    Attributes:
        name: the command.
        work: the exponent of the work itself: pairs of systems are the square of systems.
        taken: size -> CPU seconds, peak memory in bytes, and the load of the machine before.
    """

    name: str
    work: int = 1
    taken: dict[int, tuple[float, int, float]] = field(default_factory=dict)

    def exponent(self, idle: float) -> float | None:
        """The growth of CPU time; None if no input takes long enough."""
        sizes = [size for size, (seconds, *_) in self.taken.items() if seconds - idle >= 0.1]
        if not sizes or (last := sizes[-1]) == min(self.taken):
            return None
        before = max(size for size in self.taken if size * 3 < last or size == min(self.taken))
        seconds = [max(self.taken[size][0] - idle, 0.005) for size in (before, last)]
        return log(seconds[1] / seconds[0]) / log(last / before)

    def limit(self, sizes: Sequence[int]) -> str:
        """Why there are no larger inputs: "time" or "memory" of the next one; empty if there is none."""
        if not self.taken or not (larger := [size for size in sizes if size > max(self.taken)]):
            return ""
        seconds, peak = (self._expected(which, larger[0]) for which in (0, 1))
        if seconds > (LONGEST if larger[1:] else 2 * LONGEST):
            return "time"
        return "memory" if peak > MOST else ""

    def measure(self, words: str, files: Files, unit: str, sizes: Sequence[int]) -> None:
        """Runs the command with larger and larger inputs, as far as time and memory go."""
        self.taken.clear()
        for size in sizes:
            if self.limit(sizes):
                break
            before = load()
            print(f"{self.name}: {size:,} {unit}", end="", file=sys.stderr, flush=True)
            systems = {"systems": 5} if unit == "segments" and words.startswith("meta") else {}
            arguments = files.arguments(words, replace(INPUT[unit], **systems, **{unit: size}))
            done = run([command("parbleu"), *arguments], may_fail=arguments[0] in FINDING)
            files.clear()
            self.taken[size] = done.seconds, done.peak, before
            print(f"  {done.seconds:.2f} s, {done.peak / 1e6:,.0f} MB", file=sys.stderr, flush=True)

    def _expected(self, which: int, size: int) -> float:
        """What a larger input takes, by a line through the last two points: seconds, or bytes."""
        points = [(0, 0.0), *((at, figures[which]) for at, figures in self.taken.items())]
        (before, less), (last, most) = points[-2:]
        work = self.work if which == 0 else 1
        slope = max(0.0, most - less) / (last**work - before**work)
        return most + slope * (size**work - last**work)


def table(unit: str, curves: list[Curve], idle: float) -> str:
    """The figures; behind the last of a row stands why there are no others."""
    sizes = sorted({size for curve in curves for size in curve.taken})
    head = [f"| by {unit} |", *(f" {size:,} |" for size in sizes), " growth | memory |"]
    lines = ["".join(head), "|---|" + "---:|" * (len(sizes) + 2)]
    for curve in curves:
        cells = [f"{curve.taken[size][0]:.2f} s" for size in sizes if size in curve.taken]
        cells += [curve.limit(sizes) or "not yet"] * len(sizes)
        found = curve.exponent(idle)
        growth = "" if found is None else f"n^{found:.2f}"
        peaks = [peak for _, peak, _ in curve.taken.values()]
        ends = dict.fromkeys(f"{peak / 1e6:,.0f}" for peak in (min(peaks), max(peaks)))
        memory = f"{' to '.join(ends)} MB"
        lines.append(f"| {' | '.join([curve.name, *cells[: len(sizes)], growth, memory])} |")
    return "\n".join(lines)


def draw_plot(path: Path, groups: dict[str, list[Curve]]) -> None:
    """Draws CPU time against size, with logarithmic axes: a panel for each unit, several if it has many."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    panels: list[tuple[str, list[Curve]]] = []
    for unit, curves in groups.items():
        parts = -(-len(curves) // LINES)
        panels += (
            (unit, curves[len(curves) * at // parts : len(curves) * (at + 1) // parts]) for at in range(parts)
        )
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "growth", "font.size": 8}):
        rows = -(-len(panels) // 2)
        figure = Figure(figsize=(11, 3 * rows), layout="constrained")
        for place, (unit, curves) in enumerate(panels, 1):
            axes = figure.add_subplot(rows, 2, place)
            sizes = SIZES[unit]
            for curve in curves:
                seconds = [seconds for seconds, *_ in curve.taken.values()]
                axes.plot(list(curve.taken), seconds, marker=".", linewidth=1, label=curve.name)
            proportional = [10 * size / sizes[-1] for size in sizes]
            axes.plot(sizes, proportional, ":", color="gray", linewidth=1, label="n^1, for comparison")
            axes.set(xscale="log", yscale="log", xlabel=unit, ylabel="CPU seconds", ylim=(0.02, 150))
            axes.set_xticks(sizes, [f"{size:,}" for size in sizes])
            axes.minorticks_off()
            axes.grid(alpha=0.3)
            axes.legend(fontsize=6, loc="center left", bbox_to_anchor=(1, 0.5))
        figure.savefig(path, metadata={"Date": None})
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("".join(f"{line.rstrip()}\n" for line in lines), encoding="utf-8")


PAGE = """\
# Growth of cost

*A reference* of what commands take for small and large inputs. `make bench ARGS=growth` writes this page and
its figure.

![CPU time of commands against the number of segments, systems, metrics, candidates and raters](growth.svg)

Each command ran once, as a process on one thread ({machine}, {processors} processors, with other
work beside it: load {loads}; this makes CPU seconds longer, so that the exponents tell more than the
seconds). The start of a process, {idle:.2f} s, is part of the times, but not of the growth: the exponent e
of n^e, between the largest size and one that is at least three times smaller. Memory is the peak of the
smallest and the largest input. "time" and "memory" say why there are no larger inputs: by a line through the
last two runs, the next one would take more than {longest:.0f} s (the largest twice that), or {most:.0f} GB.
"not yet" marks inputs within these limits that were not measured.
`make bench ARGS="growth --only human mbr"` measures some commands anew, and takes what the others took from
[growth.jsonl](growth.jsonl): size, seconds, bytes and load.

By segments there are two systems, of evaluation sets (`meta`) five with three metrics; n-best lists have
eight candidates; two of three raters rate each translation. By systems there are 500 segments, by metrics
also 15 systems, by candidates and by raters 100 segments. `translate` has `cat` for its engine. What reads
nothing that grows has no row: {nothing}.

{tables}

## What grows faster than its work

The work is n^1, but for pairs of systems, metrics, raters or candidates (`score --all-pairs`, `power human`,
`study runs`, `study tokenization`, `report`, `human scores`, `human agreement` by raters, `meta matrix`,
`meta run`, `mbr`), where it is n^2. Above that by 0.15 and more:

{steep}
## Memory, and other properties

- Corpus scores, `check` and `exposure` (training data) read files in pieces: their memory does not grow with
  the corpus. Nor does it where texts are translated, converted, fetched or verified: but for some hundred
  bytes a document.
- Segment scores, intervals and tests keep the statistics of each segment, and `analyze`, `study`, `report`
  and `nbest oracle` all texts; `analyze ngrams` also each distinct n-gram, `exposure` an index of the test
  set. `parbleu.scale` computes the former in partitions: [scale.md](scale.md).
- `human` keeps all ratings, 1 to 2 kB each, since a rater's errors need not stand together, and `meta` all
  scores of a set.
- The bootstrap draws n segments for each of its 1,000 samples, randomization n coins for each of its 10,000
  trials. A test of all pairs of m systems has m (m - 1) / 2 tests, for which scores of samples are shared.
- sacreBLEU adds up samples in single precision, which is exact up to 2^24 (17 million) words or characters.
  Above, parbleu adds the rows in the order in which they were drawn, to have the same bits: for each of 10^9
  draws from a million segments it reads a row, a byte for a statistic that fits it, from anywhere in a table
  that the caches hold in part. A smaller corpus counts how often each row was drawn and adds up blocks of
  rows. So intervals, the paired bootstrap, `merge` and `gate` cost more a draw from that size on.
"""

ORDERED = (
    "score, intervals",
    "score, paired bootstrap",
    "merge, paired bootstrap",
    "gate",
    "analyze segments",
    "study tokenization",
)
REASONS = dict.fromkeys(
    (("segments", name) for name in ORDERED),
    ", since sums of 2^24 words and more keep the order of the draws",
) | {("segments", "human convert verify-scores"): ", the system's time for 9 GB of memory; its own is n^0.9"}
"""What grows faster than its work, and must -> why."""


def read_curves(path: Path) -> dict[str, list[Curve]]:
    """All curves, by unit, with the figures of the runs before."""
    known = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        unit, name, taken = json.loads(line)
        known[unit, name] = {size: tuple(figures) for size, *figures in taken}
    return {
        unit: [
            Curve(name, row.work[unit], known.get((unit, name), {}))
            for name, row in ROWS.items()
            if unit in row.work
        ]
        for unit in SIZES
    }


def write_curves(path: Path, groups: dict[str, list[Curve]]) -> None:
    """Writes the figures, a line for each command: size, seconds, bytes and load of each run."""
    rows = [
        [unit, curve.name, [[size, *taken] for size, taken in curve.taken.items()]]
        for unit, curves in groups.items()
        for curve in curves
        if curve.taken
    ]
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")


def page(groups: dict[str, list[Curve]], idle: float) -> str:
    """The text, the tables, and what grows faster than its work."""
    loads = sorted(
        load for curves in groups.values() for curve in curves for *_, load in curve.taken.values()
    )
    steep = [
        f"- {curve.name}: n^{found:.2f} in {unit}{REASONS.get((unit, curve.name), '')}.\n"
        for unit, curves in groups.items()
        for curve in curves
        if (found := curve.exponent(idle)) is not None and found > curve.work + 0.15
    ]
    return PAGE.format(
        machine=processor(),
        processors=os.cpu_count(),
        loads=f"{loads[0]:.0f} to {loads[-1]:.0f}, the median {loads[len(loads) // 2]:.0f}",
        idle=idle,
        longest=LONGEST,
        most=MOST / 1e9,
        nothing=", ".join(f"`{name}`" for name in NOTHING),
        tables="\n\n".join(table(unit, curves, idle) for unit, curves in groups.items()),
        steep="".join(steep) or "Nothing.\n",
    )


def main(folder: Path, quick: bool, only: Sequence[str] = ()) -> None:
    """Measures the commands, and writes the page, its figure and the figures to a folder.

    Args:
        folder: where they are, or are to be.
        quick: small inputs only.
        only: beginnings of names, or "UNIT:NAME"; what other commands take is read from the folder.
    """
    os.environ |= {"PARBLEU_THREADS": "1", "OMP_NUM_THREADS": "1"}
    folder.mkdir(parents=True, exist_ok=True)
    groups = read_curves(folder / "growth.jsonl")
    with tempfile.TemporaryDirectory(prefix="growth-") as name:
        files = Files(Path(name))
        idle = min(run([command("parbleu"), "--version"]).seconds for _ in range(5))
        for unit, curves in groups.items():
            for curve in curves:
                if (
                    not only
                    or curve.name.startswith(tuple(only))
                    or f"{unit}: {curve.name}".startswith(tuple(only))
                ):
                    sizes = SIZES[unit][:2] if quick else SIZES[unit]
                    curve.measure(ROWS[curve.name].words, files, unit, sizes)
                    write_curves(folder / "growth.jsonl", groups)
    groups = {unit: [curve for curve in curves if curve.taken] for unit, curves in groups.items()}
    (folder / "performance.md").write_text(page(groups, idle), encoding="utf-8")
    draw_plot(folder / "growth.svg", groups)
