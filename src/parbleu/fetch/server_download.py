"""Downloads a file from one server, and tries again where the retry policy allows it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from threading import Timer
from time import monotonic, sleep
from urllib.parse import urlsplit

from parbleu.base import log
from parbleu.base.progress import Progress
from parbleu.base.wording import counted
from parbleu.errors import ChecksumError, DownloadError
from parbleu.fetch.checksums import Wanted
from parbleu.fetch.http_transfer import ELSEWHERE, SLOWEST, is_without_connection, receive
from parbleu.fetch.partial_download import PartialFile
from parbleu.fetch.web_pages import is_web_page, page_title
from parbleu.io.locks import beat
from parbleu.io.retry import Attempts, Patience, RetryPolicy, TransientError

POLICY = RetryPolicy(attempts=5, first_wait=0.5, longest_wait=20.0, longest_asked=60.0, total_attempts=50)
PATIENCE = 120.0
"""Seconds for which all places that may have a file may bring nothing of it, together."""
LEAST_PATIENCE = 15.0
"""What each place has of that at least, if there are many."""
SILENCE = 3.0
"""Seconds without a byte until the user learns what is waited for."""
WRONG = 2
"""Complete files with a wrong checksum until the server is believed to have another file."""

_UNREACHABLE: ContextVar[set[str] | None] = ContextVar("unreachable servers", default=None)

MAGIC = {".gz": b"\x1f\x8b", ".tgz": b"\x1f\x8b", ".zip": b"PK"}


@contextmanager
def giving_up_on_servers() -> Iterator[None]:
    """Within it, a server to which no connection could be made is not asked for further files.

    To try each of hundreds of files again and again would take minutes and change nothing.
    """
    before = _UNREACHABLE.set(set())
    try:
        yield
    finally:
        _UNREACHABLE.reset(before)


def patience_of_each(places: int) -> float:
    """Returns for how many seconds each of so many places may bring nothing of a file."""
    return max(PATIENCE / max(places, 1), LEAST_PATIENCE)


def download(url: str, path: str, wanted: Wanted, attempts: int, seconds: float) -> PartialFile:
    """Downloads a file under a temporary name and verifies it; the caller commits or discards it.

    So many attempts in a row may make no progress, and so many seconds may pass without any.

    Raises:
        DownloadError: the server does not provide the file, or there was no progress for too long.
        ChecksumError: there is another file.
        CacheError: it cannot be written.
    """
    server, unreachable = urlsplit(url).netloc, _UNREACHABLE.get()
    if unreachable is not None and server in unreachable:
        raise DownloadError(f"cannot download {url}: no connection to {server}, as before. {ELSEWHERE}")
    part = PartialFile(url, path, wanted)
    watch = _Watch(f"Downloading {url} to {path}", server)
    try:
        part.take_up()
        _complete(part, watch, attempts, Patience(seconds))
    except ChecksumError:
        part.temporary.discard()
        raise
    except BaseException as problem:
        part.keep_or_discard()
        if unreachable is not None and is_without_connection(problem):
            unreachable.add(server)
        raise
    finally:
        watch.close()
    return part


def _complete(part: PartialFile, watch: _Watch, attempts: int, patience: Patience) -> None:
    """Fills a part until it is the wanted file."""
    attempted = Attempts(replace(POLICY, attempts=attempts))
    most = reached = part.size
    wrong = 0

    def arrived(part: PartialFile) -> None:
        nonlocal reached
        watch.arrived(part)
        if part.size >= reached + SLOWEST[1]:  # what comes once more, after a restart, is no progress
            reached = part.size
            patience.renew()

    while True:
        try:
            watch.begin(attempted.total_failures + 1, patience.left())
            receive(part, arrived, patience)
        except TransientError as problem:
            seconds = attempted.wait_after(problem, progress=part.size > most)
            most = max(most, part.size)
            if seconds is None or seconds >= patience.left():
                count = counted(attempted.total_failures, "attempt")
                raise DownloadError(
                    f"cannot download {part.url}: {problem} ({count}); try again later. {ELSEWHERE}"
                ) from problem
            _wait(seconds)
            continue
        complaint = _complaint(part)
        if complaint is None:
            return
        wrong += not part.inherited
        if wrong == WRONG:
            raise ChecksumError(f"{part.url} is not the file that is wanted: {complaint}")
        part.restart()
        most = reached = 0
        patience.renew()


def _wait(seconds: float) -> None:
    end = monotonic() + seconds
    while (left := end - monotonic()) > 0:
        beat()
        sleep(min(left, 0.5))


def _complaint(part: PartialFile) -> str | None:
    """Returns how a complete download differs from the wanted file; None if nothing shows that it does.

    Raises:
        ChecksumError: it is a web page, which servers send in place of a file, and to ask again is useless.
    """
    complaint = part.wanted.complaint(part.size, part.hashes.digests())
    if complaint is None and part.wanted.digests:
        return None
    if is_web_page(part.head):
        title = page_title(part.head)
        called = f" ({title[:80]!r})" if title else ""
        raise ChecksumError(
            f"{part.url} gave a web page{called} instead of the file: it moved, or there is a login in "
            "between; get it with a browser and pass it to `parbleu data import`"
        )
    return complaint or _oddity(part)


def _oddity(part: PartialFile) -> str | None:
    """Returns what is wrong with a file that has no known checksum."""
    if part.size == 0 and part.wanted.size != 0:
        return "it is empty"
    for suffix, magic in MAGIC.items():
        if part.temporary.target.endswith(suffix) and not part.head.startswith(magic):
            return f"it does not begin as a {suffix} file does"
    if part.wanted.check is None:
        return None
    part.temporary.file.flush()
    return part.wanted.check(part.temporary.path)


class _Watch:
    """Tells of a download once its first bytes are there, and shows waiting processes that it continues.

    Args:
        what: the message; on a terminal, a bar follows.
        server: what is waited for if no byte comes.
    """

    def __init__(self, what: str, server: str) -> None:
        self._what = what
        self._server = server
        self._silence: Timer | None = None
        self._bar: Progress | None = None
        self._shown = 0
        self._visible = log.shows_progress()

    def begin(self, attempt: int, seconds: float) -> None:
        """Has the user told before long which server is silent, and how long that is waited for at most."""
        self._end_silence()
        message = f"Waiting for {self._server} (attempt {attempt}), {seconds:.0f} seconds at most"
        self._silence = Timer(SILENCE, log.inform, [message])
        self._silence.daemon = True
        self._silence.start()

    def _end_silence(self) -> None:
        if self._silence is not None:
            self._silence.cancel()
            self._silence = None

    def arrived(self, part: PartialFile) -> None:
        """Advances the progress bar."""
        self._end_silence()
        beat()
        if self._what:
            log.inform(self._what)
            self._what = ""
        if not self._visible:
            return
        if part.size < self._shown:
            self.close()
        if self._bar is None:
            self._bar, self._shown = Progress(part.total), 0
        self._bar.advance(part.size - self._shown)
        self._shown = part.size

    def close(self) -> None:
        """Removes the bar."""
        self._end_silence()
        if self._bar is not None:
            self._bar.close()
            self._bar = None
