"""Measures scores in other engines beside `parbleu score`: processor time of a row, start, memory, and costs.

A run of all rows and one of an eighth of them tell what a row costs from what starting costs. The same is
measured of the engine alone, which reads the same rows, hands them over in the same way, and scores none.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import pyarrow
from pyarrow import parquet

from benchmarks.groups.mbr import candidates
from benchmarks.measure import Group, Row, run, timed
from benchmarks.settings import Settings
from benchmarks.table import line
from benchmarks.texts import ROOT, Pairs
from parbleu._inputs.record_batches import record_batches
from parbleu.analysis import exposure
from parbleu.scale import sample_batches
from parbleu.scale._partitions import ROWS, DataEngine, Decoding, Work, are_paths

TICKS = os.sysconf("SC_CLK_TCK")
METRICS = ("bleu", "chrf")
COSTS = ("bleu", "chrf", "chrf++", "ter")
TIMES = 4
"""How often Ray and Spark read a file in a run: starting and compiling would hide what rows cost."""


class Clock:
    """Sums the processor time of this process and its descendants, also of those that have ended.

    Engines end processes that nobody waits for, whose time is lost: a thread looks five times a second.
    """

    def __init__(self) -> None:
        self._ticks: dict[int, int] = {}
        self._own = 0.0
        self._lock = threading.Lock()
        threading.Thread(target=self._watch, daemon=True).start()

    def seconds(self) -> float:
        """Returns the seconds so far, without those of looking."""
        with self._lock:
            for number, fields in family():
                self._ticks[number] = sum(map(int, fields[11:13]))
            return sum(self._ticks.values()) / TICKS - self._own

    def _watch(self) -> None:
        while True:
            self.seconds()
            self._own = time.thread_time()
            time.sleep(0.2)


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


def memory_of_all() -> int:
    """Returns the sum of the peaks of their memory, in bytes."""
    total = 0
    for number, _ in family():
        with suppress(OSError):
            for text in Path(f"/proc/{number}/status").read_text().splitlines():
                if text.startswith("VmHWM:"):
                    total += int(text.split()[1]) * 1024
    return total


def forget_peaks() -> None:
    """Lets the peak of each process begin anew at the memory that it takes now."""
    pyarrow.default_memory_pool().release_unused()
    for number, _ in family():
        with suppress(OSError):
            Path(f"/proc/{number}/clear_refs").write_text("5")


class Processes(DataEngine):
    """Processes of Python, which read row groups of files."""

    threads: int | None = 1

    def __init__(self, count: int) -> None:
        self.count = count

    def mapped(self, dataset: Any, step: Any, **_: Any) -> Any:
        """Returns what the step makes of a table, in this process."""
        return step(dataset)

    def sums(self, dataset: Any, work: Work, **_: Any) -> Iterable[Any]:
        """Returns the sums of a table, in this process."""
        return [work.summed(dataset)]

    def called(self, function: Any, items: Sequence[Any], **options: Any) -> Iterable[Any]:
        """Returns what the processes return of the items."""
        if self.count == 1:
            return super().called(function, items, **options)
        with ProcessPoolExecutor(self.count, get_context("spawn")) as pool:
            return list(pool.map(function, items))


class Idle(Work):
    """Work that reads none of the rows it is given."""

    def summed(self, partition: Any, first: int = 1) -> Any:
        """Returns the sums of no rows."""
        for batch in record_batches(partition):
            empty = batch.slice(0, 0)
        return super().summed(empty, first)


def read_dask(path: str) -> Any:
    import_module("dask").config.set(scheduler="threads", num_workers=2)
    return import_module("dask.dataframe").read_parquet(path, split_row_groups=True)


def start_ray() -> Any:
    """Returns the module of Ray, whose processes run."""
    ray = import_module("ray")
    # Processes that Ray ends between two runs would be started again in each of them.
    kept = {"idle_worker_killing_time_threshold_ms": 3_600_000, "num_workers_soft_limit": 8}
    quiet = {"include_dashboard": False, "log_to_driver": False, "ignore_reinit_error": True}
    ray.init(num_cpus=2, _system_config=None if ray.is_initialized() else kept, **quiet)
    return ray


def read_ray(path: str) -> Any:
    data = start_ray().data
    data.DataContext.get_current().enable_progress_bars = False
    return data.read_parquet([path] * TIMES)


def start_spark() -> Any:
    """Returns a session of Spark."""
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    settings = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.shuffle.partitions": "2",
        "spark.driver.memory": "2g",
        "spark.sql.execution.arrow.maxRecordsPerBatch": str(ROWS),
        # The greatest value turns off the summing of a batch's bytes after each row.
        "spark.sql.execution.arrow.maxBytesPerBatch": str(2**31 - 1),
    }
    builder = import_module("pyspark.sql").SparkSession.builder.master("local[2]").config(map=settings)
    return builder.getOrCreate()


def read_spark(path: str) -> Any:
    return start_spark().read.parquet(*[path] * TIMES)


def paths(engine: str, path: str) -> list[str]:
    """Returns the file as often as a run reads it, when the engine has started."""
    {"ray": start_ray, "spark": start_spark}.get(engine, lambda: None)()
    return [path] * TIMES


@dataclass(frozen=True)
class Reader:
    """How an engine reads a file of Parquet.

    Attributes:
        read: from a path to a dataset of the engine.
        engine: that scores it.
        times: how often the file is read in a run.
    """

    read: Callable[[str], Any]
    engine: DataEngine
    times: int = 1


def readers() -> Iterator[tuple[str, Reader]]:
    """Yields the names of engines that are installed, and how they read."""
    yield "1 process", Reader(str, Processes(1))
    yield "2 processes", Reader(str, Processes(2))
    ways: dict[str, Callable[[str], Any]] = {
        "polars": lambda path: import_module("polars").scan_parquet(path),
        "duckdb": lambda path: import_module("duckdb").read_parquet(path),
        "datasets": lambda path: import_module("datasets").Dataset.from_parquet(
            path, cache_dir=f"{path}.cache"
        ),
        "dask": read_dask,
        "ray": read_ray,
        "spark": read_spark,
    }
    for name, read in ways.items():
        if find_spec({"spark": "pyspark"}.get(name, name)) is not None:
            engine = import_module(f"parbleu.scale.{name}").corpus_score.__self__
            times = TIMES if name in ("ray", "spark") else 1
            yield name, Reader(read, engine, times)
            if name in ("dask", "ray", "spark"):
                yield f"{name}, path of the file", Reader(partial(paths, name), engine, TIMES)


class Bench:
    """Runs of two sizes, on files of their own.

    Attributes:
        small: a file of Parquet with few rows.
        large: one with many.
    """

    def __init__(self, settings: Settings, folder: Path) -> None:
        self.pairs = pairs = settings.texts.target("en")
        self.count = settings.size(2_000_000, 800_000)
        self.rounds = min(settings.rounds, 3)
        self.clock = Clock()
        self.small, self.large = str(folder / "small.parquet"), str(folder / "large.parquet")
        for path, count in ((self.small, self.count // 8), (self.large, self.count)):
            sides = pairs.repeated(count)
            table = pyarrow.table({"mt": sides.hyps, "ref": sides.refs})
            parquet.write_table(table, path, row_group_size=125_000)

    def cost(self, work: Callable[[str], float], times: int = 1) -> tuple[float, float]:
        """Returns the seconds of a row, and those of starting, from runs of both sizes."""
        few, many = work(self.small), work(self.large)
        row = (many - few) / (self.count - self.count // 8) / times
        return row, many - row * self.count * times

    def peer(self, metric: str, path: str) -> float:
        """Returns the seconds of `parbleu score`."""
        columns = ["--hyp", "mt", "--ref", "ref", "-m", metric, "-q", "--threads", "1"]
        return run([sys.executable, "-m", "parbleu", "score", path, *columns]).seconds

    def alone(self, reader: Reader, path: str) -> float:
        """Returns the seconds of an engine that scores nothing."""

        def work() -> list[Any]:
            data, engine = reader.read(path), reader.engine
            sums = engine.sums_of_files if are_paths(data) else engine.sums
            return list(sums(data, Idle("bleu", threads=1)))

        return self._timed(work)

    def scored(self, reader: Reader, metric: str, path: str) -> float:
        """Returns the seconds of an engine that scores all rows."""
        return self._timed(lambda: reader.engine.corpus_score(reader.read(path), metric))

    def _timed(self, work: Callable[[], Any]) -> float:
        start = self.clock.seconds()
        work()
        return self.clock.seconds() - start

    def rows_of(self, name: str, reader: Reader) -> Iterator[Row]:
        """Yields a row for each metric."""
        for path in (self.small, self.large):  # workers start, and machines compile what they run often
            self.scored(reader, METRICS[0], path)
        forget_peaks()
        for metric in METRICS:
            ours, idle, theirs = [], [], []
            for _ in range(self.rounds):
                ours.append(self.cost(partial(self.scored, reader, metric), reader.times))
                idle.append(self.cost(partial(self.alone, reader), reader.times)[0])
                theirs.append(self.cost(partial(self.peer, metric)))
            rows = [row for row, _ in ours], [row for row, _ in theirs]
            added = median(row / peer for row, peer in zip(*rows, strict=True)) - 1
            note = (
                f"{added:+.0%}; {1 / median(rows[0]):,.0f} rows/s and core; "
                f"the engine alone {median(idle) * 1e6:.2f} µs/row; "
                f"a run starts in {median(start for _, start in ours):.1f} s, parbleu score in "
                f"{median(start for _, start in theirs):.1f} s; "
                f"peaks of all processes {memory_of_all() / 2**20:,.0f} MB"
            )
            what = f"{name}: {metric} of {self.count:,} rows"
            yield Row(what, rows[0], rows[1], "parbleu score", "row", "0.77x", note)

    def costs(self) -> Iterator[Row]:
        """Yields what a row costs by each metric, and core-hours for 10^9 and 10^12 of them."""
        reader = Reader(str, Processes(1))
        for metric in COSTS:
            seconds = [self.cost(partial(self.scored, reader, metric))[0] for _ in range(self.rounds)]
            yield Row(f"{metric}, one process", seconds, unit="row", note=core_hours(seconds))
        for what, unit, count, work in other_work(self.pairs):
            seconds = [timed(work, count)[0] for _ in range(self.rounds)]
            yield Row(f"{what}, one thread", seconds, unit=unit, note=core_hours(seconds))


def other_work(pairs: Pairs) -> Iterator[tuple[str, str, int, Callable[[], Any]]]:
    """Yields work that is more than a score: its name, its unit, how many there are, and what does it."""
    lists = pyarrow.table({"candidates": candidates(pairs.first(20), 63)})
    decoding = partial(Decoding("chrf", {"candidates": "candidates", "threads": 1}).decoded, lists)
    yield "minimum Bayes risk by chrf, 63 candidates", "pair of texts", 20 * 63 * 63, decoding
    all_of_it = pairs.repeated(12_000)
    test, training = all_of_it.first(2000), all_of_it.first(10_000, 2000)
    search = partial(exposure, test.hyps, [test.refs], [(training.hyps, training.refs)], threads=1)
    yield "exposure of 2,000 test segments", "training pair", len(training), search
    some = pairs.repeated(40_960)
    table = pyarrow.table({"mt": some.hyps, "ref": some.refs, "at": range(len(some))})
    counted = Work("bleu", emit="statistics", threads=1).scored(table)
    drawing = partial(sample_batches, counted, position="at", n_segments=len(some), n_samples=1000, seed=1)
    yield "1,000 bootstrap samples by sample_batches", "segment", len(some), drawing
    for compression in ("snappy", "zstd", "lz4"):
        sink = pyarrow.BufferOutputStream()
        parquet.write_table(table.drop("at"), sink, compression=compression)
        yield f"reading Parquet of {compression}", "row", len(some), partial(read, sink.getvalue())


def read(file: Any) -> None:
    """Reads a file of Parquet, and scores nothing."""
    for _ in parquet.ParquetFile(file).iter_batches(ROWS, use_threads=False):
        pass


def core_hours(seconds: Sequence[float]) -> str:
    """Says what a thousand million and a million million units cost."""
    hours = median(seconds) * 1e9 / 3600
    rate = f"{1 / median(seconds):,.0f} a second and core"
    return f"{rate}; 10^9: {hours:,.2g} core-hours; 10^12: {hours * 1000:,.0f}"


def measure(settings: Settings) -> Group:
    group = Group(
        "Engines",
        "The same files of Parquet scored by engines and by `parbleu score` in one thread: processor time of "
        "all processes for a row, of long runs without their start.",
    )
    # Workers of engines import this module.
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    with TemporaryDirectory(prefix="parbleu-engines-") as folder:
        bench = Bench(settings, Path(folder))
        for rows in (bench.costs(), *(bench.rows_of(*each) for each in readers())):
            for row in rows:
                group.rows.append(row)
                print(line(row), file=sys.stderr, flush=True)
    return group
