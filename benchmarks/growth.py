"""Measures how the cost of commands grows with their input, and writes docs/performance.md and its figure.

Each command runs as a process of its own, on one thread, with inputs of several sizes. The start of a process
is subtracted; then the growth is the exponent e of time ~ size^e between the last size, if it takes a
tenth of a second, and one that is at least three times smaller.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import accumulate
from math import log
from pathlib import Path

from benchmarks.groups.evalsets import NAME, PAIR, make_set
from benchmarks.groups.process import command
from benchmarks.machine import processor
from benchmarks.measure import Process, run

WORDS = 20_000
DISTINCT = 20_000
LONGEST = 6.0
"""Seconds: of a command that takes longer larger inputs are left out."""

Arguments = Callable[[int], list[str]]
"""Returns the arguments of a command for an input of some size."""


@dataclass
class Curve:
    """What one command takes for inputs of several sizes.

    Attributes:
        name: the command.
        arguments: its arguments for a size.
        largest: the largest size that is measured.
        work: the exponent of the work itself: pairs of systems are the square of systems.
        taken: size -> what the process took.
    """

    name: str
    arguments: Arguments
    largest: int
    work: int = 1
    taken: dict[int, Process] = field(default_factory=dict)

    def exponent(self, idle: float) -> float | None:
        """The growth of CPU time; None if no input takes long enough."""
        sizes = [size for size, process in self.taken.items() if process.seconds - idle >= 0.1]
        if not sizes or (last := sizes[-1]) == min(self.taken):
            return None
        before = max(size for size in self.taken if size * 3 < last or size == min(self.taken))
        seconds = [max(self.taken[size].seconds - idle, 0.005) for size in (before, last)]
        return log(seconds[1] / seconds[0]) / log(last / before)


class Files:
    """Files of random text: words as frequent as in language, and outputs of which every fifth is another."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._draw = random.Random(7)
        letters = "abcdefghiklmnoprstuvw"
        self._words = ["".join(self._draw.choices(letters, k=self._draw.randint(2, 9))) for _ in range(WORDS)]
        self._weights = list(accumulate(1 / (rank + 2) for rank in range(WORDS)))
        self._lines: list[str] = []

    def reference(self, size: int) -> str:
        """A file of so many lines."""
        return self._written("ref", size, lambda line, _draw: line)

    def system(self, size: int, number: int) -> str:
        """The file of a system's output; each system differs."""

        def changed(line: str, draw: random.Random) -> str:
            found = line.split()
            for place in range(len(found)):
                if draw.random() < 0.2 + number / 2000:
                    found[place] = draw.choice(found)
            return " ".join(found)

        return self._written(f"hyp{number}", size, changed)

    def systems(self, size: int, count: int = 2) -> list[str]:
        """The files of several systems."""
        return [self.system(size, number) for number in range(count)]

    def lists(self, size: int, candidates: int = 8) -> str:
        """A file of so many n-best lists."""
        path = self.folder / f"nbest.{size}"
        if not path.exists():
            outputs = [Path(name).read_text().splitlines() for name in self.systems(size, candidates)]
            lists = enumerate(zip(*outputs, strict=True))
            path.write_text("".join(f"{place}\t{line}\n" for place, lines in lists for line in lines))
        return str(path)

    def _distinct(self, count: int) -> list[str]:
        while len(self._lines) < count:
            length = self._draw.randint(6, 30)
            self._lines.append(
                " ".join(self._draw.choices(self._words, cum_weights=self._weights, k=length)) + "."
            )
        return self._lines[:count]

    def _written(self, name: str, size: int, change: Callable[[str, random.Random], str]) -> str:
        """Lines that repeat only after `DISTINCT` others."""
        path = self.folder / f"{name}.{size}"
        if not path.exists():
            draw = random.Random(name)
            block = "".join(f"{change(line, draw)}\n" for line in self._distinct(min(size, DISTINCT)))
            with path.open("w") as file:
                for _ in range(max(1, size // DISTINCT)):
                    file.write(block)
        return str(path)


def by_segments(files: Files, largest: int) -> list[Curve]:
    """Commands that read segments."""

    def score(*options: str, count: int = 1) -> Arguments:
        return lambda size: ["score", files.reference(size), "-i", *files.systems(size, count), *options]

    def analyze(verb: str) -> Arguments:
        return lambda size: ["analyze", verb, files.reference(size), "-i", *files.systems(size)]

    few = min(largest, 10**5)
    return [
        Curve("score, BLEU", score("-b"), largest),
        Curve("score, chrF", score("-m", "chrf", "-b"), largest),
        Curve("score, TER", score("-m", "ter", "-b"), largest),
        Curve("score, of each segment", score("-sl", "-b"), largest),
        Curve("score, intervals", score("--confidence"), few),
        Curve("score, paired bootstrap", score("--paired-bs", count=2), few),
        Curve("score, paired randomization", score("--paired-ar", count=2), few),
        Curve("gate", lambda size: ["gate", *files.systems(size), "--ref", files.reference(size)], few),
        Curve("check", lambda size: ["check", *files.systems(size), "--parallel"], few),
        Curve("analyze words", analyze("words"), few),
        Curve("analyze segments", analyze("segments"), few),
        Curve("analyze ngrams", analyze("ngrams"), few),
        Curve("analyze examples", analyze("examples"), few),
        Curve("analyze errors", analyze("errors"), few),
        Curve("analyze data", analyze("data"), few),
        Curve(
            "exposure, lines of training data",
            lambda size: ["exposure", files.reference(1000), "--train", files.system(size, 0)],
            few,
        ),
        Curve("mbr, lists of 8", lambda size: ["mbr", files.lists(size)], few),
        Curve(
            "nbest oracle", lambda size: ["nbest", "oracle", files.lists(size), files.reference(size)], few
        ),
        Curve(
            "report",
            lambda size: [
                "report",
                files.reference(size),
                "-i",
                *files.systems(size),
                "-o",
                str(files.folder / f"{size}.html"),
            ],
            min(few, 10**4),
        ),
    ]


def by_systems(files: Files) -> list[Curve]:
    """Commands that compare systems, with 500 segments."""

    def score(*options: str) -> Arguments:
        return lambda count: ["score", files.reference(500), "-i", *files.systems(500, count), *options]

    return [
        Curve("score, BLEU", score("-b"), 200),
        Curve("score, paired bootstrap", score("--paired-bs"), 200),
        Curve("score, all pairs", score("--paired-bs", "--all-pairs"), 200, work=2),
        Curve("analyze words", lambda count: ["analyze", "words", *score()(count)[1:]], 200),
        Curve("analyze data", lambda count: ["analyze", "data", *score()(count)[1:]], 200),
    ]


def by_metrics(folder: Path, sizes: list[int]) -> list[Curve]:
    """Commands that read an evaluation set of 15 systems and 500 segments."""
    for size in sizes:
        make_set(folder / str(size), 15, 500, size)

    def meta(*words: str) -> Arguments:
        return lambda size: ["meta", *words, "-t", NAME, "-l", PAIR, "--data", str(folder / str(size))]

    return [
        Curve("meta scores", meta("scores", "--level", "segment", "-f", "tsv"), 100),
        Curve("meta matrix, systems", meta("matrix"), 100, work=2),
        Curve("meta matrix, segments", meta("matrix", "--level", "segment"), 100, work=2),
    ]


def measured(curves: list[Curve], sizes: list[int]) -> Iterator[Curve]:
    for curve in curves:
        for size in (size for size in sizes if size <= curve.largest):
            arguments = curve.arguments(size)
            print(f"{curve.name}: {size:,}", end="", file=sys.stderr, flush=True)
            curve.taken[size] = run([command("parbleu"), *arguments], may_fail=True)
            print(f"  {curve.taken[size].seconds:.2f} s", file=sys.stderr, flush=True)
            if curve.taken[size].seconds > LONGEST:
                break
        yield curve


def table(title: str, unit: str, curves: list[Curve], idle: float) -> str:
    sizes = sorted({size for curve in curves for size in curve.taken})
    head = [f"| {title} |", *(f" {size:,} {unit} |" for size in sizes), " growth | memory |"]
    lines = ["".join(head), "|---|" + "---:|" * (len(sizes) + 2)]
    for curve in curves:
        seconds = [f"{curve.taken[size].seconds:.2f} s" if size in curve.taken else "" for size in sizes]
        found = curve.exponent(idle)
        growth = "" if found is None else f"n^{found:.2f}"
        peak = max(process.peak for process in curve.taken.values()) / 1e6
        lines.append(f"| {' | '.join([curve.name, *seconds, growth, f'{peak:,.0f} MB'])} |")
    return "\n".join(lines)


def draw_plot(path: Path, groups: list[tuple[str, list[Curve]]]) -> None:
    """Draws CPU time against size, a panel for each group, with logarithmic axes."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "growth", "font.size": 8}):
        figure = Figure(figsize=(11, 4.6), layout="constrained")
        for axes, (unit, curves) in zip(figure.subplots(1, len(groups)), groups, strict=True):
            for number, curve in enumerate(curves):
                seconds = [process.seconds for process in curve.taken.values()]
                style = ("-", "--", ":")[number // 7 % 3]
                axes.plot(list(curve.taken), seconds, style, marker=".", linewidth=1, label=curve.name)
            axes.set(xscale="log", yscale="log", xlabel=unit, ylabel="CPU seconds")
            axes.grid(alpha=0.3)
            axes.legend(fontsize=6)
        figure.savefig(path, metadata={"Date": None})
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("".join(f"{line.rstrip()}\n" for line in lines), encoding="utf-8")


PAGE = """\
# Growth of cost

*A reference* of what commands take for small and large inputs. `make bench ARGS=growth` writes this page and
its figure.

![CPU time of commands against the number of segments, systems and metrics](growth.svg)

Each command ran once, as a process on one thread ({machine}). The start of the process, {idle:.2f} s, is part
of the times, but not of the growth: the exponent e of n^e, between the largest size and one that is at least
three times smaller. Most work is proportional to the input, n^1; tests of all pairs of systems or metrics are
n^2. Memory is the peak of the largest input.

{tables}

## What one must know

- Corpus scores read files in pieces: their memory does not grow with the corpus.
- Segment scores, intervals and tests keep the statistics of each segment, and `analyze`, `report` and `nbest`
  all texts. `parbleu.scale` computes the former in partitions: [scale.md](scale.md).
- The bootstrap draws n segments for each of its 1,000 samples, randomization n coins for each of its 10,000
  trials. A test of all pairs of m systems has m (m - 1) / 2 tests, for which scores of samples are shared.
- sacreBLEU adds up samples in single precision, which is exact up to 2^24 (17 million) words. Above, parbleu
  adds the rows in the order in which they were drawn, to have the same bits: intervals of a million segments,
  with 19 million words, read a row of a table that no cache holds for each of 10^9 draws. They took 22 s on
  the machine above, where those of 100,000 segments took 0.3 s: n^1.9.
{notes}"""


def main(folder: Path, quick: bool) -> None:
    """Measures all curves, prints the tables, and writes the page and the figure to a folder."""
    os.environ["PARBLEU_THREADS"] = "1"
    largest = 10**4 if quick else 10**6
    with tempfile.TemporaryDirectory(prefix="growth-") as name:
        files = Files(Path(name))
        idle = min(run([command("parbleu"), "--version"]).seconds for _ in range(5))
        segments = [10**power for power in range(3, 7)]
        systems = [2, 5] if quick else [2, 5, 10, 20, 50, 100, 200]
        metrics = [1, 3] if quick else [1, 3, 10, 30, 100]
        groups = [
            ("segments", list(measured(by_segments(files, largest), segments))),
            ("systems", list(measured(by_systems(files), systems))),
            ("metrics", list(measured(by_metrics(Path(name), metrics), metrics))),
        ]
    tables = [table(f"by {unit}", unit, curves, idle) for unit, curves in groups]
    folder.mkdir(parents=True, exist_ok=True)
    steep = [
        f"- {curve.name} grows faster than its work here: n^{found:.2f} in {unit}.\n"
        for unit, curves in groups
        for curve in curves
        if (found := curve.exponent(idle)) is not None and found > curve.work + 0.15
    ]
    page = PAGE.format(machine=processor(), idle=idle, tables="\n\n".join(tables), notes="".join(steep))
    (folder / "performance.md").write_text(page, encoding="utf-8")
    draw_plot(folder / "growth.svg", groups)
    print("\n\n".join(tables))
