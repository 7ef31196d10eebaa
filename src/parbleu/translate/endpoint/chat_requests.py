"""What a server is asked: the JSON of a request."""

from __future__ import annotations

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from parbleu.translate.endpoint.http_connection import Rejected
    from parbleu.translate.prompt import Prompt

NEWER_LIMIT = "max_completion_tokens"
"""What OpenAI's reasoning models call the limit of tokens, whose older name they refuse."""
LIMIT_TO_CONTINUE = 1024
"""Tokens of a continued text, where servers have small limits of their own."""


class Requests:
    """Makes requests.

    Args:
        model: its name.
        prompt: waits for segments.
        chat: whether the model is sent a message; otherwise it continues the prompt, up to the end of a line.
        temperature: of its draws; 0 for the likeliest.
        max_length: tokens of an answer; None for as many as the server allows.
        seed: of its draws, if any.

    Attributes:
        temperature: as given.
        max_length: that is asked for, if any.
    """

    def __init__(
        self,
        model: str,
        prompt: Prompt,
        *,
        chat: bool,
        temperature: float,
        max_length: int | None,
        seed: int | None,
    ) -> None:
        self.temperature = temperature
        self.max_length = max_length if chat else max_length or LIMIT_TO_CONTINUE
        self._prompt = prompt
        self._chat = chat
        self._fixed: dict[str, Any] = {"model": model, "temperature": temperature, "stream": False}
        if not chat:
            self._fixed["stop"] = ["\n"]
        if self.max_length is not None:
            self._fixed["max_tokens"] = self.max_length
        if seed is not None:
            self._fixed["seed"] = seed

    def make(self, segment: str) -> bytes:
        """Returns the request for a segment."""
        text = self._prompt.fill(segment)
        asked = {"messages": [{"role": "user", "content": text}]} if self._chat else {"prompt": text}
        return json.dumps(self._fixed | asked).encode()

    def adapt(self, rejected: Rejected) -> None:
        """Makes requests as the server wants them from now on, if it says how."""
        if rejected.status == 400 and NEWER_LIMIT in rejected.said and "max_tokens" in self._fixed:
            self._fixed[NEWER_LIMIT] = self._fixed.pop("max_tokens")
