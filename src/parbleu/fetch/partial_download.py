"""Stores a partly downloaded file, with the notes that are needed to request the rest.

Notes beside a part state its origin. A later process that finds both copies the part to a new file
and requests the rest; it never writes to a part of another process.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass
from http.client import HTTPMessage
from stat import S_ISREG

from parbleu.fetch.cache_files import Cached
from parbleu.fetch.checksums import BLOCK, Hashes, Wanted
from parbleu.io.atomic import NOTES, SUFFIX, Temporary, left_over
from parbleu.io.json_text import parse_json
from parbleu.io.locks import open_unfollowed

WORTH_KEEPING = 1 << 20
"""Bytes from which on the part of a file is kept when its download fails."""


@dataclass(frozen=True)
class ServedVersion:
    """Which version of a file a server sends.

    Attributes:
        url: where it was asked for.
        etag: its entity tag; None if it has none that vouches for every byte.
        modified: when it was last changed, as the server writes it.
        total: its size, if the server says so.
    """

    url: str
    etag: str | None
    modified: str | None
    total: int | None

    @classmethod
    def of_answer(cls, url: str, headers: HTTPMessage, total: int | None) -> ServedVersion:
        """Returns the origin that the headers of a response describe."""
        etag = headers["ETag"] or "W/"
        return cls(url, None if etag.startswith("W/") else etag, headers["Last-Modified"], total)

    @property
    def validator(self) -> str | None:
        """The value of the request header `If-Range`."""
        return self.etag or self.modified

    def agrees(self, other: ServedVersion) -> bool:
        """Returns whether nothing shows that two answers are of different versions."""
        pairs = [(self.etag, other.etag), (self.modified, other.modified), (self.total, other.total)]
        return all(ours == theirs for ours, theirs in pairs if ours is not None and theirs is not None)


class PartialFile:
    """A file that is being downloaded, and will be renamed to `path`.

    Attributes:
        url: where it is asked for.
        wanted: what it has to be.
        temporary: the file that holds it.
        hashes: the digests so far.
        size: the number of bytes so far.
        head: the first of them.
        inherited: whether another process began it.
        origin: where they come from; None before the first answer.
    """

    def __init__(self, url: str, path: str, wanted: Wanted) -> None:
        self.url = url
        self.wanted = wanted
        self._path = path
        self._begin_empty()

    def _begin_empty(self) -> None:
        self.temporary: Cached = Cached(self._path)
        self.hashes: Hashes = self.wanted.hashes()
        self.size: int = 0
        self.head: bytes = b""
        self.inherited: bool = False
        self.origin: ServedVersion | None = None

    @property
    def total(self) -> int | None:
        """The size of the whole file, if the server has said so."""
        return self.origin.total if self.origin else None

    @property
    def resumable(self) -> bool:
        """Whether only the rest may be requested: a file that changed meanwhile would be noticed."""
        if self.size == 0 or self.origin is None:
            return False
        return self.wanted.digests != {} or self.origin.validator is not None

    def restart(self) -> None:
        """Discards the bytes so far. Opens a new file, since another process may be reading the old one."""
        self.temporary.discard()
        self._begin_empty()

    def begin(self, origin: ServedVersion) -> None:
        """Stores the origin of the bytes."""
        self.origin = origin
        with (
            suppress(OSError),
            open(self.temporary.notes, "w", encoding="utf-8", opener=open_unfollowed) as file,
        ):
            json.dump({"boot": _boot(), **asdict(origin)}, file)

    def write(self, data: bytes) -> None:
        """Adds bytes."""
        try:
            self.temporary.file.write(data)
        except OSError as problem:
            raise self.temporary.unwritable(problem) from problem
        self.hashes.update(data)
        self.size += len(data)
        if len(self.head) < 1024:
            self.head += data[:1024]

    def take_up(self) -> None:
        """Copies the longest part of the same file that an earlier process left, if any did."""
        for part in _others(self.temporary):
            origin = _read_notes(part, self.url, self.wanted.digests != {})
            if origin is None:
                continue
            with suppress(FileNotFoundError), open(part, "rb", opener=open_unfollowed) as file:
                while block := file.read(BLOCK):
                    self.write(block)
                self.inherited = True
                self.begin(origin)
                return

    def keep_or_discard(self) -> None:
        """Ends a failed download: keeps a large part for the next attempt, and removes a small one."""
        if self.resumable and self.size >= WORTH_KEEPING:
            self.temporary.leave()
        else:
            self.temporary.discard()


def _others(temporary: Temporary) -> list[str]:
    """Returns the other parts of the same file, the longest first."""
    sizes = {}
    for part in left_over(temporary.target):
        with suppress(OSError):
            status = os.lstat(part)
            sizes[part] = status.st_size if S_ISREG(status.st_mode) and status.st_nlink == 1 else 0
    others = [part for part, size in sizes.items() if size and part != temporary.path]
    return sorted(others, key=sizes.__getitem__, reverse=True)


def _read_notes(part: str, url: str, known: bool) -> ServedVersion | None:
    """Returns the origin of a part that may be continued.

    Without a checksum nothing would show what a crash of the machine does to a file that was not yet on the
    disk, so such a part is taken up on the same machine only, while it is up.
    """
    try:
        with open(part.removesuffix(SUFFIX) + NOTES, "rb") as file:
            notes = parse_json(file.read(100_000))
        boot = notes.pop("boot")
        origin = ServedVersion(**notes)
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return None
    usable = origin.url == url and (known or (origin.validator and boot == _boot() != ""))
    return origin if usable else None


def _boot() -> str:
    """Returns what changes whenever the machine starts; "" if that is unknown."""
    try:
        with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as file:
            return file.read().strip()
    except OSError:
        return ""
