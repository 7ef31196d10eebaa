"""Measures memory and time on files larger than any test set."""

from __future__ import annotations

import tempfile
from pathlib import Path

from benchmarks.groups.process import command
from benchmarks.measure import Group, Row, run
from benchmarks.settings import Settings
from benchmarks.texts import Pairs

METRICS = ("bleu", "chrf")


def write(path: Path, lines: list[str], count: int) -> None:
    """Writes the lines over and over until there are `count`."""
    whole, rest = divmod(count, len(lines))
    block = "".join(f"{line}\n" for line in lines)
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for _ in range(whole):
            file.write(block)
        file.writelines(f"{line}\n" for line in lines[:rest])


def memory_row(metric: str, pairs: Pairs, count: int, folder: Path) -> Row:
    ref, hyp = folder / "ref.txt", folder / "hyp.txt"
    write(ref, pairs.refs, count)
    write(hyp, pairs.hyps, count)
    size = ref.stat().st_size + hyp.stat().st_size
    done = run([command("parbleu"), "score", str(ref), "-i", str(hyp), "-b", "-m", metric])
    peak, pace = done.peak / 1e6, done.seconds / count * 1e6
    note = f"peak memory {peak:.0f} MB, input {size / 1e6:.0f} MB; {pace:.2f} µs/line"
    target = f"{(size + 200e6) / 1e6:.0f} MB"
    return Row(f"{metric}, {count:,} lines from files", [done.seconds], unit="run", target=target, note=note)


def measure(settings: Settings) -> Group:
    text = "`parbleu score` on ever larger files: CPU time of the run, and the most memory that it held."
    group = Group("Large files", text)
    pairs = settings.texts.target("en")
    with tempfile.TemporaryDirectory() as folder:
        for metric in METRICS:
            for count in (10_000, 100_000, settings.size(1_000_000, 200_000)):
                group.rows.append(memory_row(metric, pairs, count, Path(folder)))
    return group
