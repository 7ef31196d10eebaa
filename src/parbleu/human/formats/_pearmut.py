"""Reads what Pearmut saves: `annotations.json`, or the lines of one campaign as JSON lines or as a list.

    {"CAMPAIGN": [{"user_id": "u", "item_i": 0,
                   "item": [{"src": "", "tgt": {"A": ""}, "item_id": "news_###_d_###_0"}],
                   "annotation": [{"A": {"score": 90, "error_spans": [{"start_i": 0, "end_i": 3}]}}]}]}

Offsets count UTF-16 units of the text and include the last; behind the text stand `[missing]` and other
marks. What Pearmut does not count is left out: welcome, random and goodbye pages, tutorials, attention
checks (items with `validation`, too), whatever a user annotated before a reset, and again later. The ids are
optional: where a campaign has none, its segments are the distinct items in order.
"""

from __future__ import annotations

import json
import re
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from parbleu._base.log import inform
from parbleu._base.numbers import is_plain_number
from parbleu._base.wording import some_names
from parbleu._io.json_text import as_json, parse_json
from parbleu._io.lines import read_bytes
from parbleu.errors import FormatError, RatingError
from parbleu.human._judgement import MISSING, Error, Judgement, Rating
from parbleu.human._offsets import PEARMUT
from parbleu.human.formats._base import IsRight, ReadOnlyFormat, of_kind
from parbleu.text._table_files.numbered_rows import Lines, Problems, json_lines, report

RESET = "__RESET__"
_PAGES = ("welcome_", "random_", "goodbye_")
_LANGUAGES = re.compile(r"(\w+)---(\w+)( v[0-9]+)?")
LABELS = ("category", "severity")
_MARKS = ("missing", "instructions fault")
"""What the units behind a text mean, from the first on."""


class Pearmut(ReadOnlyFormat):
    """Scores and error spans of systems that were shown beside one another."""

    words: tuple[str, ...] = ("user_id", "item", "item_i", "annotation", "tgt", "error_spans")
    kind: str = "JSON"

    def recognises_beginning(self, path: str, beginning: str) -> bool:
        """Returns whether it has the keys of an annotation."""
        has_keys = '"annotation"' in beginning and '"user_id"' in beginning
        return has_keys and beginning.lstrip()[:1] in ("{", "[")

    def read(self, path: str, problems: Problems = None) -> Iterator[Judgement]:
        """Yields the judgements that count, in the order of the file."""
        left_out: Counter[str] = Counter()
        last: dict[tuple[Any, ...], Judgement] = {}
        campaigns, are_lines = _campaigns(path, problems)
        for campaign, lines in campaigns.items():
            match = _LANGUAGES.fullmatch(campaign)
            languages = match.groups()[:2] if match else (None, None)
            without_ids = None if any(map(_has_id, lines)) else _ItemsWithoutIds()
            for number, line in _active(lines, left_out):
                try:
                    of_line = number if are_lines else None
                    for judgement in _judgements(line, languages, left_out, without_ids, of_line):
                        key = (judgement.rater, judgement.system, judgement.unit, campaign)
                        if last.pop(key, None) is not None:
                            left_out["annotated again later"] += 1
                        last[key] = judgement
                except RatingError as problem:
                    name = f"{campaign}, line {number}: " if campaign else f"entry {number}: "
                    where = "" if are_lines else name
                    fields = line if isinstance(line, dict) else {}
                    report(
                        problems, FormatError(path, number if are_lines else 0, f"{where}{problem}", fields)
                    )
        _tell_left_out(path, left_out)
        yield from last.values()

    def every(
        self, path: str, problems: Problems = None, is_right: IsRight | None = None
    ) -> Iterator[Judgement]:
        """Yields the judgements that no reset masks; of JSON lines with ids, those annotated again, too."""
        lines = Lines(path, problems)
        resets = _resets_of_lines(lines) if lines.can_be_repeated else None
        if resets is None:
            yield from self.read(path, problems)
            return
        left_out: Counter[str] = Counter()
        for row in json_lines(lines):
            if row.line <= resets.get(str(row.fields.get("user_id")), 0):
                left_out["before a reset"] += row.fields.get("annotation") != RESET
            elif is_right is None or not is_right(row):
                try:
                    yield from _judgements(row.fields, (None, None), left_out, None, row.line)
                except RatingError as problem:
                    report(problems, row.wrong(problem))
        _tell_left_out(path, +left_out)

    def translations(self, fields: Mapping[str, Any]) -> Iterator[Judgement]:
        """Yields the translations that a wrong line is about: those of all of its items."""
        with suppress(RatingError):
            for item, document, index in _items(dict(fields)):
                for system in of_kind(item.get("tgt"), dict, "tgt"):
                    yield Judgement(system=str(system), document=document, place=index)


def _tell_left_out(path: str, left_out: Counter[str]) -> None:
    if left_out:
        reasons = ", ".join(f"{count} {why}" for why, count in left_out.most_common())
        inform(f"{path}: left out annotations, which do not count: {reasons}")


def _resets_of_lines(lines: Lines) -> dict[str, int] | None:
    """Returns user -> line of the last reset; None if a file is no JSON lines of items with ids."""
    first = next(json_lines(lines.again()), None)
    if first is None or "annotation" not in first.fields:
        return None
    resets = {}
    copy = lines.again()
    for text in copy:
        if RESET in text:
            with suppress(ValueError, AttributeError):
                values = parse_json(text)
                if values.get("annotation") == RESET:
                    resets[str(values.get("user_id"))] = copy.number
    return resets if any(_has_id((row.line, row.fields)) for row in json_lines(lines.again())) else None


def _campaigns(path: str, problems: Problems) -> tuple[dict[str, list[tuple[int, Any]]], bool]:
    """Returns campaign -> its numbered lines, "" for a file of one; and whether it is a file of lines."""
    data = read_bytes(path).removeprefix(BOM_UTF8)
    try:
        values = parse_json(data)
    except ValueError as problem:
        if data.lstrip()[:1] != b"{" or not data.strip().count(b"\n"):
            raise FormatError(path, 0, f"this is not valid JSON: {problem}") from None
        return {"": [(row.line, row.fields) for row in json_lines(Lines(path, problems))]}, True
    if isinstance(values, dict) and "annotation" in values:
        return {"": [(1, values)]}, True
    if isinstance(values, list):
        values = {"": values}
    if not isinstance(values, dict) or not all(isinstance(lines, list) for lines in values.values()):
        raise FormatError(path, 0, 'this is no object {"campaign": [annotations]}, nor a list of annotations')
    return {campaign: list(enumerate(lines, 1)) for campaign, lines in values.items()}, False


def _active(lines: list[tuple[int, Any]], left_out: Counter[str]) -> Iterator[tuple[int, Any]]:
    """Yields the lines that no later reset of their user masks."""
    resets = {
        str(line.get("user_id")): index
        for index, (_, line) in enumerate(lines)
        if isinstance(line, dict) and line.get("annotation") == RESET
    }
    for index, (number, line) in enumerate(lines):
        if not isinstance(line, dict) or index > resets.get(str(line.get("user_id")), -1):
            yield number, line
        elif line.get("annotation") != RESET:
            left_out["before a reset"] += 1


def _has_id(numbered: tuple[int, Any]) -> bool:
    """Returns whether an item of a numbered line has an id."""
    with suppress(RatingError):
        line = of_kind(numbered[1], dict, "an annotation")
        return any(values.get("item_id") not in (None, "") for values in (line, _shown(line)[0]))
    return False


class _ItemsWithoutIds:
    """The places in a campaign of items that are known by their texts alone, in the order of the file."""

    def __init__(self) -> None:
        self._places: dict[tuple[str, int], int] = {}
        self._pages: dict[tuple[str, str], dict[tuple[Any, int], int]] = {}

    def place(self, line: dict[str, Any], number: int, item: dict[str, Any]) -> int:
        """Returns the place of an item of a line; equal items on two pages of a user are two segments."""
        text = json.dumps(item | {"tgt": None, "error_spans": None}, sort_keys=True)
        pages = self._pages.setdefault((_user(line), text), {})
        times = pages.setdefault((str(line.get("item_i")), number), len(pages))
        return self._places.setdefault((text, times), len(self._places))


def _user(line: dict[str, Any]) -> str:
    user = line.get("user_id")
    return str(user) if type(user) is int else of_kind(user, str, '"user_id"')


def _id(values: dict[str, Any]) -> str | None:
    """Returns the id of an item, in it or in its line."""
    name = values.get("item_id")
    return str(name) if type(name) is int else None if name is None else of_kind(name, str, '"item_id"')


def _shown(line: dict[str, Any]) -> list[dict[str, Any]]:
    """Returns the items of a line, of which there is one at least."""
    items = line.get("item", line.get("payload"))
    items = [items] if isinstance(items, dict) else of_kind(items, list, '"item"')
    if not items:
        raise RatingError('"item" is empty: remove the line')
    return [of_kind(item, dict, 'what "item" lists') for item in items]


def _items(
    line: dict[str, Any], without_ids: _ItemsWithoutIds | None = None
) -> list[tuple[dict[str, Any], str | None, int]]:
    """Returns the items of a line, and the document and the place that each has.

    Args:
        line: of the file.
        without_ids: the items before, where they have no ids; they have no documents either.
    """
    items = _shown(line)
    if without_ids is not None:
        return [(item, None, without_ids.place(line, number, item)) for number, item in enumerate(items)]
    first_id = _first_id(line)
    located: list[tuple[dict[str, Any], str | None, int]] = []
    for number, item in enumerate(items):
        name = _id(item) or first_id or ""
        *document, segment = name.split("_###_")
        is_numbered = bool(document) and segment.isdecimal()
        located.append((item, "_###_".join(document), int(segment)) if is_numbered else (item, name, number))
    return located


def _first_id(line: dict[str, Any]) -> str | None:
    return _id(_shown(line)[0]) or _id(line)


def _judgements(
    line: Any,
    languages: tuple[str | None, ...],
    left_out: Counter[str],
    without_ids: _ItemsWithoutIds | None,
    number: int | None,
) -> Iterator[Judgement]:
    line = of_kind(line, dict, "an annotation")
    if why := _why_left_out(str(line.get("item_i", "")), "" if without_ids is not None else _first_id(line)):
        left_out[why] += 1
        return
    items = _items(line, without_ids)
    annotations = of_kind(line.get("annotation"), list, '"annotation"')
    if len(annotations) != len(items):
        raise RatingError(
            f'"annotation" has {len(annotations)} entries, "item" has {len(items)}: each text has one'
        )
    for (item, document, index), annotation in zip(items, annotations, strict=True):
        if "validation" in item:
            left_out["of attention checks"] += 1
            continue
        texts = of_kind(item.get("tgt"), dict, '"tgt"')
        answers = {} if annotation is None else of_kind(annotation, dict, 'an entry of "annotation"')
        if lacking := len(texts.keys() - answers.keys()):
            left_out["of translations that were not annotated"] += lacking
        for system, values in answers.items():
            where = f"{system:.60}, {document or item.get('src')!s:.60}"
            if system not in texts:
                raise RatingError(f"{where}: this translation is annotated, but not shown")
            values = of_kind(values, dict, f"{where}: an annotation")
            score = _score(values)
            if score is not None and not is_plain_number(score):
                raise RatingError(f"{where}: a score is a number, not {as_json(score)}")
            source, hypothesis = item.get("src"), of_kind(texts[system], str, f"{where}: a translation")
            if source is not None:
                source = of_kind(source, str, f"{where}: a source")
            spans = values.get("error_spans")
            if spans is not None:
                spans = of_kind(spans, list, f'{where}: "error_spans"')
            if score is None and spans is None:
                left_out["without a score and spans"] += 1
                continue
            judgement = Judgement(
                system=system,
                rater=_user(line),
                rating=None if spans is None else Rating(tuple(_error(span, hypothesis) for span in spans)),
                score=None if score is None else float(score),
                segment=None if without_ids is None else index,
                document=document,
                place=None if document is None else index,
                source=source,
                hypothesis=hypothesis,
                src_lang=languages[0],
                tgt_lang=languages[1],
                line=number,
            )
            judgement.check()
            yield judgement


def _score(values: dict[str, Any]) -> Any:
    """Returns the score of a translation: that of its only slider, where it has sliders of one's own."""
    sliders = of_kind(values.get("sliders") or {}, dict, '"sliders"')
    if values.get("score") is not None or not sliders:
        return values.get("score")
    if len(sliders) > 1:
        raise RatingError(
            f"there are several sliders ({some_names(sliders)}): keep the one that is the score"
        )
    return next(iter(sliders.values()))


def _why_left_out(page: str, item: str | None) -> str:
    if page.startswith(_PAGES):
        return "of welcome, random and goodbye pages"
    if item is None:
        return "without an item_id"
    if item.startswith("attention_check_"):
        return "of attention checks"
    return "of tutorials" if "_#_tutorial_#_" in item else ""


def _error(values: Any, text: str) -> Error:
    values = of_kind(values, dict, "an error")
    start, end = values.get("start_i"), values.get("end_i")
    error = Error.from_dict({"start": start, "end": end, **{name: values.get(name) for name in LABELS}})
    category, severity = error.category, error.severity
    behind = start - len(text.encode("utf-16-le", "surrogatepass")) // 2
    if behind >= 0:
        mark = _MARKS[behind] if behind < len(_MARKS) else "other"
        return Error(MISSING, MISSING, category or mark, severity, original=(start, end))
    return Error(*PEARMUT.span(text, start, end), category, severity, original=(start, end))
