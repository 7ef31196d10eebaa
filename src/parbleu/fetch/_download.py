"""Downloads a file from a server or a mirror, or takes it from a local copy or the cache.

The function `fetch` returns after a complete and verified file exists.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from parbleu._base import log
from parbleu._io.atomic import FULL
from parbleu.errors import ChecksumError, DownloadError, NotOnServerError, OfflineError
from parbleu.fetch._cache_files import Cached, check_name, taking_turns
from parbleu.fetch._checksums import BLOCK, FIRST, Wanted, first_sha256, flaw, is_there, stamp
from parbleu.fetch._environment import access_token, mirrors, offline

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from urllib.parse import SplitResult

    from parbleu._io.atomic import Temporary
    from parbleu.fetch._checksums import Digests

_MIRROR_ATTEMPTS = 2


def fetch(
    url: str | Sequence[str],
    path: str,
    *,
    md5: str | None = None,
    sha256: str | None = None,
    size: int | None = None,
    copies: Iterable[str] = (),
    check: Callable[[str], str | None] | None = None,
    terms: str | None = None,
) -> str:
    """Downloads and verifies a file, unless a verified copy exists.

    An existing file with the right checksum, or a file that is not empty where no checksum is known, is left
    as it is without a connection. A wrong file is renamed to `PATH.wrong` and replaced. The SHA-256 of the
    first right file is kept: a later file with the same MD5 must have it, too; where no checksum is known, a
    change causes a warning. Directories are made as needed. Any number of processes may request the same file
    at the same time.

    Args:
        url: where the file is: http or https; or several such places, to be tried in this order.
        path: the local path of the file.
        md5: its MD5 in hexadecimal digits, if known.
        sha256: its SHA-256, if known.
        size: its size in bytes, if known.
        copies: files of the same cache that may be the same one: a right one is linked,
            or else copied, rather than downloaded.
        check: describes what is wrong with a downloaded file, given its path, or returns None. For files that
            have no checksum.
        terms: the page where terms have to be accepted before the server gives the file away, to those who
            show the token of `HF_TOKEN` or its file.

    Returns:
        `path`.

    Raises:
        OfflineError: the file is not there, no mirror has it, and `PARBLEU_OFFLINE` is set.
        ChecksumError: what can be downloaded is another file.
        DownloadError: it cannot be downloaded.
        CacheError: it cannot be written.
    """
    path = os.fspath(path)
    check_name(path)
    if md5 and not sha256:  # which can be forged: a file that has it is to be the one that it was
        sha256 = first_sha256(path)
    wanted = Wanted(md5, sha256, size, check)
    if is_there(path, wanted):
        return path
    urls = [url] if isinstance(url, str) else list(url)
    right: str | None = None
    if wanted.digests:  # without a checksum no copy is known to be right
        right = next((copy for copy in copies if is_there(copy, wanted)), None)
    if right is None and offline() and not mirrors():
        raise _offline(urls, path, wanted)
    with taking_turns(path, lambda: is_there(path, wanted)):
        if is_there(path, wanted):
            pass  # it has come meanwhile
        elif right is None:
            _get(urls, path, wanted, terms)
        else:
            _from_copy(right, path, wanted)
    return path


def _get(urls: list[str], path: str, wanted: Wanted, terms: str | None = None) -> None:
    """Takes the file from the first place that has it."""
    problems: list[DownloadError] = []
    names = _names(urls, path, wanted)
    n_servers = len(mirrors()) + (0 if offline() else len(urls))
    for mirror in mirrors():
        try:
            if _from_mirror(mirror, names, path, wanted, n_servers):
                return
        except DownloadError as problem:
            problems.append(problem)
    if offline():
        raise _offline(urls, path, wanted, problems)
    for url in urls:
        try:
            if terms is None:
                _from_server(url, path, wanted, n_servers)
            else:
                _from_gated_server(url, path, wanted, n_servers, terms)
        except DownloadError as problem:
            problems.append(problem)
        else:
            return
    if len(problems) == 1:
        raise problems[0]
    kind = ChecksumError if any(isinstance(problem, ChecksumError) for problem in problems) else DownloadError
    raise kind("; ".join(map(str, problems)))


def _names(urls: list[str], path: str, wanted: Wanted) -> list[str]:
    """Returns what a mirror may call a file, the surest name first."""
    from urllib.parse import unquote

    of_urls = [unquote(_parts(url).path).rpartition("/")[2] for url in urls]
    names = [*wanted.digests.values(), os.path.basename(path), *of_urls]
    return [name for name in dict.fromkeys(names) if name and "/" not in name and name not in {".", ".."}]


def _parts(url: str) -> SplitResult:
    """Returns the parts of a URL. Raises DownloadError if it is malformed."""
    from urllib.parse import urlsplit

    try:
        if not url.isprintable():
            raise ValueError("it holds a character that addresses have not: write it as %xx")
        return urlsplit(url)
    except ValueError as problem:
        raise DownloadError(f"cannot download {url!r}: {problem}") from None


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


def _from_gated_server(url: str, path: str, wanted: Wanted, n_servers: int, terms: str) -> None:
    """Downloads a file that a server gives only to those who have accepted its terms."""
    from urllib.error import HTTPError

    token = access_token(url)
    how = (
        f"accept the terms at {terms}, and set HF_TOKEN to a token of that account, or log in with Hugging "
        "Face's command, which writes it to a file"
    )
    if token is None:
        raise DownloadError(f"cannot download {url} without a login: {how}")
    try:
        _from_server(url, path, wanted, n_servers, token=token)
    except DownloadError as problem:
        answer = problem.__cause__
        if isinstance(answer, HTTPError) and answer.code in {401, 403}:
            raise DownloadError(
                f"cannot download {url} with this token (HTTP status {answer.code}): {how}"
            ) from None
        raise


def _from_server(
    url: str, path: str, wanted: Wanted, n_servers: int, attempts: int | None = None, token: str | None = None
) -> None:
    """Downloads a file; `attempts` in a row may bring nothing. Raises NotOnServerError if it is missing.

    The time that may pass without progress is divided among `n_servers`. The server sees the `token`.
    """
    from parbleu.fetch import _http_download as http_download

    parts = _parts(url)
    if parts.scheme not in {"http", "https"} or not parts.netloc:
        raise DownloadError(f"cannot download {url}: files come from http:// and https:// addresses")
    seconds = http_download.patience_of_each(n_servers)
    attempts = attempts or http_download.POLICY.attempts
    part = http_download.download(url, path, wanted, attempts, seconds, token)
    _install(part.temporary, path, wanted, part.hashes.digests())


def _from_mirror(mirror: str, names: list[str], path: str, wanted: Wanted, n_servers: int) -> bool:
    """Takes a file from a mirror, under one of some names; returns whether the mirror has it.

    Raises:
        DownloadError: the mirror does not work, or has only other files of these names.
    """
    from urllib.parse import quote

    if "://" not in mirror and not os.path.isdir(mirror):
        raise DownloadError(f"the mirror {mirror} is not a directory: correct PARBLEU_MIRROR")
    wrong: ChecksumError | None = None
    for name in names:
        file = f"{mirror}/{name}"
        try:
            if "://" in mirror:
                _from_server(f"{mirror}/{quote(name)}", path, wanted, n_servers, _MIRROR_ATTEMPTS)
            elif os.path.isfile(file):
                log.inform(f"Copying {file} to {path}")
                take(file, path, wanted)
            else:
                continue
        except NotOnServerError:
            continue
        except ChecksumError as problem:
            wrong = problem
            continue
        return True
    if wrong is not None:
        raise wrong
    return False


def take(file: str, path: str, wanted: Wanted) -> None:
    """Copies an existing file to where `fetch` looks for a download, and verifies the copy.

    Raises:
        ChecksumError: it is another file than the wanted one.
        DownloadError: it cannot be read.
        CacheError: the copy cannot be written.
    """
    check_name(path)
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
        if isinstance(problem, (OSError, ValueError)) and not isinstance(problem, DownloadError):
            reason = getattr(problem, "strerror", None) or problem
            raise DownloadError(f"cannot read {file}: {reason}") from problem
        raise
    _install(temporary, path, wanted, hashes.digests())


def _from_copy(copy: str, path: str, wanted: Wanted) -> None:
    """Gives a verified file of the cache another name. Where files cannot have two, copies it."""
    temporary = Cached(path)
    try:
        temporary.become(copy)
        _install(temporary, path, wanted, wanted.digests)
    except OSError:
        temporary.discard()
        take(copy, path, wanted)


def _with_first(path: str, digests: Digests) -> Digests:
    """Returns the digests of a right file with the SHA-256 that is kept; tells if it is another one."""
    first, sha256 = first_sha256(path), digests.get("sha256")
    if sha256 is None:
        return digests
    if first not in (None, sha256):
        log.warn(f"{path} is another file than before: its SHA-256 is {sha256} instead of {first}")
    return {**digests, FIRST: sha256}


def _install(temporary: Temporary, path: str, wanted: Wanted, digests: Digests) -> None:
    """Gives a verified file its name. A wrong file of that name is moved aside."""
    wrong = flaw(path, wanted)
    if wrong is None:  # another process has downloaded it
        temporary.discard()
        return
    target = temporary.target
    try:
        if wrong:
            os.replace(target, f"{target}.wrong")
            log.warn(f"{path} was not the right file: {wrong}; it is now {path}.wrong")
        temporary.flush()  # the stamp holds the time of the last change
        if digests:
            stamp(target, os.stat(temporary.path), _with_first(path, digests))
    except OSError as problem:
        temporary.discard()
        raise temporary.unwritable(problem) from problem
    temporary.commit()
