"""Implements OpenAI's chat protocol: prompts, requests, and the parsing of answers and error messages.

An answer that may not be a translation is an error; it never becomes a line of the output.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Any

from parbleu._io.json_text import parse_json
from parbleu._io.retry import TransientError
from parbleu.errors import OptionError, TranslationError, UnreadableFileError
from parbleu.fetch._http_download import is_web_page, page_title
from parbleu.translate._model_languages import language_name

if TYPE_CHECKING:
    from parbleu.errors import RejectedRequestError
    from parbleu.translate._engine import Settings

DEFAULT = (
    "Translate the following text from {source_language} into {target_language}. Answer with the "
    "translation alone, on one line, and with nothing before or after it.\n\n{source}"
)
DEFAULT_FROM_ANY = DEFAULT.replace(" from {source_language}", "")
"""The template for sources of an unknown language."""
DEFAULT_TO_CONTINUE = "{source_language}: {source}\n{target_language}:"
"""For models that continue a text and follow no instructions."""

_FIELDS = ("source", "source_language", "target_language")

LONGEST = 200
NEWER_LIMIT = "max_completion_tokens"
"""What OpenAI's reasoning models call the limit of tokens, whose older name they refuse."""
LIMIT_TO_CONTINUE = 1024
"""Tokens of a continued text, where servers have small limits of their own."""
_KINDS = {type(None): "nothing", bool: "a truth value", str: "a string", list: "a list", dict: "an object"}
_THOUGHT = ("<think>", "</think>")


class Prompt:
    """A prompt template with the languages filled in.

    Args:
        template: a text with the fields `{source}`, `{source_language}`, `{target_language}`. Literal braces
            are doubled.
        source_language: a code such as "de", or a name; None if not known.
        target_language: a code such as "fr", or a name; None if not known.

    Attributes:
        template: the template.
        languages: field -> the English name of the language; None where not known.

    Raises:
        OptionError: the template has no `{source}`, an unknown field, a single brace, or a language that is
            not known.
    """

    def __init__(self, template: str, source_language: str | None, target_language: str | None) -> None:
        self.template = template
        self.languages: dict[str, str | None] = {
            "source_language": source_language and language_name(source_language),
            "target_language": target_language and language_name(target_language),
        }
        self._pieces: list[str] = [""]
        """The texts between the sources."""
        for text, field in _fields_of(template):
            self._pieces[-1] += text
            if field == "source":
                self._pieces.append("")
            elif field is not None:
                self._pieces[-1] += self.languages[field] or _missing(field)
        if len(self._pieces) == 1:
            raise OptionError("the prompt has no {source}: write it where the segment belongs")

    def fill(self, source: str) -> str:
        """Returns the prompt for a segment; braces in the segment are kept."""
        return source.join(self._pieces)


def template(given: str | None, source_language: str | None, chat: bool) -> str:
    """Returns the template that a user gives, or that of the file behind "@", or the default.

    The default is another one for models that follow no instructions, and for an unknown source language.

    Raises:
        UnreadableFileError: the file cannot be read.
    """
    if given is None:
        if not chat:
            return DEFAULT_TO_CONTINUE
        return DEFAULT if source_language else DEFAULT_FROM_ANY
    if not given.startswith("@"):
        return given
    try:
        return Path(given[1:]).read_text(encoding="utf-8-sig").removesuffix("\n")
    except OSError as problem:
        raise UnreadableFileError(f"{given[1:]}: {problem.strerror}: --prompt @FILE reads a file") from None
    except UnicodeDecodeError as problem:
        raise UnreadableFileError(
            f"{given[1:]}: byte {problem.start} is not valid UTF-8; convert it"
        ) from None


def _fields_of(template: str) -> list[tuple[str, str | None]]:
    """Returns the texts of a template, each with the name of the field behind it."""
    try:
        parts = list(Formatter().parse(template))
    except ValueError as problem:
        raise OptionError(
            f"the prompt is not a template: {problem}; write {{{{ and }}}} for literal braces"
        ) from None
    for _, field, form, conversion in parts:
        if field is not None and (field not in _FIELDS or form or conversion):
            raise OptionError(
                f"the prompt has the field {{{field}}}, and there are only "
                f"{', '.join(f'{{{name}}}' for name in _FIELDS)}; double braces that mean themselves"
            )
    return [(text, field) for text, field, _, _ in parts]


def _missing(field: str) -> str:
    flag = f"--{field.replace('_', '-')}"
    raise OptionError(f"the prompt names {{{field}}}, and none was given: add {flag}, such as {flag} de")


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
        content = {"messages": [{"role": "user", "content": text}]} if self._chat else {"prompt": text}
        return json.dumps(self._fixed | content).encode()

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
    answer = _object(_parsed(body), "its answer")
    if answer.get("choices") is None and "error" in answer:
        raise TransientError(f"it answered with an error: {from_server(body)}")
    choice = _object(_first(answer.get("choices")), "its choice")
    ending = choice.get("finish_reason")
    holder = _object(choice.get("message"), "its message") if chat else choice
    if ending == "content_filter" or holder.get("refusal"):
        raise TranslationError(_refusal(ending, holder.get("refusal")))
    text = _content(holder.get("content" if chat else "text"), ending)
    usage = answer.get("usage")
    counts = usage if isinstance(usage, dict) else {}
    return Answer(
        _without_thought(text, source, ending),
        ending == "length",
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
    explanation = f": {from_server(refusal.encode(errors='replace'))}" if isinstance(refusal, str) else ""
    why = "its filter of contents stopped the answer" if ending == "content_filter" else "it refuses"
    return f"{why}{explanation}; change the prompt or the model"


def _name(value: Any) -> str:
    """Returns a name that a server gives something, as one short line."""
    return from_server(value.encode(errors="replace")) if isinstance(value, str) else ""


def _count(value: Any) -> int:
    return value if type(value) is int and 0 <= value < 1 << 53 else 0
