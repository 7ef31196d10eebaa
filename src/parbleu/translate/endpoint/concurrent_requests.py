"""Sends many requests to a server at once from a separate thread, and repeats failed ones."""

from __future__ import annotations

import asyncio
import socket
from concurrent.futures import Future
from contextlib import suppress
from queue import SimpleQueue
from random import uniform
from threading import Thread
from typing import TYPE_CHECKING, Any

import anyio
from anyio.from_thread import start_blocking_portal

from parbleu.base.log import warn
from parbleu.base.wording import counted
from parbleu.errors import RejectedRequestError, TranslationError
from parbleu.io.retry import Attempts, TransientError
from parbleu.translate.endpoint.chat_protocol import Answer, read_answer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from parbleu.io.retry import RetryPolicy
    from parbleu.translate.endpoint.chat_protocol import ChatRequests
    from parbleu.translate.endpoint.http_connection import Connection

CLOSING = 2.0
"""Seconds that connections may take to close."""


class ConcurrentRequests:
    """Asks a server for translations. The caller's thread may run an event loop of its own, as in notebooks.

    Args:
        connection: the connection to the server.
        requests: what makes the request for a segment.
        concurrency: how many requests are open at once.
        timeout: the limit for one request, in seconds, from its first byte to the last byte of its answer.
        policy: how often a request is tried, and how long to wait between two tries.

    Attributes:
        made: how many requests were made.
        repeated: how many of them repeat a failed request.
    """

    def __init__(
        self,
        connection: Connection,
        requests: ChatRequests,
        *,
        concurrency: int,
        timeout: float,
        policy: RetryPolicy,
    ) -> None:
        self.made: int = 0
        self.repeated: int = 0
        self._connection = connection
        self._where = connection.where
        self._requests = requests
        self._concurrency = concurrency
        self._timeout = timeout
        self._policy = policy
        self._warned: set[str] = set()
        self._not_before = 0.0
        """The time of the event loop until which the server wants no requests."""
        self._thread = start_blocking_portal(backend_options={"loop_factory": _EventLoop})
        self._portal = self._thread.__enter__()
        self._running: Future[None] = Future()

    def answers(self, segments: list[str]) -> Iterator[tuple[int, Answer]]:
        """Yields the index of a segment and its answer, in the order in which answers arrive.

        The first failure ends all other requests, and so does an interruption of the caller.

        Raises:
            TranslationError: a segment cannot be translated; the error's `segment` is its index, from 0.
        """
        passed: SimpleQueue[tuple[int, Answer] | None] = SimpleQueue()
        running = self._running = self._portal.start_task_soon(self._ask_all, segments, passed.put)
        running.add_done_callback(lambda _: passed.put(None))
        try:
            while (item := passed.get()) is not None:
                yield item
            running.result()
        finally:
            running.cancel()

    def close(self) -> None:
        """Ends the requests that are still running, closes the connections and ends the thread."""
        self._running.cancel()
        with suppress(Exception):  # whatever is wrong with connections that are given up anyway
            self._portal.call(self._close_connections)
        self._thread.__exit__(None, None, None)

    async def _close_connections(self) -> None:
        with anyio.move_on_after(CLOSING):
            await self._connection.close()

    async def _ask_all(self, segments: list[str], arrived: Callable[[tuple[int, Answer]], None]) -> None:
        waiting = iter(enumerate(segments))
        failures = []

        async def work() -> None:
            for index, segment in waiting:
                try:
                    answer = await self._ask(segment)
                except TranslationError as problem:
                    problem.segment = index
                    failures.append(problem)
                    group.cancel_scope.cancel()
                    return
                arrived((index, answer))

        async with anyio.create_task_group() as group:
            for _ in range(min(self._concurrency, len(segments))):
                group.start_soon(work)
        if failures:
            raise failures[0]

    async def _ask(self, segment: str) -> Answer:
        attempts = Attempts(self._policy)
        while True:
            await self._wait_for_server()
            self.made += 1
            request = self._requests.make(segment)
            try:
                with anyio.fail_after(self._timeout):
                    return await self._attempt(segment, request)
            except TimeoutError:
                problem = TransientError(
                    f"no whole answer within {counted(self._timeout, 'second', 'g')} (--timeout)"
                )
            except TransientError as transient:
                problem = transient
            except RejectedRequestError as rejected:
                self._requests.adapt(rejected)
                if request == self._requests.make(segment):
                    raise
                continue
            seconds = self._seconds_to_wait(problem, attempts)
            self.repeated += 1
            await anyio.sleep(seconds)

    async def _attempt(self, segment: str, request: bytes) -> Answer:
        body = await self._connection.post(request)
        try:
            return read_answer(body, self._where.chat, segment)
        except TranslationError as problem:
            raise TranslationError(f"{self._where.shown}: {problem}") from None

    async def _wait_for_server(self) -> None:
        """Waits as long as the server has asked any request to."""
        while (left := self._not_before - anyio.current_time()) > 0:
            await anyio.sleep(left + uniform(0, min(left, 1)))  # not all at the same moment

    def _seconds_to_wait(self, problem: TransientError, attempts: Attempts) -> float:
        """Returns the seconds until the next attempt; notes how long the server wants no requests."""
        failure = f"{self._where.shown}: {problem}"
        seconds = attempts.wait_after(problem)
        if seconds is None:
            count = counted(max(1, attempts.failures), "attempt")
            raise TranslationError(
                f"{failure} ({count}); check that the server runs and has the model, then continue"
            )
        if problem.wait is not None:
            if problem.wait > self._policy.longest_asked:
                raise TranslationError(
                    f"{failure}; it asks to wait {problem.wait:,.0f} seconds: continue then"
                )
            self._not_before = max(self._not_before, anyio.current_time() + problem.wait)
        kind = str(problem).partition(":")[0]
        if kind not in self._warned:
            self._warned.add(kind)
            warn(f"{failure}; trying again")
        return seconds


class _EventLoop(asyncio.SelectorEventLoop):
    """Looks up hosts in detached threads, since a look-up cannot be cancelled."""

    async def getaddrinfo(self, *arguments: Any, **options: Any) -> Any:
        addresses: Future[Any] = Future()
        addresses.set_running_or_notify_cancel()

        def look_up() -> None:
            try:
                addresses.set_result(socket.getaddrinfo(*arguments, **options))
            except (OSError, UnicodeError) as problem:
                addresses.set_exception(problem)

        Thread(target=look_up, daemon=True).start()
        return await asyncio.wrap_future(addresses, loop=self)
