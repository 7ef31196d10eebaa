"""Reads and writes the JSON of `comet-score --to_json`: the scores and error spans of xCOMET.

    {"a.txt": [{"src": "", "mt": "", "COMET": 0.9, "errors": [{"severity": "minor", "start": 0, "end": 4}]}]}

The keys are the files of the systems as they were typed. A system is called by what tells its file from
those of others, as `parbleu score` calls it; the segments are those of the test set, in order. comet-score
leaves out "errors" where it found none: a segment without them has no errors if any other of the file has
some.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from parbleu._base.numbers import is_plain_number
from parbleu._io.json_text import as_json, parse_json
from parbleu._io.lines import distinct_parts, read_bytes
from parbleu.errors import FormatError, RatingError
from parbleu.human._judgement import Error, Judgement, Rating
from parbleu.human.formats._base import Format
from parbleu.text._table_files.numbered_rows import Problems, report

SCORE = "COMET"
_BEGINNING = re.compile(r'\s*\{\s*"(?:[^"\\]|\\.)*"\s*:\s*\[')
RATER = "xCOMET"
"""The rater of all judgements."""


class Xcomet(Format):
    """Offsets count code points, the end behind the last; the score is COMET's."""

    words: tuple[str, ...] = ("src", "mt", "COMET", "errors")
    kind: str = "JSON"

    needs: tuple[str, ...] = ("rating", "score")

    def recognises_beginning(self, path: str, beginning: str) -> bool:
        """Returns whether an object begins with a list, and objects in it have translations."""
        return _BEGINNING.match(beginning) is not None and '"mt":' in beginning

    def read(self, path: str, problems: Problems = None) -> Iterator[Judgement]:
        """Yields a judgement for each segment of each system."""
        data = read_bytes(path)
        try:
            values = parse_json(data)
        except ValueError as problem:
            raise FormatError(path, 0, f"this is not valid JSON: {problem}") from None
        if not isinstance(values, dict) or not all(isinstance(items, list) for items in values.values()):
            raise FormatError(
                path, 0, 'this is not an object {"system": [segments]}, as comet-score --to_json writes'
            )
        has_errors = any(
            isinstance(item, dict) and item.get("errors") is not None
            for items in values.values()
            for item in items
        )
        systems = distinct_parts(list(values)) if values else []
        bare = [system.removesuffix(".txt") or system for system in systems]
        if len(set(bare)) == len(bare):
            systems = bare
        for name, system, items in zip(values, systems, values.values(), strict=True):
            for segment, item in enumerate(items):
                try:
                    if has_errors and isinstance(item, dict) and item.get("errors") is None:
                        item["errors"] = []
                    yield _judgement(system, segment, item)
                except RatingError as problem:
                    report(
                        problems,
                        FormatError(
                            path,
                            0,
                            f"{name}, segment {segment + 1}: {problem}",
                            {"system": system, "segment": segment},
                        ),
                    )

    def lines(self, judgements: Iterable[Judgement]) -> Iterator[str]:
        """Yields the object, a line for each segment.

        Raises:
            RatingError: a system lacks a segment before its last one, or has one twice.
        """
        systems: dict[str, dict[int, Judgement]] = {}
        for judgement in judgements:
            document, segment = judgement.unit
            segments = systems.setdefault(judgement.system or "", {})
            if document or segment in segments:
                raise judgement.wrong(
                    "the format xcomet holds one judgement of each segment of a test set: "
                    "leave the others out"
                )
            segments[segment] = judgement
        yield "{"
        for number, (system, segments) in enumerate(systems.items(), 1):
            if sorted(segments) != list(range(len(segments))):
                raise RatingError(
                    f"{system}: the format xcomet holds all segments of a test set: add the missing ones"
                )
            yield f"{json.dumps(system, ensure_ascii=False)}: ["
            for segment in range(len(segments)):
                comma = "," if segment + 1 < len(segments) else ""
                yield json.dumps(_item(segments[segment]), ensure_ascii=False) + comma
            yield "]," if number < len(systems) else "]"
        yield "}"


def _judgement(system: str, segment: int, item: Any) -> Judgement:
    if not isinstance(item, dict) or not isinstance(item.get("mt"), str):
        raise RatingError(f'a segment is an object with its translation, "mt", not {as_json(item)}')
    errors = item.get("errors")
    score = item.get(SCORE)
    if errors is not None and not isinstance(errors, list):
        raise RatingError(f'"errors" is a list, not {as_json(errors)}')
    if score is not None and not is_plain_number(score):
        raise RatingError(f'"{SCORE}" is a number, not {as_json(score)}')
    source = item.get("src")
    rating = None if errors is None else Rating(tuple(map(Error.from_dict, errors)))
    judgement = Judgement(
        system=system,
        segment=segment,
        rater=RATER,
        rating=rating,
        score=None if score is None else float(score),
        source=source if isinstance(source, str) else None,
        hypothesis=item["mt"],
    )
    judgement.check()
    return judgement


def _item(judgement: Judgement) -> dict[str, Any]:
    text = judgement.hypothesis or ""
    item: dict[str, Any] = {"src": judgement.source or "", "mt": text}
    if judgement.score is not None:
        item[SCORE] = judgement.score
    if judgement.rating is not None:
        judgement.check()
        item["errors"] = [
            {"text": error.span(text, judgement.source), **error.to_dict()}
            for error in judgement.rating.errors
        ]
    return item
