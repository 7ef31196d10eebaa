"""A file that grows under another name until it is finished, and can be taken up again after a kill."""

from __future__ import annotations

import os
from contextlib import suppress
from hashlib import sha256

from parbleu.errors import UnfinishedFileError
from parbleu.fetching.atomic import remove, unwritable

SUFFIX = ".partial"
NOTHING = sha256().hexdigest()
_BLOCK = 1 << 20


class Growing:
    """One such file, opened after its first bytes; what follows them is cut off.

    Args:
        target: its name when it is finished.
        size: how many bytes of it are to be kept.
        checksum: their SHA-256.

    Attributes:
        target: as given.
        path: its name until it is finished.
        size: how many bytes it has.

    Raises:
        UnfinishedFileError: its first bytes are not those.
        UnwritableFileError: it cannot be opened.
    """

    def __init__(self, target: str, size: int = 0, checksum: str = NOTHING) -> None:
        self.target = target
        self.path = target + SUFFIX
        self.size = 0
        self._hash = sha256()
        try:
            descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
            self._file = os.fdopen(descriptor, "r+b")
            while self.size < size and (block := self._file.read(min(_BLOCK, size - self.size))):
                self._hash.update(block)
                self.size += len(block)
            if (self.size, self.checksum) != (size, checksum):
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
            raise unwritable(self.target, problem) from problem
        self._hash.update(block)
        self.size += len(block)

    def remove(self) -> None:
        """Removes the file."""
        self.close()
        remove(self.path)

    def close(self) -> None:
        """Closes the file."""
        with suppress(OSError):  # a full disk: what cannot be written is not in the journal, either
            self._file.close()


def give_names(targets: list[str]) -> None:
    """Gives finished files their names; those that have them already keep them.

    Raises:
        UnfinishedFileError: one is gone.
        UnwritableFileError: one cannot have its name.
    """
    for target in targets:
        _give_name(target)


def _give_name(target: str) -> None:
    try:
        os.replace(target + SUFFIX, target)
    except FileNotFoundError:  # a run was killed right after this step
        if not os.path.exists(target):
            raise UnfinishedFileError(f"{target}{SUFFIX} is gone: --overwrite begins anew") from None
    except OSError as problem:
        raise unwritable(target, problem) from problem
