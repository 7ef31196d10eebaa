"""Reads Label Studio's JSON export: spans of labels, and one rating or number, for each annotation of a task.

    [{"data": {"src": "", "mt": "", "system": "A", "seg": 1},
      "annotations": [{"completed_by": 1, "result": [{"type": "labels", "to_name": "mt",
                       "value": {"start": 0, "end": 4, "labels": ["Major"]}}]}]}]

Offsets count what JavaScript counts, UTF-16 units, and the end is behind the last. The export says what was
marked, which is compared with the text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from parbleu._base.log import inform
from parbleu._base.numbers import is_plain_number
from parbleu._base.wording import some_names
from parbleu._io.json_text import as_json, parse_json
from parbleu._io.lines import read_bytes
from parbleu.errors import FormatError, RatingError
from parbleu.human._judgement import Error, Judgement, Rating
from parbleu.human._offsets import LABEL_STUDIO
from parbleu.human.formats._base import ReadOnlyFormat, as_index, as_name, of_kind
from parbleu.text._table_files.numbered_rows import Problems, report

SYSTEM = ("system", "system_id", "sys", "model")
SEGMENT = ("segment", "segment_id", "seg", "seg_id", "line")
DOCUMENT = ("document", "document_id", "doc", "doc_id")
SOURCE = ("src", "source", "src_text", "source_text")
TARGET = ("mt", "target", "hypothesis", "translation", "tgt", "hyp")
TABLE = ("annotation_id", "annotator", "lead_time")
"""What other exports than JSON hold beside the data of a task and its results."""

SEVERITIES = ("critical", "major", "minor", "neutral", "trivial", "undecided", "no-error")

LABELS = ("labels", "choices", "taxonomy")
SCORES = ("rating", "number")
_NOTES = ("choices", "taxonomy", "textarea", "datetime", "relation")
"""The types of results about a text as a whole, or about two spans, that change no number."""


class LabelStudio(ReadOnlyFormat):
    """A label that is a severity is one; other labels, and choices about the same span, are categories."""

    words: tuple[str, ...] = ("data", "annotations", "result", "completed_by", "value", "labels")
    kind: str = "JSON"

    def recognises_beginning(self, path: str, beginning: str) -> bool:
        """Returns whether the file begins with a list of tasks, in one line or in several, or is a table."""
        is_list = beginning.lstrip()[:1] == "[" and '"annotations"' in beginning and '"data"' in beginning
        return is_list or all(f'"{word}"' in beginning for word in TABLE)

    def read(self, path: str, problems: Problems = None) -> Iterator[Judgement]:
        """Yields a judgement for each annotation that was not cancelled."""
        data = read_bytes(path)
        if all(f'"{word}"'.encode() in data for word in TABLE) and b'"annotations"' not in data:
            raise FormatError(
                path,
                0,
                "this is Label Studio's export as JSON-MIN, CSV or TSV, which does not say whether a span is "
                "one of the source or of the translation: export as JSON",
            )
        try:
            tasks = parse_json(data)
        except ValueError as problem:
            raise FormatError(path, 0, f"this is not valid JSON: {problem}") from None
        if not isinstance(tasks, list) or not all(map(_is_task, tasks)):
            raise FormatError(path, 0, "this is not the list of tasks that Label Studio exports as JSON")
        numbers = [as_index(_find(task.get("data") or {}, SEGMENT)) for task in tasks]
        first = min([1, *(number for number in numbers if number is not None)])
        sources: dict[Any, int] = {}
        n_cancelled = 0
        notes: Counter[str] = Counter()
        n_read = 0
        for number, task in enumerate(tasks, 1):
            for annotation in task.get("annotations") or ():
                if annotation.get("was_cancelled") or annotation.get("skipped"):
                    n_cancelled += 1
                    continue
                try:
                    results = _results(annotation, notes)
                    n_read += len(results)
                    judgement = _judgement(task.get("data") or {}, annotation, results, first, sources)
                    judgement.check()
                    yield judgement
                except RatingError as problem:
                    why = f"task {task.get('id', number)}: {problem}"
                    report(problems, FormatError(path, 0, why, task.get("data") or {}))
        if n_cancelled:
            inform(f"{path}: left out annotations that were cancelled: {n_cancelled}")
        if notes:
            kinds = ", ".join(f"{kind} {count}" for kind, count in notes.most_common())
            if not n_read and not notes.keys().isdisjoint(LABELS):
                raise FormatError(
                    path,
                    0,
                    f"no results mark errors by Labels, or are a rating or number; there are {kinds}: make a "
                    "table of system, segment and a score for each choice",
                )
            inform(
                f"{path}: left out results about whole texts that are no rating or number: {kinds}"
                + ("" if n_read else "; no errors are marked")
            )

    def translations(self, fields: Mapping[str, Any]) -> Iterator[Judgement]:
        """Yields the system that a wrong task is about; whether its number is from 0 or 1 is not known."""
        yield Judgement(system=as_name(_find(fields, SYSTEM)))


def _is_task(task: Any) -> bool:
    """Returns whether a value of JSON has the data of a task and the annotations, if any, as objects."""
    if not isinstance(task, dict) or not isinstance(task.get("data") or {}, dict):
        return False
    annotations = task.get("annotations") or []
    return isinstance(annotations, list) and all(isinstance(annotation, dict) for annotation in annotations)


def _find(data: Mapping[str, Any], names: tuple[str, ...]) -> Any:
    return next((data[name] for name in names if data.get(name) not in (None, "")), None)


def _results(annotation: Mapping[str, Any], notes: Counter[str]) -> list[dict[str, Any]]:
    """Returns the results of an annotation that are errors or scores, and counts the others by their types.

    Raises:
        RatingError: a result is of a type that is not read, without which an error may be missing.
    """
    if "result" not in annotation:
        raise RatingError("an annotation lacks its results: export the tasks again")
    read = []
    for result in of_kind(annotation["result"] or [], list, "the result of an annotation"):
        kind = of_kind(result, dict, "a result").get("type")
        value = of_kind(result.get("value") or {}, dict, f"the value of a result of the type {kind!r:.40}")
        if kind in SCORES or (kind in LABELS + _NOTES and "start" in value):
            read.append(result)
        elif kind in _NOTES:
            notes[kind] += 1
        elif kind == "labels":
            raise RatingError("labels lack the start and end of their span: add them, or remove the result")
        else:
            raise RatingError(
                f"results of the type {kind!r:.40} are not read, which may mark errors: mark spans by "
                "Labels, or remove these results"
            )
    return read


def _judgement(
    data: Mapping[str, Any],
    annotation: Mapping[str, Any],
    results: list[dict[str, Any]],
    first: int,
    sources: dict[Any, int],
) -> Judgement:
    system, target, source = (_find(data, names) for names in (SYSTEM, TARGET, SOURCE))
    for what, names, value in (("system", SYSTEM, system), ("translation", TARGET, target)):
        if value is None:
            raise RatingError(
                f"the data of a task lack the {what} ({', '.join(names)}); they are {some_names(data)}"
            )
    if isinstance(system, (bool, list, dict)):
        raise RatingError(f"the system is text, not {as_json(system)}")
    target, source = str(target), None if source is None else str(source)  # a text may look like a number
    segment, document = _find(data, SEGMENT), _find(data, DOCUMENT)
    if segment is None:
        if source is None:
            raise RatingError(f"the data of a task lack the segment ({', '.join(SEGMENT)}) or the source")
        index = sources.setdefault(source, len(sources))
    elif (number := as_index(segment)) is not None:
        index = number - first
    else:
        raise RatingError(f"the segment is a whole number, not {as_json(segment, 40)}")
    user = annotation.get("completed_by")
    if isinstance(user, dict):
        user = user.get("email", user.get("id"))
    return Judgement(
        system=str(system),
        segment=None if document is not None else index,
        rater=None if user is None else str(user),
        rating=Rating(tuple(_errors(results, data, target, source))),
        score=_score(results),
        document=None if document is None else str(document),
        place=None if document is None else index,
        source=source,
        hypothesis=target,
    )


def _score(results: list[dict[str, Any]]) -> float | None:
    """Returns the only rating or number that is about no span."""
    values: list[tuple[Any, Any]] = [
        (result.get("from_name"), (result.get("value") or {}).get(result["type"]))
        for result in results
        if result["type"] in SCORES and "start" not in (result.get("value") or {})
    ]
    if len(values) > 1:
        raise RatingError(
            f"there are several ratings ({some_names(name for name, _ in values)}): keep the one that is "
            "the score"
        )
    if values and not is_plain_number(values[0][1]):
        raise RatingError(f"a rating is a number, not {as_json(values[0][1], 40)}")
    return float(values[0][1]) if values else None


def _errors(
    results: list[dict[str, Any]], data: Mapping[str, Any], target: str, source: str | None
) -> Iterator[Error]:
    """Yields the errors; results of the same region are one."""
    regions: dict[Any, list[dict[str, Any]]] = {}
    for index, result in enumerate(results):
        if "start" in (result.get("value") or {}):
            regions.setdefault(str(result.get("id", index)), []).append(result)
    for region in regions.values():
        labels = [
            label
            for result in region
            if (kind := result["type"]) in LABELS
            for label in _list(result["value"].get(kind), f"the {kind} of a span")
        ]
        names = [
            "/".join(map(str, label)) if isinstance(label, list) else of_kind(label, str, "a label")
            for label in labels
        ]
        severity = next((name for name in names if name.lower() in SEVERITIES), None)
        category = next((name for name in names if name != severity), None)
        value = region[0]["value"]
        about = str(data.get(str(region[0].get("to_name"))))
        text = source if source is not None and _is_of_source(value, about, target, source) else target
        yield Error(*_span(value, text), category, severity, is_source_error=text is not target)


def _list(value: Any, what: str) -> list[Any]:
    """Returns what is a list of labels, or the only one, as a list."""
    return of_kind([value] if isinstance(value, str) else value or [], list, what)


def _is_of_source(value: Mapping[str, Any], about: str, target: str, source: str) -> bool:
    """Returns whether a region is of the source: by the data that it names, or else by the marked text."""
    if about in (target, source):
        return about != target
    return isinstance(value.get("text"), str) and not _fits(value, target) and _fits(value, source)


def _fits(value: Mapping[str, Any], text: str) -> bool:
    try:
        _span(value, text)
    except RatingError:
        return False
    return True


def _span(value: Mapping[str, Any], text: str) -> tuple[int, int]:
    """Returns the offsets of a region in code points, at which the text is what the export says."""
    start, end = value.get("start"), value.get("end")
    if type(start) is not int or type(end) is not int:
        ends = f"{as_json(start, 40)} and {as_json(end, 40)}"
        raise RatingError(f"a span has whole numbers, start and end, not {ends}")
    length = len(text.encode("utf-16-le", "surrogatepass")) // 2
    if not 0 <= start <= end <= length:
        raise RatingError(f"characters {start} to {end} are marked; the text has {length}: {text!r:.60}")
    begin, behind = LABEL_STUDIO.span(text, start, end)
    marked = value.get("text")
    if isinstance(marked, str) and text[begin:behind] != marked:
        raise RatingError(
            f"the text from {start} to {end} is {text[begin:behind]!r:.60}, but {marked!r:.60} is marked"
        )
    return begin, behind
