"""Translates with a server that has OpenAI's protocol: vLLM, llama.cpp, Ollama, SGLang and others."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from parbleu._base.extras import imported
from parbleu._io.retry import RetryPolicy
from parbleu.errors import OptionError
from parbleu.translate._endpoint.chat_protocol import ChatRequests, Prompt, template
from parbleu.translate._engine import Engine, Settings, Translation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from parbleu.translate._endpoint.chat_protocol import Answer

CONCURRENCY = 8
MOST_CONCURRENCY = 1024
TIMEOUT = 120.0
MOST_MODELS = 50
"""Names of models that are counted one by one; a server has few, if it is honest."""
POLICY = RetryPolicy(attempts=7, first_wait=1.0, longest_wait=60.0, longest_asked=600.0)
"""Its waits add up to about the minute for which servers usually count requests."""
RETRIES = POLICY.attempts - 1


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
        from parbleu.translate._endpoint import http_requests

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
        self._requests = ChatRequests(settings, self._prompt, where.chat)
        variable = settings.api_key_variable
        connection = http_requests.Connection(
            where,
            http_requests.key(variable, where),
            variable or http_requests.KEY_VARIABLE,
            self._concurrency,
        )
        self._server = http_requests.ConcurrentRequests(
            connection,
            self._requests,
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
            yield {index: Translation(answer.text, cut=answer.cut)}

    def _count(self, answer: Answer) -> None:
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
