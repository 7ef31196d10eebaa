"""Defines the retry policy: which network failures are tried again, how often and how soon."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from email.message import Message
from random import uniform
from socket import gaierror
from time import monotonic

TRANSIENT_STATUSES = {408, 425, 429, *range(500, 600)} - {501, 505}
"""The HTTP status codes of failures that may pass."""


class TransientError(Exception):
    """A failure that may pass, such as a broken connection.

    Args:
        reason: what happened.
        wait: the seconds to wait that the server asked for, if it did.
    """

    def __init__(self, reason: str, wait: float | None = None) -> None:
        super().__init__(reason)
        self.wait = wait


@dataclass(frozen=True)
class RetryPolicy:
    """How often something is tried, and how long to wait after a failure.

    Each wait is twice as long as the one before, up to a limit, and shortened by a random part of at most a
    half, so that clients that failed together do not come back together.

    Attributes:
        attempts: how many attempts in a row may fail.
        first_wait: the seconds to wait after the first failure.
        longest_wait: the longest wait of our own, in seconds.
        longest_asked: the longest wait that a server may ask for, in seconds.
        total_attempts: how many attempts may fail if some between them made progress.
    """

    attempts: int
    first_wait: float
    longest_wait: float
    longest_asked: float
    total_attempts: int | None = None

    def wait(self, failures: int, asked: float | None = None) -> float:
        """Returns how many seconds to wait after so many failures in a row.

        `asked` is what the server asked for; longer waits than `longest_asked` are cut.
        """
        doublings = min(max(failures - 1, 0), 30)
        seconds = uniform(0.5, 1) * min(self.first_wait * 2.0**doublings, self.longest_wait)
        if asked is None:
            return seconds
        asked = min(asked, self.longest_asked)
        return max(seconds, asked + uniform(0, min(asked, 1)))


class Attempts:
    """Counts the attempts at one thing, under a policy.

    Attributes:
        failures: how many attempts have failed in a row.
        total_failures: how many have failed.
    """

    def __init__(self, policy: RetryPolicy) -> None:
        self.failures: int = 0
        self.total_failures: int = 0
        self._policy = policy

    def wait_after(self, problem: TransientError, progress: bool = False) -> float | None:
        """Returns the seconds to wait after a failed attempt; None if there should be no other.

        The count in a row begins anew if it made `progress`, such as a part of a file.
        """
        self.total_failures += 1
        self.failures = 0 if progress else self.failures + 1
        if self.failures >= self._policy.attempts or self.total_failures == self._policy.total_attempts:
            return None
        return self._policy.wait(self.failures, problem.wait)


class Patience:
    """How long something may go on without progress.

    Args:
        seconds: that long; every progress begins it anew.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self.renew()

    def renew(self) -> None:
        """Begins the time anew, since there was progress."""
        self._end = monotonic() + self._seconds

    def left(self) -> float:
        """Returns the seconds that are left; 0 if none are."""
        return max(0.0, self._end - monotonic())


def causes(problem: BaseException) -> list[BaseException]:
    """Returns an exception and what caused it, each followed by its own cause."""
    chain = [problem]
    while (cause := chain[-1].__cause__ or chain[-1].__context__) is not None and cause not in chain:
        chain.append(cause)
    return chain


def unknown_server(problem: BaseException) -> str:
    """Returns in words that a server's name is not known, if a failure comes from that; "" for others.

    To ask again would take seconds and change nothing where there is no network.
    """
    unknown = next((cause for cause in causes(problem) if isinstance(cause, gaierror)), None)
    return "" if unknown is None else f"the name of the server is not known ({unknown.strerror})"


def retry_after(headers: Message | Mapping[str, str]) -> float | None:
    """Returns the seconds that a server asks to wait, in `Retry-After`: a number, or a date."""
    text = (headers.get("Retry-After") or "").strip()
    if text.isascii() and text.isdigit():
        return float(text[:9])
    from email.utils import parsedate_to_datetime
    from time import time

    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - time())
    except (TypeError, ValueError, OverflowError):
        return None
