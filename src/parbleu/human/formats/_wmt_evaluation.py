r"""Reads files of WMT's shared tasks on evaluation: scores and marked errors, of people and of metrics.

In 2025 a table has a row for each translation; the columns of spans hold parallel lists:

    doc_id  segment_id  source_lang  target_lang  set_id  system_id  source_segment  hypothesis_segment
    reference_segment  domain_name  method  overall  start_indices  end_indices  error_types

In 2026 a line of JSON has all systems of a segment:

    {"item_id": "official_###_eng_Latn_###_deu_Latn_###_news_###_d_###_0",
     "task1_pred": {"A": {"errors": [{"start": 0, "end": 3, "severity": "minor", "category": "x"}],
                          "omission": null, "instruction_fault": null}},
     "task2_pred": {"A": 95.0}}
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from parbleu._base.numbers import is_plain_number, parse_decimal
from parbleu.errors import FormatError, RatingError
from parbleu.human._judgement import MISSING, Error, Judgement, Rating
from parbleu.human.formats._base import OMITTED, ReadOnlyFormat, as_index, as_name, of_kind
from parbleu.text._table_files.numbered_rows import Lines, NumberedRow, Problems, json_lines, report, tsv_rows

SEPARATOR = "_###_"
NO_ERROR = "no-error"
SPANS = ("start_indices", "end_indices", "error_types")
COLUMNS = (
    *("doc_id", "segment_id", "source_lang", "target_lang", "set_id", "system_id", "source_segment"),
    *("hypothesis_segment", "reference_segment", "domain_name", "method"),
)
MARKS = {"omission": "omission", "instruction_fault": "instruction fault"}
"""What a translation as a whole may have in 2026 -> the category of an error without a place."""


class EvaluationTable(ReadOnlyFormat):
    """The tables of 2025, with quotes or without: the whole file decides.

    Ends are those behind the last character, as the official scorer reads them; the files of people's spans
    have the place of the last character there.
    """

    words: tuple[str, ...] = (*COLUMNS, *SPANS, "overall")
    inclusive = False

    def recognises(self, path: str, head: str) -> bool:
        """Returns whether the first line has the columns, and any of a score or spans."""
        columns = head.split("\t")
        has_values = "overall" in columns or "start_indices" in columns
        return has_values and {"segment_id", "system_id", "hypothesis_segment"} <= {*columns}

    def read(self, path: str, problems: Problems = None) -> Iterator[Judgement]:
        """Yields a judgement for each row; the segments are those of the language pair."""
        for row in tsv_rows(Lines(path, problems)):
            try:
                judgement = self.judgement(row)
                judgement.check()
                yield judgement
            except FormatError as problem:
                report(problems, problem)
            except RatingError as problem:
                report(problems, row.wrong(problem))

    def translations(self, fields: Mapping[str, Any]) -> Iterator[Judgement]:
        """Yields the translation that a wrong row is about."""
        yield Judgement(
            system=as_name(fields.get("system_id")), segment=as_index(fields.get("segment_id"), 1)
        )

    def judgement(self, row: NumberedRow) -> Judgement:
        """Returns the judgement of a row.

        Raises:
            FormatError: a field is wrong.
        """
        score = row.cell("overall")
        try:
            value = None if score in (None, "", "NaN", "nan") else parse_decimal(score)
        except ValueError as problem:
            raise row.wrong(f"overall: {problem}") from None
        return Judgement(
            system=row.get("system_id"),
            segment=row.number("segment_id", 1) - 1,
            rater=row.find("method"),
            rating=Rating(self.errors(row)) if "start_indices" in row.fields else None,
            score=value,
            document=row.find("doc_id"),
            source=row.cell("source_segment"),
            hypothesis=row.cell("hypothesis_segment"),
            src_lang=row.find("source_lang"),
            tgt_lang=row.find("target_lang"),
            line=row.line,
        )

    def errors(self, row: NumberedRow) -> tuple[Error, ...]:
        """Returns the errors of a row.

        Raises:
            FormatError: the three lists do not fit one another, or hold no offsets.
        """
        starts, ends, kinds = SPANS
        errors, problem = errors_of_lists(row.get(starts), row.get(ends), row.get(kinds), self.inclusive)
        if problem:
            raise row.wrong(problem)
        return errors


class InclusiveEvaluationTable(EvaluationTable):
    """The same tables with the place of the last character as the end of a span."""

    inclusive = True

    def recognises(self, path: str, head: str) -> bool:
        """Returns False: nothing shows it."""
        return False


@lru_cache(maxsize=1 << 14)
def errors_of_lists(
    starts: str, ends: str, kinds: str, inclusive: bool = False
) -> tuple[tuple[Error, ...], str]:
    """Returns the errors of three lists, and what is wrong with these; many rows have the same."""
    lists = starts.split(), ends.split(), kinds.split()
    if len({*map(len, lists)}) > 1:
        counts = "{} starts, {} ends and {} types".format(*map(len, lists))
        return (), f"there are {counts}: there must be equally many, with blanks between"
    errors = []
    for start, end, kind in zip(*lists, strict=True):
        if kind == NO_ERROR:
            continue
        if OMITTED in (start, end):
            errors.append(Error(MISSING, MISSING, severity=kind))
            continue
        try:
            first, last = int(start), int(end)
        except ValueError:
            return (), f"offsets are whole numbers or missing, not {start!r:.40} and {end!r:.40}"
        errors.append(Error(first, last + inclusive, severity=kind, original=(first, last)))
    return tuple(errors), ""


class EvaluationSubmission(ReadOnlyFormat):
    """The submissions of 2026; offsets are half-open ones of code points."""

    words: tuple[str, ...] = ("item_id", "task1_pred", "task2_pred", "errors", "omission")
    kind: str = "JSON"

    def recognises(self, path: str, head: str) -> bool:
        """Returns whether the first line has the keys of a submission."""
        is_object = head.lstrip().startswith("{") and '"item_id"' in head
        return is_object and ('"task1_pred"' in head or '"task2_pred"' in head)

    def read(self, path: str, problems: Problems = None) -> Iterator[Judgement]:
        """Yields the judgements of all systems, segment by segment."""
        for row in json_lines(Lines(path, problems)):
            try:
                yield from _of_item(row)
            except FormatError as problem:
                report(problems, problem)
            except RatingError as problem:
                report(problems, row.wrong(problem))

    def translations(self, fields: Mapping[str, Any]) -> Iterator[Judgement]:
        """Yields the translations that a wrong line is about: those of all of its systems."""
        try:
            where = item_parts(str(fields.get("item_id")))
        except RatingError:
            where = {}
        systems: list[str] = []
        for name in ("task1_pred", "task2_pred"):
            values = fields.get(name)
            systems += values if isinstance(values, dict) else []
        for system in dict.fromkeys(systems):
            yield Judgement(system=system, **where)


def item_parts(name: str) -> dict[str, Any]:
    """Returns document, place and languages of "SET_###_SRC_###_TGT_###_DOMAIN_###_DOCUMENT_###_SEGMENT".

    Raises:
        RatingError: the name has other parts.
    """
    parts = name.split(SEPARATOR)
    if len(parts) < 6 or not (parts[-1].isascii() and parts[-1].isdecimal()):
        raise RatingError(
            f"item_id is SET{SEPARATOR}SRC{SEPARATOR}TGT{SEPARATOR}DOMAIN{SEPARATOR}DOCUMENT{SEPARATOR}N, "
            f"not {name!r:.100}"
        )
    document = SEPARATOR.join(parts[3:-1])
    return {"document": document, "place": int(parts[-1]), "src_lang": parts[1], "tgt_lang": parts[2]}


def _of_item(row: NumberedRow) -> Iterator[Judgement]:
    where = item_parts(row.get("item_id"))
    marked, scores = (row.fields.get(name) or {} for name in ("task1_pred", "task2_pred"))
    for name, values in (("task1_pred", marked), ("task2_pred", scores)):
        of_kind(values, dict, f'"{name}"')
    for system in dict.fromkeys([*marked, *scores]):
        score = scores.get(system)
        if score is not None and not is_plain_number(score):
            raise row.wrong(f"{system:.60}: a score is a number, not {score!r:.60}")
        yield Judgement(
            system=system,
            rating=_submitted(marked[system]) if system in marked else None,
            score=None if score is None else float(score),
            line=row.line,
            **where,
        )


def _submitted(values: Any) -> Rating:
    """Returns the marked errors of a translation.

    Raises:
        RatingError: they are no such object, an error lacks its offsets, or has none of a text, or a mark is
            no text.
    """
    errors = list(Rating.from_dict(values).errors)
    for error in errors:
        if not 0 <= error.start <= error.end:
            raise RatingError(f"an error has start {error.start}, end {error.end}: give 0 <= start < end")
    for key, category in MARKS.items():
        if (severity := values.get(key)) not in (None, ""):
            errors.append(Error(MISSING, MISSING, category, of_kind(severity, str, f'"{key}"')))
    return Rating(tuple(errors))
