"""An event loop in a thread of its own: waits for many answers at once, and lets go of all at Ctrl-C."""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator
    from typing import Any, TypeVar

    T = TypeVar("T")

ENDING = 2.0
"""Seconds that connections may take to close."""


class Background:
    """Runs coroutines, also for callers whose own thread runs an event loop, such as notebooks."""

    def __init__(self) -> None:
        self._loop = _Loop()
        self._thread = Thread(target=self._loop.run_forever, name="parbleu requests", daemon=True)
        self._thread.start()

    def stream(self, work: Callable[[Callable[[T], None]], Coroutine[Any, Any, None]]) -> Iterator[T]:
        """Runs a coroutine to its end. What interrupts the caller cancels it.

        Args:
            work: the coroutine's function; what it passes to its argument is yielded.
        """
        passed: SimpleQueue[tuple[T, ...]] = SimpleQueue()
        future = asyncio.run_coroutine_threadsafe(work(lambda item: passed.put((item,))), self._loop)
        future.add_done_callback(lambda _: passed.put(()))
        try:
            while item := passed.get():
                yield item[0]
            future.result()
        finally:
            future.cancel()

    def close(self, last: Coroutine[Any, Any, None]) -> None:
        """Cancels whatever still runs, does one last thing, and ends the thread."""
        future = asyncio.run_coroutine_threadsafe(self._end(last), self._loop)
        with suppress(Exception):  # whatever is wrong with connections that are given up anyway
            future.result(ENDING)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _end(self, last: Coroutine[Any, Any, None]) -> None:
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await last


class _Loop(asyncio.SelectorEventLoop):
    """Looks up hosts in threads that nobody waits for, since a look-up cannot be broken off."""

    async def getaddrinfo(
        self,
        host: bytes | str | None,
        port: bytes | str | int | None,
        *,
        family: int = 0,
        type: int = 0,  # noqa: A002 - as it is called there
        proto: int = 0,
        flags: int = 0,
    ) -> Any:
        answer = self.create_future()

        def look() -> None:
            try:
                found = socket.getaddrinfo(host, port, family, type, proto, flags)
            except (OSError, UnicodeError) as problem:
                self._tell(answer, None, problem)
            else:
                self._tell(answer, found, None)

        Thread(target=look, daemon=True).start()
        return await answer

    def _tell(self, answer: asyncio.Future[Any], found: Any, problem: Exception | None) -> None:
        def tell() -> None:
            if answer.done():  # cancelled
                return
            if problem is not None:
                answer.set_exception(problem)
            else:
                answer.set_result(found)

        with suppress(RuntimeError):  # the loop is closed: nobody wants to know
            self.call_soon_threadsafe(tell)
