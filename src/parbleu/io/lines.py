"""Opens files of lines, also compressed ones, and reads them as bytes."""

from __future__ import annotations

from parbleu.errors import UnreadableFileError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from os import PathLike
    from typing import Any

MARKED = (".sgm", ".sgml", ".xml")
"""How the names of files in SGML and XML end, or do before a suffix of `COMPRESSED`."""

COMPRESSED = (".gz", ".bz2", ".xz")
"""How the names of files end that are decompressed."""

_DAMAGED = ("zlib", "_lzma")  # where the errors of damaged files come from that are no OSError


def is_marked(path: str) -> bool:
    """Returns whether a file is in SGML or XML, by its name."""
    name = path.lower()
    for suffix in COMPRESSED:
        name = name.removesuffix(suffix)
    return name.endswith(MARKED)


def open_binary(path: str | PathLike[str]) -> Any:
    """Opens a file for reading bytes, decompressing one whose name ends in `.gz`, `.bz2` or `.xz`."""
    name = path if isinstance(path, str) else path.__fspath__()
    try:
        if name.endswith(".gz"):
            from gzip import open as open_gzip

            return open_gzip(name, "rb")
        if name.endswith(".bz2"):
            from bz2 import open as open_bz2

            return open_bz2(name, "rb")
        if name.endswith(".xz"):
            from lzma import open as open_xz

            return open_xz(name, "rb")
        return open(name, "rb")
    except (OSError, ValueError) as problem:  # ValueError: of a NUL in its name
        raise unreadable(name, problem) from None


def unreadable(name: str, problem: Exception) -> UnreadableFileError:
    """Returns the error for a file that the system refuses."""
    reason = getattr(problem, "strerror", None) or str(problem) or type(problem).__name__
    return UnreadableFileError(f"cannot read {name}: {reason}")


def read_block(file: Any, name: str, size: int) -> bytes:
    """Returns the next bytes of an open binary file, at most `size`, or all for -1; no byte at the end.

    Raises UnreadableFileError if reading fails, or compressed data is damaged.
    """
    try:
        return file.read(size) or b""
    except (OSError, EOFError) as problem:
        raise unreadable(name, problem) from None
    except Exception as problem:
        if type(problem).__module__ in _DAMAGED:  # without importing them
            raise unreadable(name, problem) from None
        raise
