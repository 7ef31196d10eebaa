"""A web server on this machine, for tests."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any


class LocalServer(ThreadingHTTPServer):
    """Answers every request in a thread of its own.

    Attributes:
        url: where it is.
        plays: what the handler plays.
    """

    daemon_threads = True
    block_on_close = False
    request_queue_size = 300
    url: str
    plays: Any

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Says nothing: clients that break off are what the tests are about."""


@contextmanager
def reserved_port() -> Iterator[int]:
    """A port at which nobody listens but a server of ours: meanwhile the system gives it to no other test."""
    with socket.socket() as holder:
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        holder.bind(("127.0.0.1", 0))
        yield holder.getsockname()[1]


@contextmanager
def serving(
    handler: type[BaseHTTPRequestHandler], port: int = 0, certificate: Path | None = None
) -> Iterator[LocalServer]:
    """Serves at 127.0.0.1.

    Args:
        handler: answers the requests.
        port: 0 for any that is free.
        certificate: a file with a certificate and its key: serves https.
    """
    server = LocalServer(("127.0.0.1", port), handler)
    if certificate is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True)
    server.url = f"{'https' if certificate else 'http'}://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.005}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
