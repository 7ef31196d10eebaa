"""Writes files of the download cache: creates folders as needed and follows no symbolic link.

Otherwise a user with write access to a shared cache could redirect the files of other users. The cache itself
may be a link.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from errno import EINVAL, ELOOP
from typing import BinaryIO

from parbleu._io.atomic import FULL, Temporary, complete
from parbleu._io.locks import one_at_a_time
from parbleu.errors import CacheError
from parbleu.fetch._environment import cache


class Cached(Temporary):
    """A file of the cache under construction. Folders are made as needed.

    Args:
        path: the final path. A symbolic link of that name is replaced.
        root: the folder below which no link is followed, if `path` is not in the cache.
    """

    def __init__(self, path: str, root: str | None = None) -> None:
        self.target = path
        try:
            _make_folder(os.path.dirname(path), root)
        except OSError as problem:
            raise self.unwritable(problem) from problem
        super().__init__(path, follow=False)

    def unwritable(self, problem: OSError) -> CacheError:
        """Returns the error for a failure of the system to write the file."""
        return unwritable_cache(self.target, problem)


def check_name(path: str) -> None:
    """Raises CacheError for a name that no file can have, with a NUL in it."""
    if "\0" in path:
        raise unwritable_cache(path, OSError(EINVAL, os.strerror(EINVAL)))


def make_folder(path: str, root: str | None = None) -> None:
    """Makes a folder and those above it, as needed.

    The cache itself, if it is not there yet, is made for its owner alone; to share one, make it
    beforehand, with other permissions.

    Args:
        path: the folder.
        root: the folder below which no link is followed, if `path` is not in the cache.

    Raises:
        CacheError: it cannot be made, or a folder on the way from the cache to it is a link.
    """
    try:
        _make_folder(path, root)
    except OSError as problem:
        raise unwritable_cache(path, problem) from problem


def _make_folder(path: str, root: str | None) -> None:
    path = os.path.abspath(path)
    roots = [os.path.abspath(folder) for folder in (cache(), root) if folder]
    above = next((folder for folder in roots if f"{path}{os.sep}".startswith(f"{folder}{os.sep}")), None)
    if above is not None:
        _make_root(above)
        _check_links(path, above)
    os.makedirs(path, exist_ok=True)


def _make_root(path: str) -> None:
    if not os.path.exists(path):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with suppress(FileExistsError):  # another process was faster
            os.mkdir(path, 0o700)


def _check_links(path: str, root: str) -> None:
    folder = root
    for name in path[len(root) :].split(os.sep):
        folder = os.path.join(folder, name)
        if folder != root and os.path.islink(folder):
            raise OSError(ELOOP, f"{folder} is a link, and inside of the cache none is followed")


def unwritable_cache(path: str | os.PathLike[str], problem: OSError) -> CacheError:
    """Returns the error for a failure of the system to write a file or folder of the cache."""
    hint = "make room" if problem.errno in FULL else "see who may write there"
    error = CacheError(
        f"cannot write {os.fspath(path)}: {problem.strerror or problem}; "
        f"{hint}, or set SACREBLEU to another directory for the cache"
    )
    error.errno = problem.errno
    return error


@contextmanager
def caching(path: str, root: str | None = None) -> Iterator[BinaryIO]:
    """Writes a file of the cache, which appears whole or not at all.

    Args:
        path: the file. A symbolic link of that name is replaced.
        root: the folder below which no link is followed, if `path` is not in the cache.

    Raises:
        CacheError: the directory cannot be made or written to, or the disk is full.
    """
    with complete(Cached(path, root)) as file:
        yield file


@contextmanager
def taking_turns(path: str, ready: Callable[[], bool]) -> Iterator[None]:
    """Lets one process at a time make a file or folder of the cache; the others wait until it is `ready`.

    Raises:
        DownloadError, CacheError: the process that was waited for could not make it; this is why.
        CacheError: a folder on the way to it is a link.
    """
    if not ready():
        try:
            make_folder(os.path.dirname(path))
        except CacheError as problem:  # where nobody may write, there is no need for turns
            if problem.errno == ELOOP:
                raise
    with one_at_a_time(path, ready):
        yield
