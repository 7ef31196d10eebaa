"""Parses the address of a server, and decides whether it may receive the user's key."""

from __future__ import annotations

import os
from dataclasses import dataclass
from ipaddress import ip_address

import httpx

from parbleu.base.log import warn
from parbleu.errors import OptionError

KEY_VARIABLE = "OPENAI_API_KEY"


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


def key(variable: str | None, where: Address) -> str | None:
    """Returns the key for a server from an environment variable; None if there is no key to send.

    Args:
        variable: the environment variable that the user names; None for `OPENAI_API_KEY`, whose key is not
            sent over connections that others could read.
        where: the address of the server.

    Raises:
        OptionError: the variable that the user names is not set, or its key may not be sent there.
    """
    found = os.environ.get(variable or KEY_VARIABLE, "").strip()
    if not found:
        if variable:
            raise OptionError(f"the environment variable {variable} holds no key: set it, or do not name it")
        return None
    if not (found.isascii() and found.isprintable()):
        raise OptionError(f"{variable or KEY_VARIABLE} holds characters that no key has: copy the key again")
    if where.local or where.url.scheme == "https":  # nobody in between reads what is sent
        return found
    if variable is None:
        warn(
            f"{where.shown} is not encrypted, so the key in {KEY_VARIABLE} is not sent: use https, or name "
            f"the variable (--api-key-variable {KEY_VARIABLE}) to send it all the same"
        )
        return None
    warn(f"the key in {variable} is sent to {where.shown} without encryption, as you ask; https is safer")
    return found


def _wrong() -> OptionError:
    return OptionError("--url must be the address of a server, such as http://127.0.0.1:8000/v1")


def _is_local(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
