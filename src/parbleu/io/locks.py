"""Advisory locks on open files. They end with the process that holds them, however it ends."""

from __future__ import annotations

import os


def try_lock(descriptor: int) -> bool | None:
    """Locks an open file; returns whether that worked, or None if files cannot be locked here."""
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock

        flock(descriptor, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        return False
    except (ImportError, OSError):
        return None
    return True


def is_at(descriptor: int, path: str) -> bool:
    """Returns whether an open file still has that name."""
    try:
        return os.path.samestat(os.fstat(descriptor), os.stat(path))
    except FileNotFoundError:
        return False


def open_locked(path: str) -> int | None:
    """Opens a file for reading and writing, made if need be, and locks it; None if another process holds it.

    Raises:
        OSError: it cannot be opened.
    """
    while True:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        if try_lock(descriptor) is False:
            os.close(descriptor)
            return None
        if is_at(descriptor, path):
            return descriptor
        os.close(descriptor)  # before it was locked, its writer had removed or renamed it
