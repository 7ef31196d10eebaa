"""Reads and writes tables of scores in CSV, TSV or JSON lines: a row for each judgement.

    system,segment,score,rater
    GPT-4,1,95,anna
    GPT-4,1,90,ben

A segment is counted from 1, in the whole text, or within its document where there is a column
`document`; a column `lp` tells language pairs apart. A table without segments, such as the MQM scores at
Hugging Face (`lp,src,mt,ref,score,system`), has the source of each row: segments are then the distinct
sources of a language pair, year and domain, in order, and of a source that a system has several times the
first one, the second one and so on.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping
from io import StringIO
from typing import Any

from parbleu._base.log import inform
from parbleu._base.numbers import parse_decimal
from parbleu._base.wording import counted, some_names
from parbleu._io.json_text import as_json
from parbleu.errors import FormatError, OptionError, RatingError
from parbleu.human._judgement import Judgement
from parbleu.human.formats._base import Format, as_index, as_name
from parbleu.text._table_files.numbered_rows import NumberedRow, Problems, report
from parbleu.text._table_files.table_opening import is_named_as_table, table_rows

COLUMNS = ("system", "segment", "score", "rater", "document")
"""What a row may say. The first three must be there."""

NAMING = "name its columns, with a row a judgement: --columns system=COLUMN segment=COLUMN score=COLUMN"
"""How users name the columns of such a table."""

MISSING = ("", "None", "NA", "N/A", "nan", "NaN", "null")
"""The entries that mark a missing score."""


SOURCE = ("src", "source")
HYPOTHESIS = ("mt", "target", "hypothesis")
LANGUAGE_PAIR = ("lp", "language_pair", "langpair")


class _SegmentsOfSources:
    """The numbers of segments that are known by their sources alone.

    Attributes:
        n_repeated: rows with a source that the same rater has judged before, of the same system.
    """

    def __init__(self) -> None:
        self.n_repeated = 0
        self._number: dict[tuple[str | None, ...], dict[tuple[str, int], int]] = {}
        self._times: dict[tuple[str | None, ...], int] = {}

    def number(self, row: NumberedRow, system: str, rater: str | None) -> int:
        """Returns the number of a row's segment, counted from 0 in the language pair."""
        source = " ".join(str(row.cell(name)) for name in ("year", "domain", *SOURCE) if name in row.fields)
        pair = row.find(*LANGUAGE_PAIR)
        key = pair, system, rater, source
        times = self._times[key] = self._times.get(key, -1) + 1
        self.n_repeated += times > 0
        numbers = self._number.setdefault((pair,), {})
        return numbers.setdefault((source, times), len(numbers))


def _score(row: NumberedRow, text: str) -> float | None:
    """Returns a score; None for a missing one."""
    if text in MISSING:
        return None
    try:
        return parse_decimal(text)
    except ValueError as problem:
        raise row.wrong(f"the score {problem}") from None


def _languages(row: NumberedRow) -> tuple[str | None, str | None]:
    """Returns the source and the target language that a row tells."""
    source, _, target = (row.find(*LANGUAGE_PAIR) or "").partition("-")
    return source or None, target or None


class ScoreTable(Format):
    """Tables that may call their columns otherwise.

    Args:
        columns: what of `COLUMNS` is called otherwise: {"system": "model"}.

    Raises:
        OptionError: there is no such column.
    """

    words: tuple[str, ...] = ("system", "segment", "score", "rater", "document", "src", "mt")

    needs: tuple[str, ...] = ("score",)

    def __init__(self, columns: Mapping[str, str] | None = None) -> None:
        self._names = {name: name for name in COLUMNS} | dict(columns or {})
        if unknown := set(self._names).difference(COLUMNS):
            raise OptionError(
                f"tables have the columns {', '.join(COLUMNS)}, not {', '.join(sorted(unknown))}"
            )

    def recognises(self, path: str, head: str) -> bool:
        """Returns whether the name's ending or the first bytes are those of a table; asked last."""
        begins = head.startswith(("PAR1", "ARROW1", "{"))
        return begins or is_named_as_table(path) or path.lower().endswith(".txt")

    def read(self, path: str, problems: Problems = None) -> Iterator[Judgement]:
        """Yields a judgement for each row with a score."""
        for _, judgement in self.numbered(path, problems):
            yield judgement

    def numbered(self, path: str, problems: Problems = None) -> Iterator[tuple[int, Judgement]]:
        """Yields each judgement and its line."""
        segments = _SegmentsOfSources()
        shape: tuple[bool, bool] | None = None
        n_missing = 0
        for row in table_rows(path, problems, self._names["score"], NAMING):
            try:
                judgement = self._judgement(row, segments)
                row_shape = self._is_given(row, "segment"), self._is_given(row, "document")
                if judgement is not None and shape not in (None, row_shape):
                    raise row.wrong(
                        "this row and those before it do not name segments alike: give all of them "
                        f"{self._names['segment']!r}, and all or none {self._names['document']!r}"
                    )
            except FormatError as problem:
                report(problems, problem)
                continue
            if judgement is None:
                n_missing += 1
                continue
            shape = row_shape
            yield row.line, judgement
        if segments.n_repeated:
            inform(
                f"{path}: {counted(segments.n_repeated, 'row')} with a source that the system has above: "
                "these are other segments; if other raters judged the same, name their column "
                "(--columns rater=COLUMN)"
            )
        if n_missing:
            inform(f"{path}: left out rows without a score: {n_missing}")

    def _is_given(self, row: NumberedRow, what: str) -> bool:
        return row.fields.get(self._names[what]) not in (None, "")

    def _field(self, row: NumberedRow, what: str) -> str:
        value = row.cell(self._names[what])
        if value is None and self._names[what] not in row.fields:
            raise row.wrong(
                f"there is no {self._names[what]!r}; say which column is the {what} "
                f"(--columns {what}=COLUMN, columns={{{what!r}: COLUMN}}): there are "
                f"{some_names(row.fields)}"
            )
        if isinstance(value, (bool, list, dict)):
            raise row.wrong(f"the {self._names[what]!r} is text or a number, not {as_json(value)}")
        return "" if value is None else str(value).strip()

    def _judgement(self, row: NumberedRow, segments: _SegmentsOfSources) -> Judgement | None:
        if not self._is_given(row, "segment") and row.find(*SOURCE):
            return self._of_source(row, segments)
        system, segment, score = (self._field(row, what) for what in COLUMNS[:3])
        if not system:
            raise row.wrong("the system is empty: add it, or remove the row")
        index = as_index(segment, 1)  # of 1.0, too, as pandas writes 1 in a column with missing values
        if index is None:
            way_out = "add 1 to all of them" if as_index(segment, 0) == 0 else "number them"
            raise row.wrong(f"there is no segment {segment!r:.60}: they are counted from 1; {way_out}")
        number = _score(row, score)
        if number is None:
            return None
        source_language, target_language = _languages(row)
        rater = row.cell(self._names["rater"])
        in_document = self._is_given(row, "document")
        return Judgement(
            system=system,
            segment=None if in_document else index,
            rater=None if rater is None else str(rater),
            score=number,
            document=self._field(row, "document") if in_document else None,
            place=index if in_document else None,
            src_lang=source_language,
            tgt_lang=target_language,
            line=row.line,
        )

    def _of_source(self, row: NumberedRow, segments: _SegmentsOfSources) -> Judgement | None:
        """Returns the judgement of a row whose segment is its source; None if the score is missing."""
        system = self._field(row, "system")
        if not system:
            raise row.wrong("the system is empty: add it, or remove the row")
        rater = row.cell(self._names["rater"])
        rater = None if rater is None else str(rater)
        segment = segments.number(row, system, rater)
        number = _score(row, self._field(row, "score"))
        if number is None:
            return None
        source_language, target_language = _languages(row)
        return Judgement(
            system=system,
            segment=segment,
            rater=rater,
            score=number,
            source=row.find(*SOURCE),
            hypothesis=row.find(*HYPOTHESIS),
            src_lang=source_language,
            tgt_lang=target_language,
            line=row.line,
        )

    def translations(self, fields: Mapping[str, Any]) -> Iterator[Judgement]:
        """Yields the translation that a wrong row is about."""
        document = as_name(fields.get(self._names["document"]))
        index = as_index(fields.get(self._names["segment"]), 1)
        yield Judgement(
            system=as_name(fields.get(self._names["system"])),
            segment=index if document is None else None,
            document=document,
            place=index,
        )

    def lines(self, judgements: Iterable[Judgement]) -> Iterator[str]:
        """Yields a header and a row of CSV for each judgement with a score."""
        scored = [judgement for judgement in judgements if judgement.score is not None]
        in_documents = any(judgement.segment is None for judgement in scored)
        columns = [self._names[name] for name in COLUMNS[: 5 if in_documents else 4]]
        yield csv_line(columns)
        for judgement in scored:
            number = judgement.place if in_documents else judgement.segment
            if number is None:
                raise judgement.wrong("others are counted in documents; name its document too")
            fields = [judgement.system, number + 1, judgement.score, judgement.rater]
            yield csv_line([*fields, judgement.document] if in_documents else fields)


def csv_line(fields: Iterable[object]) -> str:
    """Returns a row of CSV without its line end.

    Raises:
        RatingError: a field holds a NUL character, which the module `csv` of Python 3.10 does not write.
    """
    stream = StringIO()
    try:
        csv.writer(stream, lineterminator="").writerow(fields)
    except csv.Error:
        raise RatingError("Python 3.10 writes no NUL characters as CSV: remove them") from None
    return stream.getvalue()
