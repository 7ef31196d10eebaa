"""Measures whole processes that are started from the shell."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from benchmarks.measure import Group, Row, run
from benchmarks.settings import Settings
from benchmarks.texts import Pairs

ROWS = (("bleu", 2_000, "28x, dream 35x"), ("bleu", 18_000, "100x, dream 120x"), ("chrf", 2_000, ""))


def command(name: str) -> str:
    """A console command of this Python's environment."""
    path = Path(sys.executable).parent / name
    return str(path) if path.exists() else name


def process_row(metric: str, pairs: Pairs, folder: Path, rounds: int, target: str) -> Row:
    ref, hyp = folder / "ref.txt", folder / "hyp.txt"
    ref.write_text("".join(f"{line}\n" for line in pairs.refs), encoding="utf-8")
    hyp.write_text("".join(f"{line}\n" for line in pairs.hyps), encoding="utf-8")
    arguments = [str(ref), "-i", str(hyp), "-b", "-m", metric]
    ours, theirs, outputs = [], [], set()
    for _ in range(rounds):
        mine, yours = run([command("parbleu"), "score", *arguments]), run([command("sacrebleu"), *arguments])
        ours.append(mine.seconds)
        theirs.append(yours.seconds)
        outputs |= {mine.output, yours.output}
    verdict = "same output" if len(outputs) == 1 else f"outputs differ: {sorted(outputs)}"
    note = f"{verdict}; peak memory {mine.peak / 1e6:.0f} MB against {yours.peak / 1e6:.0f} MB"
    what = f"`score REF -i HYP -b -m {metric}`, {len(pairs):,} lines"
    return Row(what, ours, theirs, peer="sacrebleu", unit="run", target=target, note=note)


def measure(settings: Settings) -> Group:
    group = Group(
        "From the shell", "User and system time of the whole process, the interpreter's start included."
    )
    pairs = settings.texts.target("en")
    with tempfile.TemporaryDirectory() as folder:
        for metric, count, target in ROWS:
            part = pairs.repeated(count)
            rounds = settings.size(15 if count < 5_000 else 7, 5)
            group.rows.append(process_row(metric, part, Path(folder), rounds, target))
        listed = [run([command("mtme"), "--list"]).seconds for _ in range(settings.size(15, 5))]
        note = "MT Metrics Eval takes 3.1 s of processor time for it, on a machine like this one"
        group.rows.append(
            Row("`mtme --list`", listed, unit="run", target="100x of MT Metrics Eval", note=note)
        )
        bare = [run([sys.executable, "-c", "pass"]).seconds for _ in range(settings.size(15, 5))]
        group.rows.append(Row("`python -c pass`, for comparison", bare, unit="run"))
    return group
