"""Verifies files by their checksums, and stores computed checksums beside the files.

Digesting hundreds of megabytes takes long, so a file that was digested once has a stamp beside it: its size,
its time, its inode and its digests. Any change of the file makes the stamp void.

MD5 can be forged, and some files have no known checksum at all. So the stamp also keeps the SHA-256 of the
first file that was right, whatever becomes of the file itself.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from time import time
from typing import Any

from parbleu.errors import CacheError
from parbleu.fetch._cache_files import caching

Digests = dict[str, str]  # the name of an algorithm -> hexadecimal digits
Key = tuple[int, int, int]

BLOCK = 1 << 20
FRESH = 2.0
"""Seconds. A file changed as recently as that may change again without getting another time."""

_known: dict[str, tuple[Key, Digests]] = {}
_sums: dict[bytes, tuple[str, str]] = {}
"""Real path of a file -> its size, time and inode, and its SHA-256."""


class Wanted:
    """The known properties of a wanted file, by which a download is verified.

    Args:
        md5: its MD5 in hexadecimal digits; None if unknown.
        sha256: its SHA-256.
        size: its size in bytes.
        check: is called with the path of a file that came over the network, and returns a description of what
            is wrong with it, or None. For files without a checksum.
    """

    def __init__(
        self,
        md5: str | None = None,
        sha256: str | None = None,
        size: int | None = None,
        check: Callable[[str], str | None] | None = None,
    ) -> None:
        self.size = size
        self.check = check
        self.digests: Digests = {
            name: value.lower() for name, value in (("md5", md5), ("sha256", sha256)) if value
        }

    def hashes(self) -> Hashes:
        """Returns a `Hashes` that computes the wanted digests, and SHA-256 in any case."""
        return Hashes({**self.digests, "sha256": ""})

    def complaint(self, size: int, digests: Digests) -> str | None:
        """Returns how a file differs from the wanted one; None if it does not."""
        for name, value in self.digests.items():
            if digests[name] != value:
                return f"its {NAMES[name]} is {digests[name]} instead of {value} ({size:,} bytes)"
        if self.size is not None and size != self.size:
            return f"it has {size:,} bytes instead of {self.size:,}"
        return None

    def __str__(self) -> str:
        facts = [f"{NAMES[name]} {value}" for name, value in self.digests.items()]
        facts += [f"{self.size:,} bytes"] if self.size is not None else []
        return ", ".join(facts) or "size and checksum unknown"


FIRST = "first"
"""What a stamp calls the SHA-256 that is kept."""
NAMES = {"md5": "MD5", "sha256": "SHA-256"}


class Hashes:
    """Computes several digests of a stream of bytes."""

    def __init__(self, names: Digests | list[str]) -> None:
        import hashlib

        self._running: dict[str, Any] = {
            name: getattr(hashlib, name)(usedforsecurity=False) for name in names
        }

    def update(self, data: bytes | memoryview) -> None:
        """Adds bytes."""
        for running in self._running.values():
            running.update(data)

    def digests(self) -> Digests:
        """Returns the digests of all bytes so far."""
        return {name: running.hexdigest() for name, running in self._running.items()}


def digest(path: str, name: str = "md5") -> str:
    """Returns the digest "md5" or "sha256" of a file in hexadecimal digits, computed anew."""
    return read_digests(path, [name])[1][name]


def remembered_sha256(path: str, folder: str | None) -> str:
    """Returns the SHA-256 of a file, computed once for as long as its size, time and inode are the same.

    Args:
        path: the file.
        folder: where checksums are kept, also for other processes; None for the memory of this process.
            Nothing is kept of a file that has just changed, and where the folder cannot be written.

    Raises:
        OSError: the file cannot be read.
    """
    import hashlib

    status = os.stat(path)
    state = " ".join(map(str, _key(status)))
    real = os.path.realpath(path).encode(errors="surrogateescape")
    if folder is None and _sums.get(real, ("", ""))[0] == state:
        return _sums[real][1]
    memory = None if folder is None else os.path.join(folder, hashlib.sha256(real).hexdigest()[:24])
    if memory is not None:
        with suppress(OSError, ValueError), open(memory, encoding="ascii") as file:
            kept_state, _, kept = file.read(500).strip().rpartition(" ")
            if kept_state == state and len(kept) == 64:
                return kept
    checksum = digest(path, "sha256")
    if time() - status.st_mtime > FRESH:
        if memory is None:
            _sums[real] = (state, checksum)
        else:
            with suppress(CacheError), caching(memory) as out:
                out.write(f"{state} {checksum}\n".encode())
    return checksum


def is_there(path: str, wanted: Wanted) -> bool:
    """Returns whether a file exists and has the wanted properties.

    Without a known checksum or size every file will do that is not empty. Nothing is written but the stamp.
    """
    return flaw(path, wanted) is None


def flaw(path: str, wanted: Wanted) -> str | None:
    """Returns how a file differs from the wanted one; None if it does not, "" if it is missing or empty."""
    try:
        status = os.stat(path)
    except OSError:
        return ""
    if status.st_size == 0 and wanted.size != 0:
        return ""
    digests = wanted.digests
    if digests and wanted.size in (None, status.st_size):
        try:
            digests = _remembered(path, _key(status), wanted) or _examine(path, wanted)
        except OSError as problem:
            return f"it cannot be read: {problem.strerror}"
    return wanted.complaint(status.st_size, digests)


def stamp(target: str, status: os.stat_result, digests: Digests) -> None:
    """Stores the digests of a file beside it, so that they need not be computed again.

    `target` is what it is called, or will be; `status` what the system said of it before it was digested, or
    when it was complete.
    """
    key = _key(status)
    _known[target] = (key, digests)
    if FIRST not in digests and (first := first_sha256(target)):
        digests = {**digests, FIRST: first}
    line = " ".join([*map(str, key), *(f"{name}:{value}" for name, value in digests.items())])
    try:
        with caching(_stamp_path(target)) as file:
            file.write(f"{line}\n".encode())
    except CacheError:
        pass  # a cache that cannot be written to is digested once in every process


def first_sha256(path: str) -> str | None:
    """Returns the SHA-256 of the first file of that name that was right, if it is known."""
    stamped = _read_stamp(_stamp_path(os.path.abspath(path)))
    return stamped[1].get(FIRST) if stamped else None


def forget(path: str) -> None:
    """Removes what is known of a file, which another one will replace."""
    target = os.path.abspath(path)
    _known.pop(target, None)
    with suppress(OSError):
        os.unlink(_stamp_path(target))


def learn(path: str) -> None:
    """Keeps the SHA-256 of an existing file, as that of the first one, if no other is known."""
    if first_sha256(path) is not None:
        return
    try:
        status, digests = read_digests(path, ["sha256"])
    except OSError:
        return  # the code that uses the file reports the problem
    stamp(os.path.abspath(path), status, {**digests, FIRST: digests["sha256"]})


def _examine(path: str, wanted: Wanted) -> Digests:
    target = os.path.abspath(path)
    status, digests = read_digests(path, [*{**wanted.digests, "sha256": ""}])
    if wanted.complaint(status.st_size, digests) is None and first_sha256(target) is None:
        digests[FIRST] = digests["sha256"]
    _known[target] = (_key(status), digests)
    if time() - status.st_mtime > FRESH and os.access(os.path.dirname(target), os.W_OK):
        stamp(target, status, digests)
    return digests


def read_digests(path: str, names: list[str]) -> tuple[os.stat_result, Digests]:
    """Returns the status of a file (`os.stat`) and several digests, which are computed from its bytes."""
    hashes = Hashes(names)
    with open(path, "rb") as file:
        status = os.fstat(file.fileno())
        while block := file.read(BLOCK):
            hashes.update(block)
    return status, hashes.digests()


def _remembered(path: str, key: Key, wanted: Wanted) -> Digests | None:
    target = os.path.abspath(path)
    known = _known.get(target)
    if known is None or known[0] != key:
        known = _read_stamp(_stamp_path(target))
    if known is None or known[0] != key or not known[1].keys() >= wanted.digests.keys():
        return None
    _known[target] = known
    return known[1]


def _read_stamp(path: str) -> tuple[Key, Digests] | None:
    try:
        with open(path, encoding="ascii") as file:
            words = file.read(500).split()
        size, time_ns, inode = map(int, words[:3])
    except (OSError, ValueError):
        return None
    pairs = [word.partition(":") for word in words[3:]]
    return (size, time_ns, inode), {name: value for name, _, value in pairs}


def _stamp_path(target: str) -> str:
    directory, name = os.path.split(target)
    return os.path.join(directory, f".{name}.verified")


def _key(status: os.stat_result) -> Key:
    return status.st_size, status.st_mtime_ns, status.st_ino
