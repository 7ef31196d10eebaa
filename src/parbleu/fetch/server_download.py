"""A file from one server, with as many attempts as are sensible."""

from __future__ import annotations

from random import uniform
from time import monotonic, sleep

from parbleu.errors import ChecksumError, DownloadError
from parbleu.fetch.error_pages import objection
from parbleu.fetch.http_transfer import receive
from parbleu.fetch.network_errors import Passing
from parbleu.fetch.partial_download import Part

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parbleu.fetch.checksums import Wanted

TRIES = 5
"""Attempts in a row that bring nothing."""
TRIES_AT_ALL = 50
PAUSE = (0.5, 20.0)
"""Seconds to wait after the first failure, doubled after each; and the longest wait."""
PATIENCE = 60.0
"""The longest wait that a server may ask for, in seconds."""
WRONG = 2
"""Complete files with a wrong checksum until the server is believed to have another file."""


class Monitor:
    """What watches a download: it is told of each piece and of each wait."""

    def arrived(self, part: Part) -> None:
        """Called after each piece."""

    def alive(self) -> None:
        """Called at least every second or so, also while nothing arrives."""


def download(url: str, path: str, wanted: Wanted, monitor: Monitor, tries: int = TRIES) -> Part:
    """Downloads a file under a temporary name and verifies it.

    Args:
        url: where it is.
        path: what it will be called.
        wanted: what is known of it.
        monitor: is told of the progress.
        tries: how many attempts in a row may bring nothing.

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
        _complete(url, part, wanted, monitor, tries)
    except ChecksumError:
        part.temporary.discard()
        raise
    except BaseException:
        part.keep_or_discard()
        raise
    return part


def _complete(url: str, part: Part, wanted: Wanted, monitor: Monitor, tries: int) -> None:
    """Fills a part until it is the wanted file."""
    most = part.size
    idle = wrong = 0
    for attempt in range(1, TRIES_AT_ALL + 1):
        try:
            receive(url, part, wanted, monitor.arrived)
        except Passing as problem:
            idle = 0 if part.size > most else idle + 1
            most = max(most, part.size)
            if idle == tries or attempt == TRIES_AT_ALL:
                raise DownloadError(
                    f"cannot download {url}: {problem} ({attempt} attempts); try again later, or get it "
                    "elsewhere: see PARBLEU_MIRROR and `parbleu data import`"
                ) from problem
            _wait(idle, problem.wait, monitor)
            continue
        complaint = objection(url, part, wanted)
        if complaint is None:
            return
        wrong += not part.inherited
        if wrong == WRONG:
            raise ChecksumError(f"{url} is not the file that is wanted: {complaint}")
        part.restart()
        most = 0


def _wait(idle: int, asked: float | None, monitor: Monitor) -> None:
    """Waits after a failure: longer each time, and never as long as others that failed with it."""
    first, longest = PAUSE
    seconds = uniform(0.5, 1) * min(first * 2 ** max(idle - 1, 0), longest)
    if asked is not None:
        seconds = max(seconds, min(asked, PATIENCE))
    end = monotonic() + seconds
    while (left := end - monotonic()) > 0:
        monitor.alive()
        sleep(min(left, 0.5))
