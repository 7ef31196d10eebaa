"""Files of the cache: written as all others are, but in directories that are made as needed."""

from __future__ import annotations

import os
from contextlib import contextmanager

from parbleu.errors import CacheError
from parbleu.io.atomic import FULL, Temporary, complete

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO


class Cached(Temporary):
    """A file of the cache under construction. Directories are made as needed."""

    def __init__(self, path: str) -> None:
        self.target = os.path.realpath(path)
        try:
            os.makedirs(os.path.dirname(self.target), exist_ok=True)
        except OSError as problem:
            raise self.unwritable(problem) from problem
        super().__init__(path)

    def unwritable(self, problem: OSError) -> CacheError:
        """Returns the error for what the system says when the file is written."""
        return unwritable_cache(self.target, problem)


def unwritable_cache(path: str | os.PathLike[str], problem: OSError) -> CacheError:
    """Returns the error for what the system says when a file or folder of the cache is written."""
    hint = "make room" if problem.errno in FULL else "see who may write there"
    error = CacheError(
        f"cannot write {os.fspath(path)}: {problem.strerror or problem}; "
        f"{hint}, or set SACREBLEU to another directory for the cache"
    )
    error.errno = problem.errno
    return error


@contextmanager
def caching(path: str) -> Iterator[BinaryIO]:
    """Writes a file of the cache, which appears whole or not at all, as `replacing` does.

    Raises:
        CacheError: the directory cannot be made or written to, or the disk is full.
    """
    with complete(Cached(path)) as file:
        yield file
