"""Checks the files of WMT's shared tasks: one class for each kind of file, in `FORMATS`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from copy import copy
from functools import cache, partial
from typing import Any

from parbleu._base.numbers import LARGEST, is_plain_number, parse_decimal
from parbleu._base.wording import counted, nearest
from parbleu._inputs.wmt_documents import WMT26, document_pair, document_segments, paragraphs26
from parbleu._io.json_text import as_json, fault_in_line, parse_json
from parbleu._io.lines import open_binary, read_block, read_bytes, read_json, whole_lines
from parbleu.errors import FormatError, RatingError
from parbleu.human._judgement import Error, Judgement
from parbleu.human.formats import FORMATS as RATING_FORMATS
from parbleu.human.formats._wmt_evaluation import (
    COLUMNS,
    MARKS,
    SEPARATOR,
    SPANS,
    EvaluationTable,
    errors_of_lists,
    item_parts,
)
from parbleu.text._table_files.numbered_rows import Lines, NumberedRow, json_lines, quoting_of, tsv_rows
from parbleu.wmt._faults import ERROR, Faults, Keys, segment_name
from parbleu.wmt._right_ratings import KNOWN_SEVERITIES, RIGHT, SEVERITIES, key_of
from parbleu.wmt._terminology import JsonMember, glossary_targets, rendering_kinds, required_term

FAILED = "FAILED"
"""The translation of a document of WMT26 that a system could not translate."""

_MARKED = (None, *SEVERITIES)
_IN_TABLES = (*SEVERITIES, "undecided")
_LANGUAGE_26 = re.compile(r"[a-z]{3}_[A-Z][a-z]{3}(_[A-Z]{2})?")
_SUBMISSION_25 = re.compile(
    r"(?P<team>.+?)\.(?:[0-9]{4}\.)?(?P<pair>[a-z]{4})\.(?P<mode>noterm|proper|random)\.jsonl"
)
_MODES = ("noterm", "proper", "random", "sample")
_NUMBERS = {int, float}
_NEEDED = ("doc_id", "source_lang", "target_lang", "set_id", "system_id")
"""Columns of a table of WMT25 that name the translation, and are never empty."""
_TOKENS = re.compile(rb'"(?:[^"\\]|\\.)*"?|(NaN|-?Infinity)')
"""Strings of JSON, and what no JSON has outside of them."""
_BLANK_LINE = re.compile(rb"\n[ \t\f\v]*\n")
_MARK = b"\xef\xbb\xbf"
_INCLUSIVE_SIGNS = 20
"""Spans from which on their ends are judged together."""


class FileFormat:
    """The base class of kinds of files.

    Attributes:
        unit: what the items of a file are called.
        against: what kind of file its items are compared with; "" if with none.
        words: names of columns or keys that its files have, by which a file of no format is compared with it.
        kind: what its files are: "a table" or "JSON".
    """

    unit = "line"
    against = ""
    words: tuple[str, ...] = ()
    kind = "JSON"

    def recognises(self, path: str, beginning: str, keys: Mapping[str, Any]) -> bool:
        """Returns whether a file is of this kind.

        Args:
            path: its name.
            beginning: its first 64 KiB.
            keys: the JSON object on its first line; empty if there is none.
        """
        raise NotImplementedError

    def check(self, path: str, faults: Faults, against: str | None) -> tuple[int, int]:
        """Adds the faults of a file.

        Args:
            path: the file.
            faults: where they are added.
            against: the file of what the items must be; None for no comparison.

        Returns:
            How many lines, and how many items there are.

        Raises:
            ParbleuError: a file cannot be read.
        """
        raise NotImplementedError


def check_spelling(path: str, faults: Faults) -> None:
    """Adds warnings of what some readers refuse: a byte order mark, blank lines, numbers that JSON lacks."""
    number = 0
    are_lines = False
    blank: list[int] = []  # lines of which it is not known whether an object follows
    with open_binary(path) as file:
        for data in whole_lines(iter(partial(read_block, file, path, 1 << 20), b"")):
            if not number:
                if data.startswith(_MARK):
                    message = "the file begins with a byte order mark, which some readers take for text"
                    faults.at(line=1).warning("mark", message, "UTF-8 without it")
                data = data.removeprefix(_MARK)
                first = data.lstrip().partition(b"\n")[0].rstrip()
                if first[:1] not in (b"{", b"["):
                    return
                are_lines = first[:1] == b"{" and first[-1:] == b"}"
            is_plain = not (blank or b"\r" in data or b"NaN" in data or b"Infinity" in data)
            if is_plain and _BLANK_LINE.search(b"\n" + data) is None:  # as most of most files
                number += data.count(b"\n")
                continue
            lines = data.splitlines()
            for line_number, line in enumerate(lines, number + 1):
                if not line or line.isspace():
                    blank.append(line_number)
                    continue
                for blank_line in blank if are_lines else ():
                    faults.at(line=blank_line).warning("blank", "the line is blank", "an object")
                blank.clear()
                if b"NaN" in line or b"Infinity" in line:
                    _check_numbers(line, line_number, faults)
            number += len(lines)


def _check_numbers(line: bytes, number: int, faults: Faults) -> None:
    """Adds the numbers of a line of JSON that only Python writes."""
    for word in dict.fromkeys(filter(None, _TOKENS.findall(line))):
        message = f"{word.decode()} is no JSON, and some readers refuse the line"
        faults.at(line=number).warning("number", message, "a number or null")


class JsonLinesFile(FileFormat):
    """The base class of files with a JSON object on each line. A copy of it checks a file.

    Attributes:
        faults: those of the file.
        keys: its items.
    """

    faults: Faults
    keys: Keys

    def check(self, path: str, faults: Faults, against: str | None) -> tuple[int, int]:
        """Checks each line, and then what concerns all."""
        own = copy(self)
        own.faults, own.keys = faults, Keys(faults, self.unit)
        own.begin(against)
        lines = Lines(path, faults.problems())
        row = None
        for row in json_lines(lines):
            own.check_row(row)
        if row is None and not faults.count(ERROR):
            faults.error("empty", "the file is empty")
        own.finish()
        return lines.number, len(own.keys)

    def begin(self, against: str | None) -> None:
        """Sets what is known before the first line."""

    def check_row(self, row: NumberedRow) -> None:
        """Checks a line."""
        raise NotImplementedError

    def finish(self) -> None:
        """Checks what concerns all lines."""
        self.keys.finish()

    def texts(self, row: NumberedRow, item: str | None, *names: str) -> list[str] | None:
        """Returns texts of a line; None, and a fault each, if one is missing, or no text."""
        values = [*map(row.fields.get, names)]
        if {*map(type, values)} == {str}:
            return values  # type: ignore[return-value]
        for name, value in zip(names, values, strict=True):
            if not isinstance(value, str):
                self.faults.at(line=row.line, item=item).error("field", _field(row, name), "text")
        return None


def _field(row: NumberedRow, name: str) -> str:
    """Returns what a message says of a field that is wrong: its value, or that it is missing."""
    if name in row.fields:
        return f'"{name}" is {as_json(row.fields[name])}'
    near = nearest(name, row.fields)
    return f'"{name}" is missing' + (f'; is it what is called "{near}" here?' if near else "")


def _file_name(path: str) -> str:
    """Returns the last part of a path, of any system."""
    return path.replace("\\", "/").rpartition("/")[2]


def _documents(path: str) -> dict[str, tuple[int, int]]:
    """Returns the number of segments and the hash of the source of each document of a test set."""
    documents = {}
    for row in json_lines(Lines(path)):
        name = row.fields.get("doc_id")
        text = row.fields.get("src_text", row.fields.get("source_doc"))
        if isinstance(name, str) and isinstance(text, str):
            documents[name] = len(document_segments(name, text)), hash(text.strip())
    if not documents:
        raise FormatError(path, 0, "this has no documents of a test set: lines with doc_id and src_text")
    return documents


class TestSetFile(JsonLinesFile):
    """Sources and references, a line for each document."""

    __test__ = False
    unit = "document"
    words: tuple[str, ...] = ("doc_id", "src_text", "refs", "domain")

    def __init__(self, year: int) -> None:
        self.year = year  # 0 where documents have numbers instead of names

    def recognises(self, path: str, beginning: str, keys: Mapping[str, Any]) -> bool:
        """Returns whether a line is of a test set of this year."""
        name = str(keys.get("doc_id", ""))
        return "src_text" in keys and "scores" not in keys and name.startswith(WMT26) == (self.year == 2026)

    def check_row(self, row: NumberedRow) -> None:
        """Checks a document: its name, its texts, and whether they have equally many segments."""
        texts = self.texts(row, row.fields.get("doc_id"), "doc_id", "src_text")
        if texts is None:
            return
        name, source = texts
        at = self.faults.at(line=row.line, item=name)
        self.keys.add(name, row.line)
        if self.year:
            _check_name(name, row.fields, at, self.year)
        elif not _is_blind_name(name):
            expected = "a number and the target language, such as 00012-deu_Latn"
            at.error("doc_id", "this is no name of a document", expected)
        if not source.strip():
            at.error("empty", "the source is empty")
        n_segments = len(document_segments(name, source))
        references = row.fields.get("refs", {})
        if not isinstance(references, dict):
            at.error("field", _field(row, "refs"), "an object")
            return
        for side, value in references.items():
            text = value.get("ref") if isinstance(value, dict) else value
            if not isinstance(text, str):
                at.error("field", f"the reference {side} is {as_json(text)}", "text")
            elif (count := len(document_segments(name, text))) != n_segments:
                at.error(
                    "segments", f"the reference {side} has {counted(count)}", f"{n_segments}, as the source"
                )
            elif not text.strip():
                at.warning("empty", f"the reference {side} is empty")


class BlindSetFile26(TestSetFile):
    """The sources of WMT26 as participants get them, whose documents have numbers."""

    words = ("doc_id", "src_text")

    def recognises(self, path: str, beginning: str, keys: Mapping[str, Any]) -> bool:
        """Returns whether a line is of a document with a number and a language."""
        return _is_blind_name(str(keys.get("doc_id", "")))


def _is_blind_name(name: str) -> bool:
    number, mark, language = name.partition("-")
    return bool(number and mark) and not number.strip("0123456789") and _is_language_26(language)


def _check_name(name: str, given: Mapping[str, Any], at: Faults, year: int) -> None:
    """Checks that the name of a document agrees with the fields of its line."""
    parts = name.split("_###_" if year == 2026 else "_#_")
    if len(parts) < (5 if year == 2026 else 3):
        form = (
            "WMT26_###_DOMAIN_###_SRC_###_TGT_###_DOCUMENT" if year == 2026 else "SRC-TGT_#_DOMAIN_#_DOCUMENT"
        )
        at.error("doc_id", f"the name has {counted(len(parts), 'part')}", form)
        return
    source, target = parts[2:4] if year == 2026 else parts[0].partition("-")[::2]
    if not ("domain" in given or "src_lang" in given or "tgt_lang" in given) and (
        year != 2026 or (_is_language_26(source) and _is_language_26(target))
    ):
        return
    for field, value in (("domain", parts[1]), ("src_lang", source), ("tgt_lang", target)):
        own = given.get(field)
        if own is not None and own != value:
            at.error("doc_id", f"the name says {field} {value}", f"{own}, as {field}")
        if year == 2026 and field != "domain" and not _is_language_26(value):
            at.error("doc_id", f"{as_json(value)} is no code of FLORES", "such as deu_Latn")


@cache
def _is_language_26(code: str) -> bool:
    return _LANGUAGE_26.fullmatch(code) is not None


def _check_untranslated(names: Sequence[str], n_translations: int, faults: Faults) -> None:
    """Adds a warning of translations that are the source, by the names of their documents."""
    if names:
        some = f"{len(names)} of {counted(n_translations, 'translation')}"
        message = f"{some} {'is' if len(names) == 1 else 'are'} the source, the first of {names[0]}"
        faults.warning("source", message, "translations: does the field have another text?")


class SystemFile(JsonLinesFile):
    """The translations of one system, a line for each document."""

    unit = "document"
    words: tuple[str, ...] = ("doc_id", "hypothesis", "system", "paragraphs_match")
    against = "test set"

    def __init__(self, year: int) -> None:
        self.year = year

    def recognises(self, path: str, beginning: str, keys: Mapping[str, Any]) -> bool:
        """Returns whether a line is of a system of this year."""
        has_text = nearest("hypothesis", keys) is not None
        return has_text and str(keys.get("doc_id", "")).startswith(WMT26) == (self.year == 2026)

    def begin(self, against: str | None) -> None:
        """Sets the documents that must be there, and names of untranslated ones."""
        self._untranslated: list[str] = []
        self._documents = {} if against is None else _documents(against)
        if against is not None:
            self.keys = Keys(self.faults, self.unit, self._documents, document_pair)

    def check_row(self, row: NumberedRow) -> None:
        """Checks a translation."""
        texts = self.texts(row, row.fields.get("doc_id"), "doc_id", "hypothesis")
        if texts is None:
            return
        name, text = texts
        if not self.keys.add(name, row.line):
            return
        at = self.faults.at(line=row.line, item=name)
        n_segments, source = self._documents.get(name, (None, None))
        if n_segments is None:
            _check_name(name, row.fields, at, self.year)
        elif text.strip() and hash(text.strip()) == source:
            self._untranslated.append(name)
        at = at.at(system=row.fields.get("system"))
        if not text.strip():
            at.warning("empty", "the translation is empty")
        elif text == FAILED:
            at.warning("failed", f"the translation is {FAILED}")
        elif n_segments is not None and (count := len(document_segments(name, text))) != n_segments:
            add = at.error if self.year == 2025 else at.warning
            add("segments", f"the translation has {counted(count)}", f"{n_segments}, as the source")
        elif row.fields.get("paragraphs_match") is False:
            at.warning("segments", "paragraphs_match is false: the paragraphs are not those of the source")

    def finish(self) -> None:
        """Adds what concerns all lines, and how many translations are the source."""
        _check_untranslated(self._untranslated, len(self.keys), self.faults)
        super().finish()


class AutomaticScoreFile(JsonLinesFile):
    """Scores of metrics for the segments of one system, a line for each document."""

    unit = "document"
    words: tuple[str, ...] = ("document_id", "language_pair", "metric_scores")

    def recognises(self, path: str, beginning: str, keys: Mapping[str, Any]) -> bool:
        """Returns whether a line has scores of metrics."""
        return "metric_scores" in keys and "document_id" in keys

    def begin(self, against: str | None) -> None:
        """Sets the metrics of each language pair."""
        self._metrics: dict[str, dict[str, None]] = {}

    def check_row(self, row: NumberedRow) -> None:
        """Checks the scores of a document, and that it has those that others of its pair have."""
        texts = self.texts(row, row.fields.get("document_id"), "document_id", "language_pair")
        scores = row.fields.get("metric_scores")
        if not isinstance(scores, dict):
            self.faults.at(line=row.line).error("field", _field(row, "metric_scores"), "an object")
            return
        if texts is None:
            return
        name, pair = texts
        system = row.fields.get("system")
        system = system if isinstance(system, str) else None
        at = self.faults.at(line=row.line, item=name, system=system)
        self.keys.add(f"{pair}/{name}" + (f"/{system}" if system else ""), row.line, system)
        for field, text in (("document_id", name), ("language_pair", pair)):
            if not text.strip():
                at.error("field", f'"{field}" is empty')
        known = self._metrics.setdefault(pair, dict.fromkeys(scores))
        for metric in {**known, **scores} if scores.keys() != known.keys() else ():
            if metric not in scores:
                at.error("metric", f"there is no {metric}", f"as for the documents of {pair} above")
            elif metric not in known:
                at.error(
                    "metric", f"the documents of {pair} above have no {metric}", "the same metrics for all"
                )
                known[metric] = None
        counts = {}
        for metric, values in scores.items():
            if not isinstance(values, list):
                at.error("scores", f"{metric} is {as_json(values)}", "a list of numbers")
                continue
            counts[metric] = len(values)
            if _are_numbers(values, -LARGEST, 0 if metric.startswith("MetricX") else LARGEST):
                continue
            for segment, value in enumerate(values):
                if value is None:
                    at.warning("null", f"{metric} has no score of segment {segment + 1}")
                elif not is_plain_number(value):
                    at.error("scores", f"{metric}: {as_json(value)}", "number or null")
                elif metric.startswith("MetricX") and value > 0:
                    at.warning("sign", f"{metric} is {value}", "negated: at most 0")
        if len(set(counts.values())) > 1:
            listed = ", ".join(f"{metric} {count}" for metric, count in counts.items())
            at.error("segments", f"metrics have different numbers of segments: {listed}")


def _are_numbers(values: Collection[Any], least: float, most: float) -> bool:
    """Returns whether all values are numbers within limits; quickly, for that is so of most."""
    if not values:
        return True
    if not {*map(type, values)} <= _NUMBERS:
        return False
    total = sum(values)
    is_finite: bool = total == total  # the sum tells of NaN
    return is_finite and least <= min(values) and max(values) <= most


class Ratings(FileFormat):
    """Ratings of people in a format that `parbleu human` reads."""

    unit = "judgement"

    def __init__(self, name: str) -> None:
        self.name = name

    def recognises(self, path: str, beginning: str, keys: Mapping[str, Any]) -> bool:
        """Returns what the format says."""
        return bool(RATING_FORMATS[self.name]().recognises_beginning(path, beginning))

    def check(self, path: str, faults: Faults, against: str | None) -> tuple[int, int]:
        """Checks what the format refuses, scores, severities, spans, and that nothing is judged twice."""
        reader = RATING_FORMATS[self.name]()
        quickly = RIGHT.get(self.name)
        keys = _JudgementKeys(faults)

        def is_right(row: NumberedRow) -> bool:
            try:
                judgement_keys = quickly(row) if quickly is not None else None
            except (KeyError, TypeError, ValueError, AttributeError):
                return False
            for key in judgement_keys or ():
                keys.add(key, row.line)
            return judgement_keys is not None

        problems = faults.problems(reader.translations)
        try:
            for judgement in reader.every(path, problems, is_right):
                keys.add(key_of(judgement), judgement.line)
                _check_judgement(judgement, faults)
                if self.name == "wmt-humeval":
                    _check_judged_texts(judgement, faults)
        except FormatError as problem:
            problems.append(problem)
        if not keys.n_judgements and not faults.count("error"):
            faults.error("empty", "the file has no judgement that counts")
        return n_lines_of(path), keys.n_judgements


class _JudgementKeys:
    """The judgements of a file, by the hashes of their keys; what stands in a file twice is a warning."""

    def __init__(self, faults: Faults) -> None:
        self.n_judgements = 0
        self._faults = faults
        self._lines: dict[int, int | None] = {}

    def add(self, key: tuple[Any, ...], line: int | None) -> None:
        """Notes a judgement in a line; what a line of unknown number has is only counted."""
        self.n_judgements += 1
        code = hash(key)
        if code not in self._lines:
            self._lines[code] = line
            return
        rater, system, document, segment, *_ = key
        if rater is not None and line is not None:
            first = self._lines[code]
            self._faults.at(line=line, item=segment_name(document, segment or 0), system=system).warning(
                "twice",
                f"{rater} judged this translation {'above' if first is None else f'in line {first}'}, too",
                "once by each rater",
            )


def _check_judged_texts(judgement: Judgement, faults: Faults) -> None:
    """Checks that a judgement has its texts."""
    document, segment = judgement.unit
    for what, text in (("source", judgement.source), ("translation", judgement.hypothesis)):
        if not (text or "").strip():
            faults.at(
                line=judgement.line, item=segment_name(document, segment), system=judgement.system
            ).warning("text", f"there is no {what}")


def _check_judgement(judgement: Judgement, faults: Faults) -> None:
    document, segment = judgement.unit
    at = faults.at(line=judgement.line, item=segment_name(document, segment), system=judgement.system)
    if judgement.score is not None and not 0 <= judgement.score <= 100:
        at.error("score", f"the score is {judgement.score:g}", "0 to 100")
    if judgement.score is None and judgement.rating is None:
        at.warning("score", "there is neither a score nor an error")
    for error in judgement.rating.errors if judgement.rating else ():
        if error.severity is None:
            at.warning("severity", "an error has no severity", ", ".join(SEVERITIES))
        elif error.severity.lower() not in KNOWN_SEVERITIES:
            at.error("severity", as_json(error.severity), ", ".join((*SEVERITIES, "undecided")))
        if not error.is_missing and error.start >= error.end:
            at.error("offsets", f"a span ends at {error.end}, and begins at {error.start}")


def n_lines_of(path: str) -> int:
    lines, last = 0, b"\n"
    with open_binary(path) as file:
        while block := read_block(file, path, 1 << 20):
            lines += block.count(b"\n")
            last = block[-1:]
    return lines + (last != b"\n")


_TEXTS = ("source_segment", "hypothesis_segment")


def _texts_of(row: NumberedRow) -> tuple[str | None, str | None]:
    """Returns the source and the translation of a row."""
    return row.fields.get(_TEXTS[0]), row.fields.get(_TEXTS[1])


class MtevalTable(FileFormat):
    """The tables of WMT25's evaluation tasks: input, submission and gold of tasks 1 to 3."""

    unit = "row"
    against = "input of the task"
    _reader = EvaluationTable()

    def recognises(self, path: str, beginning: str, keys: Mapping[str, Any]) -> bool:
        """Returns whether the first line has the columns."""
        return {"segment_id", "system_id", "hypothesis_segment"} <= {
            *beginning.partition("\n")[0].split("\t")
        }

    def check(self, path: str, faults: Faults, against: str | None) -> tuple[int, int]:
        """Checks columns, keys, scores and spans of all rows, and how fields are quoted."""
        expected = (
            None if against is None else {self._key(row): _texts_of(row) for row in tsv_rows(Lines(against))}
        )
        keys = Keys(faults, "row", expected, lambda key: key.partition(" ")[0])
        lines = Lines(path, faults.problems())
        quoting = quoting_of(lines, "\t")
        signs = _SpanSigns()
        columns: list[str] = []
        for row in tsv_rows(lines, quoting=quoting):
            if not columns:
                columns = list(row.fields)
                self._check_columns(columns, quoting, faults)
                if "start_indices" in columns and not quoting and lines.can_be_repeated:
                    _check_bare_quotes(lines, faults)
            key = self._key(row)
            if keys.add(key, row.line, row.fields.get("system_id")) and expected is not None:
                self._check_texts(row, expected[key], faults)
            if not self._is_right(row, signs):
                self._check_values(row, faults, signs)
        if not columns:
            faults.error("empty", "the file has no row")
        signs.finish(faults, len(keys))
        keys.finish()
        return lines.number, len(keys)

    def _key(self, row: NumberedRow) -> str:
        cell = row.fields.get
        pair = f"{cell('source_lang')}-{cell('target_lang')}"
        return f"{pair} {cell('set_id')} {cell('segment_id')} {cell('system_id')}"

    def _check_columns(self, columns: list[str], quoting: str, faults: Faults) -> None:
        if missing := [name for name in COLUMNS if name not in columns]:
            faults.at(line=1).error("columns", f"there is no {', '.join(missing)}", "\t".join(COLUMNS))
        elif columns[: len(COLUMNS)] != list(COLUMNS):
            faults.at(line=1).warning("columns", "the columns have another order", " ".join(COLUMNS))
        some = [name for name in SPANS if name in columns]
        if some and len(some) < len(SPANS):
            faults.at(line=1).error("columns", f"there is only {', '.join(some)}", " ".join(SPANS))
        if "overall" in columns and quoting and "start_indices" not in columns and "post_edit" not in columns:
            faults.at(line=1).error(
                "quotes",
                "fields are quoted; the official reader of task 1 takes quotes for part of the text",
                "fields as they are, between TABs",
            )

    def _check_texts(self, row: NumberedRow, expected: tuple[str | None, str | None], faults: Faults) -> None:
        texts = _texts_of(row)
        if texts == expected:
            return
        for name, given, text in zip(_TEXTS, texts, expected, strict=True):
            if given != text:
                faults.at(line=row.line, item=self._key(row)).error(
                    "text", f"{name} is another text than in the input", as_json(text, 80)
                )

    def _is_right(self, row: NumberedRow, signs: _SpanSigns) -> bool:
        """Returns whether a row has nothing that `_check_values` would name; counts its spans if so."""
        cells = row.fields
        segment, text = cells.get("segment_id", ""), cells.get("hypothesis_segment", "")
        if not (segment.isdecimal() and segment.isascii() and segment != "0" and text):
            return False
        if row.repeated or not all(map(cells.get, _NEEDED)):
            return False
        if "overall" in cells:
            try:
                parse_decimal(cells["overall"])
            except ValueError:
                return False
        if "start_indices" not in cells:
            return True
        lists = [cells[name] for name in SPANS if cells.get(name)]
        errors, problem = errors_of_lists(*lists) if len(lists) == len(SPANS) else ((), "one is missing")
        if problem:
            return False
        length = len(text)
        for error in errors:
            if error.severity not in _IN_TABLES or not (
                error.is_missing or 0 <= error.start < error.end <= length
            ):
                return False
        signs.add(errors, text)
        return True

    def _check_values(self, row: NumberedRow, faults: Faults, signs: _SpanSigns) -> None:
        at = faults.at(line=row.line, item=row.fields.get("segment_id"), system=row.fields.get("system_id"))
        try:
            judgement = self._reader.judgement(row)
        except FormatError as problem:
            at.error("row", problem.problem)
            return
        if "overall" in row.fields and judgement.score is None:
            at.error("score", f"overall is {as_json(row.fields['overall'])}", "a finite number")
        for name in _NEEDED:
            if row.fields.get(name) == "":
                at.error("field", f"{name} is empty")
        length = len(judgement.hypothesis or "")
        if not length:
            at.warning("empty", "the translation is empty")
        for error in judgement.rating.errors if judgement.rating else ():
            if error.severity not in _IN_TABLES:
                at.error("severity", as_json(error.severity), ", ".join(SEVERITIES))
            if error.is_missing:
                continue
            if not 0 <= error.start < error.end <= length:
                vanishes = error.start == error.end and error.start < length
                message = f"characters {error.start} to {error.end} are marked; the text has {length}"
                add = at.warning if vanishes else at.error
                hint = (
                    "an end behind the last character: this span is empty"
                    if vanishes
                    else "0 <= start < end <= length"
                )
                add("offsets", message, hint)
        if judgement.rating is not None:
            signs.add(judgement.rating.errors, judgement.hypothesis or "")


def _check_bare_quotes(lines: Lines, faults: Faults) -> None:
    """Adds the fields that a reader of CSV would take for the beginning of a quoted one."""
    copy = lines.again()
    for line in copy:
        if '\t"' in line or line.startswith('"'):
            faults.at(line=copy.number).error(
                "quotes",
                "a field begins with a bare quote; the official reader of task 2 may join rows there",
                'the field between quotes, with each " doubled',
            )


class _SpanSigns:
    """What shows that the ends of spans are the last characters, and not those behind them."""

    def __init__(self) -> None:
        self._spans = self._inside = self._whole = 0
        self._rows = self._single = 0

    def add(self, errors: Sequence[Error], text: str) -> None:
        """Counts the spans of a row."""
        self._rows += 1
        self._single += len(errors) < 2 and not (errors and errors[0].is_missing)
        for error in errors:
            if 0 < error.end < len(text) and error.start >= 0:
                self._spans += 1
                self._inside += text[error.end - 1].isalnum() and text[error.end].isalnum()
                after = text[error.end + 1 : error.end + 2]
                self._whole += text[error.end].isalnum() and not after.isalnum()

    def finish(self, faults: Faults, n_rows: int) -> None:
        """Adds what all rows show together."""
        if (
            self._spans >= _INCLUSIVE_SIGNS
            and 2 * self._whole > self._spans
            and 3 * self._inside > self._spans
        ):
            faults.warning(
                "offsets",
                f"{self._whole} of {self._spans} spans end one character before a word does: ends look "
                "inclusive, and the official scorer cuts off the last character of each",
                "the place behind the last character: add 1",
            )
        if n_rows and self._single == self._rows == n_rows:
            faults.warning(
                "offsets",
                "no row has several spans or a missing one: the official scorer reads numbers and fails",
            )


class MtevalTest26(JsonLinesFile):
    """The segments of WMT26's evaluation tasks, with the translations of all systems."""

    unit = "item"
    words: tuple[str, ...] = ("item_id", "src", "ref", "hyps")

    def recognises(self, path: str, beginning: str, keys: Mapping[str, Any]) -> bool:
        """Returns whether a line is of the test set."""
        return "item_id" in keys and "hyps" in keys

    def check_row(self, row: NumberedRow) -> None:
        """Checks an item."""
        texts = self.texts(row, None, "item_id", "src")
        if texts is None:
            return
        name, source = texts
        at = partial(self.faults.at, line=row.line, item=name)
        self.keys.add(name, row.line)
        _check_item_name(name, row, self.faults)
        if not source.strip():
            at().error("empty", "the source is empty")
        if not isinstance(row.fields.get("ref", {}), dict):
            at().error("field", _field(row, "ref"), '{"text": ...}, or {} for none')
        hypotheses = row.fields.get("hyps")
        if not isinstance(hypotheses, dict) or not hypotheses:
            at().error("field", _field(row, "hyps"), "an object of systems")
            return
        for system, text in hypotheses.items():
            if not isinstance(text, str):
                at(system=system).error("field", f"the translation is {as_json(text)}", "text")
            elif not text.strip():
                at(system=system).warning("empty", "the translation is empty")


class MtevalSubmission26(JsonLinesFile):
    """Predictions for WMT26's evaluation tasks."""

    unit = "item"
    against = "test set"
    _tasks = ("task1_pred", "task2_pred", "task3_pred")
    _known = ("item_id", *_tasks, "src", "ref", "hyps")

    def recognises(self, path: str, beginning: str, keys: Mapping[str, Any]) -> bool:
        """Returns whether a line has predictions, also under keys that are spelled alike."""
        return "item_id" in keys and any(nearest(key, self._known) in self._tasks for key in keys)

    def begin(self, against: str | None) -> None:
        """Sets the items that must be there, lengths of translations, keys not to name, and the tasks."""
        self._lengths: dict[str, dict[str, int]] = {}
        self._unnamed = {*self._known}
        self._expected_tasks: list[str] = []
        if against is None:
            return
        for row in json_lines(Lines(against)):
            hypotheses = row.fields.get("hyps")
            if isinstance(hypotheses, dict):
                self._lengths[str(row.fields.get("item_id"))] = {
                    system: len(text) for system, text in hypotheses.items() if isinstance(text, str)
                }
        if not self._lengths:
            raise FormatError(against, 0, "this has no items of the test set: lines with item_id and hyps")
        self.keys = Keys(self.faults, self.unit, self._lengths, _pair_of_item)

    def check_row(self, row: NumberedRow) -> None:
        """Checks the predictions of an item for each system, and names each unknown key once."""
        for key in () if row.fields.keys() <= self._unnamed else [*row.fields]:
            if key in self._unnamed:
                continue
            near = nearest(key, self._known)
            self.faults.at(line=row.line).warning(
                "key",
                f'there is no key "{key}"' + (f'; did you mean "{near}"?' if near else ""),
                None if near else ", ".join(self._known[:4]),
            )
            self._unnamed.add(key)
        item = row.fields.get("item_id")
        if not isinstance(item, str):
            self.texts(row, None, "item_id")
            return
        at = partial(self.faults.at, line=row.line, item=item)
        if not self.keys.add(item, row.line):
            return
        if not self._lengths:
            _check_item_name(item, row, self.faults)
        tasks = [name for name in self._tasks if name in row.fields]
        if not tasks:
            at().error("field", "there is no prediction", "task1_pred, task2_pred or task3_pred")
        elif not self._expected_tasks:
            self._expected_tasks += tasks
        elif tasks != self._expected_tasks:
            message = f"there is {' and '.join(tasks)}"
            expected = f"{' and '.join(self._expected_tasks)}, as in the lines above"
            at().warning("field", message, expected)
        if not self._lengths and len(tasks) > 1:
            _check_same_systems(row.fields, tasks, at())
        of_systems = self._lengths.get(item)
        for task in tasks:
            values = row.fields[task]
            if not isinstance(values, dict):
                at().error("field", _field(row, task), "an object of systems")
                continue
            if _are_right(task, values, of_systems):
                continue
            for system in of_systems or ():
                if system not in values:
                    at(system=system).error("system", f"{task} lacks the system")
            for system, value in values.items():
                if of_systems is not None and system not in of_systems:
                    at(system=system).error("system", f"{task} has a system that has no translation")
                elif task == "task1_pred":
                    length = of_systems[system] if of_systems is not None else None
                    if not _is_right(value, length):
                        _check_spans(value, length, at(system=system))
                elif task == "task2_pred" and not (is_plain_number(value) and 0 <= value <= 100):
                    message = f"the score is {as_json(value)}"
                    at(system=system).error("score", message, "0 to 100")
                elif task == "task3_pred" and value not in (0, 1):
                    message = f"the label is {as_json(value)}"
                    at(system=system).error("score", message, "0 or 1")


def _check_same_systems(fields: Mapping[str, Any], tasks: Sequence[str], at: Faults) -> None:
    """Checks that all tasks of an item have the same systems."""
    values = {task: systems for task in tasks if isinstance(systems := fields[task], dict)}
    if len({frozenset(systems) for systems in values.values()}) < 2:
        return
    for system in dict.fromkeys(system for systems in values.values() for system in systems):
        for task, systems in values.items():
            if system not in systems:
                message = f"{task} lacks the system, which another task has"
                at.at(system=system).error("system", message)


def _are_right(task: str, values: Mapping[str, Any], lengths: Mapping[str, int] | None) -> bool:
    """Returns whether the predictions of a task have nothing that is to be named; quickly."""
    if lengths is not None and lengths.keys() != values.keys():
        return False
    if task == "task1_pred":
        for system, value in values.items():
            if not _is_right(value, lengths[system] if lengths is not None else None):
                return False
        return True
    if task == "task2_pred":
        return _are_numbers(values.values(), 0, 100)
    return all(value in (0, 1) for value in values.values())


def _pair_of_item(name: str) -> str:
    return "-".join(name.split("_###_")[1:3])


def _check_item_name(name: str, row: NumberedRow, faults: Faults) -> None:
    number = name.rpartition(SEPARATOR)[2]
    if number.isdecimal() and number.isascii() and name.count(SEPARATOR) >= 5:  # as most are
        return
    try:
        item_parts(name)
    except RatingError as problem:
        faults.at(line=row.line, item=name).error("item_id", problem)


def _is_right(values: Any, length: int | None) -> bool:
    """Returns whether a prediction has nothing that `_check_spans` would name; quickly."""
    try:
        errors = values["errors"]
        for error in errors:
            start, end = error["start"], error["end"]
            if type(start) is not int or type(end) is not int or not 0 <= start < end:
                return False
            if (length is not None and end > length) or error["severity"] not in SEVERITIES:
                return False
            if type(error.get("category", "")) is not str:
                return False
        omission, fault = map(values.get, MARKS)
        return bool(errors or length != 0) and omission in _MARKED and fault in _MARKED
    except (TypeError, KeyError, AttributeError):
        return False


def _check_spans(values: Any, length: int | None, at: Faults) -> None:
    """Checks the predicted errors in a translation of a known length."""
    if not isinstance(values, dict) or not isinstance(values.get("errors"), list):
        at.error("field", f"the prediction is {as_json(values)}", '{"errors": [...]}')
        return
    for error in values["errors"]:
        if not isinstance(error, dict):
            at.error("field", f"an error is {as_json(error)}", '{"start": 0, "end": 3, ...}')
            continue
        start, end = error.get("start"), error.get("end")
        if type(start) is not int or type(end) is not int:
            message = f"start {as_json(start)}, end {as_json(end)}"
            at.error("offsets", message, "whole numbers")
        elif not 0 <= start < end or (length is not None and end > length):
            limit = "" if length is None else f" <= {length}"
            at.error("offsets", f"start {start}, end {end}", f"0 <= start < end{limit}")
        if error.get("severity") not in SEVERITIES:
            message = f"the severity is {as_json(error.get('severity'))}"
            at.error("severity", message, ", ".join(SEVERITIES))
        if not isinstance(error.get("category"), (str, type(None))):
            at.error("field", f"the category is {as_json(error['category'])}", "text")
    for key in MARKS:
        if values.get(key) not in _MARKED:
            at.error("severity", f"{key} is {as_json(values[key])}", "null, minor or major")
    if length == 0 and not values["errors"] and values.get("omission") is None:
        at.warning("empty", "an empty translation has neither an error nor an omission")


class Participants26(JsonLinesFile):
    """The answers of participants of WMT26."""

    unit = "system"
    _name = "System name (short, to be used in the overview paper)"

    def recognises(self, path: str, beginning: str, keys: Mapping[str, Any]) -> bool:
        """Returns whether a line has the question for the name."""
        return self._name in keys

    def check_row(self, row: NumberedRow) -> None:
        """Checks the name and the track."""
        texts = self.texts(row, None, self._name, "Track")
        if texts is None:
            return
        name, track = texts
        at = self.faults.at(line=row.line, item=name)
        self.keys.add(name, row.line)
        if name != name.strip() or not name:
            at.warning("name", "the name has blanks around it, or is empty")
        if not re.match("(Constrained|Unconstrained)", track):
            expected = "Constrained or Unconstrained ..."
            at.error("track", as_json(track), expected)


class Terminology25(JsonLinesFile):
    """References and submissions of WMT25's terminology task, a line for each segment or document."""

    unit = "line"
    words: tuple[str, ...] = ("proper", "random", "terms", "en", "de", "es", "ru", "zh")
    against = "references"
    _languages = ("en", "de", "es", "ru", "zh")

    def recognises(self, path: str, beginning: str, keys: Mapping[str, Any]) -> bool:
        """Returns whether a line has texts by language, and terms, or the name is that of a submission."""
        has_texts = any(isinstance(keys.get(language), str) for language in self._languages)
        named = _SUBMISSION_25.fullmatch(_file_name(path))
        return has_texts and (named is not None or bool({"proper", "random", "terms"} & {*keys}))

    def begin(self, against: str | None) -> None:
        """Sets the lines of the references, both languages, and names of untranslated lines."""
        name = _file_name(self.faults.path)
        match = _SUBMISSION_25.fullmatch(name)
        pair = match["pair"] if match else ""
        if against is not None and match is None:
            form = "TEAM.PAIR.MODE.jsonl, such as a.ende.proper.jsonl"
            self.faults.warning("name", f"the name is {name}", form)
        self._references = None if against is None else json_lines(Lines(against))
        self._source, self._target = pair[:2], pair[2:]
        self._untranslated: list[str] = []

    def check_row(self, row: NumberedRow) -> None:
        """Checks texts and terms."""
        target = self._target
        self.keys.add(str(row.line), row.line)
        at = self.faults.at(line=row.line)
        if target and not isinstance(row.fields.get(target), str):
            at.error("field", _field(row, target), "the translation")
        elif target and not row.fields[target].strip():
            at.warning("empty", "the translation is empty")
        for name in ("proper", "random", "terms"):
            if name in row.fields:
                _check_terms(row.fields[name], name, at)
        other = None if self._references is None else next(self._references, None)
        given = row.fields.get(self._source) if self._source else None
        source = given if other is None else other.fields.get(self._source)
        texts: list[Any] = [source, row.fields.get(target)]
        if {*map(type, texts)} == {str} and texts[0].strip() == texts[1].strip() != "":
            self._untranslated.append(f"line {row.line}")
        if other is None:
            if self._references is not None:
                at.error("unknown", "the references have no such line")
        elif isinstance(given, str) and given != source:
            at.error("text", "the source is another one than in the references", as_json(source, 80))

    def finish(self) -> None:
        """Adds the lines of the references that never came, and how many translations are the source."""
        _check_untranslated(self._untranslated, len(self.keys), self.faults)
        for row in self._references or ():
            at = self.faults.at(item=str(row.line))
            at.error("missing", "the line is missing", "one for each of the references")


def _check_terms(values: Any, name: str, at: Faults) -> None:
    """Checks a dictionary of terms."""
    if not isinstance(values, dict):
        at.error("terms", f'"{name}" is {as_json(values)}', "an object of terms")
        return
    texts = [*values, *values.values()]
    if {*map(type, texts)} <= {str} and all(map(str.strip, texts)):
        return
    for term, targets in values.items():
        options = targets if isinstance(targets, list) else [targets]
        message = f"{name}: {as_json(term)} is {as_json(targets)}"
        if not options or not all(isinstance(text, str) for text in options):
            at.error("terms", message, "a translation, or a list of them")
        elif not term.strip() or not all(text.strip() for text in options):
            at.warning("terms", message, "a term, and a translation")


class Renderings25(FileFormat):
    """Tables of how terms are rendered, for consistency: of WMT25, or of terms and renderings."""

    unit = "occurrence"
    words: tuple[str, ...] = ("term", "rendering", "predefined")
    kind = "a table"

    def recognises(self, path: str, beginning: str, keys: Mapping[str, Any]) -> bool:
        """Returns whether the first line has such columns."""
        columns = beginning.partition("\n")[0].rstrip("\r").split("\t")
        return {"term", "rendering"} <= {*columns} or any(name.startswith("pseudoref_") for name in columns)

    def check(self, path: str, faults: Faults, against: str | None) -> tuple[int, int]:
        """Checks the columns, and that each line has all; only what is predefined may be empty."""
        lines = Lines(path, faults.problems())
        header: list[str] = []
        n_right = 0
        for line in lines:
            cells = line.rstrip("\r\n").split("\t")
            if not header:
                header = cells
                try:
                    rendering_kinds(path, header)
                except FormatError as problem:
                    faults.at(line=1).error("columns", problem.problem)
                continue
            if len(cells) != len(header):
                count = counted(len(cells), "column")
                faults.at(line=lines.number).error("columns", f"the line has {count}", str(len(header)))
                continue
            n_right += 1
            for name, cell in zip(header, cells, strict=True):
                if not cell.strip() and name not in ("", "predefined"):
                    faults.at(line=lines.number, item=cells[0]).warning("empty", f"{name} is empty")
        if not n_right and not faults.count(ERROR):
            faults.error("empty", "there is no occurrence of a term")
        return lines.number, n_right


class JsonFile(FileFormat):
    """The base class of the files of WMT26's terminology task: one JSON value each."""

    def check(self, path: str, faults: Faults, against: str | None) -> tuple[int, int]:
        """Checks the value."""
        value = _json_value(path, faults)
        return n_lines_of(path), 0 if value is None else self.check_value(value, faults, against)

    def check_value(self, value: Any, faults: Faults, against: str | None) -> int:
        """Checks the value; returns the number of items."""
        raise NotImplementedError


def _json_value(path: str, faults: Faults) -> Any:
    """Returns the value of a file; None, and a fault, if it is no JSON."""
    data = read_bytes(path)
    try:
        return parse_json(data)
    except ValueError as problem:
        line = problem.lineno if isinstance(problem, json.JSONDecodeError) else None
        faults.at(line=line).error("line", f"this is not valid JSON: {fault_in_line(problem)}")
        return None


class Terms26(JsonFile):
    """The dictionaries of a domain: "proper" and "random"."""

    unit = "term"
    words: tuple[str, ...] = ("proper", "random")

    def recognises(self, path: str, beginning: str, keys: Mapping[str, Any]) -> bool:
        """Returns whether it is an object with one of the two."""
        return re.match(r'\s*\{\s*"(proper|random)"\s*:\s*\{', beginning) is not None

    def check_value(self, value: Any, faults: Faults, against: str | None) -> int:
        """Checks the terms of each dictionary."""
        if not isinstance(value, dict) or not {"proper", "random"} & {*value}:
            faults.error("terms", "there is neither proper nor random", '{"proper": {...}, "random": {...}}')
            return 0
        for name in ("proper", "random"):
            _check_terms(value.get(name, {}), name, faults)
        return sum(len(terms) for terms in value.values() if isinstance(terms, dict))


class Texts26(JsonFile):
    """A list of documents: the texts of a domain, or a system's translations of them."""

    unit = "document"
    against = "texts"

    def recognises(self, path: str, beginning: str, keys: Mapping[str, Any]) -> bool:
        """Returns whether it is a list of texts."""
        return re.match(r'\s*\[\s*"', beginning) is not None

    def check_value(self, value: Any, faults: Faults, against: str | None) -> int:
        """Checks each document, and whether it has the paragraphs of the text."""
        if not isinstance(value, list):
            faults.error("field", "this is no list", "a list of texts")
            return 0
        name = _file_name(faults.path)
        parts = name.split(".")
        if against is not None and (len(parts) < 5 or parts[-4] not in _MODES or parts[-1] != "json"):
            faults.error("name", f"the name is {name}", "SYSTEM.MODE.DOMAIN.PAIR.json")
        elif against is not None and len(parts) > 5:
            faults.at(system=name).warning(
                "name", "the name of the system has a point, which the official validator refuses"
            )
        texts = None if against is None else read_json(against)
        if texts is not None and (
            not isinstance(texts, list) or not all(isinstance(one, str) for one in texts)
        ):
            raise FormatError(str(against), 0, "this is no list of texts")
        if texts is not None and len(texts) != len(value):
            faults.error("missing", f"the file has {counted(len(value), 'document')}", str(len(texts)))
        untranslated = []
        for segment, text in enumerate(value):
            item = str(segment + 1)
            if not isinstance(text, str):
                faults.at(item=item).error("field", f"the document is {as_json(text)}", "text")
                continue
            if not text.strip():
                faults.at(item=item).warning("empty", "the text is empty")
            if texts is not None and segment < len(texts):
                if text.strip() and text.strip() == texts[segment].strip():
                    untranslated.append(item)
                count, wanted = len(paragraphs26(text)), len(paragraphs26(texts[segment]))
                if count != wanted:
                    faults.at(item=item).error(
                        "segments", f"the text has {counted(count, 'paragraph')}", str(wanted)
                    )
        _check_untranslated(untranslated, len(value), faults)
        return len(value)


class TermSet26(JsonFile):
    """A test set with references: documents of paragraphs of segments, with the terms that they require."""

    unit = "term"
    words: tuple[str, ...] = ("documents", "paragraphs", "segments", "terms", "glossary")

    def recognises(self, path: str, beginning: str, keys: Mapping[str, Any]) -> bool:
        """Returns whether it is an object of documents or a glossary, which has more than dictionaries."""
        return re.match(r'\s*\{\s*"\w+"\s*:', beginning) is not None and '"paragraphs"' in beginning

    def check_value(self, value: Any, faults: Faults, against: str | None) -> int:
        """Checks each term, and whether paragraphs with terms have references."""

        def known(read: Callable[..., Any], *given: Any) -> Any:
            """Returns what is read; None, and a fault, if that has another form."""
            try:
                return read(*given)
            except FormatError as problem:
                where, _, message = problem.problem.partition(" ")
                faults.at(item=where).error("terms", message)
                return None

        whole = known(JsonMember, faults.path, "", value)
        if whole is None:
            return 0
        targets = known(glossary_targets, whole) or {}
        n_terms = 0
        for document in known(whole.members, "documents") or ():
            for paragraph in known(document.members, "paragraphs") or ():
                terms = [
                    term
                    for segment in known(paragraph.members, "segments", False) or ()
                    for term in known(segment.members, "terms", False) or ()
                ]
                for term in terms:
                    known(required_term, term, targets, "")
                n_terms += len(terms)
                known(paragraph.text, "reference", False)
                if terms and paragraph.get("reference") is None:
                    message = f"there is no reference: {counted(len(terms), 'term')} do not count"
                    faults.at(item=paragraph.where).warning("reference", message)
        if not n_terms and not faults.count(ERROR):
            faults.error("terms", "there are no terms", "segments with terms")
        return n_terms


class Samples26(JsonFile):
    """A list of sentences with their translations."""

    unit = "sample"

    def recognises(self, path: str, beginning: str, keys: Mapping[str, Any]) -> bool:
        """Returns whether it is a list of objects of two texts by language."""
        return re.match(r'\s*\[\s*\{\s*"[a-z]{2,3}"\s*:\s*"', beginning) is not None

    def check_value(self, value: Any, faults: Faults, against: str | None) -> int:
        """Checks that each sample has two texts of the same languages."""
        languages: list[str] | None = None
        for index, sample in enumerate(value if isinstance(value, list) else [value]):
            item = str(index + 1)
            is_pair = isinstance(sample, dict) and len(sample) == 2
            if not is_pair or not all(isinstance(text, str) for text in sample.values()):
                faults.at(item=item).error("field", f"a sample is {as_json(sample)}", "two texts by language")
            elif sorted(sample) != (languages := languages or sorted(sample)):
                faults.at(item=item).error(
                    "language", f"the languages are {' '.join(sample)}", " ".join(languages)
                )
        return len(value) if isinstance(value, list) else 1


FORMATS: dict[str, FileFormat] = {
    "wmt-humeval": Ratings("wmt-humeval"),
    "pearmut": Ratings("pearmut"),
    "wmt25-mteval": MtevalTable(),
    "wmt26-mteval": MtevalSubmission26(),
    "wmt26-mteval-test": MtevalTest26(),
    "wmt25-scores": AutomaticScoreFile(),
    "wmt25-system": SystemFile(2025),
    "wmt26-system": SystemFile(2026),
    "wmt26-blindset": BlindSetFile26(0),
    "wmt25-testset": TestSetFile(2025),
    "wmt26-testset": TestSetFile(2026),
    "wmt26-participants": Participants26(),
    "wmt25-terminology": Terminology25(),
    "wmt25-renderings": Renderings25(),
    "wmt26-term-set": TermSet26(),
    "wmt26-terms": Terms26(),
    "wmt26-texts": Texts26(),
    "wmt26-samples": Samples26(),
    "esa": Ratings("esa"),
    "da": Ratings("da"),
}
"""Kind of file -> what checks it. A file whose kind is not given is tried as each of these, in this order."""
