"""Translates with a server that has OpenAI's protocol: vLLM, llama.cpp, Ollama, SGLang and others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from string import Formatter
from typing import Any, ClassVar

from parbleu._base.extras import imported
from parbleu._io.retry import TransientError
from parbleu.errors import OptionError, TranslationError, UnreadableFileError
from parbleu.fetch._endpoint.chat_protocol import (
    CONCURRENCY,
    MOST_CONCURRENCY,
    POLICY,
    RETRIES,
    THOUGHT,
    TIMEOUT,
    ChatRequests,
    Completion,
    cut_short,
    read_completion,
    without_thought,
)
from parbleu.text._language_names import language_name
from parbleu.translate._engine import Engine, Settings, Translation

DEFAULT = (
    "Translate the following text from {source_language} into {target_language}. Answer with the "
    "translation alone, on one line, and with nothing before or after it.\n\n{source}"
)
DEFAULT_FROM_ANY = DEFAULT.replace(" from {source_language}", "")
"""The template for sources of an unknown language."""
DEFAULT_TO_CONTINUE = "{source_language}: {source}\n{target_language}:"
"""For models that continue a text and follow no instructions."""

_FIELDS = ("source", "source_language", "target_language")

LIMIT_TO_CONTINUE = 1024
"""Tokens of a continued text, where servers have small limits of their own."""
MOST_MODELS = 50
"""Names of models that are counted one by one; a server has few, if it is honest."""


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


class TranslationRequests(ChatRequests[str]):
    """Makes the requests for segments, and reads their translations.

    An answer that may not be a translation is an error; it never becomes a line of the output.

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
        super().__init__(
            settings.model,
            chat=chat,
            temperature=self.temperature,
            max_length=self.max_length,
            seed=settings.seed,
        )
        if not chat:
            self.fixed["stop"] = ["\n"]
        self._prompt = prompt

    def content(self, item: str) -> dict[str, Any]:
        """Returns the message, or the text to be continued, for a segment."""
        return self.message(self._prompt.fill(item))

    def read(self, body: bytes, item: str) -> Completion:
        """Returns the translation of a segment. Marks of reasoning in the segment are part of it.

        Raises:
            TransientError: the answer is malformed or empty; a repeated request may succeed.
            TranslationError: the server refuses to translate the segment.
        """
        answer = read_completion(body, self.chat)
        if answer.refusal is not None:
            raise TranslationError(f"{answer.refusal}; change the prompt or the model")
        if answer.text is None:
            raise TransientError(f"its answer holds no text{cut_short(answer.ending)}")
        if not answer.text:
            raise TransientError(f"its answer is empty{cut_short(answer.ending)}")
        if any(mark in item for mark in THOUGHT):
            return answer
        text = without_thought(answer.text)
        if not text:
            raise TransientError(f"its answer is reasoning alone{cut_short(answer.ending)}")
        return replace(answer, text=text)


class Http(Engine):
    """Asks a server for each translation, several requests at once; keeps the order of the source.

    Args:
        settings: `url`, `model` and `target_language` are required; a `prompt` without a field for the
            language needs no `target_language`. The key of the server comes from an environment variable,
            and is never printed or recorded.

    Raises:
        OptionError: a setting is missing or out of its range.
        MissingDependencyError: httpx is not installed.
    """

    name = "http"
    uses: ClassVar[frozenset[str]] = frozenset(
        {"api_key_variable", "concurrency", "max_length", "model", "prompt", "retries"}
        | {"seed", "source_language", "target_language", "temperature", "timeout", "url"}
    )
    batched = False

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        imported("httpx", "the engine http needs httpx", "translate")
        from parbleu.fetch._endpoint import http_requests

        _check(settings)
        self._where = where = http_requests.address(settings.url or "")
        self._concurrency = settings.concurrency or CONCURRENCY
        self._timeout = settings.timeout or TIMEOUT
        self._retries = RETRIES if settings.retries is None else settings.retries
        self.window: int = 8 * self._concurrency
        self._prompt = Prompt(
            template(settings.prompt, settings.source_language, where.chat),
            settings.source_language,
            settings.target_language,
        )
        self._requests = TranslationRequests(settings, self._prompt, where.chat)
        self._server = http_requests.ConcurrentRequests(
            where,
            self._requests,
            key_variable=settings.api_key_variable,
            concurrency=self._concurrency,
            timeout=self._timeout,
            policy=replace(POLICY, attempts=self._retries + 1),
        )
        self._counts: Counter[str] = Counter()
        self._closed = False

    def translate(self, segments: list[str]) -> list[Translation]:
        """Returns the server's answers.

        Raises:
            TranslationError: the server refuses, cannot be reached, or gives unusable answers to all retries.
        """
        translations = {
            index: translation for answers in self.stream(segments) for index, translation in answers.items()
        }
        return [translations[index] for index in range(len(segments))]

    def stream(self, segments: list[str]) -> Iterator[dict[int, Translation]]:
        """Yields the server's answers, one by one.

        Reasoning before an answer (`<think>...</think>`) and blanks around it are left out. Everything else
        is kept, also quotation marks and introductions, since they belong to the system's output.

        Raises:
            TranslationError: the server refuses, cannot be reached, or gives unusable answers to all retries.
        """
        if self._closed:
            raise OptionError("this engine is closed: make a new one")
        for index, answer in self._server.answers(segments):
            self._count(answer)
            yield {index: Translation(answer.text or "", cut=answer.ending == "length")}

    def _count(self, answer: Completion) -> None:
        self._counts["prompt_tokens"] += answer.prompt_tokens
        self._counts["completion_tokens"] += answer.completion_tokens
        name = f"answers by {answer.model or 'a model without a name'} {answer.fingerprint}".rstrip()
        is_counted = name in self._counts or len(self._counts) < MOST_MODELS
        self._counts[name if is_counted else "answers by more"] += 1

    def describe(self) -> dict[str, Any]:
        """Returns the server, the prompt and settings, and the limits of retries and time."""
        import httpx

        return self.identity() | {
            "httpx": httpx.__version__,
            "concurrency": self._concurrency,
            "timeout": self._timeout,
            "retries": self._retries,
        }

    def identity(self) -> dict[str, Any]:
        """Returns the server, the prompt and the settings."""
        return {
            "url": self._where.shown,
            "model": self.settings.model,
            "prompt": self._prompt.template,
            **self._prompt.languages,
            "temperature": self._requests.temperature,
            "max_length": self._requests.max_length,
            "seed": self.settings.seed,
        }

    def usage(self) -> dict[str, int | float]:
        """Returns the numbers of requests, of repeated requests and of tokens.

        It also counts the answers of each model and configuration (its fingerprint) that the server names.
        """
        return {"requests": self._server.made, "repeated": self._server.repeated, **self._counts}

    def close(self) -> None:
        """Closes all connections and cancels requests that have no answer yet."""
        if not self._closed:
            self._closed = True
            self._server.close()


def _check(settings: Settings) -> None:
    """Raises if something is missing that has no default, or a number makes no sense."""
    if not settings.url:
        raise OptionError("the engine http needs a server: --url, such as http://127.0.0.1:8000/v1")
    if not settings.model:
        raise OptionError("the engine http needs the name of a model, as its server has it: --model NAME")
    if settings.concurrency is not None and settings.concurrency > MOST_CONCURRENCY:
        raise OptionError(f"concurrency is a number up to {MOST_CONCURRENCY}, not {settings.concurrency}")
