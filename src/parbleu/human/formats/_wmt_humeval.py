"""Reads the human evaluation of WMT24 and WMT25 as JSON lines: a line for each segment, with all systems.

    {"scores": {"A": [{"score": 90, "errors": [], "annotator": "x"}]}, "src_text": "", "tgt_text": {"A": ""},
     "doc_id": "cs-de_DE_#_news_#_bee_#_0"}

Files of three dates have three shapes: a system has a list as here, or an object with "human1", "errors1" and
"annotator1" (and "human2" ...), or one with "human" and "errors". Offsets include the last character, and
`<br>` counts as one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from parbleu._base.log import inform
from parbleu._base.numbers import is_plain_number, parse_decimal
from parbleu._io.json_text import as_json
from parbleu.errors import RatingError
from parbleu.human._judgement import Judgement, Rating
from parbleu.human.formats._base import IsRight, ReadOnlyFormat, as_index, inclusive_error, of_kind
from parbleu.text._table_files.numbered_rows import Lines, NumberedRow, Problems, json_lines, report

_WAVE = re.compile("(human|errors|annotator|times)([0-9]+)")


class WmtHumeval(ReadOnlyFormat):
    """Scores from 0 to 100 with error spans; a segment is called by its document and its number there."""

    words: tuple[str, ...] = ("scores", "src_text", "tgt_text", "doc_id", "annotator")
    kind: str = "JSON"

    def recognises(self, path: str, head: str) -> bool:
        """Returns whether the first line has an object of scores and the keys of texts or of annotators."""
        begins = re.match(r'\s*\{\s*"(scores|doc_id|src_text)"', head) is not None
        return begins and '"scores"' in head and ('"tgt_text"' in head or '"annotator' in head)

    def read(self, path: str, problems: Problems = None) -> Iterator[Judgement]:
        """Yields the judgements of all systems, segment by segment; those without a score are counted."""
        return self.every(path, problems)

    def every(
        self, path: str, problems: Problems = None, is_right: IsRight | None = None
    ) -> Iterator[Judgement]:
        """Yields the same, but for those of lines that are right."""
        places: dict[str, int] = {}
        n_without = 0
        for row in json_lines(Lines(path, problems)):
            if is_right is not None and is_right(row):
                continue
            try:
                scores = of_kind(row.fields.get("scores"), dict, '"scores"')
                where = _where(row, places)
                for system, values in scores.items():
                    for judgement in _judgements(row, system, values, where):
                        if judgement is None:
                            n_without += 1
                            continue
                        judgement.check()
                        yield judgement
            except RatingError as problem:
                report(problems, row.wrong(problem))
        if n_without:
            inform(f"{path}: left out judgements without a score: {n_without}")

    def translations(self, fields: Mapping[str, Any]) -> Iterator[Judgement]:
        """Yields the translations that a wrong line is about: those of all of its systems."""
        document, _, number = str(fields.get("doc_id")).rpartition("_#_")
        scores = fields.get("scores")
        for system in scores if isinstance(scores, dict) else ():
            yield Judgement(system=system, document=document, place=as_index(number))


def _where(row: NumberedRow, places: dict[str, int]) -> dict[str, Any]:
    """Returns the document, the place in it and the languages of a line."""
    name = row.get("doc_id")
    document, _, number = name.rpartition("_#_")
    if document.count("_#_") > 1 and number.isdecimal() and number.isascii():
        index = int(number)
    else:  # the first files count no segments: lines of a document are its segments
        document, index = name, places.get(name, 0)
        places[name] = index + 1
    pair = document.partition("_#_")[0].partition("-")
    return {"document": document, "place": index, "src_lang": pair[0] or None, "tgt_lang": pair[2] or None}


def _judgements(
    row: NumberedRow, system: str, values: Any, where: Mapping[str, Any]
) -> Iterator[Judgement | None]:
    """Yields the judgements of a system; None for one without a score."""
    texts = of_kind(row.fields.get("tgt_text") or {}, dict, '"tgt_text"')
    source, hypothesis = row.fields.get("src_text"), texts.get(system)
    for text in (source, hypothesis):
        of_kind("" if text is None else text, str, f"{system:.60}: a source or translation")
    for number, entry in enumerate(_entries(values), 1):
        score = entry.get("score", entry.get("human"))
        if score is None or score != score:
            yield None
            continue
        if not is_plain_number(score):
            raise RatingError(f"{system:.60}: a score is a number, not {as_json(score)}")
        errors = entry.get("errors")
        if errors is not None:
            errors = of_kind(errors, list, f'{system:.60}: "errors"')
        times = of_kind(entry.get("times") or [], list, f'{system:.60}: "times"')
        yield Judgement(
            system=system,
            rater=str(entry.get("annotator") or f"rater{number}"),
            rating=None
            if errors is None
            else Rating(tuple(inclusive_error(error, hypothesis) for error in errors)),
            score=float(score),
            source=source,
            hypothesis=hypothesis,
            finished=_time(times[-1]) if times else None,
            line=row.line,
            **where,
        )


def _time(value: Any) -> float | None:
    try:
        return parse_decimal(str(value))
    except ValueError:
        return None


def _entries(values: Any) -> list[dict[str, Any]]:
    """Returns the judgements of a system, in the shape of the last files."""
    if isinstance(values, list) and all(isinstance(entry, dict) for entry in values):
        return values
    if not isinstance(values, dict):
        raise RatingError(f"the scores of a system are an object or a list of objects, not {as_json(values)}")
    names = ("human", "errors", "annotator", "times")
    numbers = sorted({int(match[2]) for key in values if (match := _WAVE.fullmatch(key))})
    waves = [{name: values.get(f"{name}{number}") for name in names} for number in numbers]
    return waves or [values]
