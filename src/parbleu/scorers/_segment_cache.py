"""Keeps the scores of items in a file of SQLite, which processes share."""

from __future__ import annotations

import gc
import json
import marshal
import os
import sqlite3
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from itertools import chain, repeat
from pathlib import Path
from threading import RLock
from typing import Any, TypeVar
from weakref import WeakSet

from parbleu._base.log import warn_once
from parbleu._io.json_text import parse_json
from parbleu.fetch._checksums import remembered_sha256
from parbleu.fetch._environment import user_cache
from parbleu.scorers._scorer import ErrorSpan, ItemScore

VARIABLE = "PARBLEU_SCORER_CACHE"
"""The variable that names the file; "off" for none."""
PATIENCE = 60.0
"""Seconds to wait for another process that writes."""
_DAMAGED = ("malformed", "not a database")
"""What SQLite says of a file that is damaged."""
_AT_ONCE = 900
"""Keys in one question, below the number of variables that any SQLite allows."""
_ROWS_PER_KEY = 3
"""Of a table with fewer rows than so many times the keys, all are read, which takes less time."""
_FORM = 2
"""The version of Python's serialization that writes equal values as equal bytes, wherever they are shared."""
_COLUMN = 256
"""So many items are read together, which a processor's second cache holds."""
MANY = 4096
"""So many keys are looked up in packs: sorted together, which takes less time than a search for each."""
_LEAST_PACKED = 64
"""Fewer scores make no pack of their own."""
_PACKED_PER_KEY = 64
"""Packs with more scores than so many times the keys are not read for these."""
_PACKED_KEY = 16
"""Bytes of a key in a pack; two keys that begin alike are as unlikely as a wrong bit of memory."""
MOST_EMBEDDINGS = 1 << 15
"""How many are kept at most, the latest: 130 MB of a model of 1024 numbers."""
_TABLES = (
    (
        "CREATE TABLE IF NOT EXISTS embeddings "
        "(number INTEGER PRIMARY KEY, key BLOB UNIQUE NOT NULL, value BLOB NOT NULL)"
    ),
    "CREATE TABLE IF NOT EXISTS scorers (id INTEGER PRIMARY KEY, identity TEXT UNIQUE NOT NULL)",
    (
        "CREATE TABLE IF NOT EXISTS scores (key BLOB PRIMARY KEY, scorer INTEGER NOT NULL, "
        "score REAL NOT NULL, cut INTEGER NOT NULL, spans TEXT) WITHOUT ROWID"
    ),
    (
        "CREATE TABLE IF NOT EXISTS packs "
        "(scorer INTEGER NOT NULL, keys BLOB NOT NULL, scores BLOB NOT NULL, cut BLOB NOT NULL)"
    ),
)
_PACKS = "FROM packs JOIN scorers ON scorers.id = packs.scorer WHERE identity = ?"

_NEW = partial(tuple.__new__, ItemScore)
"""Makes an `ItemScore` of a tuple, in half the time."""

T = TypeVar("T")


def cache_path() -> Path | None:
    """Returns the file of kept scores; None if the user wants none."""
    path = os.environ.get(VARIABLE, "")
    if path.lower() == "off":
        return None
    if path:
        return Path(path).expanduser()
    return Path(user_cache(), "parbleu", "scores.sqlite3")


@contextmanager
def without_garbage_collection() -> Iterator[None]:
    """Looks for no cycles of objects meanwhile: among millions of new tuples that takes most of the time."""
    was_enabled = gc.isenabled()
    try:
        gc.disable()
        yield
    finally:
        if was_enabled:
            gc.enable()


@without_garbage_collection()
def keys_of(identity: str, values: Sequence[Any], unused: Sequence[int] = ()) -> list[bytes]:
    """Returns the key of each value for a scorer of an identity.

    Args:
        identity: all that what is kept depends on besides the values.
        values: items, or texts.
        unused: the fields of items that do not matter, by their places; their value counts as None.
    """
    prefix = sha256(identity.encode()).digest()
    try:
        written = map(marshal.dumps, _plain_values(values, unused), repeat(_FORM))
        return [sha256(prefix + text).digest() for text in written]
    except ValueError:  # a subclass of str
        plain = map(_plain, _plain_values(values, unused))
        return [sha256(prefix + marshal.dumps(value, _FORM)).digest() for value in plain]


def _plain_values(values: Sequence[Any], unused: Sequence[int]) -> Iterator[Any]:
    """Yields values with items as tuples, made by columns of a few items: so waits for memory overlap."""
    if not values or not isinstance(values[0], tuple):
        yield from map(_plain, values)
        return
    for begin in range(0, len(values), _COLUMN):
        part = values[begin : begin + _COLUMN]
        columns = [*zip(*part, strict=True)]
        for place in unused:
            columns[place] = (None,) * len(part)
        yield from zip(*columns, strict=True)


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return (*map(_plain, value),)
    return str.__str__(value) if isinstance(value, str) else value  # not as its class shows it


@dataclass(frozen=True)
class KeptScorer:
    """How many scores of a scorer are kept.

    Attributes:
        identity: all that its scores depend on besides the texts, as JSON.
        n_scores: how many there are.
    """

    identity: str
    n_scores: int


class SegmentCache:
    """The kept scores in a file.

    A damaged file is renamed with a warning, and a new one begun. Where the file cannot be written, nothing
    is kept. Threads may share it, and so may a process and its forks.
    """

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._connection: sqlite3.Connection | None = None
        self._lock = RLock()
        _every.add(self)

    def _do(self, work: Callable[[sqlite3.Connection], T], otherwise: T) -> T:
        """Returns what work on the database returns; `otherwise` if there is none to work on."""
        with self._lock:
            return self._do_alone(work, otherwise)

    def _do_alone(self, work: Callable[[sqlite3.Connection], T], otherwise: T) -> T:
        for attempt in range(2):
            if self.path is None:
                break
            try:
                if self._connection is None:
                    self._connection = self._open(self.path)
                return work(self._connection)
            except sqlite3.DatabaseError as problem:
                self.close()
                if any(words in str(problem) for words in _DAMAGED) and not attempt:
                    self._set_aside(problem)
                else:
                    warn_once(f"{self.path}: {problem}: scores are not kept; {VARIABLE} names another file")
                    self.path = None
        return otherwise

    @staticmethod
    def _open(path: Path) -> sqlite3.Connection:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise sqlite3.OperationalError(problem.strerror or "no such folder") from None
        connection = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=NORMAL")
        for table in _TABLES:
            connection.execute(table)
        return connection

    def _set_aside(self, problem: Exception) -> None:
        assert self.path is not None
        number = 1
        while (aside := self.path.with_name(f"{self.path.name}.damaged-{number}")).exists():
            number += 1
        with suppress(OSError):
            self.path.rename(aside)
            warn_once(f"{self.path}: {problem}: it is called {aside.name} now, and a new file is begun")
        for suffix in ("-wal", "-shm"):
            with suppress(OSError):
                self.path.with_name(self.path.name + suffix).unlink()

    @without_garbage_collection()
    def get(self, keys: Sequence[bytes]) -> dict[bytes, ItemScore]:
        """Returns the scores that are kept of these keys."""

        def work(connection: sqlite3.Connection) -> dict[bytes, ItemScore]:
            question = "SELECT key, score, cut, spans FROM scores"
            rows: Iterable[Any]
            if len(keys) > _AT_ONCE and not _has_more_rows(connection, len(keys) * _ROWS_PER_KEY):
                wanted = set(keys)
                rows = (row for row in connection.execute(question) if row[0] in wanted)
            else:
                rows = _rows(connection, f"{question} WHERE key IN", keys)
            return {
                key: _NEW((score, bool(cut), () if spans is None else _spans(spans), ""))
                for key, score, cut, spans in rows
            }

        return self._do(work, {})

    @without_garbage_collection()
    def look_up(self, identity: str, keys: Sequence[bytes]) -> tuple[list[ItemScore | None], list[int]]:
        """Returns the score that is kept of each key of a scorer, None for none, and the places of these."""
        packs = self._packs(identity, len(keys)) if len(keys) >= MANY else None
        scores: list[ItemScore | None]
        if packs:
            scores, absent = _packed(packs, keys)
        else:
            scores, absent = [None] * len(keys), list(range(len(keys)))
        known = self.get([*dict.fromkeys([keys[index] for index in absent])]) if absent else {}
        for index in absent if known else ():
            scores[index] = known.get(keys[index])
        if packs is not None and len(known) >= MANY:  # from before there were packs, or kept a few at a time
            self._do(lambda connection: _add_pack(connection, identity, known), None)
        return scores, [index for index in absent if scores[index] is None]

    def _packs(self, identity: str, n_keys: int) -> list[Any] | None:
        """Returns the keys, scores and cuts of all packs of a scorer; None if they are too many to read."""

        def work(connection: sqlite3.Connection) -> list[Any] | None:
            [(size,)] = connection.execute(f"SELECT total(length(cut)) {_PACKS}", (identity,))
            if size > _PACKED_PER_KEY * n_keys:
                return None
            packs = connection.execute(f"SELECT keys, scores, cut {_PACKS}", (identity,)).fetchall()
            sizes = [(len(own), len(scores), len(cut)) for own, scores, cut in packs]
            if any((own, scores) != (_PACKED_KEY * cut, 8 * cut) for own, scores, cut in sizes):
                raise sqlite3.DatabaseError("a malformed pack of scores")
            return packs

        return self._do(work, None)

    def embeddings(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """Returns the embeddings that are kept of these keys."""

        def work(connection: sqlite3.Connection) -> dict[bytes, bytes]:
            return dict(_rows(connection, "SELECT key, value FROM embeddings WHERE key IN", keys))

        return self._do(work, {})

    def put_embeddings(self, values: Mapping[bytes, bytes]) -> None:
        """Keeps embeddings, in place of the oldest if there are too many."""

        def work(connection: sqlite3.Connection) -> None:
            with _transaction(connection):
                connection.executemany(
                    "INSERT OR IGNORE INTO embeddings (key, value) VALUES (?, ?)", values.items()
                )
                connection.execute(
                    "DELETE FROM embeddings WHERE number <= (SELECT max(number) FROM embeddings) - ?",
                    (MOST_EMBEDDINGS,),
                )

        if values:
            self._do(work, None)

    def n_embeddings(self) -> int:
        """Returns how many embeddings are kept."""
        question = "SELECT count(*) FROM embeddings"
        [(count,)] = self._do(lambda connection: connection.execute(question).fetchall(), [(0,)])
        return int(count)

    def put(self, identity: str, scores: Mapping[bytes, ItemScore]) -> None:
        """Keeps scores of a scorer; items without a score are left out."""
        rows = [
            (key, score.score, score.cut, json.dumps(score.spans) if score.spans else None)
            for key, score in scores.items()
            if score.score is not None
        ]

        def work(connection: sqlite3.Connection) -> None:
            with _transaction(connection):
                connection.execute("INSERT OR IGNORE INTO scorers (identity) VALUES (?)", (identity,))
                [(number,)] = connection.execute("SELECT id FROM scorers WHERE identity = ?", (identity,))
                added = connection.executemany(
                    "INSERT OR IGNORE INTO scores VALUES (?, ?, ?, ?, ?)",
                    [(key, number, score, cut, spans) for key, score, cut, spans in rows],
                )
                if added.rowcount == len(rows):  # no other process was first: what it kept stays
                    _add_pack(connection, identity, scores)

        if rows:
            self._do(work, None)

    def checksum(self, path: str | Path) -> str:
        """Returns the SHA-256 of a file, computed once for as long as its size, time and inode are the same.

        Raises:
            OSError: the file cannot be read.
        """
        folder = None if self.path is None else str(self.path.with_name("checksums"))
        return remembered_sha256(str(path), folder)

    def contents(self) -> list[KeptScorer]:
        """Returns how many scores of each scorer are kept."""
        question = (
            "SELECT identity, count(scores.key) FROM scorers LEFT JOIN scores ON scores.scorer = scorers.id "
            "GROUP BY scorers.id ORDER BY scorers.id"
        )
        rows: list[Any] = self._do(lambda connection: connection.execute(question).fetchall(), [])
        return [KeptScorer(identity, count) for identity, count in rows]

    def clear(self) -> int:
        """Deletes all scores and embeddings; returns how many scores there were."""

        def work(connection: sqlite3.Connection) -> int:
            [(count,)] = connection.execute("SELECT count(*) FROM scores")
            for table in ("scores", "scorers", "packs", "embeddings"):
                connection.execute(f"DELETE FROM {table}")
            connection.execute("DROP TABLE IF EXISTS blocks")  # of an earlier form
            connection.execute("VACUUM")
            return int(count)

        return self._do(work, 0)

    def close(self) -> None:
        """Closes the file."""
        with self._lock:
            if self._connection is not None:
                with suppress(sqlite3.Error):
                    self._connection.close()
                self._connection = None


def _add_pack(connection: sqlite3.Connection, identity: str, scores: Mapping[bytes, ItemScore]) -> None:
    """Adds a pack of the scores of a scorer, without those that are missing or have marked errors."""
    packed = [
        (key[:_PACKED_KEY], score.score, score.cut)
        for key, score in scores.items()
        if score.score is not None and not score.spans
    ]
    if len(packed) < _LEAST_PACKED:
        return
    keys, values, cuts = zip(*packed, strict=True)
    connection.execute(
        "INSERT INTO packs SELECT id, ?, ?, ? FROM scorers WHERE identity = ?",
        (b"".join(keys), array("d", values).tobytes(), bytes(cuts), identity),
    )


def _packed(
    packs: Sequence[Sequence[bytes]], keys: Sequence[bytes]
) -> tuple[list[ItemScore | None], list[int]]:
    """Returns the score of each key in packs, the first if there are two, and the places of keys in none."""
    import numpy as np

    own, scores, cut = (b"".join(column) for column in zip(*packs, strict=True))
    kept = np.frombuffer(own, np.uint64).reshape(-1, 2)
    wanted = np.frombuffer(b"".join(keys), np.uint64).reshape(len(keys), -1)[:, :2]
    kept_order, order = np.argsort(kept[:, 0], kind="stable"), np.argsort(wanted[:, 0])
    positions = np.searchsorted(kept[kept_order, 0], wanted[order, 0])
    places = np.empty(len(keys), np.intp)
    places[order] = kept_order[np.minimum(positions, len(kept) - 1)]
    values = np.frombuffer(scores)[places].tolist()
    cuts = np.frombuffer(cut, np.bool_)[places].tolist()
    made: list[ItemScore | None] = [*map(_NEW, zip(values, cuts, repeat(()), repeat("")))]
    differ = kept[places] != wanted
    absent = np.flatnonzero(differ[:, 0] | differ[:, 1]).tolist()
    for index in absent:
        made[index] = None
    return made, absent


def _rows(connection: sqlite3.Connection, question: str, keys: Sequence[bytes]) -> Iterator[Any]:
    """Returns the rows that a question, which ends with IN, finds for keys."""
    ordered = sorted(keys)  # as the file has them: each of its pages is read once
    batches = [ordered[begin : begin + _AT_ONCE] for begin in range(0, len(ordered), _AT_ONCE)]
    return chain.from_iterable(
        connection.execute(f"{question} ({','.join('?' * len(some))})", some).fetchall() for some in batches
    )


def _has_more_rows(connection: sqlite3.Connection, count: int) -> bool:
    """Returns whether there are more scores than that; to count them all would read the whole file."""
    return bool(connection.execute("SELECT 1 FROM scores LIMIT 1 OFFSET ?", (count,)).fetchall())


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Writes all that is executed within it, or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def _spans(text: str) -> tuple[ErrorSpan, ...]:
    return tuple([ErrorSpan(*values) for values in parse_json(text)])


_every: WeakSet[SegmentCache] = WeakSet()
_forking = RLock()
_waiting: list[SegmentCache] = []
"""Those that are locked while a process forks, which one thread at a time does."""
_opened: dict[Path | None, SegmentCache] = {}


def _before_fork() -> None:
    """Closes all files: a process that shares an open one with its fork ruins it when either closes it."""
    _forking.acquire()
    _waiting[:] = _every
    for cache in _waiting:
        cache._lock.acquire()
        cache.close()


def _after_fork() -> None:
    while _waiting:
        _waiting.pop()._lock.release()
    _forking.release()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before_fork, after_in_parent=_after_fork, after_in_child=_after_fork)


def segment_cache() -> SegmentCache:
    """Returns the kept scores of this process's user."""
    path = cache_path()
    if path not in _opened:
        _opened[path] = SegmentCache(path)
    return _opened[path]
