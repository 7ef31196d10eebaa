"""Many requests at once, each made again as often as is sensible."""

from __future__ import annotations

import asyncio
from random import uniform

from parbleu.base.log import warn
from parbleu.errors import TranslationError
from parbleu.io.retry import TransientError
from parbleu.translate.endpoint.chat_responses import Answer, read
from parbleu.translate.endpoint.http_connection import Rejected

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from parbleu.translate.endpoint.chat_requests import Requests
    from parbleu.translate.endpoint.http_connection import Connection
    from parbleu.translate.endpoint.server_address import Address

PAUSE = (1.0, 60.0)
"""Seconds to wait after the first failure, doubled after each; and the longest wait."""
PATIENCE = 600.0
"""The longest wait that a server may ask for, in seconds."""


class Asking:
    """Asks a server for translations.

    Args:
        connection: to it.
        where: it is.
        requests: makes a request of a segment.
        concurrency: requests at once.
        timeout: seconds from a request's first byte to the last of its answer.
        retries: how often a request that failed is made again.

    Attributes:
        made: requests so far.
        repeated: how many of these repeat one that failed.
    """

    def __init__(
        self,
        connection: Connection,
        where: Address,
        requests: Requests,
        *,
        concurrency: int,
        timeout: float,
        retries: int,
    ) -> None:
        self.made = self.repeated = 0
        self._connection = connection
        self._where = where
        self._requests = requests
        self._concurrency = concurrency
        self._timeout = timeout
        self._retries = retries
        self._told: set[str] = set()
        self._not_before = 0.0
        """The time of the loop until which the server wants to be left alone."""

    async def all(self, segments: list[str], arrived: Callable[[tuple[int, Answer]], None]) -> None:
        """Gets the answers for segments. The first failure ends all other requests.

        Args:
            segments: what is asked.
            arrived: is told each answer when it comes, with the index of its segment.

        Raises:
            TranslationError: a segment cannot be translated; its index is in the error's `segment`.
        """
        waiting = iter(enumerate(segments))

        async def work() -> None:
            for index, segment in waiting:
                arrived((index, await self._named(index, segment)))

        workers = [asyncio.create_task(work()) for _ in range(min(self._concurrency, len(segments)))]
        try:
            await asyncio.gather(*workers)
        finally:
            for worker in workers:
                worker.cancel()
            await asyncio.gather(*workers, return_exceptions=True)

    async def _named(self, index: int, segment: str) -> Answer:
        try:
            return await self._one(segment)
        except TranslationError as problem:
            problem.segment = index
            raise

    async def _one(self, segment: str) -> Answer:
        failures = 0
        while True:
            await self._turn()
            self.made += 1
            request = self._requests.make(segment)
            try:
                return await asyncio.wait_for(self._attempt(segment, request), self._timeout)
            except (asyncio.TimeoutError, TimeoutError):
                problem = TransientError(f"no whole answer within {self._timeout:g} seconds (--timeout)")
            except TransientError as passing:
                problem = passing
            except Rejected as rejected:
                self._requests.adapt(rejected)
                if request == self._requests.make(segment):
                    raise
                continue
            failures += 1
            self._see_whether_to_go_on(problem, failures)
            self.repeated += 1
            await asyncio.sleep(_pause(failures))

    async def _attempt(self, segment: str, request: bytes) -> Answer:
        body = await self._connection.post(request)
        try:
            return read(body, self._where.chat, segment)
        except TranslationError as problem:
            raise TranslationError(f"{self._where.shown}: {problem}") from None

    async def _turn(self) -> None:
        """Waits as long as the server has asked anybody to."""
        loop = asyncio.get_running_loop()
        while (left := self._not_before - loop.time()) > 0:
            await asyncio.sleep(left + uniform(0, min(left, 1)))  # not all at the same moment

    def _see_whether_to_go_on(self, problem: TransientError, failures: int) -> None:
        """Notes how long the server wants to be left alone.

        Raises:
            TranslationError: there were enough attempts, or it wants that for too long.
        """
        reason = str(problem)
        if failures > self._retries:
            attempts = f"{failures} attempts" if failures > 1 else "1 attempt"
            raise TranslationError(
                f"{self._where.shown}: {reason} ({attempts}); see whether the server and its model are well, "
                "then continue"
            )
        if problem.wait is not None:
            if problem.wait > PATIENCE:
                raise TranslationError(
                    f"{self._where.shown}: {reason}; it asks to wait {problem.wait:,.0f} seconds: "
                    "continue then"
                )
            self._not_before = max(self._not_before, asyncio.get_running_loop().time() + problem.wait)
        kind = reason.partition(":")[0]
        if kind not in self._told:
            self._told.add(kind)
            warn(f"{self._where.shown}: {reason}; trying again")


def _pause(failures: int) -> float:
    """Returns the seconds to wait after so many failures: longer each time, and not the same for all."""
    first, longest = PAUSE
    return uniform(0.5, 1) * min(first * 2.0 ** min(failures - 1, 30), longest)
