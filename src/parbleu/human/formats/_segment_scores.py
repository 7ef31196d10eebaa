"""Reads what `parbleu score --segments` writes of scorers that mark errors: their scores and spans.

    segment   a:XCOMET-XL   a:XCOMET-XL:spans
    1         0.9           [[0, 4, "minor", 0.8]]

A column SYSTEM:METRIC:spans has the errors of each segment as JSON, [[start, end, severity, probability],
...], and the column SYSTEM:METRIC beside it the score. The metric is the rater.
"""

from __future__ import annotations

from collections.abc import Iterator

from parbleu._base.numbers import is_plain_number, parse_decimal
from parbleu._io.json_text import parse_json
from parbleu.errors import FormatError
from parbleu.human._judgement import Error, Judgement, Rating
from parbleu.human.formats._base import ReadOnlyFormat
from parbleu.text._table_files.numbered_rows import NumberedRow, Problems, report
from parbleu.text._table_files.table_opening import table_rows

SPANS = ":spans"


class SegmentScoresFile(ReadOnlyFormat):
    """Offsets count code points, the end behind the last; a segment without a score is not judged."""

    words: tuple[str, ...] = ("segment",)

    def recognises(self, path: str, head: str) -> bool:
        """Returns whether the first line names a column of spans."""
        is_table = head.startswith(("segment\t", '{"segment"'))
        return is_table and (f'{SPANS}"' in head or f"{SPANS}\t" in f"{head}\t")

    def read(self, path: str, problems: Problems = None) -> Iterator[Judgement]:
        """Yields a judgement for each segment, system and metric."""
        for row in table_rows(path, problems, "segment"):
            try:
                yield from _judgements(row)
            except FormatError as problem:
                report(problems, problem)


def _judgements(row: NumberedRow) -> Iterator[Judgement]:
    segment = str(row.cell("segment"))
    if not (segment.isascii() and segment.isdecimal() and int(segment)):
        raise row.wrong(f"there is no segment {segment!r:.60}: they are counted from 1")
    columns = [name for name in row.fields if name.endswith(SPANS)]
    if not columns:
        raise row.wrong(f"there is no column SYSTEM:METRIC{SPANS}, as parbleu score --segments writes it")
    for name in columns:
        scored = name.removesuffix(SPANS)
        system, _, metric = scored.rpartition(":")
        score = row.cell(scored)
        if score in (None, ""):
            continue
        try:
            value = parse_decimal(str(score))
            spans = parse_json(str(row.cell(name)).encode())
            if not isinstance(spans, list):
                raise ValueError(spans)
            errors = tuple(map(_error, spans))
        except (ValueError, TypeError):
            raise row.wrong(
                f"{name!r} holds [[start, end, severity, probability], ...] and its score"
            ) from None
        yield Judgement(system, int(segment) - 1, metric, Rating(errors), value, line=row.line)


def _error(span: list[object]) -> Error:
    start, end, severity = span[:3]
    if not (is_plain_number(start) and is_plain_number(end) and isinstance(severity, str)):
        raise ValueError(span)
    return Error.from_dict({"start": start, "end": end, "severity": severity})
