"""Measures scores in other engines against plain parbleu: processor time, rows a second, memory."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any

import pyarrow

import parbleu
from benchmarks.measure import Group, compare
from benchmarks.settings import Settings

ROWS = 10_000
TICKS = os.sysconf("SC_CLK_TCK")
ENGINES = ("polars", "duckdb", "datasets", "dask", "ray", "spark")


def family() -> Iterator[tuple[int, list[str]]]:
    """Yields the number of this process and of each that descends from it, and its fields of /proc/N/stat."""
    fields: dict[int, list[str]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields[int(path.parent.name)] = path.read_text().rpartition(")")[2].split()
    found = {os.getpid()}
    while more := {number for number, each in fields.items() if int(each[1]) in found} - found:
        found |= more
    for number in found:
        if number in fields:
            yield number, fields[number]


def seconds_of_all() -> float:
    """Returns the processor time of this process and its descendants."""
    return sum(sum(map(int, fields[11:15])) for _, fields in family()) / TICKS


def memory_of_all() -> int:
    """Returns the sum of the peaks of their memory, in bytes."""
    total = 0
    for number, _ in family():
        with suppress(OSError):
            for line in Path(f"/proc/{number}/status").read_text().splitlines():
                if line.startswith("VmHWM:"):
                    total += int(line.split()[1]) * 1024
    return total


def dataset_of(engine: str, table: Any) -> Any:
    """Returns the table in an engine, split into batches of 10,000 rows where the engine does not."""
    if engine == "polars":
        return import_module("polars").from_arrow(table).lazy()
    if engine == "duckdb":
        return import_module("duckdb").from_arrow(table)
    if engine == "datasets":
        return import_module("datasets").Dataset(table)
    if engine == "dask":
        frames = import_module("dask.dataframe")
        return frames.from_pandas(table.to_pandas(), npartitions=-(-table.num_rows // ROWS))
    if engine == "ray":
        ray = import_module("ray")
        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, ignore_reinit_error=True)
        import_module("ray.data").DataContext.get_current().enable_progress_bars = False
        return ray.data.from_arrow(table)
    settings = {"spark.ui.enabled": "false", "spark.sql.shuffle.partitions": "2", "spark.driver.memory": "2g"}
    builder = import_module("pyspark.sql").SparkSession.builder.master("local[2]").config(map=settings)
    return builder.getOrCreate().createDataFrame(table).repartition(2).cache()


def of_engine(module: Any, metric: Any, dataset: Any) -> float:
    return float(module.corpus_score(dataset, metric).score)


def of_columns(metric: Any, table: Any) -> float:
    return float(metric.corpus_score(table["mt"], [table["ref"]], threads=1).score)


def measure(settings: Settings) -> Group:
    group = Group(
        "Engines", "Scores in other engines beside whole columns in one thread: processor time of all."
    )
    pairs = settings.texts.target("en")
    count = settings.size(1_000_000, 300_000)
    table = pyarrow.table(
        {
            name: (side * (-(-count // len(side))))[:count]
            for name, side in zip(("mt", "ref"), (list(pairs.hyps), list(pairs.refs)), strict=True)
        }
    )
    for engine in ENGINES:
        if find_spec({"spark": "pyspark"}.get(engine, engine)) is None:
            continue
        module, dataset = import_module(f"parbleu.scale.{engine}"), dataset_of(engine, table)
        for metric in (parbleu.BLEU(), parbleu.CHRF()):
            of_engine(module, metric, dataset)  # workers start
            row = compare(
                f"{engine}: {metric.name} of {count:,} rows",
                partial(of_engine, module, metric, dataset),
                partial(of_columns, metric, table),
                count,
                rounds=min(settings.rounds, 5),
                peer="whole columns",
                unit="row",
                target="0.77x",
                clock=seconds_of_all,
            )
            rate, memory = 1 / median(row.ours), memory_of_all() / 2**20
            note = f"{row.note}; {rate:,.0f} rows/s and core; peaks of all processes {memory:,.0f} MB"
            group.rows.append(replace(row, note=note))
    return group
