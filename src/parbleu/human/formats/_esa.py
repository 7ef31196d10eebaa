"""Reads tables of error span annotation (ESA) as Appraise writes them: CSV without a header.

    annotator,system,segment,TGT,eng,jpn,score,document,False,errors as JSON,begin,end

Batch and item may stand behind, and behind these which of several translations it is (`--batch-info`).
Campaigns of single segments have no document; those that compare two translations have two columns of
comments in its place, which are left out; and one of WMT25 has the name of the segment before the system.
Segments count from 0, in the whole test set; or from 1, in their document, if a file has the same number in
two documents, as those of WMT22 and WMT23. A segment of WMT25 is called by its document, `_#_` and its
number from 0. Ranges of segments may stand behind documents (#1-10). Offsets in the errors include the last
character, or both are "missing". As in WMT24, what does not count is left out: rows of another type than
TGT, of the tutorial, of documents with a mark (#bad, #dup, #incomplete), scores of whole documents, and
whatever the same annotator judged again later. Tables of direct assessment (DA, DA+SQM) are the same
without the errors.
"""

from __future__ import annotations

import csv
import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from parbleu._base.log import inform
from parbleu._base.numbers import parse_decimal
from parbleu._io.json_text import as_json, parse_json
from parbleu.errors import FormatError, RatingError
from parbleu.human._judgement import Error, Judgement, Rating
from parbleu.human.formats._base import OMITTED, Format, IsRight, as_index, as_name, inclusive_error
from parbleu.human.formats._mt_metrics_eval import segment_of
from parbleu.human.formats._score_table import csv_line
from parbleu.text._table_files.numbered_rows import Lines, NumberedRow, Problems, quoted_rows, report

COLUMNS = (
    *("rater", "system", "segment", "type", "src_lang", "tgt_lang", "score", "document", "whole_document"),
    *("errors", "begin", "end"),
)
_FIRST = COLUMNS[:7]
_DOCUMENT = COLUMNS[7:9]
_TIMES = COLUMNS[10:]
_BATCH = ("batch", "item", "translation")
TUTORIAL = "tutorial"
"""What the document of a tutorial has in its name, which is that of the system, too."""
_MARK = re.compile(r"#([A-Za-z][A-Za-z0-9]*)")
"""A mark in the name of a document, such as #bad; a range, as in #1-10, and the `_#_` in names are none."""
_RANGE = re.compile(r"(.*)#([0-9]+)-([0-9]+)")
_NAMED = re.compile(r"(.+)_#_([0-9]+)")


class Esa(Format):
    """Scores from 0 to 100 with error spans."""

    needs: tuple[str, ...] = ("score",)

    columns: tuple[str, ...] = COLUMNS

    def recognises(self, path: str, head: str) -> bool:
        """Returns whether the columns are those of such a table."""
        fields = next(csv.reader([head.replace("\0", "")]), [])  # which Python 3.10 refuses
        columns = _columns(fields)
        return columns is not None and ("errors" in columns) == ("errors" in self.columns)

    def read(self, path: str, problems: Problems = None) -> Iterator[Judgement]:
        """Yields the last judgement of each annotator about each translation."""
        last: dict[tuple[str | int | None, ...], Judgement] = {}
        ranges: dict[str, tuple[str, bool]] = {}
        left_out: Counter[str] = Counter()
        for row in self._rows(path, problems):
            try:
                if why := _why_left_out(row):
                    left_out[why] += 1
                    continue
                judgement = self._judgement(row)
                segment = judgement.place if judgement.segment is None else judgement.segment
                document = judgement.document or ""
                key = (judgement.rater, judgement.system, document, segment, judgement.language_pair)
                if match := _RANGE.fullmatch(document):
                    within = int(match[2]) <= (segment or 0) <= int(match[3])
                    ranges[document] = match[1], within and ranges.get(document, ("", True))[1]
                if (former := last.pop(key, None)) is not None:
                    left_out["judged again later"] += 1
                    if (former.finished or 0) > (judgement.finished or math.inf):
                        judgement = former  # rows need not be in the order of time
                last[key] = judgement
            except FormatError as problem:
                report(problems, problem)
            except RatingError as problem:
                report(problems, row.wrong(problem))
        _tell_left_out(path, left_out)
        if ranges and all(within for _, within in ranges.values()):  # numbers go on from range to range
            for judgement in last.values():
                whole, _ = ranges.get(judgement.document or "", (judgement.document, True))
                yield replace(judgement, document=whole)
        else:
            yield from last.values()

    def every(
        self, path: str, problems: Problems = None, is_right: IsRight | None = None
    ) -> Iterator[Judgement]:
        """Yields the judgement of each row that counts, also where the annotator judged again later."""
        left_out: Counter[str] = Counter()
        for row in self._rows(path, problems):
            try:
                if is_right is not None and is_right(row):
                    continue
                if why := _why_left_out(row):
                    left_out[why] += 1
                else:
                    yield self._judgement(row)
            except FormatError as problem:
                report(problems, problem)
        _tell_left_out(path, left_out)

    def _rows(self, path: str, problems: Problems) -> Iterator[NumberedRow]:
        lines = Lines(path, problems)
        lines.keep()
        first = next(csv.reader(line.replace("\0", "") for line in lines.again()), [])
        yield from quoted_rows(lines, header=_columns(first) or self.columns)

    def _judgement(self, row: NumberedRow) -> Judgement:
        named = _NAMED.fullmatch(row.get("segment"))
        return Judgement(
            system=row.get("system"),
            segment=None if named else row.number("segment"),
            rater=row.get("rater"),
            rating=self.rating(row),
            score=score_of(row),
            document=named[1] if named else row.find("document"),
            place=int(named[2]) if named else None,
            src_lang=row.find("src_lang"),
            tgt_lang=row.find("tgt_lang"),
            finished=_finished(row),
            line=row.line,
        )

    def translations(self, fields: Mapping[str, Any]) -> Iterator[Judgement]:
        """Yields the translation that a wrong row is about."""
        named = _NAMED.fullmatch(str(fields.get("segment")))
        yield Judgement(
            system=as_name(fields.get("system")),
            segment=None if named else as_index(fields.get("segment")),
            document=named[1] if named else as_name(fields.get("document")),
            place=int(named[2]) if named else None,
            src_lang=as_name(fields.get("src_lang")),
            tgt_lang=as_name(fields.get("tgt_lang")),
        )

    def rating(self, row: NumberedRow) -> Rating | None:
        """Returns the marked errors of a row."""
        try:
            errors = parse_json(row.get("errors"))
        except ValueError as problem:
            raise row.wrong(f"the errors are not valid JSON: {problem}") from None
        if not isinstance(errors, list):
            raise row.wrong(f"the errors must be a list, not {as_json(errors)}")
        return Rating(tuple(_error(row, error) for error in errors))

    def lines(self, judgements: Iterable[Judgement]) -> Iterator[str]:
        """Yields a row for each judgement with a score."""
        for judgement in judgements:
            if judgement.score is not None:
                yield csv_line(self.fields(judgement))

    def fields(self, judgement: Judgement) -> list[Any]:
        """Returns the fields of a row."""
        rating = judgement.rating or Rating()
        errors = json.dumps([_values(error) for error in rating.errors])
        return [*_common_fields(judgement), errors, "0", judgement.finished or "0"]


class Da(Esa):
    """Tables of direct assessment (DA, DA+SQM): scores from 0 to 100 alone."""

    columns: tuple[str, ...] = tuple(name for name in COLUMNS if name != "errors")

    def rating(self, row: NumberedRow) -> Rating | None:
        """Returns None: these tables have no errors."""
        return None

    def fields(self, judgement: Judgement) -> list[Any]:
        """Returns the fields of a row."""
        return [*_common_fields(judgement), "0", judgement.finished or "0"]


def _tell_left_out(path: str, left_out: Counter[str]) -> None:
    if left_out:
        reasons = ", ".join(f"{number} {why}" for why, number in left_out.most_common())
        inform(f"{path}: left out rows, which do not count: {reasons}")


def _columns(fields: Sequence[str]) -> tuple[str, ...] | None:
    """Returns the columns of a table, by one of its rows; None if it is no such table."""
    first: tuple[str, ...]
    if len(fields) > 9 and _is_type(fields[4]) and _NAMED.fullmatch(fields[1]):
        first = ("rater", "segment", "system", "number", *_FIRST[3:])
    elif len(fields) > 8 and _is_type(fields[3]):
        first = _FIRST
    else:
        return None
    rest = fields[len(first) :]
    more: tuple[str, ...] = ()
    if rest[1] in ("True", "False"):
        more = (*_DOCUMENT, "errors") if len(rest) > 2 and rest[2][:1] == "[" else _DOCUMENT
    elif not (_is_time(rest[0]) and _is_time(rest[1])):
        more = ("comments", "source_comments")
    n_more = len(rest) - len(more) - len(_TIMES)
    return (*first, *more, *_TIMES, *_BATCH[:n_more]) if n_more in (0, 2, 3) else None


def _is_type(field: str) -> bool:
    return len(field) == 3 and field.isupper()


def _is_time(field: str) -> bool:
    return field.replace(".", "", 1).isdecimal()


def _common_fields(judgement: Judgement) -> list[Any]:
    """Returns the fields of a row that come before errors."""
    segment = segment_of(judgement)
    document = judgement.document or ""
    if not document:
        raise judgement.wrong(
            "tables of ESA and DA name the document of each segment, and there is none here"
        )
    if not _counts(document, judgement.system):
        raise RatingError(
            f"in tables of ESA and DA, what is of a document {document!r} does not count: rename the document"
        )
    languages = [judgement.src_lang or "", judgement.tgt_lang or ""]
    begin = [judgement.rater, judgement.system, segment, "TGT", *languages]
    return [*begin, judgement.score, document, "False"]


def score_of(row: NumberedRow) -> float:
    """Returns the score of a row, which is to be a number from 0 to 100."""
    text = row.get("score")
    try:
        score = parse_decimal(text)
    except ValueError:
        score = -1.0
    if not 0 <= score <= 100:
        raise row.wrong(f"the score must be a number from 0 to 100, not {as_json(text)}")
    return score


def _finished(row: NumberedRow) -> float | None:
    """Returns when the rater finished; None if that is 0 or no number."""
    text = str(row.cell("end"))
    try:
        return parse_decimal(text) or None
    except ValueError:
        return None


def _why_left_out(row: NumberedRow) -> str:
    """Returns why a row does not count; "" if it does."""
    kind, document, system = row.get("type"), row.find("document") or "", row.find("system")
    if document == system and TUTORIAL in document:
        return "of tutorials"
    if kind != "TGT":
        return f"of type {kind}"
    if row.find("whole_document") == "True":
        return "with scores of whole documents"
    if "document" not in row.fields:
        return ""
    mark = _MARK.search(row.get("document"))
    return f"of documents marked #{mark[1]}" if mark else ""


def _counts(document: str, system: str | None) -> bool:
    return not _MARK.search(document) and not (document == system and TUTORIAL in document)


def _error(row: NumberedRow, values: Any) -> Error:
    try:
        return inclusive_error(values)
    except RatingError as problem:
        raise row.wrong(problem) from None


def _values(error: Error) -> dict[str, Any]:
    if error.is_source_error:
        raise RatingError(f"tables of ESA mark no errors in sources, such as {error}: write another format")
    places = (OMITTED, OMITTED) if error.is_missing else (error.start, error.end - 1)
    return dict(zip(("start_i", "end_i"), places, strict=True)) | {
        "severity": error.severity,
        "error_type": error.category,
    }
