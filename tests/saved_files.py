"""Writes files that parbleu reads again, with one value of their JSON replaced, for tests and attacks."""

from __future__ import annotations

import hashlib
import io
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import parbleu
from parbleu import analysis, scale
from parbleu._cli.main import main
from parbleu.translate import RunOptions, translate_file
from parbleu.translate._engine import Engine, Settings, Translation

MISSING = object()
"""In place of a value: its key or item is left out."""
DEEP: Any = json.loads("[" * 90 + "]" * 90)
WRONG = [
    MISSING,
    None,
    True,
    -1,
    0,
    2**63,
    10**400,
    -1.5,
    float("nan"),
    float("inf"),
    "",
    "x",
    "\ud800\x1b[31m",
]
WRONG += [[], {}, [[]], {"x": 1}, ["a", 1], DEEP]
LINES = ["the cat sat on the mat", "a dog barked at noon", "we saw it"]


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yields the place of each value in a value of JSON, as keys and indices."""
    yield path
    items: Any = ()
    if isinstance(value, dict):
        items = value.items()
    elif isinstance(value, list):
        items = list(enumerate(value))[:2]  # the others are alike
    for key, item in items:
        yield from places(item, (*path, key))


def changed(value: Any, path: tuple[Any, ...], wrong: Any) -> Any:
    """Returns a copy of a value of JSON with another value in one place."""
    if not path:
        return [] if wrong is MISSING else wrong
    copy = dict(value) if isinstance(value, dict) else list(value)
    if len(path) > 1:
        copy[path[0]] = changed(copy[path[0]], path[1:], wrong)
    elif wrong is MISSING:
        del copy[path[0]]
    else:
        copy[path[0]] = wrong
    return copy


def encoded(value: Any) -> bytes:
    """Returns JSON in UTF-8, in which half of a surrogate pair is escaped."""
    return json.dumps(value).encode()


def run(words: list[str]) -> int:
    """Returns the status of a command line; what it prints has no byte that acts on a terminal."""
    out, err = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = io.TextIOWrapper(io.BytesIO()), io.TextIOWrapper(io.BytesIO())
    try:
        status = main(words)
        sys.stderr.flush()
        told = sys.stderr.buffer.getvalue()  # type: ignore[attr-defined]
    finally:
        sys.stdout, sys.stderr = out, err
    assert b"\x1b" not in told, told
    assert status in (0, 1, 2), (status, words)
    return status


class SavedFile:
    """A kind of file with JSON in it.

    Args:
        whole: its JSON.
        write: writes a file with other JSON.
        reads: each reads it in one way; the first takes the least time.
    """

    def __init__(self, whole: Any, write: Callable[[Any], None], *reads: Callable[[], Any]) -> None:
        self.whole = whole
        self.write = write
        self.reads = reads

    def try_with(self, value: Any, *reads: Callable[[], Any]) -> str:
        """Reads the file with this JSON, in all ways if none is given; returns the error, "" if it was read.

        Any exception but a ParbleuError of one line is raised.
        """
        self.write(value)
        try:
            for read in reads or self.reads:
                read()
        except parbleu.ParbleuError as problem:
            told = str(problem)
        else:
            return ""
        assert told
        assert "\n" not in told
        return told


class Upper(Engine):
    """Translates into capital letters, and stops after some batches."""

    name = "upper"

    def __init__(self, batches: int = 1000) -> None:
        super().__init__(Settings())
        self._left = batches

    def translate(self, segments: list[str]) -> list[Translation]:
        """Returns a translation with two alternatives of each segment."""
        if not self._left:
            raise KeyboardInterrupt
        self._left -= 1
        return [Translation(text.upper(), -1.0, alternatives=(text.upper(), text)) for text in segments]


def _parquet_metadata(path: str, key: bytes) -> SavedFile:
    import pyarrow.parquet as pq

    table = pq.read_table(path)

    def write(value: Any) -> None:
        pq.write_table(table.replace_schema_metadata({key: encoded(value)}), "forged.parquet")

    return SavedFile(
        json.loads(table.schema.metadata[key]),
        write,
        lambda: run(["merge", "forged.parquet"]),
        lambda: scale.gate_saved("forged.parquet", resampling=parbleu.Resampling(n_samples=200)),
    )


def _label() -> SavedFile:
    import pyarrow as pa

    table = pa.table({"mt": LINES, "ref": [[line] for line in LINES]})
    batches = list(scale.score_batches(table, "bleu", emit="statistics"))
    key = b"parbleu.statistics"
    written: list[Any] = []

    def write(value: Any) -> None:
        written[:] = [batch.replace_schema_metadata({key: encoded(value)}) for batch in batches]

    return SavedFile(
        json.loads(batches[0].schema.metadata[key]),
        write,
        lambda: scale.scores_of_sums(written),
        lambda: scale.finish(written, resampling=parbleu.Resampling("none")),
    )


def _json_file(path: str, *reads: Callable[[str], Any]) -> SavedFile:
    def write(value: Any) -> None:
        Path(path).write_bytes(encoded(value))

    return SavedFile(json.loads(Path(path).read_bytes()), write, *(partial(read, path) for read in reads))


def _journal() -> SavedFile:
    from parbleu.translate import Batching

    batching = Batching(window=2, segments=1)
    with suppress(KeyboardInterrupt):
        translate_file("src", "mt", Upper(3), RunOptions(batching=batching))
    journal = Path("mt.journal")
    whole = [json.loads(line.rpartition(b" ")[0]) for line in journal.read_bytes().splitlines()]

    def write(value: Any) -> None:
        sealed, seal = b"", hashlib.sha256()
        for entry in value if isinstance(value, list) else [value]:
            seal.update(encoded(entry))
            sealed += b"%b %b\n" % (encoded(entry), seal.hexdigest()[:16].encode())
        journal.write_bytes(sealed)

    def read() -> None:
        for name in ("mt", "mt.json"):
            Path(name).unlink(missing_ok=True)
        translate_file("src", "mt", Upper(), RunOptions(batching=batching, resume=True))

    return SavedFile(whole, write, read)


def _record() -> SavedFile:
    translate_file("src", "done", Upper())

    def read(path: str) -> None:
        translate_file("src", "done", Upper(), RunOptions(resume=True))

    return _json_file("done.json", read)


def saved_files() -> dict[str, SavedFile]:
    """Writes a whole file of each kind into the current folder; returns name of the kind -> the file."""
    for name, lines in (
        ("ref", LINES),
        ("a", LINES[::-1]),
        ("b", [*LINES[:2], "we see it"]),
        ("src", 2 * LINES),
    ):
        Path(name).write_text("".join(f"{line}\n" for line in lines))
    run(["score", "ref", "-i", "a", "b", "--statistics", "shard", "-m", "bleu", "chrf"])
    for name, options in {
        "scores": ["a", "-sl"],
        "one": ["a", "-m", "bleu", "ter"],
        "two": ["a", "b", "--paired-bs", "--n-samples", "100", "--explain", "--all-pairs"],
    }.items():
        assert run(["score", "ref", "-f", "json", "-o", name, "-i", *options]) == 0, name
    texts: dict[str, Any] = {"a": LINES[::-1], "b": [*LINES[:2], "we see it"]}
    tested = parbleu.Resampling("bootstrap", 100)
    metrics: list[Any] = ["bleu", {"Q": {"a": [1.0, 2.0, 3.0], "b": [2.0, 2.0, 3.5]}}]
    parbleu.compare(texts, [LINES], metrics=metrics, resampling=tested, explain=True).save("comparison.json")
    analysis.save_exposure(analysis.exposure(LINES, [LINES], [(LINES, LINES)]), "exposure")
    gate = parbleu.Resampling(n_samples=200)

    def shown(path: str) -> None:
        found = parbleu.Comparison.from_dict(json.loads(Path(path).read_bytes()))
        if found.test is not None:
            repr(found.tables())

    return {
        "shard": _parquet_metadata("shard", b"parbleu.shard"),
        "label": _label(),
        "comparison": _json_file(
            "comparison.json",
            shown,
            lambda path: scale.gate_saved(path, resampling=gate),
            lambda path: run(["report", path, "-o", "page.html"]),
        ),
        "scores": _json_file("scores", lambda path: scale.gate_saved(path, path, resampling=gate)),
        "one": _json_file(
            "one",
            lambda path: run(["check-paper", path]),
            lambda path: run(["score", "ref", "-i", "a", "--verify", path]),
        ),
        "two": _json_file(
            "two",
            lambda path: run(["check-paper", path]),
            lambda path: run(["score", "ref", "-i", "a", "b", "--verify", path]),
        ),
        "exposure": _json_file(
            "exposure",
            lambda path: analysis.read_exposures([path], LINES, [LINES]).tables(),
        ),
        "journal": _journal(),
        "record": _record(),
    }
