"""Files from the network: `fetch` makes sure that a file is there, whole and verified."""

from __future__ import annotations

import os

from parbleu.errors import ChecksumError, DownloadError, OfflineError
from parbleu.fetch.checksums import Wanted, flaw, is_there
from parbleu.fetch.environment import mirrors, offline

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence


def fetch(
    url: str | Sequence[str],
    path: str,
    *,
    md5: str | None = None,
    sha256: str | None = None,
    size: int | None = None,
    alias: str | None = None,
    copies: Iterable[str] = (),
    check: Callable[[str], str | None] | None = None,
) -> str:
    """Makes sure that a file is there, downloading it if need be.

    A file that is there and has the right checksum is left as it is, without a connection; one whose checksum
    is not known only has to hold anything. A wrong one is replaced, and kept beside as `PATH.wrong`.
    Directories are made as needed. Any number of processes may ask for the same file at the same time.

    Args:
        url: where the file is: http or https; or several such places, to be tried in this order.
        path: what it is called here.
        md5: its MD5 in hexadecimal digits, if known.
        sha256: its SHA-256, if known.
        size: its size in bytes, if known.
        alias: another name that a mirror may have it under.
        copies: files of the same cache that may be the same one: a right one is linked,
            or else copied, rather than downloaded.
        check: tells what is wrong with a downloaded file, given its path, or returns None. For files that
            have no checksum.

    Returns:
        `path`.

    Raises:
        OfflineError: the file is not there, no mirror has it, and `PARBLEU_OFFLINE` is set.
        ChecksumError: what can be downloaded is another file.
        DownloadError: it cannot be downloaded.
        CacheError: it cannot be written.
    """
    path = os.fspath(path)
    wanted = Wanted(md5, sha256, size, check)
    if is_there(path, wanted):
        return path
    urls = [url] if isinstance(url, str) else list(url)
    copy = _right_copy(copies, wanted)
    if copy is None and offline() and not mirrors():
        raise _offline(urls, path, wanted)
    _get_in_turn(urls, path, wanted, alias, copy)
    return path


def take(
    file: str,
    path: str,
    *,
    md5: str | None = None,
    sha256: str | None = None,
    size: int | None = None,
    check: Callable[[str], str | None] | None = None,
) -> str:
    """Copies a file that was carried in by hand to where `fetch` would have put it, and verifies it.

    Args:
        file: the file.
        path: what it is called here.
        md5: its MD5 in hexadecimal digits, if known.
        sha256: its SHA-256, if known.
        size: its size in bytes, if known.
        check: as for `fetch`.

    Returns:
        `path`.

    Raises:
        ChecksumError: it is another file.
        DownloadError: it cannot be read.
        CacheError: the copy cannot be written.
    """
    from parbleu.fetch.file_sources import from_file

    from_file(os.fspath(file), os.fspath(path), Wanted(md5, sha256, size, check))
    return path


def _right_copy(copies: Iterable[str], wanted: Wanted) -> str | None:
    """Returns the first copy that is right; without a checksum none can be told."""
    if not wanted.digests:
        return None
    return next((copy for copy in copies if is_there(copy, wanted)), None)


def _get_in_turn(urls: list[str], path: str, wanted: Wanted, alias: str | None, copy: str | None) -> None:
    """Takes the file from a copy or elsewhere, unless another process does."""
    from parbleu.io.locks import one_at_a_time

    with one_at_a_time(path, lambda: is_there(path, wanted)):
        if is_there(path, wanted):
            pass  # it has come meanwhile
        elif copy is None:
            _get(urls, path, wanted, alias)
        else:
            from parbleu.fetch.file_sources import from_copy

            from_copy(copy, path, wanted)


def _get(urls: list[str], path: str, wanted: Wanted, alias: str | None) -> None:
    """Takes the file from the first place that has it."""
    from parbleu.fetch.file_sources import from_mirror, from_server

    problems: list[DownloadError] = []
    names = _names(urls, path, wanted, alias)
    for mirror in mirrors():
        try:
            if from_mirror(mirror, names, path, wanted):
                return
        except DownloadError as problem:
            problems.append(problem)
    if offline():
        raise _offline(urls, path, wanted, problems)
    for url in urls:
        try:
            from_server(url, path, wanted)
        except DownloadError as problem:
            problems.append(problem)
        else:
            return
    if len(problems) == 1:
        raise problems[0]
    kind = ChecksumError if any(isinstance(each, ChecksumError) for each in problems) else DownloadError
    raise kind("; ".join(str(each) for each in problems))


def _names(urls: list[str], path: str, wanted: Wanted, alias: str | None) -> list[str]:
    """Returns what a mirror may call a file, the surest name first."""
    from urllib.parse import unquote, urlsplit

    of_urls = [unquote(urlsplit(url).path).rpartition("/")[2] for url in urls]
    names = [*wanted.digests.values(), alias or "", os.path.basename(path), *of_urls]
    return [name for name in dict.fromkeys(names) if name and "/" not in name and name not in {".", ".."}]


def _offline(
    urls: list[str], path: str, wanted: Wanted, problems: Sequence[DownloadError] = ()
) -> OfflineError:
    """Returns the error for a file that may not be downloaded: it says what to carry in."""
    wrong = flaw(path, wanted)
    state = f"is not the right file ({wrong})" if wrong else "is missing"
    tried = "".join(f"; {problem}" for problem in problems)
    return OfflineError(
        f"{path} {state}, and PARBLEU_OFFLINE is set{tried}; get {' or '.join(urls)} ({wanted}) on another "
        "machine and pass it to `parbleu data import`"
    )
