"""Runs a web server on this machine that imitates the internet, with all its faults.

    with serve(directory) as internet:
        internet.then("a.tgz", Answer(status=503), Answer(cut=1000))   # one request each, then all is well
        internet.always("b.tgz", Answer(ranges=False))
        fetch(internet.url("a.tgz"), ...)
        assert internet.count("a.tgz") == 3

Tests use the fixture `internet`, which also clears the environment of mirrors and proxies.
"""

from __future__ import annotations

import hashlib
import socket
import struct
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from email.message import Message
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from local_server import LocalServer, serving


@dataclass(frozen=True)
class Answer:
    """How one request is answered. Without arguments: faultlessly.

    Attributes:
        status: an HTTP status in place of the file.
        headers: more headers.
        body: other content than the file's, at once another version of it.
        redirect: where else to look.
        wait: seconds before the answer.
        ranges: False to ignore that a part is asked for.
        shift: how many bytes beside the part that is asked for the answer begins, whatever it says.
        validators: False to send neither entity tag nor time.
        weak: whether the entity tag is a weak one, and no time is sent.
        length: False to not say how long the body is.
        chunked: whether to send it in chunks.
        cut: how many bytes of the body to send before the connection is closed.
        reset: whether the connection is then reset instead.
        stall: seconds to do nothing then, before the connection ends.
        pace: bytes a piece and seconds between pieces.
        garbage: what to send in place of an HTTP answer.
    """

    status: int | None = None
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes | None = None
    redirect: str | None = None
    wait: float = 0
    ranges: bool = True
    shift: int = 0
    validators: bool = True
    weak: bool = False
    length: bool = True
    chunked: bool = False
    cut: int | None = None
    reset: bool = False
    stall: float = 0
    pace: tuple[int, float] | None = None
    garbage: bytes | None = None

    def __str__(self) -> str:
        """What is unusual; the names of tests are made from it."""
        return ",".join(
            f"{name}={value!r}" for name, value in vars(self).items() if value != vars(GOOD)[name]
        )


PAGE = Answer(
    body=b"<!DOCTYPE html>\n<html><head><title>Sign in</title></head></html>",
    headers={"Content-Type": "text/html"},
)
"""A page in place of the file, as logins and expired sites send it."""

GOOD = Answer()


@dataclass(frozen=True)
class Request:
    """What somebody asked for.

    Attributes:
        path: without the first slash.
        headers: the request's.
        target: as it stands in the request: a whole URL if the server is used as a proxy.
    """

    path: str
    headers: Message
    target: str


class Internet:
    """The server.

    Attributes:
        directory: what it serves.
        requests: what it was asked for so far.
    """

    def __init__(self, directory: Path, root: str) -> None:
        self.directory = directory
        self.requests: list[Request] = []
        self.root = root
        self._next: dict[str, deque[Answer]] = {}
        self._always: dict[str, Answer | Callable[[], Answer]] = {}
        self._lock = threading.Lock()

    def url(self, path: str) -> str:
        """Returns where a file of the directory is."""
        return f"{self.root}/{path}"

    def put(self, path: str, content: bytes) -> str:
        """Adds a file to the directory; returns its MD5."""
        file = self.directory / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
        return hashlib.md5(content).hexdigest()

    def then(self, path: str, *answers: Answer) -> None:
        """Answers the next requests for a file in these ways, one each."""
        with self._lock:
            self._next.setdefault(path, deque()).extend(answers)

    def always(self, path: str, answer: Answer | Callable[[], Answer]) -> None:
        """Answers requests for a file in this way, or in the way that a function chooses, after `then`."""
        with self._lock:
            self._always[path] = answer

    def count(self, path: str) -> int:
        """Returns how often a file was asked for."""
        with self._lock:
            return sum(request.path == path for request in self.requests)

    def asked(self, request: Request) -> Answer:
        """Notes a request; returns how to answer it."""
        with self._lock:
            self.requests.append(request)
            if waiting := self._next.get(request.path):
                return waiting.popleft()
            answer = self._always.get(request.path, GOOD)
            return answer if isinstance(answer, Answer) else answer()


@contextmanager
def serve(directory: Path, certificate: Path | None = None) -> Iterator[Internet]:
    """Serves the files of a directory at 127.0.0.1.

    Args:
        directory: may change while it is served.
        certificate: a file with a certificate and its key: serves https.
    """
    with serving(_Handler, certificate=certificate) as server:
        server.plays = Internet(directory, server.url)
        yield server.plays


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: LocalServer

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        pass

    def do_GET(self) -> None:
        self.close_connection = True
        path = unquote(urlsplit(self.path).path).lstrip("/")
        answer = self.server.plays.asked(Request(path, self.headers, self.path))
        time.sleep(answer.wait)
        with suppress(ConnectionError):
            self._answer(path, answer)

    def _answer(self, path: str, answer: Answer) -> None:
        file = self.server.plays.directory / path
        if answer.garbage is not None:
            self.wfile.write(answer.garbage)
        elif answer.redirect is not None:
            self._head(answer.status or 302, {"Location": answer.redirect, "Content-Length": "0"}, answer)
        elif answer.status is not None:
            self._head(answer.status, {"Content-Length": "6"}, answer)
            self.wfile.write(b"sorry\n")
        elif answer.body is None and not file.is_file():
            self._head(404, {"Content-Length": "0"}, answer)
        else:
            self._send(answer.body if answer.body is not None else file.read_bytes(), file, answer)

    def _send(self, content: bytes, file: Path, answer: Answer) -> None:
        headers = {}
        if answer.validators:
            tag = f'"{hashlib.md5(content).hexdigest()}"'
            headers["ETag"] = f"W/{tag}" if answer.weak else tag
            if not answer.weak and file.is_file():
                headers["Last-Modified"] = formatdate(file.stat().st_mtime, usegmt=True)
        first = self._first(headers) if answer.ranges else 0
        if first > 0 and first >= len(content):
            self._head(416, {"Content-Range": f"bytes */{len(content)}", "Content-Length": "0"}, answer)
            return
        status = 206 if first else 200
        if first:
            first += answer.shift
            headers["Content-Range"] = f"bytes {first}-{len(content) - 1}/{len(content)}"
        body = content[first:]
        if answer.chunked:
            headers["Transfer-Encoding"] = "chunked"
        elif answer.length:
            headers["Content-Length"] = str(len(body))
        self._head(status, headers, answer)
        self._body(body if answer.cut is None else body[: answer.cut], answer)

    def _first(self, ours: dict[str, str]) -> int:
        """The first byte that is asked for, if the version that is meant is still there."""
        asked = self.headers["Range"]
        if asked is None:
            return 0
        condition = self.headers["If-Range"]
        if condition is not None and condition not in {ours.get("ETag"), ours.get("Last-Modified")}:
            return 0
        return int(asked.removeprefix("bytes=").removesuffix("-"))

    def _head(self, status: int, headers: dict[str, str], answer: Answer) -> None:
        self.send_response(status)
        for name, value in {**headers, **answer.headers, "Connection": "close"}.items():
            self.send_header(name, value)
        self.end_headers()

    def _body(self, body: bytes, answer: Answer) -> None:
        size, pause = answer.pace or (1 << 20, 0)
        for start in range(0, len(body), size):
            piece = body[start : start + size]
            if answer.chunked:
                piece = b"%x\r\n%b\r\n" % (len(piece), piece)
            self.wfile.write(piece)
            time.sleep(pause)
        if answer.chunked and answer.cut is None:
            self.wfile.write(b"0\r\n\r\n")
        time.sleep(answer.stall)
        if answer.reset:
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
