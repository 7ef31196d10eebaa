"""Shortens the error messages of servers to one line."""

from __future__ import annotations

from typing import Any

from parbleu.fetch.http_download import is_web_page, page_title
from parbleu.io.json_text import parse_json

LONGEST = 200


def from_server(body: bytes) -> str:
    """Returns the message in a response body, without control characters; "" if there is none.

    Args:
        body: the beginning of a response: JSON of OpenAI's or FastAPI's servers, a web page, or text.
    """
    page = on_page(body)
    if page is not None:
        return page
    text = body.decode(errors="replace")
    try:
        said = parse_json(text, repeated_keys=True)
    except ValueError:
        said = text
    return _short(_message(said, text))


def on_page(body: bytes) -> str | None:
    """Returns the message for a web page in place of an answer; None if the body is not a web page."""
    if not is_web_page(body):
        return None
    title = _short(page_title(body))
    called = f" ({title!r})" if title else ""
    return f"it sent a web page{called} instead of an answer"


def code(body: bytes) -> str:
    """Returns the short name of an error that OpenAI's servers give, such as "insufficient_quota"."""
    try:
        said = parse_json(body, repeated_keys=True)["error"]["code"]
    except (ValueError, TypeError, LookupError):
        return ""
    return said if isinstance(said, str) else ""


def _message(said: Any, otherwise: str) -> str:
    """Returns the text in {"error": {"message": text}}, or one level less of it, or {"detail": text}."""
    if isinstance(said, list) and said:  # Google's servers
        said = said[0]
    for name in ("error", "message", "detail"):
        if isinstance(said, dict) and said.get(name):
            said = said[name]
    return said if isinstance(said, str) else otherwise


def _short(text: str) -> str:
    printable = "".join(character if character.isprintable() else " " for character in text[:4096])
    text = " ".join(printable.split())
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
