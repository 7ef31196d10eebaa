"""Measures scores of table files against those of the same text as lines: CPU time, wall time and memory."""

from __future__ import annotations

import json
import statistics
import tempfile
from pathlib import Path
from time import perf_counter

import pyarrow
import pyarrow.parquet

from benchmarks.groups.memory import write
from benchmarks.groups.process import command
from benchmarks.measure import Group, Row, run
from benchmarks.settings import Settings
from benchmarks.texts import Pairs

BLOCK = 50_000
CODECS = ("none", "snappy", "zstd")
FEW = 100_000
"""Rows up to which JSON lines are measured, too."""


def write_tables(pairs: Pairs, count: int, folder: Path) -> dict[str, str]:
    """Writes tables of the lines over and over, until there are `count` rows; returns their files by kind."""
    files = {f"Parquet, {codec}": folder / f"{codec}.parquet" for codec in CODECS}
    schema = pyarrow.schema([("id", pyarrow.int64()), ("ref", pyarrow.string()), ("mt", pyarrow.string())])
    writers = [
        pyarrow.parquet.ParquetWriter(file, schema, compression=codec)
        for file, codec in zip(files.values(), CODECS, strict=True)
    ]
    if count <= FEW:
        files["JSON lines"] = folder / "table.jsonl"
    with (folder / "table.jsonl").open("w", encoding="utf-8") as lines:
        for start in range(0, count, BLOCK):
            places = range(start, min(start + BLOCK, count))
            texts = {
                name: [texts[place % len(texts)] for place in places]
                for name, texts in {"ref": pairs.refs, "mt": pairs.hyps}.items()
            }
            table = pyarrow.table({"id": list(places), **texts}, schema)
            for writer in writers:
                writer.write_table(table)
            if count <= FEW:
                lines.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in table.to_pylist())
    for writer in writers:
        writer.close()
    return {kind: str(file) for kind, file in files.items()}


def rows(pairs: Pairs, count: int, rounds: int, folder: Path) -> list[Row]:
    write(folder / "ref.txt", pairs.refs, count)
    write(folder / "hyp.txt", pairs.hyps, count)
    files = write_tables(pairs, count, folder)
    words = {kind: [file, "--hyp", "mt", "--ref", "ref"] for kind, file in files.items()}
    words["lines"] = [str(folder / "ref.txt"), "-i", str(folder / "hyp.txt")]
    seconds: dict[str, list[float]] = {kind: [] for kind in words}
    wall: dict[str, list[float]] = {kind: [] for kind in words}
    peaks: dict[str, float] = {}
    outputs = set()
    for _ in range(rounds):
        for kind, of_kind in words.items():
            begun = perf_counter()
            done = run([command("parbleu"), "score", *of_kind, "-b", "-w", "8", "-m", "bleu"])
            wall[kind].append(perf_counter() - begun)
            seconds[kind].append(done.seconds)
            peaks[kind] = done.peak / 1e6
            outputs.add(done.output.strip())
    equal = "the same score" if len(outputs) == 1 else f"OTHER SCORES: {outputs}"
    ratios = {
        kind: statistics.median(mine / theirs for mine, theirs in zip(wall[kind], wall["lines"], strict=True))
        for kind in files
    }
    return [
        Row(
            f"BLEU of {count:,} rows, {kind}",
            seconds[kind],
            seconds["lines"],
            peer="lines of text",
            unit="run",
            target="1x",
            note=f"{equal}; {ratios[kind]:.2f} times the wall time; "
            f"peak memory {peaks[kind]:.0f} MB, of lines {peaks['lines']:.0f} MB",
        )
        for kind in files
    ]


def measure(settings: Settings) -> Group:
    text = (
        "`parbleu score --hyp --ref` of tables beside `parbleu score` of the same text as lines: CPU time; "
        "Parquet is decoded in a thread beside the one that scores."
    )
    group = Group("Tables", text)
    pairs = settings.texts.target("en")
    with tempfile.TemporaryDirectory() as folder:
        for count in (FEW, settings.size(10_000_000, 1_000_000)):
            group.rows += rows(pairs, count, min(settings.rounds, 3), Path(folder))
    return group
