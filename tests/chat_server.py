"""Runs a server on this machine that imitates a language model behind OpenAI's API, with all its faults.

    with serve() as server:
        server.then(Reply(status=503), Reply(text="Hallo"))    # one request each, then all is well
        Http(Settings(url=server.url, ...)).translate(["hello"])
        assert len(server.asked) == 2

Left alone, it answers with what stands behind the last line break of the prompt, in capitals.
"""

from __future__ import annotations

import json
import socket
import struct
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from email.message import Message
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

from local_server import LocalServer, serving


@dataclass(frozen=True)
class Asked:
    """A request.

    Attributes:
        target: the path, or a whole URL if the server is used as a proxy.
        headers: the request's.
        json: its content.
    """

    target: str
    headers: Message
    json: dict[str, Any]

    @property
    def prompt(self) -> str:
        """What the model is told."""
        return self.json["prompt"] if "prompt" in self.json else self.json["messages"][-1]["content"]


@dataclass(frozen=True)
class Reply:
    """How one request is answered.

    Attributes:
        text: the model's answer; None for the capitals.
        finish: why the model stopped.
        body: in place of an answer that holds the text.
        status: of HTTP.
        headers: more headers.
        wait: seconds before the answer.
        cut: how many bytes of the body are sent before the connection ends.
        reset: whether it then ends with a reset.
        pace: bytes a piece of the body, and seconds between pieces.
        chunked: whether the body is sent in chunks.
        raw: in place of an HTTP answer.
    """

    text: str | None = None
    finish: str = "stop"
    body: bytes | None = None
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    wait: float = 0
    cut: int | None = None
    reset: bool = False
    pace: tuple[int, float] | None = None
    chunked: bool = False
    raw: bytes | None = None


def completion(text: Any, finish: str = "stop", **message: Any) -> bytes:
    """Returns the JSON of an answer, to messages as to a text to be continued."""
    choice = {
        "index": 0,
        "finish_reason": finish,
        "message": {"role": "assistant", "content": text, **message},
    }
    return json.dumps(
        {
            "model": "parrot-1",
            "system_fingerprint": "fp_7",
            "choices": [{**choice, "text": text}],
            "usage": {"prompt_tokens": 10, "completion_tokens": 3, "total_tokens": 13},
        }
    ).encode()


class ChatServer:
    """The server.

    Attributes:
        url: of its API.
        asked: the requests so far, in the order of their arrival.
        answer: how requests are answered when no reply is waiting.
        most: how many requests were being answered at the same time, at most.
    """

    def __init__(self, root: str) -> None:
        self.url = f"{root}/v1"
        self.asked: list[Asked] = []
        self.answer: Callable[[Asked], Reply] = lambda asked: Reply()
        self.most = 0
        self._now = 0
        self._next: deque[Reply] = deque()
        self._lock = threading.Lock()

    def then(self, *replies: Reply) -> None:
        """Answers the next requests in these ways, one each."""
        with self._lock:
            self._next.extend(replies)

    def ask(self, asked: Asked) -> Reply:
        """Notes a request; returns how to answer it."""
        with self._lock:
            self.asked.append(asked)
            if self._next:
                return self._next.popleft()
        return self.answer(asked)

    def busy(self, change: int) -> None:
        """Notes that an answer is begun (1) or ended (-1)."""
        with self._lock:
            self._now += change
            self.most = max(self.most, self._now)


@contextmanager
def serve(port: int = 0, certificate: Path | None = None) -> Iterator[ChatServer]:
    """Serves at 127.0.0.1.

    Args:
        port: 0 for any that is free.
        certificate: a file with a certificate and its key: serves https.
    """
    with serving(_Handler, port, certificate) as server:
        server.plays = ChatServer(server.url)
        yield server.plays


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: LocalServer

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        pass

    def do_POST(self) -> None:
        content = self.rfile.read(int(self.headers["Content-Length"]))
        asked = Asked(self.path, self.headers, json.loads(content))
        self.server.plays.busy(1)
        try:
            reply = self.server.plays.ask(asked)
            time.sleep(reply.wait)
            with suppress(ConnectionError):
                self._answer(reply, asked)
        finally:
            self.server.plays.busy(-1)

    def _answer(self, reply: Reply, asked: Asked) -> None:
        if reply.raw is not None:
            self.close_connection = True
            self.wfile.write(reply.raw)
            return
        body = reply.body
        if body is None:
            text = asked.prompt.rpartition("\n")[2].upper() if reply.text is None else reply.text
            body = completion(text, reply.finish)
        self.send_response(reply.status)
        length = {"Transfer-Encoding": "chunked"} if reply.chunked else {"Content-Length": str(len(body))}
        for name, value in ({"Content-Type": "application/json"} | length | reply.headers).items():
            self.send_header(name, value)
        self.end_headers()
        self._send(body if reply.cut is None else body[: reply.cut], reply)

    def _send(self, body: bytes, reply: Reply) -> None:
        size, pause = reply.pace or (1 << 16, 0)
        for start in range(0, len(body), size):
            piece = body[start : start + size]
            self.wfile.write(b"%x\r\n%b\r\n" % (len(piece), piece) if reply.chunked else piece)
            time.sleep(pause)
        if reply.cut is not None:
            self.close_connection = True
        elif reply.chunked:
            self.wfile.write(b"0\r\n\r\n")
        if reply.reset:
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
