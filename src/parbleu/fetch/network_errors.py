"""What goes wrong on the network: what it means, and whether to try again."""

from __future__ import annotations

import socket
import ssl
from http.client import HTTPException, InvalidURL, responses
from urllib.error import HTTPError, URLError

from parbleu.errors import DownloadError
from parbleu.io.retry import TRANSIENT_STATUSES, TransientError, retry_after

HINTS = {
    401: "it wants a login",
    403: "the server refuses it, or a proxy does",
    404: "it has moved or gone",
    407: "the proxy wants a login: see HTTPS_PROXY",
    410: "it is gone for good",
    429: "the server is asked too often",
}


class NotThere(DownloadError):  # noqa: N818 - one of them
    """The server says that it has no such file."""


def explain(problem: Exception, url: str) -> TransientError | DownloadError:
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
    if isinstance(reason, socket.gaierror):
        return TransientError(f"the name of the server is not known ({reason.strerror})")
    if isinstance(reason, ssl.SSLError):
        return TransientError(f"the encrypted connection broke ({reason.reason or reason})")
    if isinstance(reason, OSError):
        return TransientError(reason.strerror or str(reason) or type(reason).__name__)
    if isinstance(reason, HTTPException) and not isinstance(reason, InvalidURL):
        return TransientError(f"the answer broke off or makes no sense ({type(reason).__name__})")
    return DownloadError(f"cannot download {url}: {reason}")


def _status(problem: HTTPError, url: str) -> TransientError | DownloadError:
    phrase = f"HTTP status {problem.code} {responses.get(problem.code, '')}".rstrip()
    if problem.code in TRANSIENT_STATUSES:
        return TransientError(phrase, retry_after(problem.headers))
    if 300 <= problem.code < 400:
        return DownloadError(f"cannot download {url}: its redirections lead nowhere ({phrase})")
    hint = HINTS.get(problem.code)
    kind = NotThere if problem.code in {404, 410} else DownloadError
    return kind(f"cannot download {url}: {phrase}{f'; {hint}' if hint else ''}")
