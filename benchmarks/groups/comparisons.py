"""Measures comparisons of systems: paired tests against sacreBLEU's, and all pairs of many systems."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

import sacrebleu.metrics
from sacrebleu.significance import PairedTest

import parbleu
from benchmarks.groups.process import command
from benchmarks.measure import Group, Process, Row, run, timed
from benchmarks.settings import Settings
from benchmarks.systems import SystemTexts, system_texts

TESTS = (("bootstrap", "bs", 1_000), ("randomization", "ar", 10_000))
METRICS = ("BLEU", "CHRF", "TER")
Numbers = list[tuple[str, Any, Any, Any, Any]]


def our_numbers(tested: SystemTexts, test: str, samples: int) -> Numbers:
    """Texts in; score, p-value, mean and interval of every system under every metric out."""
    metrics = [getattr(parbleu, name)() for name in METRICS]
    found = parbleu.compare(tested.systems, [tested.refs], metrics, test=test, n_samples=samples, threads=1)
    return [
        (metric.name, row.score, row.p_sacrebleu, row.mean, row.ci)
        for metric in found.metrics
        for row in metric.scores
    ]


def their_numbers(tested: SystemTexts, kind: str, samples: int) -> Numbers:
    metrics = {name: getattr(sacrebleu.metrics, name)() for name in METRICS}
    _, found = PairedTest(list(tested.systems.items()), metrics, [tested.refs], kind, samples)()
    return [
        (name, row.score, row.p_value, row.mean, row.ci)
        for name, rows in found.items()
        if name != "System"
        for row in rows
    ]


def verdict(ours: Numbers, theirs: Numbers) -> str:
    """Says whether the p-values are equal, and everything beside them."""
    if [row[2] for row in ours] != [row[2] for row in theirs]:
        return "p-values differ"
    return "p-values equal" if ours == theirs else "p-values equal, scores or intervals differ"


def in_process_row(tested: SystemTexts, test: str, kind: str, samples: int, rounds: int) -> Row:
    """The original runs once, for it takes long, amid ours."""

    def ours() -> tuple[float, Numbers]:
        return timed(lambda: our_numbers(tested, test, samples), 1)

    before = [ours()[0] for _ in range(rounds // 2 + 1)]
    their_numbers(tested.first(5), kind, 50)  # what is loaded when first needed
    theirs, their_result = timed(lambda: their_numbers(tested, kind, samples), 1)
    after = [ours() for _ in range(rounds // 2)]
    mine = [*before, *(seconds for seconds, _ in after)]
    note = f"{verdict(after[-1][1], their_result)}; {told(tested)}, {tested.name}"
    what = f"`compare`, {test} {samples:,}"
    target = "250x, dream 500x"
    return Row(what, mine, [theirs] * len(mine), peer="PairedTest", unit="run", target=target, note=note)


def told(tested: SystemTexts) -> str:
    return f"{len(tested.systems)} systems, {len(tested.refs):,} segments"


def write(tested: SystemTexts, folder: Path) -> list[str]:
    """Writes the texts, and returns the arguments of both commands; JSON is where the original crashes."""
    paths = [folder / "ref.txt", *(folder / name for name in tested.systems)]
    for path, lines in zip(paths, (tested.refs, *tested.systems.values()), strict=True):
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")
    ref, *hyps = map(str, paths)
    return [ref, "-i", *hyps, "-m", *map(str.lower, METRICS), "-f", "text", "-q"]


def our_run(arguments: list[str]) -> Process:
    return run([command("parbleu"), "score", *arguments])


def shell_row(tested: SystemTexts, kind: str, samples: int, rounds: int) -> Row:
    """As above, for whole processes.

    `parbleu score` prints a table of its own. The lines that the original prints come from the same numbers
    by our command `sacrebleu`, and are the same but for our version in the signatures.
    """
    with tempfile.TemporaryDirectory() as folder:
        arguments = [*write(tested, Path(folder)), f"--paired-{kind}", f"--paired-{kind}-n", str(samples)]
        before = [our_run(arguments) for _ in range(rounds // 2 + 1)]
        theirs = run([command("sacrebleu"), *arguments])
        ours = [*before, *(our_run(arguments) for _ in range(rounds // 2))]
        face = run([sys.executable, "-m", "parbleu.compat", "sacrebleu", "--", "-m", "sacrebleu", *arguments])
    same = face.output.replace(f"+parbleu.{parbleu.__version__}", "") == theirs.output
    said = "same output" if same and len({done.output for done in ours}) == 1 else "outputs differ"
    peak = max(done.peak for done in ours)
    note = f"{said}; peak memory {peak / 1e6:.0f} MB against {theirs.peak / 1e6:.0f} MB; {told(tested)}"
    mine, target = [done.seconds for done in ours], "150x, dream 300x"
    peers = [theirs.seconds] * len(mine)
    what = f"`score --paired-{kind}`, {samples:,}"
    return Row(what, mine, peers, peer="sacrebleu", unit="run", target=target, note=note)


def all_pairs_row(tested: SystemTexts, kind: str, samples: int, rounds: int) -> Row:
    """Many systems, each against each: what a shared task asks for. The original has no such test."""
    with tempfile.TemporaryDirectory() as folder:
        sizes = f"--paired-{kind}", f"--paired-{kind}-n", str(samples)
        arguments = [*write(tested, Path(folder)), *sizes, "--all-pairs"]
        done = [our_run(arguments) for _ in range(rounds)]
    count = len(tested.systems) * (len(tested.systems) - 1) // 2 * len(METRICS)
    seconds, peak = [each.seconds for each in done], max(each.peak for each in done)
    note = f"{count:,} tests, {told(tested)}; {median(seconds) / count * 1e3:.2f} ms/test"
    what = f"`score --paired-{kind} --all-pairs`, {samples:,}"
    return Row(
        what, seconds, unit="run", target="15 s, dream 5 s", note=f"peak memory {peak / 1e6:.0f} MB; {note}"
    )


def measure(settings: Settings) -> Group:
    text = (
        "BLEU, chrF and TER, from texts to p-values, statistics included. sacreBLEU takes so long that it "
        "runs once, amid several runs of ours. All pairs: systems mixed of the real ones' segments; no peer."
    )
    group = Group("Comparisons of systems", text)
    whole = system_texts(settings.texts)
    whole = whole.first(settings.size(len(whole.refs), 200))
    five, rounds = whole.with_systems(5), settings.size(5, 3)
    for test, kind, samples in TESTS:
        group.rows.append(in_process_row(five, test, kind, samples, rounds))
    for _, kind, samples in TESTS:
        group.rows.append(shell_row(five, kind, samples, rounds))
    many = whole.with_systems(50)
    for _, kind, samples in TESTS:
        group.rows.append(all_pairs_row(many, kind, samples, settings.size(3, 1)))
    return group
