"""Changes tables in Arrow and Parquet and all files that parbleu saves, and lets parbleu read them.

    python tests/attack/table_files.py --minutes 10
    python tests/attack/table_files.py --count 2000 --seed 7
    python tests/attack/table_files.py --count 100000 --kinds arrow

Bytes are changed, or, of a kind that begins with `json-`, values of the JSON in a saved file, which then has
the right checksums. A file is read, or refused by a ParbleuError of one line. Findings are a process that
ends by a signal, a call that takes a minute, and any other exception. The files are made anew in each process
and changed as the seed says; none is kept. `make tables-fuzz` runs this. With the module that
`make bindings-sanitize` builds (`tools/with_sanitizers.sh build/sanitized`), a read beside a buffer is a
finding, too.
"""

from __future__ import annotations

import io
import os
import random
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from rounds import attack_by_children, note

sys.path.append(str(Path(__file__).parents[1]))
import parbleu
from parbleu import scale
from parbleu.metrics import tokens
from parbleu.scale._shard_files import merge_shards
from parbleu.scale.datasets import corpus_score
from parbleu.text._table_files.table_opening import table_rows
from parbleu.translate._source_texts import TableSource
from saved_files import WRONG, changed, places, run, saved_files

CALLS_OF_A_PROCESS = 20_000
LONGEST_CALL = 60
MEMORY = 8 << 30
SANITIZED = "asan" in os.environ.get("LD_PRELOAD", "")
ROWS = 5
SAMPLES = 20
WHOLE_FILES = 40
"""How many whole files there are of each kind of table."""
SAMPLES_OF_A_GATE = 200  # which asks for enough of them to find a loss in several metrics and groups
INTERVALS = parbleu.Resampling(intervals=True, n_samples=SAMPLES)
NUMBERS = [0, 1, 2, 3, 4, 7, 8, 16, 100, 127, 128, 255, 256, 1 << 15, 1 << 16, 1 << 24, (1 << 31) - 1]
NUMBERS += [-1, -2, -8, -(1 << 31), 1 << 31, 1 << 40, 1 << 62, (1 << 63) - 1, -(1 << 63)]
"""What takes the place of offsets, lengths and indices."""


def texts(chance: random.Random) -> list[str]:
    words = ["the", "cat", "sat", "on", "größer", "我们", "."]
    return [" ".join(chance.choices(words, k=chance.randint(1, 9))) for _ in range(ROWS)]


def table(chance: random.Random) -> Any:
    """A table with columns of every type in which text, tokens and groups come."""
    text, other = texts(chance), texts(chance)
    codes = pa.array([chance.randrange(ROWS) for _ in range(ROWS)], pa.int8())
    columns = {
        "mt": pa.array(text),
        "ref": pa.array(other),
        "large": pa.array([*text[1:], None], pa.large_string()),
        "codes": pa.DictionaryArray.from_arrays(codes, pa.array(text)),
        "lists": pa.array([[one, two] for one, two in zip(text, other, strict=True)]),
        "wide": pa.array([[one] for one in text], pa.large_list(pa.string())),
        "pairs": pa.array([[one, one] for one in text], pa.list_(pa.string(), 2)),
        "inner": pa.array([{"de": one, "en": None} for one in text]),
        "ids": pa.array([[1, 2, 3, 4, chance.randrange(9)]] * ROWS, pa.list_(pa.int32())),
        "number": pa.array([1, 2, None, 4, 5]),
        "group": pa.array(["a", "b", "a", None, "b"]),
    }
    if hasattr(pa, "string_view"):
        columns["view"] = pa.array(text, pa.string_view())
    return pa.table(columns)


def arrow(table: Any, chance: random.Random) -> bytes:
    """A file or a stream of Arrow."""
    written = io.BytesIO()
    make = chance.choice([pa.ipc.new_file, pa.ipc.new_stream])
    options = pa.ipc.IpcWriteOptions(compression=chance.choice([None, None, None, "zstd", "lz4"]))
    with make(written, table.schema, options=options) as writer:
        writer.write_table(table, max_chunksize=chance.choice([2, 3, ROWS]))
    return written.getvalue()


def parquet(table: Any, chance: random.Random) -> bytes:
    written = io.BytesIO()
    names = [name for name in table.schema.names if name != "view"]
    pq.write_table(
        table.select(names),
        written,
        row_group_size=chance.choice([2, ROWS]),
        compression=chance.choice(["none", "none", "zstd", "snappy"]),
        use_dictionary=chance.random() < 0.5,
        data_page_version=chance.choice(["1.0", "2.0"]),
    )
    return written.getvalue()


class Files:
    """Whole files of each kind, made by parbleu and pyarrow."""

    def __init__(self, directory: str, chance: random.Random) -> None:
        os.chdir(directory)
        self._chance = chance
        self.table = table(chance)
        texts = self.table.select(["mt", "ref", "group"])
        self.statistics = list(scale.score_batches(texts, "chrf", emit="statistics"))
        systems = {"a": self._lines("a"), "b": self._lines("b")}
        references = [self._lines("ref")]
        parbleu.compare(systems, references, metrics=["bleu"]).save("comparison")
        self._run("score", "ref", "-i", "a", "b", "--statistics", "shard", "-m", "bleu", "chrf")
        self._run("score", "ref", "-i", "a", "-sl", "-f", "json", "-o", "scores")
        self._whole = {kind: [self._written(kind) for _ in range(WHOLE_FILES)] for kind in READERS}

    def _lines(self, name: str) -> Path:
        path = Path(name)
        path.write_text("".join(f"{line}\n" for line in texts(self._chance)), encoding="utf-8")
        return path

    def _run(self, *words: str) -> None:
        assert run(list(words)) == 0, words

    def whole(self, kind: str) -> bytes:
        """The bytes of a file before the attack."""
        return self._chance.choice(self._whole[kind])

    def _written(self, kind: str) -> bytes:
        if kind == "arrow":
            return arrow(self.table, self._chance)
        if kind == "parquet":
            return parquet(self.table, self._chance)
        if kind == "statistics":
            return arrow(pa.Table.from_batches(self.statistics), self._chance)
        return Path(kind).read_bytes()


def with_other_bytes(data: bytes, chance: random.Random) -> bytes:
    """The bytes with some of them changed, mostly numbers at places where numbers lie."""
    found = bytearray(data)
    for _ in range(chance.choice([1, 1, 1, 2, 4, 8])):
        place, way = chance.randrange(len(found)), chance.random()
        other = chance.randrange(len(found))
        if way < 0.25:
            found[place] ^= 1 << chance.randrange(8)
        elif way < 0.8:
            size = chance.choice([1, 2, 4, 4, 4, 8, 8])
            place -= place % size if chance.random() < 0.9 else 0
            old = int.from_bytes(found[place : place + size], "little")
            number = chance.choice([*NUMBERS, old + chance.randint(-9, 9), len(data)])
            found[place : place + size] = (number % (1 << 8 * size)).to_bytes(size, "little")
        elif way < 0.9:
            size = chance.choice([1, 4, 8, 16, 64])
            found[place : place + size] = found[other : other + size]
        elif way < 0.95:
            del found[place : place + chance.choice([1, 4, 8, 64])]
        elif way < 0.98:
            found[place:place] = found[other : other + chance.choice([1, 4, 8, 64])]
        else:
            del found[max(place, 1) :]
        found = found or bytearray(1)
    return bytes(found)


def column(chance: random.Random) -> str:
    names = ["mt", "ref", "large", "codes", "lists", "wide", "pairs", "inner.de", "number", "group", "view"]
    return chance.choice(names)


def score(path: str, chance: random.Random) -> None:
    names = parbleu.TableColumns(column(chance), column(chance))
    parbleu.score_table([path], names, metrics=["chrf"], by=chance.choice([(), "group", "codes"]))


def score_by_command(path: str, chance: random.Random) -> None:
    run(["score", path, "--hyp", column(chance), "--ref", column(chance), "-m", "bleu"])


def rows(path: str, chance: random.Random) -> None:
    for row in table_rows(path):
        repr(row)


def sources(path: str, chance: random.Random) -> None:
    source = TableSource((path,), column(chance))
    source.check()
    list(source.segments())


def batches_of(path: str) -> list[Any]:
    """What pyarrow reads of a file of Arrow by itself, as its users do."""
    data = Path(path).read_bytes()
    try:
        try:
            file = pa.ipc.open_file(data)
            return [file.get_batch(number) for number in range(file.num_record_batches)]
        except pa.ArrowInvalid:
            return list(pa.ipc.open_stream(data))
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        raise UnreadError from error


class UnreadError(Exception):
    """What pyarrow alone refused."""


def columns(path: str, chance: random.Random) -> None:
    for batch in batches_of(path):
        try:
            array = batch.column(chance.randrange(batch.num_columns)) if batch.num_columns else pa.array([""])
        except UnicodeDecodeError as error:  # pyarrow's, of the column's name
            raise UnreadError from error
        if chance.random() < 0.5:
            parbleu.CHRF().segment_scores(array, [array])
        else:
            layout = chance.choice(["streams", "segments"])
            tokens.corpus_bleu(array, [array] if layout == "streams" else array, layout=layout)


def scored_batches(path: str, chance: random.Random) -> None:
    names = {"hypothesis": column(chance), "references": column(chance)}
    batches = batches_of(path)
    found = list(scale.score_batches(batches, "chrf", emit=chance.choice(["scores", "both"]), **names))
    if found and "statistics" in found[0].schema.names:
        scale.scores_of_sums(found, chance.choice([(), "group", "codes"]))


def decoded_batches(path: str, chance: random.Random) -> None:
    list(
        scale.decode_batches(
            batches_of(path), "chrf", candidates=chance.choice(["lists", "wide", "pairs", "ids"])
        )
    )


def row_groups(path: str, chance: random.Random) -> None:
    corpus_score(path, "chrf", column(chance), column(chance), by=chance.choice([None, "group"]))


def sums(path: str, chance: random.Random) -> None:
    scale.scores_of_sums(batches_of(path), chance.choice([(), "group"]))


def tested_statistics(path: str, chance: random.Random) -> None:
    scale.finish(batches_of(path), by=chance.choice([(), "group"]), resampling=INTERVALS)


def shards(path: str, chance: random.Random) -> None:
    merge_shards([path])


def merged(path: str, chance: random.Random) -> None:
    run(["merge", path])


def gate(path: str, chance: random.Random) -> None:
    candidate = "scores" if path.endswith("scores") else None
    scale.gate_saved(path, candidate, resampling=parbleu.Resampling(n_samples=SAMPLES_OF_A_GATE))


TABLES = [score, score, score_by_command, rows, sources]
READERS: dict[str, list[Callable[[str, random.Random], None]]] = {
    "arrow": [*TABLES, columns, columns, scored_batches, scored_batches, decoded_batches],
    "parquet": [*TABLES, row_groups, row_groups],
    "statistics": [rows, sums, tested_statistics],
    "shard": [shards, merged, gate],
    "comparison": [gate],
    "scores": [gate],
}
"""Kind of file -> what reads one, more often than others perhaps."""
FORGED = ("shard", "label", "comparison", "scores", "one", "two", "exposure", "journal", "record")
"""The saved files of which a value of the JSON is replaced."""

KINDS = [*READERS, *(f"json-{kind}" for kind in FORGED)]


def child(seed: str, calls: int, directory: str, kinds: list[str]) -> None:
    if not SANITIZED:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    os.environ["PARBLEU_THREADS"] = "1"
    pa.set_memory_pool(pa.system_memory_pool())  # which sanitizers watch
    chance = random.Random(seed)
    files = Files(directory, chance)
    for kind in ("statistics", "shard", "comparison", "scores"):
        for read in READERS[kind]:
            Path(f"whole.{kind}").write_bytes(files.whole(kind))
            read(f"whole.{kind}", chance)
    saved = {f"json-{kind}": (file, list(places(file.whole))) for kind, file in saved_files().items()}
    for number in range(calls):
        signal.setitimer(signal.ITIMER_REAL, LONGEST_CALL)
        kind = kinds[number % len(kinds)]
        try:
            if kind in saved:
                file, every = saved[kind]
                value, told = file.whole, ""
                for _ in range(chance.choice([1, 1, 2, 3])):
                    place, wrong = chance.choice(every), chance.choice(WRONG)
                    value = changed(value, place, wrong)
                    told += f"{wrong!r:.80} at {place}, "
                    every = list(places(value))
                note(number, f"{kind} with {told}")
                # The first way takes the least time, and the last whole commands.
                file.try_with(value, file.reads[int(len(file.reads) * chance.random() ** 9)])
                continue
            read = chance.choice(READERS[kind])
            path = f"{number % 2}.{kind}"
            Path(path).write_bytes(with_other_bytes(files.whole(kind), chance))
            note(number, f"{read.__name__} of {kind}, which is {path}")
            read(path, chance)
        except (UnreadError, MemoryError):
            pass
        except parbleu.ParbleuError as error:
            if "\n" in str(error):
                raise
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)


if __name__ == "__main__":
    sys.exit(attack_by_children(__file__, __doc__ or "", CALLS_OF_A_PROCESS, child, KINDS))
