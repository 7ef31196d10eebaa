"""Reads what batches of OpenAI's, Anthropic's, Google's and other servers return: a line for each answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from parbleu._base.wording import counted
from parbleu.errors import FormatError
from parbleu.text._table_files.numbered_rows import NumberedRow

NAME, RESPONSE, ERROR, RESULT = "custom_id", "response", "error", "result"
FIELDS = {"id", NAME, RESPONSE, ERROR}
"""What a line of OpenAI's may have; `custom_id` is what whoever asked has called the request."""
KEY = "key"
"""The same of Gemini's, beside which stands whatever else the line of the request had."""
BODY = ("candidates", "promptFeedback")
"""What a response of Gemini's has: answers, or else why there is none."""
ANSWER = "answer"
"""The column of texts that is made of them."""
REQUESTS = ({NAME, "body"}, {NAME, "params"}, {KEY, "request"})
"""What the lines of requests have, by whose file that of the answers is easily mistaken."""
DIGITS = "0123456789"
LONGEST = 15
"""Digits of the number of a request."""


def with_answers(rows: Iterator[NumberedRow]) -> Iterator[NumberedRow]:
    """Yields rows of JSON lines; of those of a batch the requests' names and answers, in order of the names.

    Rows of several files are those of one batch, or of one each if these have the same names.

    Raises:
        FormatError: rows are those of a batch, and a request has no answer, or their names are not numbered
            without a gap, so that there is no telling which answer belongs where.
    """
    first = next(rows, None)
    if first is None:
        return
    rows = chain([first], rows)
    name = name_of_requests(first.fields)
    if not name:
        yield from rows
        return
    from parbleu._io.retry import TransientError
    from parbleu.text._table_files.answer_text import answer_text

    answers: list[tuple[NumberedRow, str]] = []
    failures: list[tuple[NumberedRow, str]] = []
    for row in rows:
        if name_of_requests(row.fields) != name:
            keys = ", ".join(row.fields)
            raise row.wrong(f"the lines above are answers of a batch, and this is none: {keys}")
        if not isinstance(row.fields.get(name), str):
            raise row.wrong(
                f"answers of a batch stand in any order, and this has no {name!r} of its request: ask with "
                f"one, such as 'line-1', or write the answers as lines, in the order of the requests"
            )
        try:
            answers.append((row, answer_text(row.fields)))
        except TransientError as problem:
            failures.append((row, str(problem).removesuffix(".")))
    if failures:
        row, reason = failures[0]
        others = f" ({counted(len(failures) - 1, 'other')} without one)" if failures[1:] else ""
        raise row.wrong(
            f"{row.fields[name]} has no answer: {reason}{others}: ask again, and put the answer in its place"
        )
    batches = {"": answers}
    if len({row.fields[name] for row, _ in answers}) < len(answers):  # each file is one, not a part of one
        batches = {}
        for answer in answers:
            batches.setdefault(answer[0].path, []).append(answer)
    for batch in batches.values():
        numbers = _numbers([row for row, _ in batch], name)
        for _, (row, text) in sorted(zip(numbers, batch, strict=True)):
            yield row._replace(fields={name: row.fields[name], ANSWER: text})


def name_of_requests(fields: Any) -> str:
    """Returns which field of an answer of a batch has the name of its request; "" for other rows."""
    if isinstance(fields.get(NAME), str):
        result, response = fields.get(RESULT), fields.get(RESPONSE)
        if fields.keys() == {NAME, RESULT}:
            is_answer = isinstance(result, dict) and "type" in result
        else:
            has_response = isinstance(response, dict) or (response is None and ERROR in fields)
            is_answer = {NAME, RESPONSE} <= fields.keys() <= FIELDS and has_response
        return NAME if is_answer else ""
    response, error = fields.get(RESPONSE), fields.get(ERROR)
    is_failure = isinstance(error, dict) and {KEY, ERROR} <= fields.keys() <= {KEY, ERROR, RESPONSE}
    is_response = isinstance(response, dict) and any(part in response for part in BODY)
    return KEY if is_response or is_failure else ""


def _numbers(rows: Sequence[NumberedRow], key: str) -> list[int]:
    """Returns the numbers at the end of the names of requests, which are otherwise the same.

    Raises:
        FormatError: there are none, one is there twice, or one is missing.
    """
    prefix = rows[0].fields[key].rstrip(DIGITS)
    numbers: dict[int, NumberedRow] = {}
    for row in rows:
        name = row.fields[key]
        digits = name.removeprefix(prefix)
        is_number = digits and not digits.strip(DIGITS) and len(digits) <= LONGEST
        if not (name.startswith(prefix) and is_number):
            raise row.wrong(
                f"answers of a batch stand in any order, and the {key} {name!r} does not say which line this "
                "is: call requests 'line-1', 'line-2' and so on, or write their answers as lines, in order"
            )
        if numbers.setdefault(int(digits), row) is not row:
            raise row.wrong(f"{name} is the {key} of line {numbers[int(digits)].line}, too")
    begin = 0 if 0 in numbers else 1
    missing = [number for number in range(begin, begin + len(rows)) if number not in numbers]
    if missing:
        raise FormatError(
            rows[0].path,
            0,
            f"of these answers of a batch, that to {prefix}{missing[0]} is missing: is it in the file of "
            "errors, or in another part? Requests are numbered from 0 or 1; a pattern names all parts of a "
            "batch: 'out-*.jsonl'",
        )
    return [*numbers]
