"""Checksums of large files, computed once: the cache remembers them for as long as a file does not change."""

from __future__ import annotations

import os
from time import time
from typing import TYPE_CHECKING

from parbleu.errors import CacheError
from parbleu.fetch.cache_files import caching
from parbleu.fetch.checksums import FRESH, digest
from parbleu.io.lines import unreadable
from parbleu.translate.models.models_folder import root, short_digest

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


def of_files(files: Iterable[Path]) -> dict[str, str]:
    """Returns the checksums of several files: name -> SHA-256.

    Raises:
        UnreadableFileError: one cannot be read.
    """
    return {file.name: _sha256(file) for file in sorted(files)}


def _sha256(file: Path) -> str:
    """Returns the SHA-256 of a file in hexadecimal digits.

    Raises:
        UnreadableFileError: it cannot be read.
    """
    try:
        return _remembered(file)
    except OSError as problem:
        raise unreadable(str(file), problem) from None


def _remembered(file: Path) -> str:
    status = file.stat()
    key = f"{status.st_size} {status.st_mtime_ns} {status.st_ino}"
    memory = root() / "checksums" / short_digest(os.path.realpath(file))
    try:
        known, _, found = memory.read_text(encoding="ascii").strip().rpartition(" ")
    except (OSError, ValueError):
        known = found = ""
    if known == key and len(found) == 64:
        return found
    found = digest(str(file), "sha256")
    if time() - status.st_mtime > FRESH:
        try:
            with caching(str(memory)) as out:
                out.write(f"{key} {found}\n".encode())
        except CacheError:
            pass  # a cache that cannot be written to: the next run computes it again
    return found
