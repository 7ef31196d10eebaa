"""Reads tables of MQM with a row for each error: Google's, Marot's and Unbabel's.

Google's and Marot's are TAB-separated, with a header; a file called .csv may be what a spreadsheet made of
one, with commas or semicolons. The span of an error stands between <v> and </v> in the target or, if it is
not there, in the source. A span that is never closed reaches to the end; an error without one is about the
whole translation. A row whose category or severity is "No-error" says that its rater marked none. Rows of one
translation may hold different texts, as where raters corrected it, or a span ends with the blank behind the
text: all count, and their spans are moved to the text that most rows hold.

A header may have one cell more than all rows, as Marot's documentation is. Most files hold quotes as they
are; some were saved by a spreadsheet, with quotes as in CSV: the whole file shows which.

In Marot's tables a column of metadata, in JSON, may name the first span by its first and last token instead;
a row without a rater has metadata only, such as these tokens; and the header may stand again between rows.

Unbabel's tables are Google's with CSV quoting, and a JSON column that holds the score.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from parbleu._base.log import warn
from parbleu._base.numbers import is_plain_number, plain_mean
from parbleu._base.wording import counted
from parbleu._io.json_text import as_json, parse_json
from parbleu._io.lines import uncompressed_name
from parbleu.errors import FormatError, RatingError
from parbleu.human._judgement import Error, Judgement, Rating
from parbleu.human.formats._base import Format, as_index, as_name
from parbleu.text._table_files.numbered_rows import (
    Lines,
    NumberedRow,
    Problems,
    quoted_rows,
    report,
    tsv_rows,
)
from parbleu.text._table_files.table_opening import first_bytes, table_rows

OPEN, CLOSE = "<v>", "</v>"
NO_ERROR = "No-error"
PLACE = ("doc_id", "docSegId")
"""What columns are called that count the segments of a document, from 1."""
SEGMENT = ("seg_id", "globalSegId", "global_seg_id")
"""The same of the whole test set."""
Texts = tuple[str | None, str | None]
"""Source and translation, without their marks."""
Tokens = dict[tuple[str, str], dict[str, Any]]
"""System and segment -> the tokens of source and target, under "source_tokens" and "target_tokens"."""
COLUMNS = ("system", "doc", "doc_id", "seg_id", "rater", "source", "target", "category", "severity")

REQUIRED = {"system", "rater", "category", "severity"}

MISC = "misc"


class Google(Format):
    """Rows of a segment need not follow one another."""

    words: tuple[str, ...] = ("system", "doc", "rater", "source", "target", "category", "severity")

    needs: tuple[str, ...] = ("rating",)
    columns: tuple[str, ...] = COLUMNS

    def recognises(self, path: str, head: str) -> bool:
        """Returns whether the header is that of such a table."""
        separators = (",", ";") if _is_csv(path, head) else ("\t",)
        return any(set(_header(head, separator)) >= REQUIRED for separator in separators)

    def rows(self, path: str, problems: Problems = None) -> Iterator[NumberedRow]:
        """Yields the rows of a file."""
        if _is_csv(path, first_bytes(path).decode("utf-8", "replace")):
            yield from table_rows(path, problems)
            return
        yield from tsv_rows(Lines(path, problems), spare=True, note="the quotes of its fields are undone")

    def read(self, path: str, problems: Problems = None) -> Iterator[Judgement]:
        """Yields a judgement for each rater of each segment, in the order of their first rows."""
        groups: dict[tuple[str, str, str], list[tuple[NumberedRow, Error | None]]] = {}
        tokens: Tokens = {}
        read: list[NumberedRow] = []
        for row in self.rows(path, problems):
            try:
                metadata = _metadata(row)
                if isinstance(about := metadata.get("segment"), dict):
                    tokens.setdefault(_translation(row), {}).update(about)
                if (
                    not (metadata and not row.find("rater"))
                    and (row.find("system"), row.find("doc")) != COLUMNS[:2]
                ):
                    read.append(row)
            except FormatError as problem:
                report(problems, problem)
        for row in read:
            try:
                error = error_of(row, tokens)  # a wrong row is left out, not its segment's others
                groups.setdefault((*_translation(row), row.get("rater")), []).append((row, error))
            except FormatError as problem:
                report(problems, problem)
        variants: dict[tuple[str, str], Counter[Texts]] = {}
        for (system, segment, _), marked in groups.items():
            variants.setdefault((system, segment), Counter()).update(_texts(row) for row, _ in marked)
        n_moved, first_moved = 0, 0
        for (system, segment, _), marked in groups.items():
            [(texts, _)] = variants[system, segment].most_common(1)
            moved = []
            for row, error in marked:
                row_texts = _texts(row)
                if row_texts != texts and error is not None:
                    error = _moved(error, row_texts, texts)
                if _stripped(row_texts) != _stripped(texts):
                    n_moved, first_moved = n_moved + 1, first_moved or row.line
                moved.append((row, error))
            yield self._judgement(moved, *texts)
        if n_moved:
            warn(
                f"{path}: {counted(n_moved, 'row')}, the first in line {first_moved}, with another text than "
                "most rows of the translation: the errors count, and their spans are moved to that text"
            )

    def _judgement(
        self, marked: list[tuple[NumberedRow, Error | None]], source: str | None, target: str | None
    ) -> Judgement:
        """Returns what the rows of one rater about one segment say."""
        first = marked[0][0]
        return Judgement(
            system=first.get("system"),
            segment=_counted(first, SEGMENT),
            rater=first.get("rater"),
            rating=Rating(tuple(error for _, error in marked if error is not None)),
            score=self.score([row for row, _ in marked]),
            document=first.find("doc"),
            place=_counted(first, PLACE),
            source=source,
            hypothesis=target,
            line=first.line,
        )

    def score(self, rows: list[NumberedRow]) -> float | None:
        """Returns the score in the rows of one rater about one segment, if they have one."""
        return None

    def translations(self, fields: Mapping[str, Any]) -> Iterator[Judgement]:
        """Yields the translation that a wrong row is about."""
        segment, index = (next(filter(None, map(fields.get, names)), None) for names in (SEGMENT, PLACE))
        yield Judgement(
            system=as_name(fields.get("system")),
            segment=as_index(segment, 1),
            document=as_name(fields.get("doc")),
            place=as_index(index, 1),
        )

    def lines(self, judgements: Iterable[Judgement]) -> Iterator[str]:
        """Yields the header and a row for each error, or for having none."""
        yield "\t".join(self.columns)
        for judgement in judgements:
            if judgement.rating is not None:
                for error in judgement.rating.errors or (None,):
                    yield "\t".join(self.fields(judgement, error))

    def fields(self, judgement: Judgement, error: Error | None) -> list[str]:
        """Returns the fields of a row for an error, or for having none."""
        return _row_fields(judgement, error)


def _counted(row: NumberedRow, names: tuple[str, ...]) -> int | None:
    for name in names:
        if row.cell(name):
            return row.number(name, 1) - 1
    return None


def _is_csv(path: str, head: str) -> bool:
    """Returns whether a file is CSV by its name, and no TABs are between the names of its columns."""
    return uncompressed_name(path).lower().endswith(".csv") and "\t" not in head.partition("\n")[0]


def _header(head: str, separator: str = "\t") -> list[str]:
    """Returns the names of columns in a first line, without quotes."""
    return [name.strip('"') for name in head.partition("\n")[0].rstrip("\r").split(separator)]


def _stripped(texts: Texts) -> Texts:
    source, target = (text and text.strip() for text in texts)
    return source, target


def _moved(error: Error, own: Texts, texts: Texts) -> Error:
    """Returns an error with the offsets that its span has in another text than the one of its row."""
    side = 0 if error.is_source_error else 1
    before, after = own[side] or "", texts[side] or ""
    if error.is_missing or before == after:
        return error
    head = _n_equal(before, after)
    tail = min(min(len(before), len(after)) - head, _n_equal(before[::-1], after[::-1]))

    def moved(offset: int) -> int:
        if offset <= head:
            return offset
        if offset >= len(before) - tail:
            return offset + len(after) - len(before)
        return min(offset, len(after) - tail)

    return replace(error, start=moved(error.start), end=moved(error.end))


def _n_equal(one: str, other: str) -> int:
    """Returns how many characters are the same from the first on."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((index for index, (first, second) in pairs if first != second), min(len(one), len(other)))


def _texts(row: NumberedRow) -> Texts:
    """Returns source and target without their marks."""
    texts = row.cell("source"), row.cell("target")
    source, target = (text and str(text).replace(OPEN, "").replace(CLOSE, "") for text in texts)
    return source, target


def _metadata(row: NumberedRow) -> Mapping[str, Any]:
    """Returns the metadata of a row of Marot; older ones are a note, which says nothing here."""
    text = row.find("metadata") or ""
    if not text.startswith("{"):
        return {}
    try:
        metadata: dict[str, Any] = parse_json(text)
    except ValueError as problem:
        raise row.wrong(f"the metadata are no JSON: {problem}") from None
    return metadata


def _translation(row: NumberedRow) -> tuple[str, str]:
    """Returns the system of a row, and all that names its segment."""
    return row.get("system"), f"{row.find(*PLACE) or ''} {row.find(*SEGMENT) or ''} {row.find('doc') or ''}"


def _token_span(row: NumberedRow, name: str, tokens: Tokens) -> tuple[int, int] | None:
    """Returns the code points of the first span that metadata name by first and last token; None for none."""
    metadata = _metadata(row)
    if not (spans := metadata.get(f"{name}_spans")):
        return None
    texts = {**tokens.get(_translation(row), {}), **(metadata.get("segment") or {})}
    words: list[str] = texts.get(f"{name}_tokens") or []
    try:
        first, last = spans[0]
        ends = len("".join(words[:first])), len("".join(words[: last + 1]))
    except (TypeError, ValueError):
        raise row.wrong(f"{name}_spans of the metadata are no pairs of tokens that are known") from None
    return ends


def error_of(row: NumberedRow, tokens: Tokens) -> Error | None:
    """Returns the error of a row, or None for a row that marks no error; all fields are required."""
    for name in ("system", "rater"):
        row.get(name)
    if _counted(row, SEGMENT) is None and (_counted(row, PLACE) is None or not row.find("doc")):
        raise row.wrong("the row does not say which segment: there is no doc and doc_id, and no seg_id")
    category, severity = row.get("category"), row.get("severity")
    if NO_ERROR.lower() in (category.lower(), severity.lower()):
        return None
    for name in ("target", "source"):
        text = row.find(name) or ""
        if OPEN in text:
            start, end = _span(text)
            return Error(start, end, category, severity, is_source_error=name == "source")
        if span := _token_span(row, name, tokens):
            return Error(*span, category, severity, is_source_error=name == "source")
    return Error(0, len(row.find("target") or ""), category, severity)


def _span(text: str) -> tuple[int, int]:
    before, _, after = text.partition(OPEN)
    inside = after.partition(CLOSE)[0].replace(OPEN, "")
    start = len(before.replace(CLOSE, ""))
    return start, start + len(inside)


def _row_fields(judgement: Judgement, error: Error | None) -> list[str]:
    texts = {"source": judgement.source or "", "target": judgement.hypothesis or ""}
    if any(tag in text for text in texts.values() for tag in (OPEN, CLOSE)):
        raise judgement.wrong(f"the text holds {OPEN} or {CLOSE} itself: write another format")
    if error is None:
        category = severity = NO_ERROR
    else:
        category, severity = error.category or "", error.severity or ""
        judgement.check()
        name = "source" if error.is_source_error else "target"
        text = texts[name]
        if not error.is_missing:
            span = f"{OPEN}{text[error.start : error.end]}{CLOSE}"
            texts[name] = f"{text[: error.start]}{span}{text[error.end :]}"
    places = ["" if number is None else str(number + 1) for number in (judgement.place, judgement.segment)]
    names = [judgement.system or "", judgement.document or "", *places, judgement.rater or ""]
    fields = [*names, *texts.values(), category, severity]
    for field in fields:
        if any(character in field for character in "\t\r\n"):
            raise RatingError(
                f"a table of MQM cannot hold {field!r}, because of its TABs or line ends: remove them"
            )
    return fields


class Unbabel(Google):
    """The score of a segment, in which higher is better, is the mean of what its rows store."""

    columns: tuple[str, ...] = (*COLUMNS, MISC)

    def recognises(self, path: str, head: str) -> bool:
        """Returns whether the header is that of such a table."""
        return MISC in _header(head) and super().recognises(path, head)

    def rows(self, path: str, problems: Problems = None) -> Iterator[NumberedRow]:
        """Yields the rows of a file that store a score."""
        for row in quoted_rows(Lines(path, problems), "\t", spare=True):
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
    raise row.wrong(f'{MISC} must be an object {{"mqm": a number, ...}}, not {as_json(text)}')
