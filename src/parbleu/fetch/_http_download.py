"""Downloads a file from one server over HTTP: requests it in parts, retries, and verifies it.

A part is a file under a temporary name. Notes beside it state its origin. A later process that finds both
copies the part to a new file and requests the rest; it never writes to a part of another process.
"""

from __future__ import annotations

import json
import os
import re
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import asdict, dataclass, replace
from errno import ENOSPC
from http.client import HTTPException, HTTPMessage, HTTPResponse, HTTPSConnection, InvalidURL, responses
from shutil import disk_usage
from stat import S_ISREG
from threading import Timer
from time import monotonic, sleep
from typing import Any
from urllib import request
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit

from parbleu import __version__
from parbleu._base import log
from parbleu._base.progress import Progress
from parbleu._base.wording import counted
from parbleu._io.atomic import NOTES, SUFFIX, Temporary, left_over
from parbleu._io.json_text import parse_json
from parbleu._io.locks import beat, open_unfollowed
from parbleu._io.retry import (
    TRANSIENT_STATUSES,
    Attempts,
    Patience,
    RetryPolicy,
    TransientError,
    retry_after,
    unknown_server,
)
from parbleu.errors import CacheError, ChecksumError, DownloadError, NotOnServerError
from parbleu.fetch._cache_files import Cached
from parbleu.fetch._checksums import BLOCK, Hashes, Wanted

POLICY = RetryPolicy(attempts=5, first_wait=0.5, longest_wait=20.0, longest_asked=60.0, total_attempts=50)
PATIENCE = 120.0
"""Seconds for which all servers that may have a file may send nothing of it, together."""
LEAST_PATIENCE = 15.0
"""The least of these seconds that a server has, if there are many."""
SILENCE = 3.0
"""Seconds without a byte until the user learns what is waited for."""
WRONG = 2
"""Complete files with a wrong checksum until the server is believed to have another file."""

_UNREACHABLE: ContextVar[set[str] | None] = ContextVar("unreachable servers", default=None)

_MAGIC = {".gz": b"\x1f\x8b", ".tgz": b"\x1f\x8b", ".zip": b"PK"}

TIMEOUT = 30.0
"""Seconds to wait for a connection, and for each next byte."""
_RECEIVED = 1 << 18
"""Bytes that are received at once."""
SLOWEST = (60.0, 6_000)
"""Fewer bytes than that in so many seconds: the connection is as good as dead. So many are progress."""
_HINTS = {
    401: "it wants a login",
    403: "the server refuses it, or a proxy does",
    404: "it has moved or gone",
    407: "the proxy wants a login: see HTTPS_PROXY",
    410: "it is gone for good",
    429: "the server is asked too often",
}

ELSEWHERE = "Get it elsewhere: see PARBLEU_MIRROR and `parbleu data import`"
"""What to do if a download fails; who calls knows better if that is no file of a test set."""

WORTH_KEEPING = 1 << 20
"""Bytes from which on the part of a file is kept when its download fails."""
HEAD = 1 << 13
"""Bytes among which a title is looked for, so that hostile pages cannot make this slow."""

_ASIDE = {b"<!--": b"-->", b"<?xml": b">"}
_PAGE = re.compile(rb"<(!doctype\s+html|html|head|title)\b", re.I)
_TITLE = re.compile(rb"<title[^<>]*>([^<]*)<", re.I)


@contextmanager
def giving_up_on_servers() -> Iterator[None]:
    """Within it, a server to which no connection could be made is not asked for further files.

    To try each of hundreds of files again and again would take minutes and change nothing.
    """
    before = _UNREACHABLE.set(set())
    try:
        yield
    finally:
        _UNREACHABLE.reset(before)


def patience_of_each(n_servers: int) -> float:
    """Returns for how many seconds each of some servers may send nothing of a file."""
    return max(PATIENCE / max(n_servers, 1), LEAST_PATIENCE)


def download(
    url: str, path: str, wanted: Wanted, attempts: int, seconds: float, token: str | None = None
) -> PartialFile:
    """Downloads a file under a temporary name and verifies it; the caller commits or discards it.

    `attempts` in a row may make no progress, and `seconds` may pass without any. The server of the address
    sees the `token`, and no other to which it redirects.

    Raises:
        DownloadError: the server does not provide the file, or there was no progress for too long.
        ChecksumError: the server has another file.
        CacheError: the file cannot be written.
    """
    server, unreachable = urlsplit(url).netloc, _UNREACHABLE.get()
    if unreachable is not None and server in unreachable:
        raise DownloadError(f"cannot download {url}: no connection to {server}, as before. {ELSEWHERE}")
    part = PartialFile(url, path, wanted)
    part.token = token
    watch = _Watch(f"Downloading {url} to {path}", server)
    try:
        part.take_up()
        _complete(part, watch, attempts, Patience(seconds))
    except ChecksumError:
        part.temporary.discard()
        raise
    except BaseException as problem:
        part.keep_or_discard()
        if unreachable is not None and _is_without_connection(problem):
            unreachable.add(server)
        raise
    finally:
        watch.close()
    return part


def _complete(part: PartialFile, watch: _Watch, attempts: int, patience: Patience) -> None:
    """Fills a part until it is the wanted file."""
    attempted = Attempts(replace(POLICY, attempts=attempts))
    most = reached = part.size
    wrong = 0

    def arrived(part: PartialFile) -> None:
        nonlocal reached
        watch.arrived(part)
        if part.size >= reached + SLOWEST[1]:  # what comes once more, after a restart, is no progress
            reached = part.size
            patience.renew()

    while True:
        try:
            watch.begin(attempted.total_failures + 1, patience.left())
            _receive(part, arrived, patience)
        except TransientError as problem:
            seconds = attempted.wait_after(problem, progress=part.size > most)
            most = max(most, part.size)
            if seconds is None or seconds >= patience.left():
                count = counted(attempted.total_failures, "attempt")
                raise DownloadError(
                    f"cannot download {part.url}: {problem} ({count}); try again later. {ELSEWHERE}"
                ) from problem
            _wait(seconds)
            continue
        complaint = _complaint(part)
        if complaint is None:
            return
        wrong += not part.inherited
        if wrong == WRONG:
            raise ChecksumError(f"{part.url} is not the file that is wanted: {complaint}")
        part.restart()
        most = reached = 0
        patience.renew()


def _wait(seconds: float) -> None:
    end = monotonic() + seconds
    while (left := end - monotonic()) > 0:
        beat()
        sleep(min(left, 0.5))


def _complaint(part: PartialFile) -> str | None:
    """Returns how a complete download differs from the wanted file; None if nothing shows that it does.

    Raises:
        ChecksumError: it is a web page, which servers send in place of a file, and to ask again is useless.
    """
    complaint = part.wanted.complaint(part.size, part.hashes.digests())
    if complaint is None and part.wanted.digests:
        return None
    if is_web_page(part.head):
        title = page_title(part.head)
        called = f" ({title[:80]!r})" if title else ""
        raise ChecksumError(
            f"{part.url} gave a web page{called} instead of the file: it moved, or there is a login in "
            "between; get it with a browser and pass it to `parbleu data import`"
        )
    return complaint or _oddity(part)


def _oddity(part: PartialFile) -> str | None:
    """Returns what is wrong with a file that has no known checksum."""
    if part.size == 0 and part.wanted.size != 0:
        return "it is empty"
    for suffix, magic in _MAGIC.items():
        if part.temporary.target.endswith(suffix) and not part.head.startswith(magic):
            return f"it does not begin as a {suffix} file does"
    if part.wanted.check is None:
        return None
    part.temporary.file.flush()
    return part.wanted.check(part.temporary.path)


class _Watch:
    """Reports a download once its first bytes are there, and shows waiting processes that it continues.

    Args:
        what: the message; on a terminal, a bar follows.
        server: what is waited for if no byte comes.
    """

    def __init__(self, what: str, server: str) -> None:
        self._what = what
        self._server = server
        self._silence: Timer | None = None
        self._bar: Progress | None = None
        self._shown = 0
        self._visible = log.shows_progress()

    def begin(self, attempt: int, seconds: float) -> None:
        """Starts a timer for a message that the server is silent, and how long it is waited for at most."""
        self._end_silence()
        message = f"Waiting for {self._server} (attempt {attempt}), {seconds:.0f} seconds at most"
        self._silence = Timer(SILENCE, log.inform, [message])
        self._silence.daemon = True
        self._silence.start()

    def _end_silence(self) -> None:
        if self._silence is not None:
            self._silence.cancel()
            self._silence = None

    def arrived(self, part: PartialFile) -> None:
        """Advances the progress bar."""
        self._end_silence()
        beat()
        if self._what:
            log.inform(self._what)
            self._what = ""
        if not self._visible:
            return
        if part.size < self._shown:
            self.close()
        if self._bar is None:
            self._bar, self._shown = Progress(part.total), 0
        self._bar.advance(part.size - self._shown)
        self._shown = part.size

    def close(self) -> None:
        """Removes the bar."""
        self._end_silence()
        if self._bar is not None:
            self._bar.close()
            self._bar = None


def _receive(part: PartialFile, advance: Callable[[PartialFile], None], patience: Patience) -> None:
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
    if part.token:
        asked.add_unredirected_header(_LOGIN, f"Bearer {part.token}")
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
    """Checks whether an answer continues the part or begins anew, and whether it can be the wanted file."""
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
    while data := response.read1(_RECEIVED):
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
    match = re.fullmatch(r"bytes (\d+)-\d+/(\d+|\*)", (headers["Content-Range"] or "").strip())
    return (int(match[1]), _number(match[2])) if match else (None, None)


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


_LOGIN = "Authorization"


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
        redirected = super().redirect_request(asked, body, *answer)
        login = asked.unredirected_hdrs.get(_LOGIN)
        if (
            redirected is not None
            and login
            and (asked.type, asked.host) == (redirected.type, redirected.host)
        ):
            redirected.add_unredirected_header(_LOGIN, login)
        return redirected

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


def _is_without_connection(problem: BaseException | None) -> bool:
    """Returns whether a failure comes from a connection that could not be made."""
    while problem is not None and not isinstance(problem, URLError):
        problem = problem.__cause__
    return problem is not None and not isinstance(problem, HTTPError)


def _status(problem: HTTPError, url: str) -> TransientError | DownloadError:
    phrase = f"HTTP status {problem.code} {responses.get(problem.code, '')}".rstrip()
    if problem.code in TRANSIENT_STATUSES:
        return TransientError(phrase, retry_after(problem.headers))
    if 300 <= problem.code < 400:
        return DownloadError(f"cannot download {url}: its redirections lead nowhere ({phrase})")
    hint = _HINTS.get(problem.code)
    kind = NotOnServerError if problem.code in {404, 410} else DownloadError
    return kind(f"cannot download {url}: {phrase}{f'; {hint}' if hint else ''}")


@dataclass(frozen=True)
class ServedVersion:
    """Which version of a file a server sends.

    Attributes:
        url: where it was asked for.
        etag: its entity tag; None if it has none that vouches for every byte.
        modified: when it was last changed, as the server writes it.
        total: its size, if the server says so.
    """

    url: str
    etag: str | None
    modified: str | None
    total: int | None

    @classmethod
    def of_answer(cls, url: str, headers: HTTPMessage, total: int | None) -> ServedVersion:
        """Returns the origin that the headers of a response describe."""
        etag = headers["ETag"] or "W/"
        return cls(url, None if etag.startswith("W/") else etag, headers["Last-Modified"], total)

    @property
    def validator(self) -> str | None:
        """The value of the request header `If-Range`."""
        return self.etag or self.modified

    def agrees(self, other: ServedVersion) -> bool:
        """Returns whether nothing shows that two answers are of different versions."""
        pairs = [(self.etag, other.etag), (self.modified, other.modified), (self.total, other.total)]
        return all(ours == theirs for ours, theirs in pairs if ours is not None and theirs is not None)


class PartialFile:
    """A file that is being downloaded, and will be renamed to `path`.

    Attributes:
        url: where it is asked for.
        wanted: what it has to be.
        temporary: the file that holds it.
        hashes: the digests so far.
        size: the number of bytes so far.
        head: the first of them.
        inherited: whether another process began it.
        origin: where they come from; None before the first answer.
        token: what the server wants to see, or None.
    """

    token: str | None = None

    def __init__(self, url: str, path: str, wanted: Wanted) -> None:
        self.url = url
        self.wanted = wanted
        self._path = path
        self._begin_empty()

    def _begin_empty(self) -> None:
        self.temporary: Cached = Cached(self._path)
        self.hashes: Hashes = self.wanted.hashes()
        self.size: int = 0
        self.head: bytes = b""
        self.inherited: bool = False
        self.origin: ServedVersion | None = None

    @property
    def total(self) -> int | None:
        """The size of the whole file, if the server has said so."""
        return self.origin.total if self.origin else None

    @property
    def resumable(self) -> bool:
        """Whether only the rest may be requested: a file that changed meanwhile would be noticed."""
        if self.size == 0 or self.origin is None:
            return False
        return self.wanted.digests != {} or self.origin.validator is not None

    def restart(self) -> None:
        """Discards the bytes so far. Opens a new file, since another process may be reading the old one."""
        self.temporary.discard()
        self._begin_empty()

    def begin(self, origin: ServedVersion) -> None:
        """Stores the origin of the bytes."""
        self.origin = origin
        with (
            suppress(OSError),
            open(self.temporary.notes, "w", encoding="utf-8", opener=open_unfollowed) as file,
        ):
            json.dump({"boot": _boot(), **asdict(origin)}, file)

    def write(self, data: bytes) -> None:
        """Adds bytes."""
        try:
            self.temporary.file.write(data)
        except OSError as problem:
            raise self.temporary.unwritable(problem) from problem
        self.hashes.update(data)
        self.size += len(data)
        if len(self.head) < 1024:
            self.head += data[:1024]

    def take_up(self) -> None:
        """Copies the longest part of the same file that an earlier process left, if any did."""
        for part in _others(self.temporary):
            origin = _read_notes(part, self.url, self.wanted.digests != {})
            if origin is None:
                continue
            with suppress(FileNotFoundError), open(part, "rb", opener=open_unfollowed) as file:
                while block := file.read(BLOCK):
                    self.write(block)
                self.inherited = True
                self.begin(origin)
                return

    def keep_or_discard(self) -> None:
        """Ends a failed download: keeps a large part for the next attempt, and removes a small one."""
        if self.resumable and self.size >= WORTH_KEEPING:
            self.temporary.leave()
        else:
            self.temporary.discard()


def _others(temporary: Temporary) -> list[str]:
    """Returns the other parts of the same file, the longest first."""
    sizes = {}
    for part in left_over(temporary.target):
        with suppress(OSError):
            status = os.lstat(part)
            sizes[part] = status.st_size if S_ISREG(status.st_mode) and status.st_nlink == 1 else 0
    others = [part for part, size in sizes.items() if size and part != temporary.path]
    return sorted(others, key=sizes.__getitem__, reverse=True)


def _read_notes(part: str, url: str, known: bool) -> ServedVersion | None:
    """Returns the origin of a part that may be continued.

    Without a checksum nothing would show what a crash of the machine does to a file that was not yet on the
    disk, so such a part is taken up on the same machine only, while it is up.
    """
    try:
        with open(part.removesuffix(SUFFIX) + NOTES, "rb") as file:
            notes = parse_json(file.read(100_000))
        boot = notes.pop("boot")
        origin = ServedVersion(**notes)
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return None
    usable = origin.url == url and (known or (origin.validator and boot == _boot() != ""))
    return origin if usable else None


def _boot() -> str:
    """Returns what changes whenever the machine starts; "" if that is unknown."""
    try:
        with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as file:
            return file.read().strip()
    except OSError:
        return ""


def is_web_page(head: bytes) -> bool:
    """Returns whether a file is a web page, by its beginning, without comments and XML's declaration."""
    rest = head[:HEAD].removeprefix(b"\xef\xbb\xbf").lstrip()
    while end := next((end for begin, end in _ASIDE.items() if rest.startswith(begin)), None):
        rest = rest.partition(end)[2].lstrip()
    return _PAGE.match(rest) is not None


def page_title(head: bytes) -> str:
    """Returns the title of a web page, unescaped; "" if none is near the beginning."""
    match = _TITLE.search(head[:HEAD])
    return match[1].decode(errors="replace").strip() if match else ""
