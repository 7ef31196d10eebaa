"""The journal of a run: what it is, and how far it has come. It outlives the run's end by any cause.

A file beside the output, a line of JSON for each entry. A line counts when it is whole, and tells of nothing
that is not on disk before it. Whoever writes holds a lock on the file, which ends with the process.
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


class Journal:
    """The journal of an output, opened and locked. It may have entries of an earlier run.

    Args:
        targets: what the run makes.

    Attributes:
        path: its own.
        entries: what is in it: the first says what the run is, the others how far it has come.

    Raises:
        UnfinishedFileError: another process writes it, or it is no journal.
        UnwritableFileError: it cannot be written.
    """

    def __init__(self, targets: Targets) -> None:
        self.path = str(targets.journal)
        self._name = name = str(targets.output)
        self.entries: list[dict[str, Any]] = []
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
            self.entries.append(entry)
            whole += len(line)
        self._file.seek(whole)
        self._file.truncate()

    def clear(self) -> None:
        """Removes all entries."""
        self.entries = []
        self._file.seek(0)
        self._file.truncate()

    def add(self, entry: dict[str, Any]) -> None:
        """Adds an entry, which is on disk afterwards.

        Raises:
            UnwritableFileError: it cannot be written.
        """
        self.entries.append(entry)  # before: Ctrl-C after the write must not make it forgotten
        try:
            self._file.write(json.dumps(entry).encode() + b"\n")
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as problem:
            self.entries.pop()
            raise unwritable(self._name, problem) from problem

    def remove(self) -> None:
        """Removes the file: there is nothing left to be told."""
        remove(self.path)

    def close(self) -> None:
        """Closes the file, which ends the lock."""
        with suppress(OSError):  # a full disk: the next run cuts off what is not whole
            self._file.close()
