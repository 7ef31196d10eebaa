"""Reads `*.avg_seg_scores.tsv` of Google's MQM ratings of WMT20 and WMT21: the mean score of each segment.

    system mqm_avg_score seg_id
    Online-A.1574<TAB>-1.666667 1

Any white space is between the columns, also in one file. Segments are counted from 1; errors have negative
scores, and `None` is a segment that nobody rated.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from parbleu._base.numbers import parse_decimal
from parbleu._base.wording import counted
from parbleu.errors import FormatError
from parbleu.human._judgement import Judgement
from parbleu.human.formats._base import ReadOnlyFormat, as_index, as_name
from parbleu.text._table_files.numbered_rows import Lines, Problems, report

COLUMNS = ("system", "mqm_avg_score", "seg_id")
NOT_RATED = "None"


class GoogleAverages(ReadOnlyFormat):
    """The means of the raters of each segment, who cannot be told apart."""

    words: tuple[str, ...] = COLUMNS

    def recognises(self, path: str, head: str) -> bool:
        """Returns whether the first line has the names of the columns."""
        return tuple(head.split()) == COLUMNS

    def read(self, path: str, problems: Problems = None) -> Iterator[Judgement]:
        """Yields a judgement for each segment with a score."""
        lines = Lines(path, problems)
        for line in lines:
            fields = line.split()
            if lines.number == 1 or not fields or fields[1:2] == [NOT_RATED]:
                continue
            try:
                yield _judgement(fields, lines.number)
            except ValueError as problem:
                known: dict[str, str] = dict(zip(COLUMNS, fields, strict=False))
                report(problems, FormatError(path, lines.number, str(problem), known))

    def translations(self, fields: Mapping[str, Any]) -> Iterator[Judgement]:
        """Yields the translation that a wrong line is about."""
        yield Judgement(system=as_name(fields.get(COLUMNS[0])), segment=as_index(fields.get(COLUMNS[2]), 1))


def _judgement(fields: list[str], line: int) -> Judgement:
    """Returns the judgement of a line; raises ValueError if it is wrong."""
    if len(fields) != len(COLUMNS):
        raise ValueError(f"a line is {' '.join(COLUMNS)}, but this one has {counted(len(fields), 'field')}")
    segment = as_index(fields[2], 1)
    if segment is None:
        raise ValueError(f"there is no segment {fields[2]!r:.60}: they are counted from 1")
    score = parse_decimal(fields[1])
    if score > 0:
        raise ValueError(f"the score of errors is negative, and not {fields[1]}: negate the column")
    return Judgement(fields[0], segment, score=score, line=line)
