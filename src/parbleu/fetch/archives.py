"""Archives, unpacked with suspicion: `.tar.gz`, `.tgz`, `.tar` and `.zip`.

Nothing here lets an archive choose where it writes, how much, or what kind of file: names are checked, only
regular files are written, each to a temporary name first, and what comes out is held against what went in.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING
from zlib import crc32

from parbleu.base.log import warn
from parbleu.errors import ArchiveError, CacheError
from parbleu.fetch.archive_kinds import KINDS, is_archive
from parbleu.fetch.archive_members import BLOCK, DAMAGED, LimitError, Member, members
from parbleu.fetch.cache_files import caching

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import IO

RATIO = 200
"""How many times its size an archive may unpack to. Text rarely reaches thirty."""
HARMLESS = 1 << 26
"""Bytes that any archive may unpack to."""


class LackingError(ArchiveError):
    """An archive that can be read lacks a member."""


def unpack(archive: str, directory: str, wanted: Iterable[str] | None = None) -> None:
    """Unpacks files of an archive into a directory, under their names in the archive.

    Each file appears whole or not at all, and replaces one of the same name. Directories are made as needed;
    permissions, owners and times in the archive are ignored.

    Args:
        archive: the archive's path; its name tells its kind.
        directory: where to put the files.
        wanted: the names of those that are wanted; None for all regular files.

    Raises:
        ArchiveError: the archive is damaged, encrypted or of an unknown kind, lacks a member (a
            `LackingError`), or would unpack to far too much; or a member that is wanted is no regular file,
            is there twice with different contents, or has a name that leads out of the directory.
        CacheError: the files cannot be written.
    """
    archive = os.fspath(archive)
    if not is_archive(archive):
        raise ArchiveError(f"{archive} is no archive: its name ends in none of {', '.join(KINDS)}")
    names = None if wanted is None else {_normal(name) for name in wanted}
    found: dict[str, tuple[int, int]] = {}
    current = ""
    try:
        left = max(HARMLESS, RATIO * os.path.getsize(archive))
        for member in members(archive, left):
            current = f" at {member.name!r}"
            name = _normal(member.name)
            if not _is_chosen(archive, member, name, names):
                continue
            target = None if name in found else os.path.join(directory, name)
            sums = _extract(archive, member, target, left)
            if found.setdefault(name, sums) != sums:
                raise ArchiveError(f"{archive} holds {name!r} twice, with different contents: get it again")
            left -= sums[0]
    except (ArchiveError, CacheError):
        raise
    except OSError as problem:
        raise ArchiveError(f"{archive} cannot be read{current}: {problem.strerror or problem}") from problem
    except LimitError as problem:
        raise _bomb(archive, current) from problem
    except DAMAGED as problem:
        raise ArchiveError(f"{archive} is damaged{current}: {problem}; get it again") from problem
    if names is not None and (missing := sorted(names - found.keys())):
        raise LackingError(
            f"{archive} does not hold {', '.join(map(repr, missing))}: is it the right archive?"
        )


def _normal(name: str) -> str:
    """Returns a member's name without what changes nothing."""
    return "/".join(part for part in name.split("/") if part != ".").replace("//", "/")


def _is_chosen(archive: str, member: Member, name: str, wanted: set[str] | None) -> bool:
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


def _extract(archive: str, member: Member, target: str | None, limit: int) -> tuple[int, int]:
    """Unpacks a member, or only reads it if there is no target; returns its size and checksum.

    Raises:
        ArchiveError: it is larger than `limit`.
    """
    if member.size > limit:
        raise _bomb(archive, f" at {member.name!r}")
    with member.open() as source:
        if target is None:
            return _copy(archive, member, source, lambda _: 0, limit)
        with caching(target) as file:
            return _copy(archive, member, source, file.write, limit)


def _copy(
    archive: str, member: Member, source: IO[bytes], write: Callable[[bytes], int], limit: int
) -> tuple[int, int]:
    size = checksum = 0
    while block := source.read(BLOCK):
        size += len(block)
        if size > limit:
            raise _bomb(archive, f" at {member.name!r}")
        checksum = crc32(block, checksum)
        write(block)
    if size != member.size:
        raise ArchiveError(
            f"{archive} is damaged: {member.name!r} has {size:,} bytes, not {member.size:,}; get it again"
        )
    return size, checksum


def _bomb(archive: str, place: str) -> ArchiveError:
    return ArchiveError(f"{archive} unpacks to more than {RATIO} times its size{place}: do not use it")
