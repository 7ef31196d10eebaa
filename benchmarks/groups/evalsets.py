"""Measures loading all scores of evaluation sets against a loop over lines in Python."""

from __future__ import annotations

import random
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Any

from benchmarks.groups.process import command
from benchmarks.measure import Group, Row, compare, run
from benchmarks.settings import Settings
from benchmarks.texts import ORACLES
from parbleu.evalset import EvalSet, Info, write_evalset

REAL = ("wmt21.news", "en-de")


def made_set(directory: Path) -> tuple[str, str, Path]:
    """Writes a set of 15 systems, 1000 segments and 20 metrics."""
    draw = random.Random(1)
    segments, systems = ["a"] * 1000, [f"system-{at}" for at in range(15)]
    made = {system: [draw.gauss(0, 1) for _ in segments] for system in systems}
    outputs = dict.fromkeys(systems, segments)
    human = {"mqm": made}
    evalset = write_evalset(
        directory,
        "made",
        "xx-yy",
        source=segments,
        references={"refA": segments},
        outputs=outputs,
        human=human,
    )
    folder = directory / "made" / "metric-scores" / "xx-yy"
    folder.mkdir(parents=True)
    for at in range(20):
        lines = [f"{system}\t{draw.gauss(0, 30)}\n" for system in evalset.sys_names for _ in segments]
        (folder / f"metric{at}-src.seg.score").write_text("".join(lines))
    return "made", "xx-yy", directory


def ours(name: str, pair: str, path: Path) -> list[float]:
    """Loads the set and all scores; the last one of each file."""
    evalset = EvalSet(name, pair, path, info=Info("refA"))
    names = [(level, name) for level in evalset.levels for names in evalset.scorers(level) for name in names]
    return sorted(float(evalset.scores(level, name).table[-1, -1]) for level, name in names)


def theirs(name: str, pair: str, path: Path) -> list[Any]:
    """The same, line by line."""
    found = []
    for level in ("system", "domain", "document", "segment"):
        human = sorted((path / name / "human-scores").glob(f"{pair}.*.{level}.score"))
        for file in [*human, *sorted((path / name / "metric-scores" / pair).glob(f"*.{level}.score"))]:
            scores: dict[str, list[float | None]] = defaultdict(list)
            with file.open(encoding="utf-8") as lines:
                for line in lines:
                    *_, system, score = line.split()
                    scores[system].append(None if score == "None" else float(score))
            found.append(scores[system][-1])
    return sorted(found)


def measure(settings: Settings) -> Group:
    group = Group("Evaluation sets", "Human and metric scores of one language pair; lists of what there is.")
    with tempfile.TemporaryDirectory() as name:
        real = ORACLES / "data" / "evalsets"
        chosen = (*REAL, real) if (real / REAL[0]).is_dir() else made_set(Path(name))
        row = compare(
            "EvalSet with all scores",
            lambda: ours(*chosen),
            lambda: theirs(*chosen),
            1,
            rounds=settings.size(15, 5),
            unit="set",
            peer="a loop in Python",
            target="10x",
            note=f"{chosen[0]} {chosen[1]}",
        )
        group.rows.append(row)
    seconds = [run([command("parbleu"), "meta", "list"]).seconds for _ in range(settings.rounds)]
    group.rows.append(Row("`parbleu meta list`", seconds, unit="run", target="62 ms"))
    return group
