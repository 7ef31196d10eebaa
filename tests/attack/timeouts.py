"""Downloads from servers that fall silent, with the time limits of real use: about four minutes, once.

    python tests/attack/timeouts.py

One server never answers, one stops in the middle of the file, one sends two bytes a second; two are right at
the second request. A finding is a download that takes another end than `EXPECTED`, or leaves a file.
"""

from __future__ import annotations

import os
import random
import socket
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Thread

from parbleu.errors import DownloadError
from parbleu.fetch._download import fetch

CONTENT = random.Random(1).randbytes(200_000)
HALF = len(CONTENT) // 2
HEAD = b'HTTP/1.1 200 OK\r\nETag: "x"\r\nAccept-Ranges: bytes\r\nContent-Length: 200000\r\n\r\n'
RANGE = b"Content-Range: bytes 100000-199999/200000\r\nContent-Length: 100000\r\n\r\n"
REST = b'HTTP/1.1 206 Part\r\nETag: "x"\r\n' + RANGE
EXPECTED = {
    "silent": "no answer in time (4 attempts)",
    "silent once": "",
    "half": "no answer in time (4 attempts)",
    "half once": "",
    "slow": "bytes came in",
}


def answer(connection: socket.socket, mood: str, number: int) -> None:
    """Answers one request; then the connection stays open without a word."""
    connection.recv(1 << 16)
    if number > 1 and mood.endswith("once"):
        connection.sendall(REST + CONTENT[HALF:] if mood.startswith("half") else HEAD + CONTENT)
    elif mood.startswith("half"):
        connection.sendall(HEAD + CONTENT[:HALF])
    elif mood == "slow":
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 200000\r\n\r\n")
        with suppress(OSError):  # the other side gives up
            for place in range(len(CONTENT)):
                connection.sendall(CONTENT[place : place + 1])
                time.sleep(0.5)
    time.sleep(3600)


def download(mood: str) -> str:
    """Returns what became of a download, and its time, as a line that begins with "right" or "WRONG"."""
    server = socket.create_server(("127.0.0.1", 0))
    requests: list[Thread] = []

    def serve() -> None:
        while True:
            arguments = (server.accept()[0], mood, len(requests) + 1)
            requests.append(Thread(target=answer, args=arguments, daemon=True))
            requests[-1].start()

    Thread(target=serve, daemon=True).start()
    begun, problem = time.monotonic(), ""
    with tempfile.TemporaryDirectory() as place:
        path = Path(place, "a.bin")
        try:
            fetch(f"http://127.0.0.1:{server.getsockname()[1]}/a.bin", str(path))
        except DownloadError as error:
            problem = str(error)
        is_there = path.exists() and path.read_bytes() == CONTENT
    right = EXPECTED[mood] in problem and is_there == (problem == "") == (EXPECTED[mood] == "")
    seconds = f"{time.monotonic() - begun:.0f} s"
    return f"{'right' if right else 'WRONG'}: {mood}, {seconds}: {problem or 'downloaded'}"


if __name__ == "__main__":
    for name in [*os.environ]:
        if name.lower().endswith("_proxy") or name in {"PARBLEU_OFFLINE", "PARBLEU_MIRROR"}:
            del os.environ[name]
    with ThreadPoolExecutor(len(EXPECTED)) as pool:
        found = []
        for line in pool.map(download, EXPECTED):
            found.append(line)
            print(line, flush=True)
    os._exit(any(line.startswith("WRONG") for line in found))  # threads that sleep are left behind
