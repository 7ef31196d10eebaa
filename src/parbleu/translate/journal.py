"""The journal of a run: what it is, and how far it has come. It outlives the run's end by any cause.

A file beside the output, a line for each entry: JSON, and a checksum of it and of all before it. A line
counts when it is whole, as are those before it, and tells of nothing that is not on disk before it. Entries
at the end may be loose: the next that is not takes their place. Whoever writes holds a lock on the file,
which ends with the process.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from hashlib import sha256

from parbleu.errors import UnfinishedFileError
from parbleu.io.atomic import remove, unwritable
from parbleu.io.locks import open_locked
from parbleu.translate.growing_file import being_written

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from hashlib import _Hash as Hash
    from typing import Any

    from parbleu.translate.output_paths import Targets

SUFFIX = ".journal"
MARK = {"journal": "parbleu translate"}
"""How the first entry begins."""
LOOSE = "batch"
"""A key that only loose entries have."""


class Journal:
    """The journal of an output, opened and locked. It may have entries of an earlier run.

    Args:
        targets: what the run makes.
        tell: is told each entry of an earlier run.

    Attributes:
        path: its own.
        head: the first entry, which says what the run is; empty if there is none.
        last: the latest of the others that is not loose: how far it has come; empty if there is none.
        loose: what follows it, of a step that is not finished.

    Raises:
        UnfinishedFileError: another process writes it, or it is no journal.
        UnwritableFileError: it cannot be written.
    """

    def __init__(self, targets: Targets, tell: Callable[[dict[str, Any]], None]) -> None:
        self.path = str(targets.journal)
        self._name = str(targets.output)
        self._forget()
        try:
            descriptor = open_locked(self.path)
            if descriptor is None:
                raise being_written(self._name)
            self._file = os.fdopen(descriptor, "r+b")
            self._read(tell)
        except UnfinishedFileError:
            raise
        except OSError as problem:
            raise unwritable(self._name, problem) from problem

    def _forget(self) -> None:
        self.head: dict[str, Any] = {}
        self.last: dict[str, Any] = {}
        self.loose: list[dict[str, Any]] = []
        self._end = 0  # of the entries that are not loose
        self._hash = sha256()  # of the same
        self._hash_of_all = sha256()

    def _read(self, tell: Callable[[dict[str, Any]], None]) -> None:
        """Reads the entries that are whole, and cuts off what is not.

        Raises:
            UnfinishedFileError: the file is somebody else's.
        """
        mark = json.dumps(MARK)[:-1].encode()
        begins = self._file.read(len(mark))
        if not mark.startswith(begins):
            self._file.close()
            raise UnfinishedFileError(
                f"{self.path} is there, and is no journal of translations: choose another name for the output"
            )
        self._file.seek(0)
        whole = 0
        for line in self._file:
            text = line.rpartition(b" ")[0]
            following = self._hash_of_all.copy()
            if line != _sealed(text, following):
                break
            whole += len(line)
            entry = json.loads(text)
            tell(entry)
            self._hash_of_all = following
            if LOOSE in entry:
                self.loose.append(entry)
            else:
                self._take(entry)
                self._end, self._hash = whole, following
        self._file.seek(whole)
        self._file.truncate()

    def _take(self, entry: dict[str, Any]) -> None:
        if self.head:
            self.last = entry
        else:
            self.head = entry
        self.loose = []

    @property
    def tells(self) -> bool:
        """Whether anything of a run is done."""
        return bool(self.last or self.loose)

    def clear(self) -> None:
        """Removes all entries."""
        self._forget()
        self._file.seek(0)
        self._file.truncate()

    def add(self, entry: dict[str, Any]) -> None:
        """Adds an entry in the place of the loose ones; it is on disk afterwards.

        Raises:
            UnwritableFileError: it cannot be written.
        """
        before = self.head, self.last, self.loose
        self._take(entry)  # before: Ctrl-C after the write must not make it forgotten
        following = self._hash.copy()
        try:
            self._file.seek(self._end)
            self._file.write(_sealed(json.dumps(entry).encode(), following))
            self._file.flush()
            self._file.truncate()  # afterwards: what is left of a longer line is not whole, and so not read
            os.fsync(self._file.fileno())
        except OSError as problem:
            self.head, self.last, self.loose = before
            raise unwritable(self._name, problem) from problem
        self._end = self._file.tell()
        self._hash = self._hash_of_all = following

    def add_loose(self, entry: dict[str, Any]) -> None:
        """Adds a loose entry, a dictionary with the key `LOOSE`; it survives the end of this process.

        Raises:
            UnwritableFileError: it cannot be written.
        """
        following = self._hash_of_all.copy()
        try:
            self._file.write(_sealed(json.dumps(entry).encode(), following))
            self._file.flush()
        except OSError as problem:
            raise unwritable(self._name, problem) from problem
        self._hash_of_all = following
        self.loose.append(entry)

    def remove(self) -> None:
        """Removes the file: there is nothing left to be told."""
        remove(self.path)

    def close(self) -> None:
        """Closes the file, which ends the lock."""
        with suppress(OSError):  # a full disk: the next run cuts off what is not whole
            self._file.close()


def _sealed(text: bytes, before: Hash) -> bytes:
    """Returns a line; `before` is the hash of those before it, and takes up this one."""
    before.update(text)
    return b"%b %b\n" % (text, before.hexdigest()[:16].encode())
