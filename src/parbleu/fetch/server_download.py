"""A file from one server, with as many attempts as are sensible."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic, sleep
from typing import TYPE_CHECKING

from parbleu.errors import ChecksumError, DownloadError
from parbleu.fetch.error_pages import objection
from parbleu.fetch.http_transfer import receive
from parbleu.fetch.partial_download import Part
from parbleu.io.retry import Attempts, RetryPolicy, TransientError

if TYPE_CHECKING:
    from parbleu.fetch.checksums import Wanted

POLICY = RetryPolicy(attempts=5, first_wait=0.5, longest_wait=20.0, longest_asked=60.0, total_attempts=50)
WRONG = 2
"""Complete files with a wrong checksum until the server is believed to have another file."""


class Monitor:
    """What watches a download: it is told of each piece and of each wait."""

    def arrived(self, part: Part) -> None:
        """Called after each piece."""

    def alive(self) -> None:
        """Called at least every second or so, also while nothing arrives."""


def download(url: str, path: str, wanted: Wanted, monitor: Monitor, attempts: int) -> Part:
    """Downloads a file under a temporary name and verifies it.

    Args:
        url: where it is.
        path: what it will be called.
        wanted: what is known of it.
        monitor: is told of the progress.
        attempts: how many attempts in a row may bring nothing.

    Returns:
        all of the file; to be committed or discarded.

    Raises:
        DownloadError: the file cannot be had from there.
        ChecksumError: there is another file.
        CacheError: it cannot be written.
    """
    part = Part(path, wanted)
    try:
        part.take_up(url)
        _complete(url, part, wanted, monitor, attempts)
    except ChecksumError:
        part.temporary.discard()
        raise
    except BaseException:
        part.keep_or_discard()
        raise
    return part


def _complete(url: str, part: Part, wanted: Wanted, monitor: Monitor, attempts: int) -> None:
    """Fills a part until it is the wanted file."""
    attempted = Attempts(replace(POLICY, attempts=attempts))
    most = part.size
    wrong = 0
    while True:
        try:
            receive(url, part, wanted, monitor.arrived)
        except TransientError as problem:
            seconds = attempted.wait_after(problem, progress=part.size > most)
            most = max(most, part.size)
            if seconds is None:
                raise DownloadError(
                    f"cannot download {url}: {problem} ({attempted.total_failures} attempts); try again "
                    "later, or get it elsewhere: see PARBLEU_MIRROR and `parbleu data import`"
                ) from problem
            _wait(seconds, monitor)
            continue
        complaint = objection(url, part, wanted)
        if complaint is None:
            return
        wrong += not part.inherited
        if wrong == WRONG:
            raise ChecksumError(f"{url} is not the file that is wanted: {complaint}")
        part.restart()
        most = 0


def _wait(seconds: float, monitor: Monitor) -> None:
    end = monotonic() + seconds
    while (left := end - monotonic()) > 0:
        monitor.alive()
        sleep(min(left, 0.5))
