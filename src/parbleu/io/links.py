"""Opens regular files without following symbolic links."""

from __future__ import annotations

import os
from errno import ELOOP
from stat import S_ISREG

PLAIN: int = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
"""Flags for bytes that are not behind a link. Each system has but one of them."""


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
