"""The journal of a run: what it is, and how far it has come. It outlives the run's end by any cause.

A file beside the output, a line of JSON for each entry. A line counts when it is whole, and tells of nothing
that is not on disk before it. Entries at the end may be loose: the next that is not takes their place.
Whoever writes holds a lock on the file, which ends with the process.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress

from parbleu.errors import UnfinishedFileError
from parbleu.fetching.atomic import remove, unwritable
from parbleu.fetching.locks import is_at, try_lock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from parbleu.translate.targets import Targets

SUFFIX = ".journal"
MARK = {"journal": "parbleu translate"}
"""How the first entry begins."""
LOOSE = "batch"
"""A key that only loose entries have."""


class Journal:
    """The journal of an output, opened and locked. It may have entries of an earlier run.

    Args:
        targets: what the run makes.

    Attributes:
        path: its own.
        entries: what is in it: the first says what the run is, the others how far it has come.
        loose: what follows them, of a step that is not finished.

    Raises:
        UnfinishedFileError: another process writes it, or it is no journal.
        UnwritableFileError: it cannot be written.
    """

    def __init__(self, targets: Targets) -> None:
        self.path = str(targets.journal)
        self._name = name = str(targets.output)
        self.entries: list[dict[str, Any]] = []
        self.loose: list[dict[str, Any]] = []
        self._end = 0  # of the entries that are not loose
        try:
            self._open(name)
            self._read()
        except UnfinishedFileError:
            raise
        except OSError as problem:
            raise unwritable(name, problem) from problem

    def _open(self, name: str) -> None:
        while True:
            descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
            if try_lock(descriptor) is False:
                os.close(descriptor)
                raise UnfinishedFileError(
                    f"another process is writing {name} at this moment: wait for it, or choose another name"
                )
            if is_at(descriptor, self.path):
                break
            os.close(descriptor)  # its writer has finished, and removed it, before it was locked
        self._file = os.fdopen(descriptor, "r+b")

    def _read(self) -> None:
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
            try:
                entry = json.loads(line)
            except ValueError:
                break
            if not line.endswith(b"\n") or not isinstance(entry, dict):
                break
            whole += len(line)
            if LOOSE in entry:
                self.loose.append(entry)
                continue
            self.entries.append(entry)
            self.loose.clear()
            self._end = whole
        self._file.seek(whole)
        self._file.truncate()

    @property
    def tells(self) -> bool:
        """Whether anything of a run is done."""
        return len(self.entries) > 1 or bool(self.loose)

    def clear(self) -> None:
        """Removes all entries."""
        self.entries, self.loose, self._end = [], [], 0
        self._file.seek(0)
        self._file.truncate()

    def add(self, entry: dict[str, Any]) -> None:
        """Adds an entry in the place of the loose ones; it is on disk afterwards.

        Raises:
            UnwritableFileError: it cannot be written.
        """
        self.entries.append(entry)  # before: Ctrl-C after the write must not make it forgotten
        try:
            self._file.seek(self._end)
            self._file.write(json.dumps(entry).encode() + b"\n")
            self._file.flush()
            self._file.truncate()  # afterwards: what is left of a longer line is not whole, and so not read
            os.fsync(self._file.fileno())
        except OSError as problem:
            self.entries.pop()
            raise unwritable(self._name, problem) from problem
        self._end = self._file.tell()
        self.loose.clear()

    def add_loose(self, entry: dict[str, Any]) -> None:
        """Adds a loose entry, a dictionary with the key `LOOSE`; it survives the end of this process.

        Raises:
            UnwritableFileError: it cannot be written.
        """
        self.loose.append(entry)
        try:
            self._file.write(json.dumps(entry).encode() + b"\n")
            self._file.flush()
        except OSError as problem:
            self.loose.pop()
            raise unwritable(self._name, problem) from problem

    def remove(self) -> None:
        """Removes the file: there is nothing left to be told."""
        remove(self.path)

    def close(self) -> None:
        """Closes the file, which ends the lock."""
        with suppress(OSError):  # a full disk: the next run cuts off what is not whole
            self._file.close()
