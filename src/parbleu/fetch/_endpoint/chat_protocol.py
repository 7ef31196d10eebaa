"""Implements OpenAI's chat protocol: requests, and the parsing of answers and error messages."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from parbleu._io.json_text import parse_json
from parbleu._io.retry import RetryPolicy, TransientError
from parbleu.errors import RejectedRequestError
from parbleu.fetch._http_download import is_web_page, page_title

T = TypeVar("T")

CONCURRENCY = 8
MOST_CONCURRENCY = 1024
TIMEOUT = 120.0
POLICY = RetryPolicy(attempts=7, first_wait=1.0, longest_wait=60.0, longest_asked=600.0)
"""Its waits add up to about the minute for which servers usually count requests."""
RETRIES = POLICY.attempts - 1
LONGEST = 200
NEWER_LIMIT = "max_completion_tokens"
"""What OpenAI's reasoning models call the limit of tokens, whose older name they refuse."""
_KINDS = {type(None): "nothing", bool: "a truth value", str: "a string", list: "a list", dict: "an object"}
THOUGHT = ("<think>", "</think>")


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
        message = parse_json(text, repeated_keys=True)
    except ValueError:
        message = text
    return _short(_message(message, text))


def error_of(answer: Any) -> str:
    """Returns the message in a parsed answer, without control characters; "" for none."""
    return _short(_message(answer, "" if answer is None else json.dumps(answer)))


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
        value = parse_json(body, repeated_keys=True)["error"]["code"]
    except (ValueError, TypeError, LookupError):
        return ""
    return value if isinstance(value, str) else ""


def _message(value: Any, otherwise: str) -> str:
    """Returns the text in {"error": {"message": text}}, or one level less of it, or {"detail": text}."""
    if isinstance(value, list) and value:  # Google's servers
        value = value[0]
    for name in ("error", "message", "detail"):
        if isinstance(value, dict) and value.get(name):
            value = value[name]
    return value if isinstance(value, str) else otherwise


def _short(text: str) -> str:
    printable = "".join(character if character.isprintable() else " " for character in text[:4096])
    text = " ".join(printable.split())
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


class ChatRequests(Generic[T]):
    """Makes the requests for items, and reads their answers. A subclass defines `content` and `read`.

    Args:
        model: the model's name, as the server has it.
        chat: whether requests send messages; if not, the model continues texts.
        temperature: of sampling; 0 for the likeliest answer.
        max_length: the limit of tokens of an answer; None for the server's limit.
        seed: of random numbers; None for the server's choice.
    """

    def __init__(
        self, model: str | None, *, chat: bool, temperature: float, max_length: int | None, seed: int | None
    ) -> None:
        self.chat = chat
        self.fixed: dict[str, Any] = {"model": model, "temperature": temperature, "stream": False}
        if max_length is not None:
            self.fixed["max_tokens"] = max_length
        if seed is not None:
            self.fixed["seed"] = seed

    def message(self, text: str) -> dict[str, Any]:
        """Returns what a request has for a text: a message, or the text to be continued."""
        return {"messages": [{"role": "user", "content": text}]} if self.chat else {"prompt": text}

    def content(self, item: T) -> dict[str, Any]:
        """Returns what the request for an item has besides `fixed`."""
        raise NotImplementedError

    def read(self, body: bytes, item: T) -> Any:
        """Returns what the body of an answer says about an item.

        Raises:
            TransientError: the answer is malformed; a repeated request may succeed.
            TranslationError: it is of no use, and a repeated request would have no better one.
        """
        raise NotImplementedError

    def rejected(self, problem: RejectedRequestError, item: T) -> Any:  # noqa: ARG002 - for subclasses
        """Returns what stands for the answer to a request that the server rejects; by default it raises."""
        raise problem

    def make(self, item: T) -> bytes:
        """Returns the request for an item."""
        return json.dumps(self.fixed | self.content(item)).encode()

    def adapt(self, rejected: RejectedRequestError) -> None:
        """Adapts later requests to a server's error message, if it names a change."""
        if rejected.status == 400 and NEWER_LIMIT in rejected.said and "max_tokens" in self.fixed:
            self.fixed[NEWER_LIMIT] = self.fixed.pop("max_tokens")


@dataclass(frozen=True, slots=True)
class Completion:
    """What a server answered to a request.

    Attributes:
        text: the model's answer, without blanks around it; None if there is none.
        ending: why it ended there: "stop", "length" at the limit of tokens, "content_filter"; or None.
        refusal: why the model does not answer; None if it does.
        model: the model's name in the answer; "" if the server does not state it.
        fingerprint: the fingerprint of the server's configuration; "" if the server does not state it.
        prompt_tokens: how many tokens the request had, as the server counts; 0 if it does not count.
        completion_tokens: how many tokens the answer had, as the server counts; 0 if it does not count.
    """

    text: str | None
    ending: str | None
    refusal: str | None
    model: str
    fingerprint: str
    prompt_tokens: int
    completion_tokens: int


def read_completion(body: bytes, chat: bool) -> Completion:
    """Parses an answer.

    Args:
        body: the body of the response.
        chat: whether it answers a message; if not, it continues a text.

    Raises:
        TransientError: the answer is malformed; a repeated request may succeed.
    """
    return completion(_parsed(body), chat)


def completion(parsed: Any, chat: bool) -> Completion:
    """Reads an answer.

    Args:
        parsed: the body of the response.
        chat: whether it answers a message; if not, it continues a text.

    Raises:
        TransientError: the answer is malformed; a repeated request may succeed.
    """
    answer = _object(parsed, "its answer")
    if answer.get("choices") is None and "error" in answer:
        raise TransientError(f"it answered with an error: {error_of(answer)}")
    choice = _object(_first(answer.get("choices")), "its choice")
    ending = choice.get("finish_reason")
    holder = _object(choice.get("message"), "its message") if chat else choice
    usage = answer.get("usage")
    counts = usage if isinstance(usage, dict) else {}
    refusal = _refusal(ending, holder.get("refusal"))
    return Completion(
        None if refusal else _text(holder.get("content" if chat else "text")),
        ending if isinstance(ending, str) else None,
        refusal,
        _name(answer.get("model")),
        _name(answer.get("system_fingerprint")),
        _count(counts.get("prompt_tokens")),
        _count(counts.get("completion_tokens")),
    )


def _parsed(body: bytes) -> Any:
    try:
        return parse_json(body.decode("utf-8-sig"), repeated_keys=True)
    except UnicodeDecodeError as problem:
        raise TransientError(f"its answer is not valid UTF-8 at byte {problem.start}") from None
    except ValueError:
        page = on_page(body)
        raise TransientError(
            page or ("its answer is empty" if not body.strip() else "its answer is no JSON")
        ) from None


def _kind(value: Any) -> str:
    return _KINDS.get(type(value), "a number")


def _object(value: Any, what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise TransientError(f"{what} is not a JSON object but {_kind(value)}")
    return value


def _first(choices: Any) -> Any:
    if not isinstance(choices, list) or not choices:
        raise TransientError(f"its answer has no choices{f' but {_kind(choices)}' if choices else ''}")
    return choices[0]


def without_thought(text: str) -> str:
    """Returns an answer without the reasoning before it, which begins at once and need not be opened.

    It is empty if the answer is reasoning alone.
    """
    opening, closing = THOUGHT
    if not (text.startswith(opening) or closing in text):
        return text
    return text.partition(closing)[2].strip()


def cut_short(ending: Any) -> str:
    return ", cut at the limit of tokens: give it more (--max-length)" if ending == "length" else ""


def _text(text: Any) -> str | None:
    """Returns the text of an answer, without blanks around it; None for none."""
    if text is None:
        return None
    if not isinstance(text, str):
        raise TransientError(f"the text of its answer is not a string but {_kind(text)}")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise TransientError("the text of its answer holds half a character") from None
    return text.strip()


def _refusal(ending: Any, refusal: Any) -> str | None:
    """Returns why a model does not answer; None if it does."""
    if ending != "content_filter" and not refusal:
        return None
    explanation = f": {from_server(refusal.encode(errors='replace'))}" if isinstance(refusal, str) else ""
    why = "its filter of contents stopped the answer" if ending == "content_filter" else "it refuses"
    return f"{why}{explanation}"


def _name(value: Any) -> str:
    """Returns a name that a server gives something, as one short line."""
    return from_server(value.encode(errors="replace")) if isinstance(value, str) else ""


def _count(value: Any) -> int:
    return value if type(value) is int and 0 <= value < 1 << 53 else 0
