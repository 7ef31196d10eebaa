"""Reads the files of factgenie's campaigns, a line for each output that a person or a language model judged.

    {"dataset": "wmt", "split": "test", "example_idx": 0, "setup_id": "A", "output": "Ein Hund",
     "metadata": {"annotation_span_categories": [{"name": "Major"}], "annotator_id": "x"},
     "annotations": [{"type": 0, "start": 4, "text": "Hund"}],
     "sliders": [{"label": "Quality", "value": "90"}], "time_last_saved": 1764515000}

Offsets count UTF-16 units where a person marked the text in a browser, and code points where a model named
the words, in any case. The marked text tells which.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from parbleu._base.log import inform
from parbleu._base.numbers import parse_decimal
from parbleu._base.wording import some_names
from parbleu._io.json_text import as_json
from parbleu.errors import RatingError
from parbleu.human._judgement import Error, Judgement, Rating
from parbleu.human._offsets import LABEL_STUDIO
from parbleu.human.formats._base import ReadOnlyFormat, as_index, as_name, of_kind
from parbleu.human.formats._label_studio import SEVERITIES
from parbleu.text._table_files.numbered_rows import Lines, NumberedRow, Problems, json_lines, report

_NOTES = ("flags", "options", "text_fields")
"""What annotators may say of a whole text beside errors and sliders."""

_AROUND = "()[]:,;-"
"""What may stand around a severity in the name of a category."""


class Factgenie(ReadOnlyFormat):
    """A category whose name has a severity, such as "Terminology (minor)", is one of this severity."""

    words: tuple[str, ...] = ("dataset", "split", "example_idx", "setup_id", "annotations", "sliders")
    kind: str = "JSON"

    def recognises(self, path: str, head: str) -> bool:
        """Returns whether the first line has the keys of an annotated output."""
        names = ("example_idx", "setup_id", "annotations", "output")
        return head.lstrip()[:1] == "{" and all(f'"{name}"' in head for name in names)

    def read(self, path: str, problems: Problems = None) -> Iterator[Judgement]:
        """Yields a judgement for each line."""
        notes: Counter[str] = Counter()
        for row in json_lines(Lines(path, problems)):
            try:
                judgement = _judgement(row)
                judgement.check()
                notes.update(name for name in _NOTES if _is_filled(row.fields.get(name)))
                yield judgement
            except RatingError as problem:
                report(problems, row.wrong(problem))
        if notes:
            kinds = ", ".join(f"{kind} {count}" for kind, count in notes.most_common())
            inform(f"{path}: left out what annotators say of whole texts: {kinds}")

    def translations(self, fields: Mapping[str, Any]) -> Iterator[Judgement]:
        """Yields the translation that a wrong line is about."""
        yield Judgement(
            system=as_name(fields.get("setup_id")),
            document=_document(fields),
            place=as_index(fields.get("example_idx")),
        )


def _document(fields: Mapping[str, Any]) -> str:
    return f"{fields.get('dataset', '')}/{fields.get('split', '')}"


def _is_filled(entries: Any) -> bool:
    """Returns whether an annotator changed something in a list of flags, options or fields of text."""
    return isinstance(entries, list) and any(
        entry.get("value", entry.get("index")) not in (None, False, "") if isinstance(entry, dict) else entry
        for entry in entries
    )


def _judgement(row: NumberedRow) -> Judgement:
    fields = row.fields
    about = of_kind(fields.get("metadata") or {}, dict, '"metadata"')
    output = of_kind(fields.get("output"), str, 'the "output"')
    index = as_index(fields.get("example_idx"))
    if index is None:
        number = as_json(fields.get("example_idx"), 40)
        raise RatingError(f'the "example_idx" is a whole number, not {number}')
    categories = of_kind(about.get("annotation_span_categories") or [], list, "the categories")
    marked = fields.get("annotations")
    marked = of_kind([] if marked == {} else marked, list, '"annotations"')
    rater, saved = about.get("annotator_id"), fields.get("time_last_saved")
    return Judgement(
        system=of_kind(fields.get("setup_id"), str, 'the "setup_id", which is the system,'),
        rater=None if rater is None else str(rater),
        rating=Rating(tuple(_error(item, output, categories) for item in marked)),
        score=_score(fields.get("sliders") or []),
        document=_document(fields),
        place=index,
        hypothesis=output,
        finished=float(saved) if isinstance(saved, (int, float)) else None,
        line=row.line,
    )


def _score(sliders: Any) -> float | None:
    """Returns the value of the only slider; None if it was not moved, and so is not in the file."""
    sliders = [of_kind(slider, dict, "a slider") for slider in of_kind(sliders, list, '"sliders"')]
    if len(sliders) > 1:
        names = some_names(slider.get("label") for slider in sliders)
        raise RatingError(f"there are several sliders ({names}): keep the one that is the score")
    if not sliders:
        return None
    value = sliders[0].get("value")
    try:
        score = parse_decimal(str(value))
    except ValueError:
        score = math.nan
    if not math.isfinite(score):
        raise RatingError(f"the value of a slider is a number, not {as_json(value, 40)}")
    return score


def _error(item: Any, output: str, categories: list[Any]) -> Error:
    item = of_kind(item, dict, "an annotation")
    category_index = as_index(item.get("type"))
    if category_index is None or category_index >= len(categories):
        count = len(categories)
        raise RatingError(
            f"the type of an annotation is {as_json(item.get('type'), 40)}, and there are {count} categories"
        )
    name = of_kind(
        of_kind(categories[category_index], dict, "a category").get("name"), str, "the name of a category"
    )
    return Error(*_span(item, output), *_category_and_severity(name))


def _category_and_severity(name: str) -> tuple[str | None, str | None]:
    """Returns what a category is called without the severity in its name, and this severity."""
    words = name.replace("/", " / ").split()
    severities = [word for word in words if word.strip(_AROUND).lower() in SEVERITIES]
    if len(severities) != 1:
        return name, None
    rest = " ".join(word for word in words if word != severities[0])
    return rest.replace(" / ", "/").strip(f" /{_AROUND}") or None, severities[0].strip(_AROUND)


def _span(item: Mapping[str, Any], output: str) -> tuple[int, int]:
    """Returns where the marked text is, in code points; that of a model may have other case and blanks."""
    start, text = item.get("start"), of_kind(item.get("text"), str, "the text of an annotation")
    if type(start) is not int or start < 0:
        raise RatingError(f"the start of an annotation is a whole number, not {as_json(start, 40)}")
    for marked in (text.strip(), text):
        units = len(marked.encode("utf-16-le", "surrogatepass")) // 2
        for span in (LABEL_STUDIO.span(output, start, start + units), (start, start + len(marked))):
            if output[slice(*span)].lower() == marked.lower():
                return span
    raise RatingError(f"the text from {start} is {output[start:][:60]!r}, but {text!r:.60} is marked")
