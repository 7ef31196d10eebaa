"""The files in a zip archive."""

from __future__ import annotations

from functools import partial
from stat import S_ISLNK
from zipfile import BadZipFile, ZipFile

from parbleu.fetch.archives import Member

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

ERRORS = (BadZipFile,)
ENCRYPTED = 1


def members(archive: str, limit: int) -> Iterator[Member]:  # noqa: ARG001 - only what is wanted is read
    """Yields the files of an archive.

    Args:
        archive: its path.
        limit: how many bytes it may unpack to.

    Raises:
        one of ERRORS, OSError, EOFError, NotImplementedError, zlib.error: it is damaged, or beyond Python.
    """
    with ZipFile(archive) as file:
        for header in file.infolist():
            if header.is_dir():
                continue
            odd = "encrypted" if header.flag_bits & ENCRYPTED else None
            if S_ISLNK(header.external_attr >> 16):
                odd = "a symbolic link"
            yield Member(header.filename, odd, header.file_size, partial(file.open, header))
