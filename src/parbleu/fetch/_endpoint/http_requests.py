"""Sends HTTP requests to a server: address and key, one connection, many requests at once, retries."""

from __future__ import annotations

import asyncio
import os
import socket
import ssl
import zlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from http.client import responses
from ipaddress import ip_address
from queue import SimpleQueue
from random import uniform
from threading import Thread
from typing import Any, Generic, TypeVar
from weakref import finalize

import anyio
import httpx
from anyio.from_thread import start_blocking_portal

from parbleu import __version__
from parbleu._base.log import warn
from parbleu._base.wording import counted
from parbleu._io.retry import (
    TRANSIENT_STATUSES,
    Attempts,
    RetryPolicy,
    TransientError,
    causes,
    retry_after,
    unknown_server,
)
from parbleu.errors import OptionError, RejectedRequestError, TranslationError
from parbleu.fetch._endpoint.chat_protocol import POLICY, ChatRequests, code, from_server

T = TypeVar("T")

KEY_VARIABLE = "OPENAI_API_KEY"

_PART = 6
"""So many characters of a key, or more, are never shown: servers and cut messages repeat parts."""

LARGEST = 8 << 20
"""Bytes of an answer: more than any model writes for a segment, with all its reasoning."""
LARGEST_COMPLAINT = 1 << 16
"""Bytes of an answer that is only read for its message."""
RETRIED_STATUSES = TRANSIENT_STATUSES | {409}
HINTS = {
    404: "does --url name where the API begins (often /v1 comes last), and --model a model there?",
    407: "the proxy wants a login: see HTTPS_PROXY",
    413: "the segment is too long for it",
}
CHANGE = "change what it complains of: the model, the prompt, the limit of tokens or the temperature"

REFUSALS = 2
"""Attempts at a server that refuses connections and has not answered yet: it does not run."""
CLOSING = 2.0
"""Seconds that connections may take to close."""


class RefusedConnectionError(TransientError):
    """A server's machine refuses the connection: no server runs there."""


@dataclass(frozen=True, slots=True)
class Address:
    """The address of a server.

    Attributes:
        url: the whole address, with the path of the kind of request. Its query may hold secrets.
        shown: the address without its query, for messages and records.
        chat: whether requests send messages; if not, they send a text to be continued.
        local: whether the server is on this machine.
    """

    url: httpx.URL
    shown: str
    chat: bool
    local: bool


def address(text: str) -> Address:
    """Returns the address of a server.

    Args:
        text: a URL such as `http://127.0.0.1:8000/v1`, or one that ends in `/chat/completions` or
            `/completions`.

    Raises:
        OptionError: the text is not such a URL.
    """
    try:
        url = httpx.URL(text)
        host = url.host
        port_is_right = url.port is None or 0 < url.port < 1 << 16
    except (httpx.InvalidURL, ValueError):
        raise _wrong() from None
    if url.userinfo:
        raise OptionError(
            "--url holds a name or password, which everybody on this machine can see: put the key into the "
            f"environment variable {KEY_VARIABLE} instead"
        )
    if url.scheme not in {"http", "https"} or not host or "%" in host or not port_is_right:
        raise _wrong()
    path = url.path.rstrip("/")
    chat = path.endswith("/chat/completions") or not path.endswith("/completions")
    if not path.endswith("/completions"):
        path += "/chat/completions"
    url = url.copy_with(path=path, fragment=None)
    return Address(url, str(url.copy_with(query=None)), chat, _is_local(host))


def key(variable: str | None, where: Address, spelled: Callable[[str], str] = str) -> str | None:
    """Returns the key for a server from an environment variable; None if there is no key to send.

    Args:
        variable: the environment variable that the user names; None for `OPENAI_API_KEY`, whose key is not
            sent over connections that others could read.
        where: the address of the server.
        spelled: spells the options in warnings as the user writes them.

    Raises:
        OptionError: the variable that the user names is not set, or its key may not be sent there.
    """
    secret = os.environ.get(variable or KEY_VARIABLE, "").strip()
    if not secret:
        if variable:
            raise OptionError(f"the environment variable {variable} holds no key: set it, or do not name it")
        return None
    if not (secret.isascii() and secret.isprintable()):
        raise OptionError(f"{variable or KEY_VARIABLE} holds characters that no key has: copy the key again")
    if where.local or where.url.scheme == "https":  # nobody in between reads what is sent
        return secret
    if variable is None:
        warn(
            spelled(
                f"{where.shown} is not encrypted, so the key in {KEY_VARIABLE} is not sent: use https, or "
                f"name the variable (--api-key-variable {KEY_VARIABLE}) to send it all the same"
            )
        )
        return None
    warn(f"the key in {variable} is sent to {where.shown} without encryption, as you ask; https is safer")
    return secret


def _wrong() -> OptionError:
    return OptionError("--url must be the address of a server, such as http://127.0.0.1:8000/v1")


def _is_local(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


class Connection:
    """A client of one server. All methods but the constructor run in an event loop.

    Args:
        where: the address of the server.
        key: the user's key, which is sent to this server only; None to send no key.
        key_variable: the environment variable that holds the key, for messages.
        concurrency: how many requests may be open at once.

    Attributes:
        where: the address of the server.
        was_reached: whether the server has begun an answer.
    """

    def __init__(self, where: Address, key: str | None, key_variable: str, concurrency: int) -> None:
        self.where = where
        self.was_reached: bool = False
        self._key = key
        self._key_variable = key_variable
        headers = {
            "User-Agent": f"parbleu/{__version__}",
            "Accept": "application/json",
            "Accept-Encoding": "identity",
            "Content-Type": "application/json",
        }
        if key is not None:
            headers["Authorization"] = f"Bearer {key}"
        host = f"[{where.url.host}]" if ":" in where.url.host else where.url.host
        try:
            self._client = httpx.AsyncClient(
                headers=headers,
                timeout=None,  # there is one deadline, for all of a request
                follow_redirects=False,
                limits=httpx.Limits(max_connections=concurrency, max_keepalive_connections=concurrency),
                # No proxy knows the way back to this machine.
                mounts={f"all://{host}": None} if where.local else None,
            )
        except (OSError, ValueError, ImportError) as problem:
            raise OptionError(
                f"the environment's proxies or certificates cannot be used ({problem}): "
                "see HTTPS_PROXY, ALL_PROXY, SSL_CERT_FILE"
            ) from None

    async def post(self, body: bytes) -> bytes:
        """Sends a request; returns the body of the answer.

        Raises:
            TransientError: it failed, and may succeed another time.
            RejectedRequestError: it will not.
            TranslationError: the server cannot be asked at all.
        """
        try:
            async with self._client.stream("POST", self.where.url, content=body) as response:
                self.was_reached = True
                if response.is_success:
                    return _decoded(await _read(response, LARGEST), response.headers)
                complaint = await _read(response, LARGEST_COMPLAINT, cut=True)
                raise self._complaint(response, complaint)
        except httpx.HTTPError as problem:
            raise self._broken(problem) from problem

    async def close(self) -> None:
        """Closes all connections."""
        await self._client.aclose()

    def _complaint(self, response: httpx.Response, body: bytes) -> TransientError | TranslationError:
        status = response.status_code
        message = self._unmasked(from_server(body))
        phrase = f"HTTP status {status} {responses.get(status, '')}".rstrip() + (
            f": {message}" if message else ""
        )
        if status in RETRIED_STATUSES and code(body) != "insufficient_quota":
            return TransientError(phrase, retry_after(response.headers))
        return RejectedRequestError(
            f"{self.where.shown}: {phrase}; {self._advice(status, response)}", status, message
        )

    def _advice(self, status: int, response: httpx.Response) -> str:
        if 300 <= status < 400:
            target = response.headers.get("Location", "nowhere").partition("?")[0]
            return (
                f"it redirects to {self._unmasked(from_server(target.encode()))}: if you trust that, give "
                "it as --url"
            )
        if status in {401, 403}:
            if self._key is None:
                return (
                    f"it wants a key: put one into {self._key_variable}, or name another --api-key-variable"
                )
            return f"is the key in {self._key_variable} one of this server, and allowed to use this model?"
        if status == 429:
            return "pay for more, or wait; what is done is kept for --resume"
        return HINTS.get(status, CHANGE)

    def _broken(self, problem: httpx.HTTPError) -> TransientError | TranslationError:
        """Returns the error for an answer that did not arrive in full."""
        for cause in causes(problem):
            if isinstance(cause, ssl.SSLCertVerificationError):
                return TranslationError(
                    f"{self.where.shown}: its certificate is not trusted ({cause.verify_message}); is the "
                    "clock right? SSL_CERT_FILE names certificates to trust"
                )
        if unknown := unknown_server(problem):
            return TranslationError(f"{self.where.shown}: {unknown}")
        if isinstance(problem, httpx.ProxyError):
            return TranslationError(
                f"the proxy refuses ({from_server(str(problem).encode())}): see HTTPS_PROXY"
            )
        if isinstance(problem, httpx.ConnectError):
            is_refused = any(isinstance(cause, ConnectionRefusedError) for cause in _all_causes(problem))
            kind = RefusedConnectionError if is_refused else TransientError
            return kind(f"no connection ({_deepest(problem) or problem})")
        if isinstance(problem, httpx.UnsupportedProtocol):
            return TranslationError(f"{self.where.shown}: {problem}")
        return TransientError(f"the connection broke off ({problem or type(problem).__name__})")

    def _unmasked(self, text: str) -> str:
        """Returns a text of the server without the key, its parts, and the query, which some repeat."""
        for secret in (self.where.url.query.decode(), *self.where.url.params.values()):
            text = text.replace(secret, "[the query]") if len(secret) >= _PART else text
        return without_key(text, self._key or "")


def without_key(text: str, key: str) -> str:
    """Returns a text in which a key, and each part of `_PART` of its characters or more, is masked."""
    shortest = min(len(key), _PART)
    shown, start = [], 0
    while key and start < len(text):
        end = start
        while end < len(text) and text[start : end + 1] in key:
            end += 1
        is_part = end - start >= shortest
        shown.append("[the key]" if is_part else text[start])
        start = end if is_part else start + 1
    return "".join(shown) if key else text


def _all_causes(problem: BaseException) -> list[BaseException]:
    """Returns an exception and its causes, with the members of groups: one for each address of a server."""
    chain = causes(problem)
    return [*chain, *(member for cause in chain for member in getattr(cause, "exceptions", ()))]


def _deepest(problem: BaseException) -> str | None:
    """Returns what the operating system said, among the causes of an exception."""
    for cause in reversed(_all_causes(problem)):
        if isinstance(cause, ssl.SSLError):
            return f"no encryption: {cause.reason}"
        if isinstance(cause, OSError) and cause.errno is not None:
            return os.strerror(cause.errno) if cause.errno > 0 else cause.strerror
    return None


async def _read(response: httpx.Response, most: int, *, cut: bool = False) -> bytes:
    """Returns a body as it was sent.

    Raises:
        TransientError: it is larger than `most` and not to be `cut`.
    """
    body = bytearray()
    async for piece in response.aiter_raw():
        body += piece
        if len(body) > most:
            if cut:
                break
            raise TransientError(f"its answer is larger than {most >> 20} MiB")
    return bytes(body[:most])


def _decoded(body: bytes, headers: httpx.Headers) -> bytes:
    """Returns a body without the compression that some servers use unasked; never more than is allowed."""
    coding = headers.get("Content-Encoding", "").strip().lower()
    if coding in {"", "identity"}:
        return body
    if coding not in {"gzip", "x-gzip", "deflate"}:
        raise TransientError(f"its answer is encoded as {from_server(coding.encode())!r}, unasked")
    inflating = zlib.decompressobj(zlib.MAX_WBITS | 32)
    try:
        whole = inflating.decompress(body, LARGEST + 1)
    except zlib.error:
        raise TransientError("its answer is damaged") from None
    if len(whole) > LARGEST:
        raise TransientError(f"its answer is larger than {LARGEST >> 20} MiB")
    if not inflating.eof:
        raise TransientError("its answer broke off")
    return whole


class ConcurrentRequests(Generic[T]):
    """Asks a server for answers. The caller's thread may run an event loop of its own, as in notebooks.

    Args:
        where: the address of the server.
        requests: what makes the request for an item, such as a segment, and reads the answer.
        key_variable: as `key` takes it.
        concurrency: how many requests are open at once.
        timeout: the limit for one request, in seconds, from its first byte to the last byte of its answer.
        policy: how often a request is tried, and how long to wait between two tries.
        spelled: spells the options in warnings as the user writes them.

    Attributes:
        made: how many requests were made.
        repeated: how many of them repeat a failed request.

    Raises:
        OptionError: there is no such key, or it may not be sent; proxies or certificates cannot be used.
    """

    def __init__(
        self,
        where: Address,
        requests: ChatRequests[T],
        *,
        key_variable: str | None,
        concurrency: int,
        timeout: float,
        policy: RetryPolicy,
        spelled: Callable[[str], str] = str,
    ) -> None:
        self.made: int = 0
        self.repeated: int = 0
        self._where = where
        secret = key(key_variable, where, spelled)
        self._connection = Connection(where, secret, key_variable or KEY_VARIABLE, concurrency)
        self._requests = requests
        self._concurrency = concurrency
        self._timeout = timeout
        self._policy = policy
        self._is_patient = policy.attempts > POLICY.attempts  # somebody waits for a server that starts
        self._spelled = spelled
        self._warned: set[str] = set()
        self._not_before = 0.0
        """The time of the event loop until which the server wants no requests."""
        self._thread = start_blocking_portal(backend_options={"loop_factory": _EventLoop})
        self._portal = self._thread.__enter__()
        # Python would wait forever for the thread of one that nobody closed, once all threads stand still.
        self._end_thread = finalize(self, self._thread.__exit__, None, None, None)
        self._running: Future[None] = Future()

    def answers(self, items: Sequence[T]) -> Iterator[tuple[int, Any]]:
        """Yields the index of an item and its answer, in the order in which answers arrive.

        The first failure ends all other requests, and so does an interruption of the caller.

        Raises:
            TranslationError: an item has no answer; the error's `segment` is its index, from 0.
        """
        passed: SimpleQueue[tuple[int, Any] | None] = SimpleQueue()
        running = self._running = self._portal.start_task_soon(self._ask_all, items, passed.put)
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
        self._end_thread()

    async def _close_connections(self) -> None:
        with anyio.move_on_after(CLOSING):
            await self._connection.close()

    async def _ask_all(self, items: Sequence[T], arrived: Callable[[tuple[int, Any]], None]) -> None:
        waiting = iter(enumerate(items))
        failures = []

        async def work() -> None:
            for index, item in waiting:
                try:
                    answer = await self._ask(item)
                except TranslationError as problem:
                    problem.segment = index
                    failures.append(problem)
                    group.cancel_scope.cancel()
                    return
                arrived((index, answer))

        async with anyio.create_task_group() as group:
            for _ in range(min(self._concurrency, len(items))):
                group.start_soon(work)
        if failures:
            raise failures[0]

    async def _ask(self, item: T) -> Any:
        attempts = Attempts(self._policy)
        while True:
            await self._wait_for_server()
            self.made += 1
            request = self._requests.make(item)
            try:
                with anyio.fail_after(self._timeout):
                    return await self._attempt(item, request)
            except TimeoutError:
                problem = TransientError(
                    f"no whole answer within {counted(self._timeout, 'second', 'g')} (--timeout)"
                )
            except TransientError as transient:
                problem = transient
            except RejectedRequestError as rejected:
                self._requests.adapt(rejected)
                if request == self._requests.make(item):
                    return self._requests.rejected(rejected, item)
                continue
            seconds = self._seconds_to_wait(problem, attempts)
            self.repeated += 1
            await anyio.sleep(seconds)

    async def _attempt(self, item: T, request: bytes) -> Any:
        body = await self._connection.post(request)
        try:
            return self._requests.read(body, item)
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
        if (
            isinstance(problem, RefusedConnectionError)
            and not self._connection.was_reached
            and (seconds is None or (attempts.failures >= REFUSALS and not self._is_patient))
        ):
            raise TranslationError(
                f"{failure} ({counted(max(1, attempts.failures), 'attempt')}); nothing answers there: start "
                "the server, or correct --url"
            )
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
            warn(self._spelled(f"{failure}; trying again"))
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
