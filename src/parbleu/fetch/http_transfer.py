"""Requests a file, or the rest of one, over one HTTP connection and writes what it receives."""

from __future__ import annotations

import os
import re
import ssl
from collections.abc import Callable
from errno import ENOSPC
from http.client import HTTPException, HTTPMessage, HTTPResponse, HTTPSConnection, InvalidURL, responses
from shutil import disk_usage
from time import monotonic
from typing import Any
from urllib import request
from urllib.error import HTTPError, URLError

from parbleu import __version__
from parbleu.errors import CacheError, ChecksumError, DownloadError, NotOnServerError
from parbleu.fetch.partial_download import PartialFile, ServedVersion
from parbleu.io.retry import TRANSIENT_STATUSES, Patience, TransientError, retry_after, unknown_server

TIMEOUT = 30.0
"""Seconds to wait for a connection, and for each next byte."""
BLOCK = 1 << 18
SLOWEST = (60.0, 6_000)
"""Fewer bytes than that in so many seconds: the connection is as good as dead. So many are progress."""
HINTS = {
    401: "it wants a login",
    403: "the server refuses it, or a proxy does",
    404: "it has moved or gone",
    407: "the proxy wants a login: see HTTPS_PROXY",
    410: "it is gone for good",
    429: "the server is asked too often",
}

ELSEWHERE = "Get it elsewhere: see PARBLEU_MIRROR and `parbleu data import`"
"""What to do if a download fails; who calls knows better if that is no file of a test set."""


def receive(part: PartialFile, advance: Callable[[PartialFile], None], patience: Patience) -> None:
    """Requests the rest of a file and writes it to its part; restarts the part if the server sends the whole.

    `advance` is called with the part after each piece. `patience` says how long it may bring nothing.

    Raises:
        TransientError: the connection failed; what has arrived is in `part`.
        ChecksumError: the server has a file of another size.
        DownloadError: it failed for good.
        CacheError: the disk is full.
    """
    if part.size and not part.resumable:
        part.restart()
    if part.size and part.size == part.total:
        return
    try:
        with _open(part, min(TIMEOUT, patience.left() + 0.001)) as response:
            _match(part, response)
            _read(response, part, advance, patience)
    except (DownloadError, CacheError, TransientError):
        raise
    except (OSError, HTTPException, ValueError) as problem:
        raise _explain(problem, part.url) from problem
    if part.total is not None and part.size < part.total:
        raise TransientError(f"the connection ended after {part.size:,} of {part.total:,} bytes")


def _open(part: PartialFile, seconds: float) -> HTTPResponse:
    asked = request.Request(part.url, headers={"User-Agent": f"parbleu/{__version__}", "Accept": "*/*"})
    if part.size and part.origin:
        asked.add_header("Range", f"bytes={part.size}-")
        if part.origin.validator:
            asked.add_header("If-Range", part.origin.validator)
    try:
        response: HTTPResponse = _opener().open(asked, timeout=seconds)
    except HTTPError as problem:
        problem.close()
        if problem.code == 416 and part.size:
            part.restart()
            raise TransientError("the file has changed on the server") from None
        raise
    return response


def _match(part: PartialFile, response: HTTPResponse) -> None:
    """Sees whether an answer continues the part, or begins anew, and whether it can be the wanted file."""
    headers, url, size = response.headers, part.url, part.wanted.size
    if response.status == 206:
        first, total = _content_range(headers)
        origin = ServedVersion.of_answer(url, headers, total)
        if first != part.size or part.origin is None or not part.origin.agrees(origin):
            part.restart()
            raise TransientError("the server sent another part than was asked for")
        if part.origin.total is None:
            part.begin(origin)
        return
    if response.status not in {200, 203}:
        raise DownloadError(f"cannot download {url}: HTTP status {response.status} in place of a file")
    total = _number(headers["Content-Length"]) if "Transfer-Encoding" not in headers else None
    if None not in (total, size) and total != size:
        raise ChecksumError(
            f"{url} is not the file that is wanted: it has {total:,} bytes instead of {size:,}"
        )
    if part.size:
        part.restart()
    part.begin(ServedVersion.of_answer(url, headers, total))
    _see_room(part)


def _read(
    response: HTTPResponse, part: PartialFile, advance: Callable[[PartialFile], None], patience: Patience
) -> None:
    seconds, least = SLOWEST
    start, before = monotonic(), part.size
    while data := response.read1(BLOCK):
        part.write(data)
        advance(part)
        now = monotonic()
        if now - start > seconds or not patience.left():
            if part.size - before < least:
                raise TransientError(f"only {part.size - before:,} bytes came in {now - start:.0f} seconds")
            start, before = now, part.size


def _see_room(part: PartialFile) -> None:
    """Raises CacheError if the rest will not fit on the disk."""
    directory = os.path.dirname(part.temporary.target)
    try:
        free = disk_usage(directory).free
    except OSError:
        return
    if part.total is not None and (rest := part.total - part.size) > free:
        problem = OSError(ENOSPC, f"it takes {rest:,} bytes, and {free:,} are free there")
        raise part.temporary.unwritable(problem)


def _content_range(headers: HTTPMessage) -> tuple[int | None, int | None]:
    """Returns where a part begins, and the size of the whole file: `Content-Range: bytes 5-9/10`."""
    found = re.fullmatch(r"bytes (\d+)-\d+/(\d+|\*)", (headers["Content-Range"] or "").strip())
    return (int(found[1]), _number(found[2])) if found else (None, None)


def _number(text: str | None) -> int | None:
    text = (text or "").strip()
    return int(text) if text.isascii() and text.isdigit() else None


def _opener() -> request.OpenerDirector:
    """Returns what opens http and https, with the environment's proxies, and nothing else: no local files."""
    opener = request.OpenerDirector()
    for handler in (
        request.ProxyHandler,
        request.UnknownHandler,
        request.HTTPHandler,
        _Encrypted,
        request.HTTPDefaultErrorHandler,
        _Redirections,
        request.HTTPErrorProcessor,
    ):
        opener.add_handler(handler())
    return opener


class _Encrypted(request.AbstractHTTPHandler):
    """Loads the certificates to trust when they are needed, which takes longer than a connection."""

    https_request = request.AbstractHTTPHandler.do_request_

    def https_open(self, asked: request.Request) -> HTTPResponse:
        return self.do_open(HTTPSConnection, asked)


class _Redirections(request.HTTPRedirectHandler):
    def redirect_request(self, asked: request.Request, body: Any, *answer: Any) -> request.Request | None:
        """Follows no redirection from an encrypted connection to one that is not."""
        target: str = answer[-1]
        if asked.type == "https" and not target.lower().startswith("https:"):
            body.close()
            raise DownloadError(
                f"cannot download {asked.full_url}: it redirects to {target}, which is not encrypted"
            )
        return super().redirect_request(asked, body, *answer)

    def http_error_308(self, *answer: Any) -> Any:
        """Follows a permanent redirection, which Python 3.10 does not know, as it follows a temporary one."""
        asked, body, _, *rest = answer
        return self.http_error_302(asked, body, 307, *rest)


def _explain(problem: Exception, url: str) -> TransientError | DownloadError:
    """Returns what an exception of the network means: a failure that may pass, or one that will not."""
    if isinstance(problem, HTTPError):
        return _status(problem, url)
    reason = problem.reason if isinstance(problem, URLError) else problem
    if isinstance(reason, ssl.SSLCertVerificationError):
        return DownloadError(
            f"cannot download {url}: its certificate is not trusted ({reason.verify_message}); is the "
            "clock right? SSL_CERT_FILE names certificates to trust; macOS: run Install Certificates.command"
        )
    if isinstance(reason, TimeoutError):
        return TransientError("no answer in time")
    if isinstance(reason, OSError) and (unknown := unknown_server(reason)):
        return DownloadError(f"cannot download {url}: {unknown}; is there a network? {ELSEWHERE}")
    if isinstance(reason, ssl.SSLError):
        return TransientError(f"the encrypted connection broke ({reason.reason or reason})")
    if isinstance(reason, OSError):
        return TransientError(reason.strerror or str(reason) or type(reason).__name__)
    if isinstance(reason, HTTPException) and not isinstance(reason, InvalidURL):
        return TransientError(f"the answer broke off or makes no sense ({type(reason).__name__})")
    return DownloadError(f"cannot download {url}: {reason}")


def is_without_connection(problem: BaseException | None) -> bool:
    """Whether a failure comes from a connection that could not be made."""
    while problem is not None and not isinstance(problem, URLError):
        problem = problem.__cause__
    return problem is not None and not isinstance(problem, HTTPError)


def _status(problem: HTTPError, url: str) -> TransientError | DownloadError:
    phrase = f"HTTP status {problem.code} {responses.get(problem.code, '')}".rstrip()
    if problem.code in TRANSIENT_STATUSES:
        return TransientError(phrase, retry_after(problem.headers))
    if 300 <= problem.code < 400:
        return DownloadError(f"cannot download {url}: its redirections lead nowhere ({phrase})")
    hint = HINTS.get(problem.code)
    kind = NotOnServerError if problem.code in {404, 410} else DownloadError
    return kind(f"cannot download {url}: {phrase}{f'; {hint}' if hint else ''}")
