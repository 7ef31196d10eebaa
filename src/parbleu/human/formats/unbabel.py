"""Reads Unbabel's tables of MQM: Google's with CSV quoting, and a JSON column that holds the score."""

from __future__ import annotations

import json
from collections.abc import Iterator

from parbleu.base.numbers import is_plain_number, plain_mean
from parbleu.errors import FormatError
from parbleu.human.error_spans import Error
from parbleu.human.formats.google import COLUMNS, Google
from parbleu.human.judgement import Judgement
from parbleu.io.json_text import parse_json
from parbleu.text.table_files.numbered_rows import Lines, NumberedRow, Problems, quoted_rows, report

MISC = "misc"


class Unbabel(Google):
    """The score of a segment, in which higher is better, is the mean of what its rows store."""

    columns: tuple[str, ...] = (*COLUMNS, MISC)

    def recognises(self, path: str, head: str) -> bool:
        """By the header."""
        return super().recognises(path, head) and MISC in head.split("\t")

    def rows(self, path: str, problems: Problems = None) -> Iterator[NumberedRow]:
        """Yields the rows of a file that store a score."""
        for row in quoted_rows(Lines(path, problems), "\t"):
            try:
                stored_score(row)
            except FormatError as problem:
                report(problems, problem)
            else:
                yield row

    def score(self, rows: list[NumberedRow]) -> float | None:
        """Returns the mean of the stored scores."""
        scores = [stored_score(row) for row in rows]
        return plain_mean(scores)

    def fields(self, judgement: Judgement, error: Error | None) -> list[str]:
        """Returns the fields of a row, each between quotes; the last one stores the score."""
        if judgement.score is None:
            raise judgement.wrong("tables of Unbabel store scores, and there is none; write google's")
        fields = [*super().fields(judgement, error), json.dumps({"mqm": judgement.score})]
        return ['"' + field.replace('"', '""') + '"' for field in fields]


def stored_score(row: NumberedRow) -> float:
    """Returns the score that a row stores; raises FormatError if it has none."""
    text = row.get(MISC)
    try:
        score = parse_json(text)["mqm"]
        if is_plain_number(score):
            return float(score)
    except (ValueError, KeyError, TypeError):
        pass
    raise row.wrong(f'{MISC} must be an object {{"mqm": a number, ...}}, not {text!r}')
