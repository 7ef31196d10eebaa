"""Taking turns, so that two hundred processes download a file once.

This is a courtesy. Where files cannot be locked, or whoever has the lock does not stir, a process goes ahead
by itself, and several downloads of the same file do no harm.
"""

from __future__ import annotations

import os
from contextlib import suppress
from random import uniform
from time import monotonic, sleep

from parbleu import errors
from parbleu.errors import CacheError, DownloadError
from parbleu.io.locks import is_at, try_lock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

STALLED = 120.0
"""Seconds without a sign of life after which nobody waits for the process that has the lock."""
BEAT = 1.0
"""Seconds between signs of life."""
WAIT = 0.3
"""Seconds between looks at the lock, at most."""


class Turn:
    """A process's turn to download a file: a context.

    Entering it waits for whoever downloads the file already, and returns when nobody does or it is there.

    Args:
        path: the file.
        ready: says whether it is there.

    Raises:
        DownloadError, CacheError: the process that was waited for could not get the file, and this is why.
    """

    def __init__(self, path: str, ready: Callable[[], bool]) -> None:
        directory, name = os.path.split(os.path.realpath(path))
        self._path = os.path.join(directory, f".{name}.lock")
        self._ready = ready
        self._descriptor: int | None = None

    def __enter__(self) -> Turn:  # noqa: PYI034 - Self is not in Python 3.10
        while not self._ready():
            descriptor = self._open()
            if descriptor is None:
                break
            try:
                if not self._wait(descriptor):
                    break
                if is_at(descriptor, self._path):
                    os.ftruncate(descriptor, 0)
                    self._descriptor, descriptor = descriptor, None
                    _held.append(self._descriptor)
                    break
                _report(os.pread(descriptor, 10_000, 0))
            finally:
                if descriptor is not None:
                    os.close(descriptor)
        return self

    def _open(self) -> int | None:
        try:
            os.makedirs(os.path.dirname(self._path), exist_ok=True)
            return os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        except OSError:
            return None

    def _wait(self, descriptor: int) -> bool:
        """Waits for the lock; returns False if the file has come meanwhile, or nobody else stirs."""
        changed, since, pause = 0, monotonic(), WAIT / 10
        while not (locked := try_lock(descriptor)):
            if locked is None:
                with suppress(OSError):
                    os.unlink(self._path)
                return False
            if self._ready():
                return False
            before, changed = changed, os.fstat(descriptor).st_mtime_ns
            if changed != before:
                since = monotonic()
            elif monotonic() - since > STALLED:
                return False
            sleep(uniform(pause / 2, pause))
            pause = min(pause * 1.5, WAIT)
        return True

    def __exit__(self, kind: object, problem: BaseException | None, trace: object) -> None:
        if self._descriptor is None:
            return
        _held.remove(self._descriptor)
        with suppress(OSError):
            if isinstance(problem, (DownloadError, CacheError)):
                os.pwrite(self._descriptor, f"{type(problem).__name__}\n{problem}".encode(), 0)
            os.unlink(self._path)
        os.close(self._descriptor)


def beat() -> None:
    """Gives those who wait for this process a sign of life. Call it often."""
    global _beaten
    if monotonic() - _beaten > BEAT:
        _beaten = monotonic()
        for descriptor in tuple(_held):
            with suppress(OSError):
                os.utime(descriptor)


_held: list[int] = []
"""The lock files that this process has locked."""
_beaten = 0.0


def _report(text: bytes) -> None:
    """Raises what another process left in its lock file, if anything."""
    name, _, message = text.decode(errors="replace").partition("\n")
    if message:
        raise getattr(errors, name)(message)
