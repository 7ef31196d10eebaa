"""Runs a translation that writes files and can be resumed after any interruption, and keeps its journal.

Until the run ends, the journal beside the output holds all translations: each batch when it is made, and each
complete window, which is on disk before the next window begins. At the end the files are written from the
journal, appear whole under their names, and the journal is deleted. Ending the process at any moment loses at
most a batch.

The journal is a file with a line for each entry: JSON, and a checksum of it and of all entries before it.
Lines are valid up to the first incomplete or damaged one. The process that writes the journal holds a lock
on it, which ends with the process.

SQLite would not be simpler: it does not detect a changed byte in a row, so each row would need a checksum,
too. Where files cannot be locked it has no write-ahead log, and storing an answer takes milliseconds in
place of microseconds.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import asdict, replace
from hashlib import sha256
from itertools import islice
from typing import TYPE_CHECKING, Any, TypedDict

from parbleu._base.log import inform
from parbleu._base.wording import counted
from parbleu._io.atomic import remove, replacing, unwritable
from parbleu._io.locks import open_locked
from parbleu._io.typed_values import typed_json
from parbleu.errors import UnfinishedFileError
from parbleu.translate._engine_driver import EMPTY, Memory
from parbleu.translate._output_files import (
    JOURNAL,
    RENDERERS,
    FinishedRecord,
    Tally,
    as_json,
    check_free,
    difference,
    has_checksum,
    identify,
    make_record,
    now,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from typing_extensions import Self

    from parbleu.translate._engine import Engine, Translation
    from parbleu.translate._output_files import OutputFiles

MARK = {"journal": "parbleu translate"}
"""How the first entry begins."""
BATCH = "batch"
"""A key that only entries of batches have; the entry of their window takes their place."""

_BLOCK = 1 << 14
CHOICES = "--resume continues it, --overwrite begins anew"


class _Head(TypedDict):
    """The first entry."""

    journal: str
    identity: dict[str, Any]
    files: dict[str, str]
    overwrite: bool
    begun: str


class _Packed(TypedDict, total=False):
    """The attributes of a translation that are not as by default."""

    text: str
    score: float | None
    truncated: bool
    alternatives: list[str]
    scores: list[float]
    cut: bool
    controls: bool


class _Item(TypedDict):
    """A translation of an unfinished window."""

    index: int
    source: str
    made: _Packed


class _Entry(TypedDict, total=False):
    """Another entry: of a batch, of a window, or of the end."""

    batch: list[_Item]
    made: list[_Packed]
    lines: int
    source: str
    empty: int
    truncated: list[int]
    cut: list[int]
    controls: list[int]
    seconds: float
    usage: dict[str, float]
    finished: FinishedRecord


class Journal:
    """The journal of an output, opened and locked. It may have entries of an earlier run.

    Args:
        path: the path of the journal.
        output: the path of the output, for messages.
        on_entry: called with each entry of an earlier run.

    Attributes:
        head: the first entry, which describes the run; empty if there is none.
        last: the latest entry of a finished window, which states the progress of the run; empty if there is
            none.
        batches: the entries after `last`: the batches of an unfinished window.
        is_damaged: whether the first line is not valid although other lines follow.

    Raises:
        UnfinishedFileError: another process writes the journal, or the file is not a journal.
        UnwritableFileError: the journal cannot be written.
    """

    def __init__(self, path: str, output: str, on_entry: Callable[[dict[str, Any]], None]) -> None:
        self.path = path
        self._output = output
        self._forget()
        try:
            descriptor = open_locked(path)
            if descriptor is None:
                raise UnfinishedFileError(
                    f"another process is writing {output} at this moment: wait for it, or choose another name"
                )
            self._file = os.fdopen(descriptor, "r+b")
            for entry, end, following in self._read():
                self._end, self._hash = end, following
                on_entry(entry)
                self._take(entry)
            self.is_damaged: bool = not self.head and self._has_lines()
        except UnfinishedFileError:
            raise
        except OSError as problem:
            raise unwritable(output, problem) from problem

    def _forget(self) -> None:
        self.head: dict[str, Any] = {}
        self.last: dict[str, Any] = {}
        self.batches: list[dict[str, Any]] = []
        self._end = 0  # of the entries that count
        self._hash = sha256()  # of the same

    def _take(self, entry: dict[str, Any]) -> None:
        if BATCH in entry:
            self.batches.append(entry)
            return
        if self.head:
            self.last = entry
        else:
            self.head = entry
        self.batches = []

    def _has_lines(self) -> bool:
        """Returns whether a file without entries has whole lines, the first of them a journal's.

        Raises:
            UnfinishedFileError: the file is no journal.
        """
        self._file.seek(0)
        begin = self._file.readline()
        mark = json.dumps(MARK)[:-1].encode()
        if begin.startswith(mark) or mark.startswith(begin):
            return begin.endswith(b"\n")
        self._file.close()
        raise UnfinishedFileError(
            f"{self.path} exists and is not a journal of translations: choose another name for the output"
        )

    def _read(self) -> Iterator[tuple[dict[str, Any], int, Any]]:
        """Yields the entries that count, with the place of their end and the hash of all up to there."""
        end, following = 0, sha256()
        self._file.seek(0)
        for line in self._file:
            text = line.rpartition(b" ")[0]
            following = following.copy()
            if line != _sealed(text, following):
                break
            try:
                entry = typed_json(_Entry if end else _Head, text)
            except ValueError:
                break
            end += len(line)
            yield entry, end, following

    def entries(self) -> Iterator[dict[str, Any]]:
        """Yields all entries, in order. They are read from the file again."""
        for entry, _, _ in self._read():
            yield entry

    @property
    def has_translations(self) -> bool:
        """Whether the journal has a translation, or the run is finished."""
        return bool(self.last or self.batches)

    def clear(self) -> None:
        """Removes all entries."""
        self._forget()
        self.is_damaged = False
        self._file.truncate(0)

    def add(self, entry: dict[str, Any]) -> None:
        """Adds an entry, which survives the process, and unless it is a batch also a crash of the system.

        Raises:
            UnwritableFileError: the journal cannot be written.
        """
        before = self.head, self.last, [*self.batches]
        self._take(entry)  # before: Ctrl-C after the write must not make it forgotten
        following = self._hash.copy()
        line = _sealed(json.dumps(entry).encode(), following)
        try:
            self._file.seek(self._end)
            self._file.write(line)
            self._file.flush()
            if BATCH not in entry:
                os.fsync(self._file.fileno())
        except OSError as problem:
            self.head, self.last, self.batches = before
            raise unwritable(self._output, problem) from problem
        self._end += len(line)
        self._hash = following

    def remove(self) -> None:
        """Removes the file."""
        remove(self.path)

    def close(self) -> None:
        """Closes the file, which ends the lock."""
        with suppress(OSError):  # a full disk: what cannot be written does not count
            self._file.close()


def _sealed(text: bytes, before: Any) -> bytes:
    """Returns a line; `before` is the hash of those before it, and takes up this one."""
    before.update(text)
    return b"%b %b\n" % (text, before.hexdigest()[:16].encode())


class Run(Memory):
    """A new or resumed run; a context manager that closes the journal at its end.

    Args:
        files: the files to write; `files.output` is a file, not a stream.
        engine: the engine that translates.
        resume: whether to continue an earlier run that stopped, if there is one.
        overwrite: whether to replace the files of finished and unfinished runs.

    Attributes:
        tally: the counts of finished work.

    Raises:
        UnfinishedFileError: files exist and may be neither resumed nor replaced, or another process writes
            them, or the earlier run had other settings.
        UnwritableFileError: the journal cannot be written.
    """

    def __init__(self, files: OutputFiles, engine: Engine, *, resume: bool, overwrite: bool) -> None:
        self.tally: Tally = Tally()
        self._files = files
        self._output = str(files.output)
        self._engine = engine
        self._is_same = False  # whether the source is known to be that of what is done
        files.check(overwrite)
        with ExitStack() as opened:
            self._journal = Journal(str(files.journal), self._output, self.tally.resume)
            opened.callback(self._close_journal)
            if "nbest" in files.paths:
                self._lock_nbest(opened, overwrite)
            self._open(resume, overwrite)
            self._opened = opened.pop_all()

    def _lock_nbest(self, opened: ExitStack, overwrite: bool) -> None:
        """Keeps other runs from writing the n best file, as the journal does for the output."""
        path = self._files.paths["nbest"]
        lock = Journal(path + JOURNAL, path, lambda _: None)
        opened.callback(lock.close)
        if lock.has_translations and not overwrite:
            raise UnfinishedFileError(f"{path} belongs to a run that did not end: --overwrite removes it")
        opened.callback(lock.remove)

    def _open(self, resume: bool, overwrite: bool) -> None:
        if self._journal.is_damaged and not overwrite:
            raise UnfinishedFileError(f"{self._journal.path} is damaged: --overwrite begins anew")
        if not self._journal.has_translations or overwrite:
            self._begin(overwrite)
        elif not resume:
            raise UnfinishedFileError(
                f"{self._output} belongs to a run that did not end: {self._progress()}; {CHOICES}"
            )
        else:
            self._check_same()
            if not self._journal.head["overwrite"] and "finished" not in self._journal.last:
                check_free(self._files.paths.values())
        self._known = {item["index"]: item for entry in self._journal.batches for item in entry[BATCH]}

    def _begin(self, overwrite: bool) -> None:
        if not overwrite:
            check_free(self._files.paths.values())
        self._journal.clear()
        self.tally = Tally()
        self._journal.add({**MARK, **self._identity(), "overwrite": overwrite, "begun": now()})

    def _identity(self) -> dict[str, Any]:
        return {"identity": identify(self._engine), "files": self._files.paths}

    def _check_same(self) -> None:
        """Raises if an earlier run was not like this one; the message says in what."""
        for part, now_is in self._identity().items():
            differing = difference(self._journal.head[part], now_is)
            if differing is not None:
                raise UnfinishedFileError(
                    f"{self._journal.path} was begun with {differing}: --resume needs the same, "
                    "--overwrite begins anew"
                )

    def skip(self, segments: Iterator[str]) -> Iterator[str]:
        """Skips the translated part of the source, and returns the rest.

        Raises:
            UnfinishedFileError: the translated part of the source has changed.
        """
        done = self.tally.lines
        skipped = 0
        while skipped < done and (block := list(islice(segments, min(_BLOCK, done - skipped)))):
            self.tally.read(block)
            skipped += len(block)
        last = self._journal.last
        same = skipped == done and self.tally.source == last.get("source", self.tally.source)
        if not same or ("finished" in last and next(segments, None) is not None):
            raise UnfinishedFileError(
                f"{self._journal.path} holds translations of another source: its {done} lines are "
                "not the first of what is there now; --overwrite begins anew"
            )
        self._is_same = True
        return segments

    def recall(self, index: int, segment: str) -> Translation | None:
        """Returns the translation of this segment at this place by an earlier run; None if there is none."""
        item = self._known.get(index)
        return None if item is None or item["source"] != _digest(segment) else _unpacked(item["made"])

    def keep(self, made: Mapping[int, tuple[str, Translation]]) -> None:
        """Stores translations of an unfinished window, for a later run."""
        items = [
            {"index": index, "source": _digest(segment), "made": _packed(translation)}
            for index, (segment, translation) in made.items()
        ]
        self._journal.add({BATCH: items, **self.tally.spent(self._engine)})

    def add(self, segments: Sequence[str], made: Sequence[Translation]) -> None:
        """Stores a finished window on disk."""
        self.tally.add(segments, made)
        self._journal.add(
            {"made": [_packed(translation) for translation in made], **self.tally.step(self._engine)}
        )

    def finish(self, facts: Mapping[str, Any]) -> dict[str, Any]:
        """Writes the files; returns the record, which has the `facts` of the source.

        Raises:
            UnfinishedFileError: another program has created one of the files in the meantime.
            UnwritableFileError: a file cannot be written or renamed.
        """
        checksums = {kind: sha256() for kind in RENDERERS}
        with ExitStack() as opened:
            files = {kind: opened.enter_context(replacing(path)) for kind, path in self._files.named.items()}
            for translations, before in self._windows():
                for kind in RENDERERS.keys() & files.keys():
                    block = RENDERERS[kind](translations, before).encode()
                    checksums[kind].update(block)
                    files[kind].write(block)
            if "finished" not in self._journal.last:
                output = {"name": self._output, "sha256": checksums["text"].hexdigest()}
                head = self._journal.head
                record = make_record(self.tally, self._engine, facts, output, head["begun"])
                self._journal.add({**self.tally.step(self._engine), "finished": record})
            record = self._journal.last["finished"]
            files["record"].write(as_json(record))
            self._check_free(record, {kind: checksum.hexdigest() for kind, checksum in checksums.items()})
        self._journal.remove()
        self._is_same = False
        return record  # type: ignore[no-any-return]

    def _windows(self) -> Iterator[tuple[list[Translation], int]]:
        """Yields the translations of each window, and the number of lines before them."""
        lines = 0
        for entry in self._journal.entries():
            if packed := entry.get("made"):
                yield [_unpacked(values) for values in packed], lines
                lines += len(packed)
        if lines != self.tally.lines:
            raise UnfinishedFileError(f"{self._journal.path} was changed: --overwrite begins anew")

    def _check_free(self, record: Mapping[str, Any], checksums: Mapping[str, str]) -> None:
        """Checks that nothing has the names of the files but what this run gave them before it was killed."""
        if not self._journal.head["overwrite"]:
            expected = {**checksums, "record": sha256(as_json(record)).hexdigest()}
            paths = self._files.paths
            check_free(path for kind, path in paths.items() if not has_checksum(path, expected[kind]))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        with self._opened:
            if self._is_same and self._journal.has_translations:
                inform(f"{self._progress()} and kept: the same command with --resume goes on")

    def _progress(self) -> str:
        """Returns how many lines are done, of windows and of the batches of the one that is not finished."""
        last = self._journal.last
        if "finished" in last:
            return "all lines are done"
        lines = last.get("lines", 0) + sum(len(batch[BATCH]) for batch in self._journal.batches)
        return f"{counted(lines, 'line')} {'is' if lines == 1 else 'are'} done"

    def _close_journal(self) -> None:
        if not self._journal.has_translations:
            self._journal.remove()
        self._journal.close()


def _packed(translation: Translation) -> dict[str, Any]:
    """Returns what a journal has of a translation: its attributes that are not as by default."""
    return {name: value for name, value in asdict(translation).items() if value != getattr(EMPTY, name)}


def _unpacked(packed: Mapping[str, Any]) -> Translation:
    values: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in packed.items()
    }
    return replace(EMPTY, **values)


def _digest(segment: str) -> str:
    return sha256(segment.encode(errors="surrogatepass")).hexdigest()[:16]
