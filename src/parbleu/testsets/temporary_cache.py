"""What is made of a cache that cannot be written to: it lasts as long as the process."""

from __future__ import annotations

from errno import EACCES, EPERM, EROFS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parbleu.errors import CacheError

_made: list[str] = []


def is_read_only(problem: CacheError) -> bool:
    """Returns whether a file cannot be written because nobody may, and not because the disk is full."""
    return problem.errno in (EACCES, EPERM, EROFS)


def holds(path: str) -> bool:
    """Returns whether a file goes when this process ends."""
    return any(path.startswith(made) for made in _made)


def directory() -> str:
    """Returns a directory of this process, which goes when the process ends."""
    if not _made:
        from atexit import register
        from shutil import rmtree
        from tempfile import mkdtemp

        _made.append(mkdtemp(prefix="parbleu-"))
        register(rmtree, _made[0], ignore_errors=True)
    return _made[0]
