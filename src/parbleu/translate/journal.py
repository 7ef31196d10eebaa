"""Stores the journal of a run: its settings and everything translated so far, on disk.

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
from contextlib import suppress
from hashlib import sha256
from typing import Any

from parbleu.errors import UnfinishedFileError
from parbleu.io.atomic import remove, unwritable
from parbleu.io.json_text import parse_json
from parbleu.io.locks import open_locked

MARK = {"journal": "parbleu translate"}
"""How the first entry begins."""
BATCH = "batch"
"""A key that only entries of batches have; the entry of their window takes their place."""


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
        """Whether a file without entries has whole lines, as a journal begins; raises if it is none."""
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
            end += len(line)
            yield parse_json(text), end, following

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
