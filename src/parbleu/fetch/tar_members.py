"""The files in a tar archive, read from its beginning to its end."""

from __future__ import annotations

import tarfile
from contextlib import nullcontext
from tarfile import InvalidHeaderError, TruncatedHeaderError  # type: ignore[attr-defined]

from parbleu.errors import ArchiveError
from parbleu.fetch.archives import BLOCK, RATIO, Member

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO, Any

ERRORS = (tarfile.TarError,)


def members(archive: str, limit: int) -> Iterator[Member]:
    """Yields the files of an archive. Each is to be read before the next is asked for.

    Args:
        archive: its path.
        limit: how many bytes it may unpack to, wanted or not.

    Raises:
        ArchiveError: it unpacks to more.
        one of ERRORS, OSError, EOFError, zlib.error: it is damaged.
    """
    with _opened(archive) as file:
        metered: Any = _Metered(archive, file, limit)
        with tarfile.open(fileobj=metered, mode="r|", tarinfo=_Header) as opened:
            tar: Any = opened
            while (header := tar.next()) is not None:
                tar.members = []  # it would remember them all
                if not header.isdir():
                    yield _member(tar, header)
        while metered.read(BLOCK):  # up to the checksum of the compressed data
            pass


def _opened(archive: str) -> Any:
    if archive.endswith(".tar"):
        return open(archive, "rb")
    from gzip import open as open_gzip

    return open_gzip(archive, "rb")


def _member(tar: tarfile.TarFile, header: tarfile.TarInfo) -> Member:
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

    def __init__(self, archive: str, file: IO[bytes], limit: int) -> None:
        self._archive = archive
        self._file = file
        self._left = limit

    def read(self, size: int) -> bytes:
        data = self._file.read(size)
        self._left -= len(data)
        if self._left < 0:
            raise ArchiveError(f"{self._archive} unpacks to more than {RATIO} times its size: do not use it")
        return data
