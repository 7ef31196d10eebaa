"""Reads the text of an answer in what batches of OpenAI's, Anthropic's, Google's and other servers return.

It loads what speaks with servers, which takes longer than to read a table: only batches need it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parbleu._io.retry import TransientError
from parbleu.fetch._endpoint.chat_protocol import completion, error_of, without_thought

ENDINGS = {"max_output_tokens": "length", "content_filter": "content_filter"}
"""Why an answer of `/v1/responses` is incomplete, as `/v1/chat/completions` names it."""
STOP_REASONS = {
    "end_turn": "stop",
    "stop_sequence": "stop",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "refusal": "content_filter",
}
"""Why an answer of Anthropic's ends, as `/v1/chat/completions` names it."""

FINISH_REASONS = {
    "STOP": "stop",
    "MAX_TOKENS": "length",
    **dict.fromkeys(("SAFETY", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII"), "content_filter"),
}
"""Why an answer of Gemini's ends, as `/v1/chat/completions` names it."""


def answer_text(line: Mapping[str, Any]) -> str:
    """Returns the text of an answer, without the reasoning before it.

    Args:
        line: what a batch returns for a request: `custom_id` with `result` as Anthropic's, or with `response`
            and `error`; without `custom_id` it is Gemini's.

    Raises:
        TransientError: there is none, or only a part of one.
    """
    if "custom_id" not in line:
        body = _of_gemini(line.get("response"), line.get("error"))
    elif "result" in line:
        body = _of_result(line["result"])
    else:
        body = _of_response(line["response"], line.get("error"))
    choices = body.get("choices")
    if isinstance(choices, list) and len(choices) > 1:
        raise TransientError(f"it has {len(choices)} choices, and a translation is one")
    first = choices[0] if isinstance(choices, list) and choices else {}
    answer = completion(body, chat=not (isinstance(first, dict) and "text" in first))
    if answer.refusal is not None:
        raise TransientError(answer.refusal)
    if answer.ending == "length":
        raise TransientError("it is cut at the limit of tokens")
    text = without_thought(answer.text or "")
    if answer.text is None or (answer.text and not text):
        raise TransientError("there is no text" if answer.text is None else "it is reasoning alone")
    return text


def _of_response(response: Any, error: Any) -> dict[str, Any]:
    """Returns the body of a response of OpenAI's batches, that of `/v1/responses` as the others.

    Raises:
        TransientError: there is none, or the model did not end it, for another reason than `ENDINGS` has.
    """
    given = response if isinstance(response, dict) else {}
    status, body = given.get("status_code", 200), given.get("body")
    if error or status != 200 or not isinstance(body, dict):
        wrong = "" if status == 200 else f"status {status}"
        said = error_of(error or body)
        raise TransientError(": ".join(filter(None, [wrong, said])) or "the response is empty")
    if body.get("object") != "response":
        return body
    status, details = body.get("status"), body.get("incomplete_details")
    if status == "failed":
        raise _failure("failed", body.get("error"))
    reason = details.get("reason") if isinstance(details, dict) else None
    ending = "stop" if status == "completed" else ENDINGS.get(str(reason))
    if ending is None:
        raise TransientError(f"its status is {str(reason or status)!r}")
    messages = [item for item in _objects(body.get("output")) if item.get("type") == "message"]
    return _as_chat([part for item in messages for part in _objects(item.get("content"))], ending)


def _of_result(result: dict[str, Any]) -> dict[str, Any]:
    """Returns a result of Anthropic's batches as an answer of `/v1/chat/completions`.

    Raises:
        TransientError: there is no message, or it ends for another reason than that of an answer.
    """
    if result["type"] != "succeeded":
        given = result.get("error")
        raise _failure(result["type"], given.get("error", given) if isinstance(given, dict) else given)
    message = result.get("message")
    given = message if isinstance(message, dict) else {}
    reason = given.get("stop_reason")
    if (ending := STOP_REASONS.get(str(reason))) is None:
        raise TransientError(f"it ends by {reason!r}")
    return _as_chat(_objects(given.get("content")), ending)


def _of_gemini(response: Any, error: Any) -> dict[str, Any]:
    """Returns a response of Gemini's batches as an answer of `/v1/chat/completions`.

    Raises:
        TransientError: there is none, or it ends for another reason than that of an answer.
    """
    given = response if isinstance(response, dict) else {}
    candidates = _objects(given.get("candidates"))
    if error or not candidates:
        feedback = given.get("promptFeedback")
        blocked = feedback.get("blockReason") if isinstance(feedback, dict) else None
        why = f"its text was blocked: {blocked}" if blocked else "it has no candidates"
        raise TransientError(error_of(error) if error else why)
    if len(candidates) > 1:
        return {"choices": candidates}
    (candidate,) = candidates
    reason, content = candidate.get("finishReason"), candidate.get("content")
    if (ending := FINISH_REASONS.get(str(reason))) is None:
        raise TransientError(f"it ends by {reason!r}")
    parts = _objects(content.get("parts")) if isinstance(content, dict) else []
    return _as_chat([part for part in parts if not part.get("thought")], ending)


def _failure(what: object, problem: Any) -> TransientError:
    """Returns the error of an answer that failed, expired or the like, with what the server says of it."""
    return TransientError(f"it {what}: {error_of(problem)}".removesuffix(": "))


def _as_chat(parts: list[dict[str, Any]], ending: str) -> dict[str, Any]:
    """Returns the parts of a message, and why it ends, as an answer of `/v1/chat/completions`."""
    texts = [part["text"] for part in parts if isinstance(part.get("text"), str)]
    refusal = next((part["refusal"] for part in parts if part.get("refusal")), None)
    message = {"content": "".join(texts) if texts else None, "refusal": refusal}
    return {"choices": [{"message": message, "finish_reason": ending}]}


def _objects(items: Any) -> list[dict[str, Any]]:
    return [item for item in items if isinstance(item, dict)] if isinstance(items, list) else []
