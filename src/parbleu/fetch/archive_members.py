"""The files in a tar or zip archive, in the order in which they stand there."""

from __future__ import annotations

import tarfile
import zlib
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from stat import S_ISLNK
from tarfile import InvalidHeaderError, TruncatedHeaderError  # type: ignore[attr-defined]
from typing import TYPE_CHECKING
from zipfile import BadZipFile, ZipFile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager
    from typing import IO, Any

BLOCK = 1 << 20
ENCRYPTED = 1
"""The bit in a zip file's header of a member that says so."""

DAMAGED = (tarfile.TarError, BadZipFile, EOFError, ValueError, NotImplementedError, zlib.error)
"""What is raised for an archive that is damaged, or of a kind that Python cannot read."""


class LimitError(Exception):
    """An archive unpacks to more than it may."""


@dataclass(frozen=True)
class Member:
    """A file in an archive.

    Attributes:
        name: its name there.
        odd: what it is, if it is no regular file that can be read: "a symbolic link".
        size: its size, as the archive claims.
        open: opens it, before the next member is asked for.
    """

    name: str
    odd: str | None
    size: int
    open: Callable[[], AbstractContextManager[IO[bytes]]]


def members(archive: str, limit: int) -> Iterator[Member]:
    """Yields the files of an archive. Each is to be read before the next is asked for.

    Args:
        archive: its path; one that ends in `.zip` is a zip archive.
        limit: how many bytes a compressed tar archive may unpack to, wanted or not.

    Raises:
        LimitError: it unpacks to more.
        OSError: it cannot be read.
        one of DAMAGED.
    """
    return _zip_members(archive) if archive.endswith(".zip") else _tar_members(archive, limit)


def _zip_members(archive: str) -> Iterator[Member]:
    with ZipFile(archive) as file:
        for header in file.infolist():
            if header.is_dir():
                continue
            odd = "encrypted" if header.flag_bits & ENCRYPTED else None
            if S_ISLNK(header.external_attr >> 16):
                odd = "a symbolic link"
            yield Member(header.filename, odd, header.file_size, partial(file.open, header))


def _tar_members(archive: str, limit: int) -> Iterator[Member]:
    with _open_tar(archive) as file:
        metered: Any = _Metered(file, limit)
        with tarfile.open(fileobj=metered, mode="r|", tarinfo=_Header) as opened:
            tar: Any = opened
            while (header := tar.next()) is not None:
                tar.members = []  # it would remember them all
                if not header.isdir():
                    yield _tar_member(tar, header)
        while metered.read(BLOCK):  # up to the checksum of the compressed data
            pass


def _open_tar(archive: str) -> Any:
    if archive.endswith(".tar"):
        return open(archive, "rb")
    from gzip import open as open_gzip

    return open_gzip(archive, "rb")


def _tar_member(tar: tarfile.TarFile, header: tarfile.TarInfo) -> Member:
    def read() -> nullcontext[IO[bytes]]:
        file = tar.extractfile(header)
        if file is None:
            raise tarfile.ReadError(f"{header.name} has no contents")
        return nullcontext(file)

    if header.issym():
        odd: str | None = "a symbolic link"
    elif header.islnk():
        odd = "a hard link"
    elif header.issparse() or not header.isreg():
        odd = "a special file"
    else:
        odd = None
    return Member(header.name, odd, header.size, read)


class _Header(tarfile.TarInfo):
    """A member's header; a damaged one is an error, and not the end of the archive."""

    @classmethod
    def fromtarfile(cls, tar: tarfile.TarFile) -> Any:
        try:
            return super().fromtarfile(tar)
        except (InvalidHeaderError, TruncatedHeaderError) as problem:
            raise tarfile.ReadError(f"{problem} at byte {tar.offset}") from problem


class _Metered:
    """Counts what is read."""

    def __init__(self, file: IO[bytes], limit: int) -> None:
        self._file = file
        self._left = limit

    def read(self, size: int) -> bytes:
        data = self._file.read(size)
        self._left -= len(data)
        if self._left < 0:
            raise LimitError
        return data
