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
