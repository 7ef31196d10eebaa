"""Reads what batches of OpenAI's, Anthropic's and other servers return: an answer a line, in any order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from parbleu._base.wording import counted
from parbleu._io.retry import TransientError
from parbleu.errors import FormatError
from parbleu.text._table_files.numbered_rows import NumberedRow

KEY, RESPONSE, ERROR, RESULT = "custom_id", "response", "error", "result"
KEYS = {"id", KEY, RESPONSE, ERROR}
"""What a line may have, but for Anthropic's; `custom_id` is what whoever asked has called the request."""
ANSWER = "answer"
"""The column of texts that is made of them."""
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
DIGITS = "0123456789"
LONGEST = 15
"""Digits of the number of a request."""


def with_answers(rows: Iterator[NumberedRow]) -> Iterator[NumberedRow]:
    """Yields rows of JSON lines; of those of a batch the requests' names and answers, in order of the names.

    Raises:
        FormatError: rows are those of a batch, and a request has no answer, or their names are not numbered
            without a gap, so that there is no telling which answer belongs where.
    """
    first = next(rows, None)
    if first is None:
        return
    rows = chain([first], rows)
    if not _is_answer(first.fields):
        yield from rows
        return
    answers: list[tuple[NumberedRow, str]] = []
    failures: list[tuple[NumberedRow, str]] = []
    for row in rows:
        if not _is_answer(row.fields):
            keys = ", ".join(first.fields)
            raise row.wrong(f"the lines above are answers of a batch, and this is none: {keys}")
        try:
            answers.append((row, _text(row.fields)))
        except TransientError as problem:
            failures.append((row, str(problem)))
    if failures:
        row, reason = failures[0]
        others = f" ({counted(len(failures) - 1, 'other')} without one)" if failures[1:] else ""
        raise row.wrong(
            f"{row.fields[KEY]} has no answer: {reason}{others}: ask again, and put the answer in its place"
        )
    for _, (row, text) in sorted(zip(_numbers([row for row, _ in answers]), answers, strict=True)):
        yield row._replace(fields={KEY: row.fields[KEY], ANSWER: text})


def _is_answer(fields: Any) -> bool:
    if fields.keys() == {KEY, RESULT}:
        return isinstance(fields[KEY], str) and isinstance(fields[RESULT], dict) and "type" in fields[RESULT]
    is_answer = {KEY, RESPONSE} <= fields.keys() <= KEYS and isinstance(fields[KEY], str)
    return is_answer and (
        isinstance(fields[RESPONSE], dict) or (fields[RESPONSE] is None and ERROR in fields)
    )


def _text(fields: dict[str, Any]) -> str:
    """Returns the text of an answer, without the reasoning before it.

    Raises:
        TransientError: there is none, or only a part of one.
    """
    from parbleu.fetch._endpoint.chat_protocol import completion, error_of, without_thought

    response = {"body": _of_messages(fields[RESULT])} if RESULT in fields else fields[RESPONSE]
    given = response if isinstance(response, dict) else {}
    status, body = given.get("status_code", 200), given.get("body")
    if fields.get(ERROR) or status != 200 or not isinstance(body, dict):
        said = error_of(fields.get(ERROR) or body)
        wrong = "" if status == 200 else f"status {status}"
        raise TransientError(": ".join(filter(None, [wrong, said])) or "the response is empty")
    if body.get("object") == "response":
        body = _as_chat(body)
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


def _as_chat(body: dict[str, Any]) -> dict[str, Any]:
    """Returns an answer of `/v1/responses` as one of `/v1/chat/completions`.

    Raises:
        TransientError: the model did not end it, for another reason than these ends have.
    """
    from parbleu.fetch._endpoint.chat_protocol import error_of

    status, details = body.get("status"), body.get("incomplete_details")
    if status == "failed":
        raise TransientError(f"it failed: {error_of(body.get('error'))}".removesuffix(": "))
    reason = details.get("reason") if isinstance(details, dict) else None
    ending = "stop" if status == "completed" else ENDINGS.get(str(reason))
    if ending is None:
        raise TransientError(f"its status is {str(reason or status)!r}")
    messages = [item for item in _objects(body.get("output")) if item.get("type") == "message"]
    parts = [part for item in messages for part in _objects(item.get("content"))]
    texts = [part["text"] for part in parts if isinstance(part.get("text"), str)]
    refusal = next((part["refusal"] for part in parts if part.get("refusal")), None)
    message = {"content": "".join(texts) if texts else None, "refusal": refusal}
    return {"choices": [{"message": message, "finish_reason": ending}]}


def _of_messages(result: dict[str, Any]) -> dict[str, Any]:
    """Returns a result of Anthropic's batches as an answer of `/v1/chat/completions`.

    Raises:
        TransientError: there is no message, or it ends for another reason than that of an answer.
    """
    from parbleu.fetch._endpoint.chat_protocol import error_of

    if result["type"] != "succeeded":
        given = result.get("error")
        problem = given.get("error", given) if isinstance(given, dict) else given
        raise TransientError(f"it {result['type']}: {error_of(problem)}".removesuffix(": "))
    message = result.get("message")
    given = message if isinstance(message, dict) else {}
    reason = given.get("stop_reason")
    if reason not in STOP_REASONS:
        raise TransientError(f"it ends by {reason!r}")
    texts = [part["text"] for part in _objects(given.get("content")) if isinstance(part.get("text"), str)]
    answer = {"content": "".join(texts) if texts else None}
    return {"choices": [{"message": answer, "finish_reason": STOP_REASONS[reason]}]}


def _objects(items: Any) -> list[dict[str, Any]]:
    return [item for item in items if isinstance(item, dict)] if isinstance(items, list) else []


def _numbers(rows: Sequence[NumberedRow]) -> list[int]:
    """Returns the numbers at the end of the names of requests, which are otherwise the same.

    Raises:
        FormatError: there are none, one is there twice, or one is missing.
    """
    prefix = rows[0].fields[KEY].rstrip(DIGITS)
    numbers: dict[int, NumberedRow] = {}
    for row in rows:
        name = row.fields[KEY]
        digits = name.removeprefix(prefix)
        is_number = digits and not digits.strip(DIGITS) and len(digits) <= LONGEST
        if not (name.startswith(prefix) and is_number):
            raise row.wrong(
                f"answers of a batch stand in any order, and the {KEY} {name!r} does not say which line this "
                "is: call requests 'line-1', 'line-2' and so on, or write their answers as lines, in order"
            )
        if numbers.setdefault(int(digits), row) is not row:
            raise row.wrong(f"{name} is the {KEY} of line {numbers[int(digits)].line}, too")
    begin = 0 if 0 in numbers else 1
    missing = [number for number in range(begin, begin + len(rows)) if number not in numbers]
    if missing:
        raise FormatError(
            rows[0].path,
            0,
            f"of these answers of a batch, that to {prefix}{missing[0]} is missing: is it in the file of "
            "errors, or in another part? Requests are numbered from 0 or 1, and all answers are in one file",
        )
    return [*numbers]
