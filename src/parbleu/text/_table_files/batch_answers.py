"""Reads what batches of OpenAI's, Anthropic's and other servers return: an answer a line, in any order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from parbleu._base.wording import counted
from parbleu.errors import FormatError
from parbleu.text._table_files.numbered_rows import NumberedRow

KEY, RESPONSE, ERROR, RESULT = "custom_id", "response", "error", "result"
KEYS = {"id", KEY, RESPONSE, ERROR}
"""What a line may have, but for Anthropic's; `custom_id` is what whoever asked has called the request."""
ANSWER = "answer"
"""The column of texts that is made of them."""
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
    from parbleu._io.retry import TransientError
    from parbleu.text._table_files.answer_text import answer_text

    answers: list[tuple[NumberedRow, str]] = []
    failures: list[tuple[NumberedRow, str]] = []
    for row in rows:
        if not _is_answer(row.fields):
            keys = ", ".join(row.fields)
            raise row.wrong(f"the lines above are answers of a batch, and this is none: {keys}")
        try:
            answers.append((row, answer_text(row.fields)))
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
