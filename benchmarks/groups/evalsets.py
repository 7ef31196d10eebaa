"""Measures loading an evaluation set against a loop over lines in Python, and listing sets."""

from __future__ import annotations

import json
import os
import random
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from time import perf_counter

from benchmarks.groups.process import command
from benchmarks.measure import Group, Row, compare, run, timed
from benchmarks.settings import Settings
from parbleu.evalset import EvalSet

NAME, PAIR = "made", "en-de"
DOMAINS = 4
BLOCK = 20_000
"""Segments with scores of their own."""


def make_set(directory: Path, systems: int, segments: int, metrics: int, files: Sequence[str] = ()) -> None:
    """Writes a set with scores of segments, domains and systems, a third of them with four digits only.

    Scores repeat after `BLOCK` segments. Files are of the text, which is source and reference, and of each
    system's output; the set has links to them.
    """
    draw = random.Random(1)
    root = directory / NAME
    for folder in ("sources", "references", "documents", "info", "human-scores"):
        (root / folder).mkdir(parents=True)
    for folder in ("system-outputs", "metric-scores"):
        (root / folder / PAIR).mkdir(parents=True)
    names = [f"system-{at}" for at in range(systems)]
    if not files:
        made = directory / "made.txt"
        made.write_text("".join(f"{'word ' * draw.randint(4, 39)}word\n" for _ in range(segments)))
        files = [str(made)] * (systems + 1)
    outputs = [f"system-outputs/{PAIR}/{name}" for name in names]
    places = ["sources/" + PAIR, f"references/{PAIR}.refA", *outputs]
    for file, place in zip([files[0], *files], places, strict=True):
        os.link(file, root / f"{place}.txt")
    with (root / "documents" / f"{PAIR}.docs").open("w") as file:
        file.writelines(f"domain{DOMAINS * at // segments}\tdocument{at // 10}\n" for at in range(segments))
    gold = dict.fromkeys(("segment", "domain", "system"), "mqm")
    (root / "info" / f"{PAIR}.json").write_text(json.dumps({"std_ref": "refA", "std_gold": gold}))
    for metric in range(-1, metrics):
        shown = "{:.4f}" if metric % 3 == 0 else "{!r}"
        place = f"metric-scores/{PAIR}/metric{metric}-refA" if metric >= 0 else f"human-scores/{PAIR}.mqm"
        domains = [f"domain{at}\t" for at in range(DOMAINS)]
        for level, prefixes in {"seg": [""] * min(segments, BLOCK), "domain": domains, "sys": [""]}.items():
            with (root / f"{place}.{level}.score").open("w") as file:
                for system in names:
                    lines = [
                        f"{prefix}{system}\t{shown.format(draw.gauss(0.7, 0.2))}\n" for prefix in prefixes
                    ]
                    for start in range(0, segments if level == "seg" else 1, BLOCK):
                        file.writelines(lines[: segments - start] if level == "seg" else lines)


def ours(path: Path, threads: int = 1) -> list[float]:
    """Loads the set: all texts, and all scores; returns the last score of each file."""
    evalset = EvalSet(NAME, PAIR, path)
    evalset.read_all(threads=threads)
    names = [(level, name) for level in evalset.levels for names in evalset.scorers(level) for name in names]
    return sorted(float(evalset.scores(level, name).table[-1, -1]) for level, name in names)


def theirs(path: Path) -> list[float]:
    """The same, line by line."""
    root = path / NAME
    texts = {}
    for folder in ("sources", "documents", "references", f"system-outputs/{PAIR}"):
        for file in (root / folder).iterdir():
            with file.open(encoding="utf-8") as lines:
                texts[file] = [line.rstrip() for line in lines]
    found = []
    for folder in ("human-scores", f"metric-scores/{PAIR}"):
        for file in (root / folder).glob("*.score"):
            scores: dict[str, list[float | None]] = defaultdict(list)
            with file.open(encoding="utf-8") as lines:
                for line in lines:
                    *_, system, score = line.split()
                    scores[system].append(None if score == "None" else float(score))
            found.append(scores[next(reversed(scores))][-1])
    return sorted(score for score in found if score is not None)


def measure(settings: Settings) -> Group:
    systems, segments, metrics = 21, settings.size(998, 200), settings.size(70, 7)
    group = Group("Evaluation sets", "Texts and scores of one language pair; lists of what there is.")
    with tempfile.TemporaryDirectory() as name:
        path = Path(name)
        make_set(path, systems, segments, metrics)
        row = compare(
            "EvalSet with all texts and scores",
            partial(ours, path),
            partial(theirs, path),
            1,
            rounds=settings.rounds,
            unit="set",
            peer="a loop in Python",
            target="12x",
            note=f"{systems} systems, {segments} segments, {metrics} metrics",
        )
        clock = {"clock": perf_counter}
        one, two = (
            [timed(partial(ours, path, threads), 1, **clock)[0] for _ in range(settings.rounds)]
            for threads in (1, 2)
        )
        group.rows += [
            row,
            Row("the same on two threads, wall clock", two, one, peer="one thread", unit="set"),
        ]
    seconds = [run([command("parbleu"), "meta", "list"]).seconds for _ in range(settings.rounds)]
    group.rows.append(Row("`parbleu meta list`", seconds, unit="run", target="62 ms"))
    return group
