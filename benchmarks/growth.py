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

from benchmarks.groups.evalsets import NAME, PAIR
from benchmarks.groups.process import command
from benchmarks.growth_files import Files, Size
from benchmarks.machine import processor
from benchmarks.measure import run

LONGEST = 20.0
"""Seconds: a run that would take longer, by the one before and the growth of the work, is left out."""

SET = f"-t {NAME} -l {PAIR} --data {{set}}"
SEGMENTS = {
    "score, BLEU": "score {ref} -i {hyp} -b",
    "score, chrF": "score {ref} -i {hyp} -m chrf -b",
    "score, TER": "score {ref} -i {hyp} -m ter -b",
    "score, of each segment": "score {ref} -i {hyp} -sl -b",
    "score, intervals": "score {ref} -i {hyp} --confidence",
    "score, paired bootstrap": "score {ref} -i {hyps} --paired-bs",
    "score, paired randomization": "score {ref} -i {hyps} --paired-ar",
    "merge, intervals of two shards": "merge {shards} --confidence",
    "gate": "gate {hyps} --ref {ref}",
    "power segments": "power segments {ref} -i {hyps}",
    "power human": "power human {ratings} --difference 1",
    "check": "check {hyps} --parallel",
    "analyze words": "analyze words {ref} -i {hyps}",
    "analyze segments": "analyze segments {ref} -i {hyps}",
    "analyze ngrams": "analyze ngrams {ref} -i {hyps}",
    "analyze examples": "analyze examples {ref} -i {hyps}",
    "analyze errors": "analyze errors {ref} -i {hyps}",
    "analyze data": "analyze data {ref} -i {hyps}",
    "exposure, lines of training data": "exposure {thousand} --train {ref}",
    "study permutations": "study permutations {ref} -i {hyps}",
    "study runs": "study runs {ref} -i {hyps} {hyps} --names a1 b1 a2 b2 --runs a b a b",
    "study select": "study select {ref} -i {hyps} --size 100 -o {out}",
    "study tokenization": "study tokenization {ref} -i {hyps}",
    "mbr, lists of 8": "mbr {lists} -o {out}",
    "nbest oracle": "nbest oracle {lists} {ref}",
    "nbest rescore": "nbest rescore {lists} {ref} -o {out}",
    "translate, by cat": "translate {ref} --engine command --command cat -o {out} --overwrite",
    "report": "report {ref} -i {hyps} -o {out}",
    "convert sgm, SGML": "convert sgm {sgm} --systems A -o {out}",
    "convert sgm, WMT's XML": "convert sgm {xml} --systems s -o {out}",
    "data get, WMT's XML": "data get {test_set}",
    "data show": "data show {test_set}",
    "data verify": "data verify {test_set}",
    "human scores": "human scores {ratings}",
    "human scores, of each segment": "human scores {ratings} --level segment -o {out}",
    "human agreement": "human agreement {ratings}",
    "human raters": "human raters {ratings}",
    "human show": "human show {ratings} -o {out}",
    "human convert ratings": "human convert ratings {ratings} --to standalone --into {out} --overwrite",
    "meta show, texts": f"meta show --texts src ref {SET} -o {{out}}",
    "meta score": f"meta score {SET} --overwrite",
    "meta scores": f"meta scores --level segment -f tsv {SET} -o {{out}}",
    "meta correlate": f"meta correlate {{metric}} {SET}",
    "meta compare": f"meta compare {{metrics}} {SET}",
    "meta matrix, segments": f"meta matrix --level segment {SET}",
    "meta run": f"meta run wmt24 {SET} --all",
}
"""What reads segments, of two systems, of evaluation sets five: name -> words."""
SYSTEMS = {
    "score, BLEU": "score {ref} -i {hyps} -b",
    "score, paired bootstrap": "score {ref} -i {hyps} --paired-bs",
    "score, all pairs": "score {ref} -i {hyps} --paired-bs --all-pairs",
    "check-paper": "check-paper {saved}",
    "analyze words": "analyze words {ref} -i {hyps}",
    "analyze data": "analyze data {ref} -i {hyps}",
    "study permutations": "study permutations {ref} -i {hyps}",
    "study select": "study select {ref} -i {hyps} --size 100 -o {out}",
    "study tokenization": "study tokenization {ref} -i {hyps}",
    "report": "report {ref} -i {hyps} -o {out}",
    "human scores": "human scores {ratings}",
    "human agreement": "human agreement {ratings}",
    "meta score": f"meta score {SET} --overwrite",
    "meta correlate": f"meta correlate {{metric}} {SET}",
    "meta compare": f"meta compare {{metrics}} {SET}",
    "meta matrix, systems": f"meta matrix {SET}",
    "meta matrix, segments": f"meta matrix --level segment {SET}",
    "meta run": f"meta run wmt24 {SET} --all",
}
METRICS = {
    "meta scores": f"meta scores --level segment -f tsv {SET} -o {{out}}",
    "meta matrix, systems": f"meta matrix {SET}",
    "meta matrix, segments": f"meta matrix --level segment {SET}",
    "meta run": f"meta run wmt24 {SET} --all",
}
PAIRS = {
    "systems": {
        "score, all pairs",
        "study tokenization",
        "report",
        "human scores",
        "human agreement",
        "meta matrix, systems",
        "meta matrix, segments",
        "meta run",
    },
    "metrics": METRICS.keys() - {"meta scores"},
}
"""What compares all pairs, so that its work is the square of the size."""
COMMANDS = {"segments": SEGMENTS, "systems": SYSTEMS, "metrics": METRICS}
INPUT = {"segments": Size(0), "systems": Size(500), "metrics": Size(500, 15)}
SIZES = {
    "segments": [10**power for power in range(3, 8)],
    "systems": [2, 5, 10, 20, 50, 100, 200],
    "metrics": [1, 3, 10, 30, 100],
}
MANY = 10**6
"""More segments than these only for scores."""
FINDING = ("gate", "check", "check-paper")
"""Commands that end with 1 if they find something."""
LINES = 17
"""Commands in a panel of the figure."""


@dataclass
class Curve:
    """What one command takes for inputs of several sizes.

    Attributes:
        name: the command.
        work: the exponent of the work itself: pairs of systems are the square of systems.
        taken: size -> CPU seconds and peak memory in bytes.
    """

    name: str
    work: int = 1
    taken: dict[int, tuple[float, int]] = field(default_factory=dict)

    def exponent(self, idle: float) -> float | None:
        """The growth of CPU time; None if no input takes long enough."""
        sizes = [size for size, (seconds, _) in self.taken.items() if seconds - idle >= 0.1]
        if not sizes or (last := sizes[-1]) == min(self.taken):
            return None
        before = max(size for size in self.taken if size * 3 < last or size == min(self.taken))
        seconds = [max(self.taken[size][0] - idle, 0.005) for size in (before, last)]
        return log(seconds[1] / seconds[0]) / log(last / before)

    def measure(self, words: str, files: Files, unit: str, sizes: list[int]) -> None:
        """Runs the command with larger and larger inputs, as long as that is short."""
        self.taken.clear()
        expected = 0.0
        for size in sizes:
            if self.taken:
                last, (seconds, _) = list(self.taken.items())[-1]
                expected = seconds * (size / last) ** self.work
            if expected > LONGEST or (size > MANY and not words.startswith("score")):
                break
            print(f"{self.name}: {size:,} {unit}", end="", file=sys.stderr, flush=True)
            arguments = files.arguments(words, replace(INPUT[unit], **{unit: size}))
            done = run([command("parbleu"), *arguments], may_fail=arguments[0] in FINDING)
            files.clear()
            self.taken[size] = done.seconds, done.peak
            print(f"  {done.seconds:.2f} s, {done.peak / 1e6:,.0f} MB", file=sys.stderr, flush=True)


def table(unit: str, curves: list[Curve], idle: float) -> str:
    sizes = sorted({size for curve in curves for size in curve.taken})
    head = [f"| by {unit} |", *(f" {size:,} {unit} |" for size in sizes), " growth | memory |"]
    lines = ["".join(head), "|---|" + "---:|" * (len(sizes) + 2)]
    for curve in curves:
        seconds = [f"{curve.taken[size][0]:.2f} s" if size in curve.taken else "" for size in sizes]
        found = curve.exponent(idle)
        growth = "" if found is None else f"n^{found:.2f}"
        peaks = [peak for _, peak in curve.taken.values()]
        ends = dict.fromkeys(f"{peak / 1e6:,.0f}" for peak in (min(peaks), max(peaks)))
        memory = f"{' to '.join(ends)} MB"
        lines.append(f"| {' | '.join([curve.name, *seconds, growth, memory])} |")
    return "\n".join(lines)


def draw_plot(path: Path, groups: dict[str, list[Curve]]) -> None:
    """Draws CPU time against size, with logarithmic axes: a panel for each unit, several if it has many."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    panels = [
        (unit, curves[start : start + LINES])
        for unit, curves in groups.items()
        for start in range(0, len(curves), LINES)
    ]
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "growth", "font.size": 8}):
        rows = -(-len(panels) // 2)
        figure = Figure(figsize=(11, 3.6 * rows), layout="constrained")
        for place, (unit, curves) in enumerate(panels, 1):
            axes = figure.add_subplot(rows, 2, place)
            for number, curve in enumerate(curves):
                seconds = [seconds for seconds, _ in curve.taken.values()]
                style = ("-", "--", ":")[number // 7]
                axes.plot(list(curve.taken), seconds, style, marker=".", linewidth=1, label=curve.name)
            axes.set(xscale="log", yscale="log", xlabel=unit, ylabel="CPU seconds")
            axes.grid(alpha=0.3)
            axes.legend(fontsize=6, loc="center left", bbox_to_anchor=(1, 0.5))
        figure.savefig(path, metadata={"Date": None})
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("".join(f"{line.rstrip()}\n" for line in lines), encoding="utf-8")


PAGE = """\
# Growth of cost

*A reference* of what commands take for small and large inputs. `make bench ARGS=growth` writes this page and
its figure.

![CPU time of commands against the number of segments, systems and metrics](growth.svg)

Each command ran once, as a process on one thread ({machine}). The start of the process, {idle:.2f} s, is
part of the times, but not of the growth: the exponent e of n^e, between the largest size and one that is at
least three times smaller. Most work is proportional to the input, n^1; tests of all pairs of systems or
metrics are n^2. Memory is the peak of the smallest and the largest input, or of the largest alone. A larger
input is left out where, by the run before, it would take more than {longest:.0f} s; more than a million
segments are only scored. `make bench ARGS="growth --only human mbr"` measures some commands anew, and takes
what the others took from [growth.jsonl](growth.jsonl): size, seconds and bytes.

By segments there are two systems, of evaluation sets five with three metrics; ratings are four to a
segment. By systems there are 500 segments, by metrics also 15 systems. `translate` has `cat` for its
engine. What reads nothing that grows is missing: `cite`, `completion`, `data list`, `delta`, `doctor`.

{tables}

## What one must know

- Corpus scores read files in pieces: their memory does not grow with the corpus. Nor does it where texts
  are translated, converted, fetched or verified: but for some hundred bytes a document.
- Segment scores, intervals and tests keep the statistics of each segment, and `analyze`, `study`, `report`
  and `nbest oracle` all texts. `parbleu.scale` computes the former in partitions: [scale.md](scale.md).
- `human` keeps all ratings, since a rater's errors need not stand together, and `meta` all scores of a set.
- The bootstrap draws n segments for each of its 1,000 samples, randomization n coins for each of its 10,000
  trials. A test of all pairs of m systems has m (m - 1) / 2 tests, for which scores of samples are shared.
- sacreBLEU adds up samples in single precision, which is exact up to 2^24 (17 million) words. Above,
  parbleu adds the rows in the order in which they were drawn, to have the same bits: intervals of a million
  segments, with 19 million words, read a row of a table that no cache holds for each of 10^9 draws, where a
  smaller corpus counts how often each row was drawn and adds up blocks of rows. So intervals, the paired
  bootstrap and `merge` grow faster than n^1 at that size, and with n^1 beyond it.
{notes}"""


def read_curves(path: Path) -> dict[str, list[Curve]]:
    """All curves, with the figures of the runs before."""
    known = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        unit, name, taken = json.loads(line)
        known[unit, name] = {size: (seconds, peak) for size, seconds, peak in taken}
    return {
        unit: [
            Curve(name, 2 if name in PAIRS.get(unit, ()) else 1, known.get((unit, name), {}))
            for name in commands
        ]
        for unit, commands in COMMANDS.items()
    }


def write_curves(path: Path, groups: dict[str, list[Curve]]) -> None:
    """Writes the figures, a line for each command: size, seconds and bytes of each run."""
    rows = [
        [unit, curve.name, [[size, *taken] for size, taken in curve.taken.items()]]
        for unit, curves in groups.items()
        for curve in curves
        if curve.taken
    ]
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")


def main(folder: Path, quick: bool, only: Sequence[str] = ()) -> None:
    """Measures the commands, prints the tables, and writes the page, the figure and the figures to a folder.

    Args:
        folder: where they are, or are to be.
        quick: small inputs only.
        only: beginnings of names; what other commands take is read from the folder.
    """
    os.environ |= {"PARBLEU_THREADS": "1", "OMP_NUM_THREADS": "1"}
    folder.mkdir(parents=True, exist_ok=True)
    groups = read_curves(folder / "growth.jsonl")
    with tempfile.TemporaryDirectory(prefix="growth-") as name:
        files = Files(Path(name))
        idle = min(run([command("parbleu"), "--version"]).seconds for _ in range(5))
        for unit, curves in groups.items():
            for curve in curves:
                if curve.name.startswith(tuple(only) or ""):
                    sizes = SIZES[unit][:2] if quick else SIZES[unit]
                    curve.measure(COMMANDS[unit][curve.name], files, unit, sizes)
                    write_curves(folder / "growth.jsonl", groups)
    groups = {unit: [curve for curve in curves if curve.taken] for unit, curves in groups.items()}
    tables = [table(unit, curves, idle) for unit, curves in groups.items()]
    steep = [
        f"- {curve.name} grows faster than its work here: n^{found:.2f} in {unit}.\n"
        for unit, curves in groups.items()
        for curve in curves
        if (found := curve.exponent(idle)) is not None and found > curve.work + 0.15
    ]
    page = PAGE.format(
        machine=processor(), idle=idle, longest=LONGEST, tables="\n\n".join(tables), notes="".join(steep)
    )
    (folder / "performance.md").write_text(page, encoding="utf-8")
    draw_plot(folder / "growth.svg", groups)
    print("\n\n".join(tables))
