"""Reads and writes MT Metrics Eval's standalone ratings: JSON objects, one a line, with the texts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from parbleu.errors import RatingError
from parbleu.human.error_spans import Rating
from parbleu.human.formats.base import Format
from parbleu.human.judgement import Judgement
from parbleu.text.table_files.numbered_rows import Lines, Problems, json_lines, report

# Key -> attribute of `Judgement`, in the order that files have.
TEXTS = {"source": "source", "hypothesis": "hypothesis"}
NAMES = {
    "document_id": "document",
    "segment_id": "segment",
    "system_id": "system",
    "rater_id": "rater",
    "src_lang": "src_lang",
    "tgt_lang": "tgt_lang",
}


class Standalone(Format):
    """Lines of JSON with `source`, `hypothesis`, `errors`, and who, what, where; segments count from 0.

    Args:
        checked: whether offsets must be within the texts.
    """

    needs: tuple[str, ...] = ("rating",)

    def __init__(self, *, checked: bool = True) -> None:
        self._checked = checked

    def recognises(self, path: str, head: str) -> bool:
        """By the first line."""
        return head.lstrip().startswith("{") and '"errors"' in head and '"hypothesis"' in head

    def read(self, path: str, problems: Problems = None) -> Iterator[Judgement]:
        """Yields a judgement for each line."""
        for row in json_lines(Lines(path, problems)):
            try:
                judgement = judgement_of(row.fields)
                if self._checked and judgement.rating is not None:
                    judgement.rating.check(judgement.hypothesis or "", judgement.source)
                yield judgement
            except RatingError as problem:
                report(problems, row.wrong(problem))

    def lines(self, judgements: Iterable[Judgement]) -> Iterator[str]:
        """Yields a line for each judgement with a rating."""
        for judgement in judgements:
            if judgement.rating is not None:
                values: dict[str, Any] = {key: getattr(judgement, key) or "" for key in TEXTS}
                values |= judgement.rating.to_dict()
                values |= {key: getattr(judgement, name) for key, name in NAMES.items()}
                yield json.dumps(values)


def judgement_of(values: Mapping[str, Any]) -> Judgement:
    """Makes a judgement of a JSON object; unknown keys are ignored."""
    known: dict[str, Any] = {}
    for key, name in (TEXTS | NAMES).items():
        value = values.get(key)
        wanted = int if key == "segment_id" else str
        if (value is None and key in TEXTS) or (value is not None and type(value) is not wanted):
            meant = "a whole number" if wanted is int else "text"
            raise RatingError(f'"{key}" must be {meant}, not {value!r}')
        known[name] = value
    judgement = Judgement(rating=Rating.from_dict(values), **known)
    if judgement.segment is not None and judgement.segment < 0:
        raise RatingError(f'"segment_id" counts from 0, and cannot be {judgement.segment}')
    return judgement


def read_standalone(paths: Iterable[str], *, checked: bool = True) -> list[Judgement]:
    """Reads standalone ratings from several files; `checked` and what it raises are as for `Standalone`."""
    return [judgement for path in paths for judgement in Standalone(checked=checked).read(path)]
