"""Opens regular files without following links, locks them, and lets one process at a time make a file.

A lock ends with the process that holds it, however it ends. Correctness does not depend on locks: files are
written under temporary names and renamed (`parbleu._io.atomic`), so where files cannot be locked, or the
process that holds a lock hangs, several processes do the same work and do no harm.

The package filelock is not used, since it leaves its lock files in the cache, cannot inform waiting processes
why the process with the lock failed or that it is alive, cannot lock a file that is being
written, and takes 60 ms to import.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from errno import ELOOP
from random import uniform
from stat import S_ISREG
from time import monotonic, sleep

from parbleu.errors import CacheError, ChecksumError, DownloadError, OfflineError

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

PLAIN: int = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
"""Flags for bytes that are not behind a link. Each system has but one of them."""

STALLED = 120.0
"""Seconds without a sign of life after which waiting for the lock's owner ends."""
BEAT = 1.0
"""Seconds between signs of life."""
WAIT = 0.3
"""Seconds between looks at the lock, at most."""


def unfollowed(path: str | os.PathLike[str]) -> str:
    """Returns a path with the symbolic links of its folder resolved; the last name may still be a link."""
    folder, name = os.path.split(os.path.abspath(path))
    return os.path.join(os.path.realpath(folder), name)


def open_unfollowed(path: str, flags: int) -> int:
    """Opens a regular file that has only one name, and returns its descriptor; `os.O_CREAT` creates it.

    Raises:
        OSError: it cannot be opened; ELOOP: it is a symbolic link, or no regular file, or a file with several
            names, so that writing might change a file of another user.
    """
    try:
        if os.path.islink(path):  # not every system refuses it by itself
            raise _no_plain_file(path)
        descriptor = os.open(path, flags | PLAIN | getattr(os, "O_NONBLOCK", 0), 0o666)
    except OSError as problem:
        if problem.errno == ELOOP:
            raise _no_plain_file(path) from None
        raise
    status = os.fstat(descriptor)
    if not S_ISREG(status.st_mode) or status.st_nlink > 1:
        os.close(descriptor)
        raise _no_plain_file(path)
    return descriptor


def _no_plain_file(path: str) -> OSError:
    return OSError(ELOOP, f"{path} is a link, or no regular file: see who put it there, and remove it")


def try_lock(descriptor: int) -> bool | None:
    """Locks an open file; returns whether that worked, or None if files cannot be locked here."""
    if fcntl is None:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True


def is_at(descriptor: int, path: str) -> bool:
    """Returns whether a path still names the open file."""
    try:
        return os.path.samestat(os.fstat(descriptor), os.stat(path))
    except FileNotFoundError:
        return False


def open_locked(path: str) -> int | None:
    """Opens a file, creates it if necessary, and locks it; returns None if another process holds the lock.

    Raises OSError if it cannot be opened, or is no regular file of that one name.
    """
    while True:
        descriptor = open_unfollowed(path, os.O_RDWR | os.O_CREAT)
        if try_lock(descriptor) is False:
            os.close(descriptor)
            return None
        if is_at(descriptor, path):
            return descriptor
        os.close(descriptor)  # before it was locked, its writer had removed or renamed it


@contextmanager
def one_at_a_time(path: str, ready: Callable[[], bool]) -> Iterator[None]:
    """Lets one process at a time make a file, or a folder.

    Entering waits for the process that makes it already, and returns when none does or it is there: look
    whether it is. A lock file stands beside it meanwhile, if its folder is there. A process that fails writes
    the reason into it.

    Raises:
        DownloadError, CacheError: the process that was waited for could not make it, and this is why.
        CacheError: the lock file's name belongs to a link, or to no regular file.
    """
    directory, name = os.path.split(unfollowed(path))
    lock = os.path.join(directory, f".{name}.lock")
    descriptor = _wait_for_lock(lock, ready)
    if descriptor is None:
        yield
        return
    _held.append(descriptor)
    try:
        yield
    except (DownloadError, CacheError) as problem:
        with suppress(OSError):
            os.write(descriptor, f"{type(problem).__name__}\n{problem}".encode())
        raise
    finally:
        _held.remove(descriptor)
        with suppress(OSError):
            os.unlink(lock)
        os.close(descriptor)


def beat() -> None:
    """Shows waiting processes that this one is alive. Call it often during the work."""
    global _beaten
    if monotonic() - _beaten > BEAT:
        _beaten = monotonic()
        for descriptor in tuple(_held):
            with suppress(OSError):
                os.utime(descriptor)


_held: list[int] = []
"""The lock files that this process has locked."""
_beaten = 0.0
_REASONS = {kind.__name__: kind for kind in (CacheError, ChecksumError, DownloadError, OfflineError)}
"""The classes of reasons; anybody who may write into the cache may write the name of another."""


def _wait_for_lock(path: str, ready: Callable[[], bool]) -> int | None:
    """Returns a lock file, open and locked; None if this process is to go ahead without it."""
    while fcntl is not None and not ready():
        try:
            descriptor = open_unfollowed(path, os.O_RDWR | os.O_CREAT)
        except OSError as problem:
            if problem.errno == ELOOP:
                raise CacheError(f"cannot lock: {problem.strerror}; remove the link") from None
            return None
        ours = False
        try:
            if not _wait(descriptor, path, ready):
                return None
            if is_at(descriptor, path):
                os.ftruncate(descriptor, 0)  # a process that was killed may have left a reason
                ours = True
                return descriptor
            _raise_reason(os.read(descriptor, 10_000))
        finally:
            if not ours:
                os.close(descriptor)
    return None


def _wait(descriptor: int, path: str, ready: Callable[[], bool]) -> bool:
    """Waits for a lock; returns False if there is no need to, or no sense in it."""
    changed, since, pause = 0, monotonic(), WAIT / 10
    while not (locked := try_lock(descriptor)):
        if locked is None:
            with suppress(OSError):
                os.unlink(path)
            return False
        if ready():
            return False
        before, changed = changed, os.fstat(descriptor).st_mtime_ns
        if changed != before:
            since = monotonic()
        elif monotonic() - since > STALLED:
            return False
        sleep(uniform(pause / 2, pause))
        pause = min(pause * 1.5, WAIT)
    return True


def _raise_reason(text: bytes) -> None:
    """Raises what another process left in its lock file, if anything."""
    name, _, message = text.decode(errors="replace").partition("\n")
    if message:
        raise _REASONS.get(name, DownloadError)(message)
