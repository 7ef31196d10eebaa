"""Where a file may come from: a server, a mirror, a file at hand, or a copy in the cache."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING
from urllib.parse import quote

from parbleu.base import log
from parbleu.errors import ChecksumError, DownloadError
from parbleu.fetch import server_download
from parbleu.fetch.cache_files import Cached
from parbleu.fetch.checksums import BLOCK, flaw, stamp
from parbleu.fetch.network_errors import NotThere
from parbleu.io.atomic import FULL, Temporary

if TYPE_CHECKING:
    from parbleu.fetch.checksums import Digests, Wanted

MIRROR_ATTEMPTS = 2


def from_server(url: str, path: str, wanted: Wanted, attempts: int = server_download.POLICY.attempts) -> None:
    """Downloads a file.

    Args:
        url: where it is: http or https.
        path: what it will be called.
        wanted: what is known of it.
        attempts: how many attempts in a row may bring nothing.

    Raises:
        DownloadError: it cannot be had from there; a `NotThere` if the server says that it has none.
        CacheError: it cannot be written.
    """
    scheme, _, rest = url.partition("://")
    if scheme.lower() not in {"http", "https"} or not rest:
        raise DownloadError(f"cannot download {url}: files come from http:// and https:// addresses")
    log.inform(f"Downloading {url} to {path}")
    part = server_download.download(url, path, wanted, attempts)
    _install(part.temporary, path, wanted, part.hashes.digests())


def from_mirror(mirror: str, names: list[str], path: str, wanted: Wanted) -> bool:
    """Takes a file from a mirror.

    Args:
        mirror: the URL or the path of a directory.
        names: what the file may be called there.
        path: what it will be called here.
        wanted: what is known of it.

    Returns:
        whether the mirror has the file.

    Raises:
        DownloadError: the mirror does not work, or has only other files of these names.
        CacheError: it cannot be written.
    """
    if "://" not in mirror and not os.path.isdir(mirror):
        raise DownloadError(f"the mirror {mirror} is no directory: see PARBLEU_MIRROR")
    wrong: ChecksumError | None = None
    for name in names:
        place = f"{mirror}/{name}"
        try:
            if "://" in mirror:
                from_server(f"{mirror}/{quote(name)}", path, wanted, MIRROR_ATTEMPTS)
            elif os.path.isfile(place):
                log.inform(f"Copying {place} to {path}")
                from_file(place, path, wanted)
            else:
                continue
        except NotThere:
            continue
        except ChecksumError as problem:
            wrong = problem
            continue
        return True
    if wrong is not None:
        raise wrong
    return False


def from_file(file: str, path: str, wanted: Wanted) -> None:
    """Copies a file that is at hand already, and verifies the copy.

    Args:
        file: where it is.
        path: what it will be called.
        wanted: what is known of it.

    Raises:
        ChecksumError: it is another file.
        DownloadError: it cannot be read.
        CacheError: the copy cannot be written.
    """
    hashes, size = wanted.hashes(), 0
    temporary = Cached(path)
    try:
        with open(file, "rb") as source:
            while block := source.read(BLOCK):
                temporary.file.write(block)
                hashes.update(block)
                size += len(block)
        temporary.file.flush()
        complaint = wanted.complaint(size, hashes.digests())
        if complaint is None and wanted.check is not None and not wanted.digests:
            complaint = wanted.check(temporary.path)
        if complaint is not None:
            raise ChecksumError(f"{file} is not the file that is wanted: {complaint}")
    except BaseException as problem:
        temporary.discard()
        if isinstance(problem, OSError) and problem.errno in FULL:
            raise temporary.unwritable(problem) from problem
        if isinstance(problem, OSError) and not isinstance(problem, DownloadError):
            raise DownloadError(f"cannot read {file}: {problem.strerror}") from problem
        raise
    _install(temporary, path, wanted, hashes.digests())


def from_copy(copy: str, path: str, wanted: Wanted) -> None:
    """Gives a verified file of the cache another name. Where files cannot have two, copies it.

    Args:
        copy: what it is called so far.
        path: what it will be called, too.
        wanted: what is known of it.

    Raises:
        ChecksumError, DownloadError: it is not the right file any more.
        CacheError: the copy cannot be written.
    """
    temporary = Cached(path)
    try:
        temporary.become(copy)
        _install(temporary, path, wanted, wanted.digests)
    except OSError:
        temporary.discard()
        from_file(copy, path, wanted)


def _install(temporary: Temporary, path: str, wanted: Wanted, digests: Digests) -> None:
    """Gives a verified file its name. A wrong file of that name is moved aside."""
    wrong = flaw(path, wanted)
    if wrong is None:  # somebody else was faster
        temporary.discard()
        return
    target = temporary.target
    try:
        if wrong:
            os.replace(target, f"{target}.wrong")
            log.warn(f"{path} was not the right file: {wrong}; it is now {path}.wrong")
        temporary.flush()  # the stamp holds the time of the last change
        if digests:
            stamp(target, os.stat(temporary.path), digests)
    except OSError as problem:
        temporary.discard()
        raise temporary.unwritable(problem) from problem
    temporary.commit()
