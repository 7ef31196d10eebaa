"""A file that grows under another name until it is finished, and can be taken up again after a kill."""

from __future__ import annotations

import os
from contextlib import suppress
from hashlib import sha256

from parbleu.errors import UnfinishedFileError
from parbleu.fetch.checksums import digest
from parbleu.io.atomic import remove, unwritable
from parbleu.io.locks import is_at, open_locked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hashlib import _Hash as Hash
    from typing import BinaryIO

SUFFIX = ".partial"
NOTHING = sha256().hexdigest()
_BLOCK = 1 << 20


class Growing:
    """One such file, opened after its first bytes and locked; what follows them is cut off.

    Args:
        target: its name when it is finished.
        size: how many bytes of it are to be kept.
        checksum: their SHA-256.

    Attributes:
        path: its name until it is finished.
        size: how many bytes it has.

    Raises:
        UnfinishedFileError: its first bytes are not those, or another process writes it.
        UnwritableFileError: it cannot be opened.
    """

    def __init__(self, target: str, size: int = 0, checksum: str = NOTHING) -> None:
        self.path = target + SUFFIX
        self.size = size
        self._target = target
        try:
            descriptor = open_locked(self.path)
            if descriptor is None:
                raise being_written(target)
            self._file = os.fdopen(descriptor, "r+b")
            self._hash = _hash(self._file, size)
            if self.checksum != checksum:
                self.close()
                raise UnfinishedFileError(
                    f"{self.path} is not what its run has left: it cannot be resumed; --overwrite begins anew"
                )
            self._file.seek(size)
            self._file.truncate()
        except UnfinishedFileError:
            raise
        except OSError as problem:
            raise unwritable(target, problem) from problem

    @property
    def checksum(self) -> str:
        """The SHA-256 of its bytes."""
        return self._hash.hexdigest()

    def add(self, block: bytes) -> None:
        """Appends bytes, which are on disk afterwards.

        Raises:
            UnwritableFileError: they cannot be written.
        """
        try:
            self._file.write(block)
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as problem:
            raise unwritable(self._target, problem) from problem
        self._hash.update(block)
        self.size += len(block)

    def take_name(self) -> None:
        """Takes the name that it has when it is finished.

        Raises:
            UnfinishedFileError: somebody has removed it.
            UnwritableFileError: it cannot have that name.
        """
        if not is_at(self._file.fileno(), self.path):
            raise UnfinishedFileError(f"{self.path} is gone: --overwrite begins anew")
        try:
            os.replace(self.path, self._target)
        except OSError as problem:
            raise unwritable(self._target, problem) from problem

    def remove(self) -> None:
        """Removes the file."""
        remove(self.path)
        self.close()

    def close(self) -> None:
        """Closes the file."""
        with suppress(OSError):  # a full disk: what cannot be written is not in the journal, either
            self._file.close()


def is_finished(target: str, checksum: str) -> bool:
    """Whether a file has its name already, and just the bytes that have this SHA-256."""
    try:
        return digest(target, "sha256") == checksum
    except OSError:
        return False


def discard(target: str) -> None:
    """Removes what a run has left of a file, unless another writes it at this moment."""
    path = target + SUFFIX
    with suppress(OSError):
        if os.path.exists(path) and (descriptor := open_locked(path)) is not None:
            remove(path)
            os.close(descriptor)


def check_nothing_left(target: str) -> None:
    """Checks that there are no bytes of an unfinished file of which nobody knows what they are.

    Raises:
        UnfinishedFileError: there are, or another process writes the file.
        UnwritableFileError: it cannot be opened.
    """
    path = target + SUFFIX
    if not os.path.exists(path) or not os.path.getsize(path):
        return
    try:
        descriptor = open_locked(path)
    except OSError as problem:
        raise unwritable(target, problem) from problem
    if descriptor is None:
        raise being_written(target)
    os.close(descriptor)
    raise UnfinishedFileError(f"{path} is there, and no journal tells what it is: --overwrite removes it")


def being_written(path: str) -> UnfinishedFileError:
    """Returns the error for a file of another run that has not ended."""
    return UnfinishedFileError(
        f"another process is writing {path} at this moment: wait for it, or choose another name"
    )


def _hash(file: BinaryIO, size: int) -> Hash:
    """Returns the hash of the first bytes of a file, as many as there are."""
    found = sha256()
    while size and (block := file.read(min(_BLOCK, size))):
        found.update(block)
        size -= len(block)
    return found
