"""Implements OpenAI's chat protocol: the JSON of a request, and the parsing of an answer.

An answer that may not be a translation is an error; it never becomes a line of the output.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from parbleu.errors import TranslationError
from parbleu.io.json_text import parse_json
from parbleu.io.retry import TransientError
from parbleu.translate.endpoint.server_messages import from_server, on_page

if TYPE_CHECKING:
    from parbleu.errors import RejectedRequestError
    from parbleu.translate.endpoint.prompt import Prompt
    from parbleu.translate.engine import Settings

NEWER_LIMIT = "max_completion_tokens"
"""What OpenAI's reasoning models call the limit of tokens, whose older name they refuse."""
LIMIT_TO_CONTINUE = 1024
"""Tokens of a continued text, where servers have small limits of their own."""
_KINDS = {type(None): "nothing", bool: "a truth value", str: "a string", list: "a list", dict: "an object"}
_THOUGHT = ("<think>", "</think>")


class ChatRequests:
    """Makes the requests for segments.

    Args:
        settings: the model, and how it answers.
        prompt: the prompt with the languages filled in.
        chat: whether the request sends a message; if not, the model continues the prompt up to the end of a
            line.

    Attributes:
        temperature: the requested temperature; 0 for the likeliest answer.
        max_length: the requested limit of tokens; None for the server's limit.
    """

    def __init__(self, settings: Settings, prompt: Prompt, chat: bool) -> None:
        self.temperature = settings.temperature or 0
        self.max_length: int | None = (
            settings.max_length if chat else settings.max_length or LIMIT_TO_CONTINUE
        )
        self._prompt = prompt
        self._chat = chat
        self._fixed: dict[str, Any] = {
            "model": settings.model,
            "temperature": self.temperature,
            "stream": False,
        }
        if not chat:
            self._fixed["stop"] = ["\n"]
        if self.max_length is not None:
            self._fixed["max_tokens"] = self.max_length
        if settings.seed is not None:
            self._fixed["seed"] = settings.seed

    def make(self, segment: str) -> bytes:
        """Returns the request for a segment."""
        text = self._prompt.fill(segment)
        asked = {"messages": [{"role": "user", "content": text}]} if self._chat else {"prompt": text}
        return json.dumps(self._fixed | asked).encode()

    def adapt(self, rejected: RejectedRequestError) -> None:
        """Adapts later requests to a server's error message, if it names a change."""
        if rejected.status == 400 and NEWER_LIMIT in rejected.said and "max_tokens" in self._fixed:
            self._fixed[NEWER_LIMIT] = self._fixed.pop("max_tokens")


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of a server for one segment.

    Attributes:
        text: the translation.
        cut: whether the translation ended at the limit of tokens.
        model: the model's name in the answer; "" if the server does not state it.
        fingerprint: the fingerprint of the server's configuration; "" if the server does not state it.
        prompt_tokens: how many tokens the request had, as the server counts; 0 if it does not count.
        completion_tokens: how many tokens the answer had, as the server counts; 0 if it does not count.
    """

    text: str
    cut: bool
    model: str
    fingerprint: str
    prompt_tokens: int
    completion_tokens: int


def read_answer(body: bytes, chat: bool, source: str) -> Answer:
    """Parses an answer.

    Args:
        body: the body of the response.
        chat: whether it answers a message; if not, it continues a text.
        source: the source segment. Marks of reasoning that it contains are part of the translation.

    Raises:
        TransientError: the answer is malformed or empty; a repeated request may succeed.
        TranslationError: the server refuses to translate the segment.
    """
    said = _object(_parsed(body), "its answer")
    if said.get("choices") is None and "error" in said:
        raise TransientError(f"it answered with an error: {from_server(body)}")
    choice = _object(_first(said.get("choices")), "its choice")
    ending = choice.get("finish_reason")
    holder = _object(choice.get("message"), "its message") if chat else choice
    if ending == "content_filter" or holder.get("refusal"):
        raise TranslationError(_refusal(ending, holder.get("refusal")))
    text = _content(holder.get("content" if chat else "text"), ending)
    usage = said.get("usage")
    counts = usage if isinstance(usage, dict) else {}
    return Answer(
        _without_thought(text, source, ending),
        ending == "length",
        _name(said.get("model")),
        _name(said.get("system_fingerprint")),
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
        raise TransientError(f"its answer has no choices but {_kind(choices or None)}")
    return choices[0]


def _content(text: Any, ending: Any) -> str:
    """Returns the text of an answer, without blanks around it."""
    if text is None:
        raise TransientError(f"its answer holds no text{_cut_short(ending)}")
    if not isinstance(text, str):
        raise TransientError(f"the text of its answer is not a string but {_kind(text)}")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise TransientError("the text of its answer holds half a character") from None
    if not text.strip():
        raise TransientError(f"its answer is empty{_cut_short(ending)}")
    return text.strip()


def _without_thought(text: str, source: str, ending: Any) -> str:
    """Returns an answer without the reasoning before it, which begins at once and need not be opened."""
    opening, closing = _THOUGHT
    if opening in source or closing in source or not (text.startswith(opening) or closing in text):
        return text
    text = text.partition(closing)[2].strip()
    if not text:
        raise TransientError(f"its answer is reasoning alone{_cut_short(ending)}")
    return text


def _cut_short(ending: Any) -> str:
    return ", cut at the limit of tokens: give it more (--max-length)" if ending == "length" else ""


def _refusal(ending: Any, refusal: Any) -> str:
    said = f": {from_server(refusal.encode(errors='replace'))}" if isinstance(refusal, str) else ""
    why = "its filter of contents stopped the answer" if ending == "content_filter" else "it refuses"
    return f"{why}{said}; change the prompt or the model"


def _name(value: Any) -> str:
    """Returns a name that a server gives something, as one short line."""
    return from_server(value.encode(errors="replace")) if isinstance(value, str) else ""


def _count(value: Any) -> int:
    return value if type(value) is int and 0 <= value < 1 << 53 else 0
