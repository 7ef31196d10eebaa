"""Unpacks archives (`.tar.gz`, `.tgz`, `.tar`, `.zip`) and does not trust their contents.

An archive cannot choose where it writes, how much, or which kind of file: names are checked, only regular
files are written, each to a temporary name first, and the output is checked against the archive.
"""

from __future__ import annotations

import gzip
import os
import tarfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import partial
from stat import S_ISLNK
from tarfile import InvalidHeaderError, TruncatedHeaderError  # type: ignore[attr-defined]
from typing import IO, Any
from zipfile import BadZipFile, ZipFile

from parbleu._base.log import warn
from parbleu.errors import ArchiveError, CacheError, MissingMemberError
from parbleu.fetch._cache_files import caching
from parbleu.fetch._environment import ARCHIVES, is_archive

RATIO = 200
"""How many times its size an archive may unpack to. Text rarely reaches thirty."""
HARMLESS = 1 << 26
"""Bytes that any archive may unpack to."""
BLOCK = 1 << 20
_NAMING = (b"x", b"g", b"X", b"L", b"K")
"""Members of a tar archive that hold the name and more of the next one; they are read as a whole."""
_LONGEST_NAME = 1 << 20
"""Bytes of such a member."""
_ENCRYPTED = 1
"""The bit in a zip file's header of a member that says so."""

_DAMAGED = (tarfile.TarError, BadZipFile, EOFError, ValueError, NotImplementedError, zlib.error)
"""The exceptions for an archive that is damaged, or of a kind that Python cannot read."""


def unpack(archive: str, directory: str, wanted: Iterable[str] | None = None) -> None:
    """Unpacks files of an archive into a directory, under their names in the archive.

    Each file appears whole or not at all, and replaces one of the same name. Directories are made as needed;
    permissions, owners and times in the archive are ignored.

    Args:
        archive: the archive's path; its name determines its kind.
        directory: where to put the files.
        wanted: the names of those that are wanted; None for all regular files.

    Raises:
        ArchiveError: the archive is damaged, encrypted or of an unknown kind, lacks a member (a
            `MissingMemberError`), or would unpack to far too much; or a member that is wanted is no regular
            file, is there twice with different contents, or has a name that leads out of the directory.
        CacheError: the files cannot be written.
    """
    archive = os.fspath(archive)
    if not is_archive(archive):
        raise ArchiveError(f"{archive} is not an archive: its name must end in one of {', '.join(ARCHIVES)}")
    names = None if wanted is None else {_normal(name) for name in wanted}
    unpacked: dict[str, tuple[int, int]] = {}
    current = ""
    try:
        left = max(HARMLESS, RATIO * os.path.getsize(archive))
        for member in _members(archive, left):
            current = f" at {member.name!r}"
            name = _normal(member.name)
            if not _is_chosen(archive, member, name, names):
                continue
            target = None if name in unpacked else os.path.join(directory, name)
            sums = _extract(archive, member, target, directory, left)
            if unpacked.setdefault(name, sums) != sums:
                raise ArchiveError(f"{archive} holds {name!r} twice, with different contents: get it again")
            left -= sums[0]
    except (ArchiveError, CacheError):
        raise
    except OSError as problem:
        raise ArchiveError(f"{archive} cannot be read{current}: {problem.strerror or problem}") from problem
    except _LimitError as problem:
        raise _bomb(archive, current) from problem
    except _DAMAGED as problem:
        raise ArchiveError(f"{archive} is damaged{current}: {problem}; get it again") from problem
    if names is not None and (missing := sorted(names - unpacked.keys())):
        raise MissingMemberError(
            f"{archive} does not hold {', '.join(map(repr, missing))}: is it the right archive?"
        )


def _normal(name: str) -> str:
    """Returns a member's name without what changes nothing."""
    return "/".join(part for part in name.split("/") if part != ".").replace("//", "/")


def _is_chosen(archive: str, member: _Member, name: str, wanted: set[str] | None) -> bool:
    """Returns whether a member is to be unpacked.

    Raises:
        ArchiveError: it is, and must not be.
    """
    if wanted is not None and name not in wanted:
        return False
    if not name or name.startswith("/") or ".." in name.split("/") or "\0" in name:
        raise ArchiveError(
            f"{archive} would write outside of its directory, to {member.name!r}: do not use it"
        )
    if member.odd is None:
        return True
    if wanted is not None:
        raise ArchiveError(f"{archive}: {member.name!r} is {member.odd}, not a file that can be unpacked")
    warn(f"{archive}: {member.name!r} is {member.odd} and is left out")
    return False


def _extract(archive: str, member: _Member, target: str | None, root: str, limit: int) -> tuple[int, int]:
    """Unpacks a member below `root`, or only reads it without a target; returns its size and checksum."""
    if member.size > limit:
        raise _bomb(archive, f" at {member.name!r}")
    size = checksum = 0
    with member.open() as source, nullcontext() if target is None else caching(target, root) as file:
        while block := source.read(BLOCK):
            size += len(block)
            if size > limit:
                raise _bomb(archive, f" at {member.name!r}")
            checksum = zlib.crc32(block, checksum)
            if file is not None:
                file.write(block)
        if size != member.size:
            raise ArchiveError(
                f"{archive} is damaged: {member.name!r} has {size:,} bytes, not {member.size:,}; get it again"
            )
    return size, checksum


def _bomb(archive: str, position: str) -> ArchiveError:
    return ArchiveError(f"{archive} unpacks to more than {RATIO} times its size{position}: do not use it")


class _LimitError(Exception):
    """An archive unpacks to more than it may."""


@dataclass(frozen=True)
class _Member:
    """A file in an archive.

    Attributes:
        name: its name there.
        odd: the kind of a member that is no readable regular file, such as "a symbolic link".
        size: its size, as the archive claims.
        open: opens it, until the next member is asked for.
    """

    name: str
    odd: str | None
    size: int
    open: Callable[[], AbstractContextManager[IO[bytes]]]


def _members(archive: str, limit: int) -> Iterator[_Member]:
    """Yields the files of an archive. Each is to be read before the next is asked for.

    Raises one of `_DAMAGED`, or `_LimitError` if a compressed tar archive unpacks to more than `limit` bytes,
    wanted or not.
    """
    return _zip_members(archive) if archive.endswith(".zip") else _tar_members(archive, limit)


def _zip_members(archive: str) -> Iterator[_Member]:
    with ZipFile(archive) as file:
        for header in file.infolist():
            if header.is_dir():
                continue
            odd = "encrypted" if header.flag_bits & _ENCRYPTED else None
            if S_ISLNK(header.external_attr >> 16):
                odd = "a symbolic link"
            yield _Member(header.filename, odd, header.file_size, partial(file.open, header))


def _tar_members(archive: str, limit: int) -> Iterator[_Member]:
    opener: Any = open if archive.endswith(".tar") else gzip.open
    with opener(archive, "rb") as file:
        metered: Any = _Metered(file, limit)
        with tarfile.open(fileobj=metered, mode="r|", tarinfo=_Header) as opened:
            tar: Any = opened
            while (header := tar.next()) is not None:
                tar.members = []  # it would remember them all
                if not header.isdir():
                    yield _tar_member(tar, header)
        while metered.read(BLOCK):  # up to the checksum of the compressed data
            pass


def _tar_member(tar: tarfile.TarFile, header: tarfile.TarInfo) -> _Member:
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
    return _Member(header.name, odd, header.size, read)


class _Header(tarfile.TarInfo):
    """A member's header; a damaged one is an error, and not the end of the archive."""

    def _proc_member(self, tar: tarfile.TarFile) -> Any:
        """Reads what follows the header: all versions of Python call it, and from 3.14 on no other method."""
        if self.type in _NAMING and self.size > _LONGEST_NAME:
            raise tarfile.ReadError(f"a header of {self.size:,} bytes")
        return super()._proc_member(tar)  # type: ignore[misc]

    @classmethod
    def fromtarfile(cls, tar: tarfile.TarFile) -> Any:
        try:
            return super().fromtarfile(tar)
        except (InvalidHeaderError, TruncatedHeaderError) as problem:
            raise tarfile.ReadError(f"{problem} at byte {tar.offset}") from problem


class _Metered:
    """Counts the bytes that are read."""

    def __init__(self, file: IO[bytes], limit: int) -> None:
        self._file = file
        self._left = limit

    def read(self, size: int) -> bytes:
        data = self._file.read(size)
        self._left -= len(data)
        if self._left < 0:
            raise _LimitError
        return data
