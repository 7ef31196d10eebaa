"""Measures scores of table files against those of the same text as lines: time, and the most memory."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import pyarrow
import pyarrow.parquet

from benchmarks.groups.memory import write
from benchmarks.groups.process import command
from benchmarks.measure import Group, Row, run
from benchmarks.settings import Settings
from benchmarks.texts import Pairs

BLOCK = 50_000
KINDS = ("parquet", "jsonl")


def write_tables(pairs: Pairs, count: int, folder: Path) -> None:
    """Writes Parquet and JSON lines of the lines over and over, until there are `count` rows."""
    writer = None
    with (folder / "table.jsonl").open("w", encoding="utf-8") as lines:
        for start in range(0, count, BLOCK):
            places = range(start, min(start + BLOCK, count))
            texts = {
                name: [texts[place % len(texts)] for place in places]
                for name, texts in {"ref": pairs.refs, "mt": pairs.hyps}.items()
            }
            table = pyarrow.table({"id": list(places), **texts})
            writer = writer or pyarrow.parquet.ParquetWriter(folder / "table.parquet", table.schema)
            writer.write_table(table)
            lines.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in table.to_pylist())
    if writer is not None:
        writer.close()


def rows(pairs: Pairs, count: int, rounds: int, folder: Path) -> list[Row]:
    write(folder / "ref.txt", pairs.refs, count)
    write(folder / "hyp.txt", pairs.hyps, count)
    write_tables(pairs, count, folder)
    words = {"lines": [str(folder / "ref.txt"), "-i", str(folder / "hyp.txt")]}
    for kind in KINDS:
        words[kind] = [str(folder / f"table.{kind}"), "--hyp", "mt", "--ref", "ref"]
    seconds: dict[str, list[float]] = {kind: [] for kind in words}
    peaks: dict[str, float] = {}
    outputs = set()
    for _ in range(rounds):
        for kind, files in words.items():
            done = run([command("parbleu"), "score", *files, "-b", "-w", "8", "-m", "bleu"])
            seconds[kind].append(done.seconds)
            peaks[kind] = done.peak / 1e6
            outputs.add(done.output.strip())
    equal = "the same score" if len(outputs) == 1 else f"OTHER SCORES: {outputs}"
    return [
        Row(
            f"BLEU of {count:,} rows of {kind}",
            seconds[kind],
            seconds["lines"],
            peer="lines of text",
            unit="run",
            target="1x",
            note=f"{equal}; peak memory {peaks[kind]:.0f} MB, of lines {peaks['lines']:.0f} MB",
        )
        for kind in KINDS
    ]


def measure(settings: Settings) -> Group:
    text = "`parbleu score --hyp --ref` of tables beside `parbleu score` of the same text as lines: CPU time."
    group = Group("Tables", text)
    pairs = settings.texts.target("en")
    with tempfile.TemporaryDirectory() as folder:
        for count in (100_000, settings.size(10_000_000, 1_000_000)):
            group.rows += rows(pairs, count, min(settings.rounds, 3), Path(folder))
    return group
