"""Reads and writes `.seg.rating` and standalone files of MT Metrics Eval, and reads its `.seg.score`.

A line of a `.seg.rating` file is SYSTEM, RATING and perhaps RATER. A rating is JSON, or `None` for a segment
without a rating. The lines of a system follow the segments of the test set. A standalone file has a JSON
object on each line, with the texts.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from parbleu._base.numbers import parse_decimal
from parbleu._base.wording import counted
from parbleu._io.json_text import as_json, parse_json
from parbleu.errors import FormatError, RatingError
from parbleu.human._judgement import Judgement, Rating
from parbleu.human.formats._base import Format, ReadOnlyFormat, as_index, as_name
from parbleu.text._languages import read_language
from parbleu.text._table_files.numbered_rows import Lines, Problems, json_lines, report

NOT_RATED = "None"
SUFFIX = ".seg.rating"
SCORE_SUFFIX = ".seg.score"
NO_SCORE = (NOT_RATED, "nan")

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


@dataclass
class Collection:
    """The ratings of one file.

    Attributes:
        ratings: system -> a rating for each segment, or None.
        raters: system -> the rater of each segment, or None.
    """

    ratings: dict[str, list[Rating | None]] = field(default_factory=dict)
    raters: dict[str, list[str | None]] = field(default_factory=dict)

    @classmethod
    def empty(cls, systems: Iterable[str], length: int) -> Collection:
        """Returns a collection without ratings for systems with so many segments."""
        names = list(systems)
        return cls({name: [None] * length for name in names}, {name: [None] * length for name in names})


def read_collection(path: str, name: str, problems: Problems = None) -> Collection:
    """Reads a file of ratings.

    Args:
        path: the file.
        name: that of the collection, which is the rater's where lines have none.
        problems: collects the errors of lines; the segments count as not rated then. None refuses the file.

    Raises:
        FormatError: a line has another number of fields, or its rating is none.
        UnreadableFileError: the file cannot be read.
    """
    collection = Collection()
    lines = Lines(path, problems)
    for line in lines:
        fields = line.strip().split("\t")
        rating = None
        try:
            if len(fields) not in (2, 3):
                raise RatingError(
                    f"a line is SYSTEM, RATING, RATER between TABs, not {counted(len(fields), 'field')}"
                )
            if fields[1] != NOT_RATED:
                rating = Rating.from_dict(parse_json(fields[1]))
        except (RatingError, ValueError) as problem:
            known = isinstance(problem, RatingError)
            why = str(problem) if known else f"the rating is not valid JSON: {problem}"
            location = {"system": fields[0], "segment": len(collection.ratings.get(fields[0], ()))}
            # Segments are counted by lines: what may be a line of any system cannot be left out.
            is_known = len(fields) > 1 or fields[0] in collection.ratings
            report(problems if is_known else None, FormatError(path, lines.number, why, location))
        rater = fields[2] if len(fields) == 3 else name
        collection.ratings.setdefault(fields[0], []).append(rating)
        collection.raters.setdefault(fields[0], []).append(None if rating is None else rater)
    return collection


def collection_lines(collection: Collection) -> Iterator[str]:
    """Yields the lines of a file of ratings, systems sorted."""
    for system in sorted(collection.ratings):
        _check(system, "system")
        for rating, rater in zip(collection.ratings[system], collection.raters[system], strict=True):
            if rating is None:
                yield f"{system}\t{NOT_RATED}"
            else:
                yield f"{system}\t{json.dumps(rating.to_dict())}\t{_check(rater or '', 'rater')}"


def _check(name: str, what: str) -> str:
    if not name or name != name.strip() or any(char in name for char in "\t\r\n"):
        raise RatingError(
            f"files of ratings cannot hold a {what} called {name!r}: "
            "names are not empty, have no TABs or line ends, and no white space around them"
        )
    return name


def _collect(judgements: Iterable[Judgement], length: int | None = None) -> Collection:
    """Puts judgements in the order of the test set, without length as many as it takes."""
    chosen = [judgement for judgement in judgements if judgement.rating is not None]
    places = [segment_of(judgement) for judgement in chosen]
    count = max(places, default=-1) + 1 if length is None else length
    systems = list(dict.fromkeys(judgement.system or "" for judgement in chosen))
    collection = Collection.empty(systems, count)
    for judgement, segment in zip(chosen, places, strict=True):
        system = judgement.system or ""
        ratings, raters = collection.ratings[system], collection.raters[system]
        if segment >= count:
            raise RatingError(f"{system}: there is no segment {segment + 1}, but {count} of them")
        if ratings[segment] is not None:
            raise RatingError(
                f"{system}, segment {segment + 1}: {raters[segment]} and {judgement.rater} both rated it; "
                "write a file for each rater (--rater)"
            )
        ratings[segment], raters[segment] = judgement.rating, judgement.rater
    return collection


def segment_of(judgement: Judgement) -> int:
    """Returns the place of a segment in the test set; raises RatingError if it is not known."""
    if judgement.segment is None:
        raise judgement.wrong("which segment of the test set is that?")
    return judgement.segment


class SegRating(Format):
    """Files that hold a line for each segment, rated or not.

    Args:
        length: how many segments are written for each system; None for those up to the last that is rated.
    """

    words: tuple[str, ...] = ("errors",)
    kind: str = "text"

    needs: tuple[str, ...] = ("rating",)

    def __init__(self, length: int | None = None) -> None:
        self._length = length

    def recognises(self, path: str, head: str) -> bool:
        """Returns whether the name or the first line is that of such a file."""
        rating = head.split("\t")[1:2]
        return path.endswith(".rating") or rating == [NOT_RATED] or bool(rating and '{"errors":' in rating[0])

    def read(self, path: str, problems: Problems = None) -> Iterator[Judgement]:
        """Yields the segments that are rated."""
        name = path.replace("\\", "/").rpartition("/")[2].removesuffix(SUFFIX).partition(".")[2] or path
        collection = read_collection(path, name, problems)
        for system, ratings in collection.ratings.items():
            for segment, rating in enumerate(ratings):
                if rating is not None:
                    yield Judgement(system, segment, collection.raters[system][segment], rating)

    def lines(self, judgements: Iterable[Judgement]) -> Iterator[str]:
        """Yields a line for each segment."""
        yield from collection_lines(_collect(judgements, self._length))


class SegScore(ReadOnlyFormat):
    """Files with a line SYSTEM SCORE for each segment: the scores of people, with those of raters averaged.

    The human scores that the file's name tells, such as mqm, are the rater.
    """

    kind: str = "text"

    def recognises(self, path: str, head: str) -> bool:
        """Returns whether the name is that of such a file.

        Raises:
            FormatError: it is that of scores of a metric.
        """
        if path.endswith(SCORE_SUFFIX) and _is_metric(path):
            why = "these are scores of a metric (METRIC-REFERENCE.seg.score), not of people (PAIR.NAME)"
            other = "parbleu meta compares metrics with people, and --from seg-score reads any scores"
            raise FormatError(path, 0, f"{why}; {other}")
        return path.endswith(SCORE_SUFFIX)

    def read(self, path: str, problems: Problems = None) -> Iterator[Judgement]:
        """Yields the segments that have a score."""
        rater = path.replace("\\", "/").rpartition("/")[2].removesuffix(SCORE_SUFFIX).partition(".")[2]
        n_read: dict[str, int] = {}
        lines = Lines(path, problems)
        for line in lines:
            fields = line.split()
            if len(fields) != 2:
                why = f"a line is SYSTEM SCORE, but this one has {counted(len(fields), 'field')}"
                raise FormatError(path, lines.number, why)  # segments are counted by lines
            system, text = fields
            segment = n_read[system] = n_read.get(system, -1) + 1
            if text in NO_SCORE:
                continue
            try:
                score = parse_decimal(text)
            except ValueError:
                why = f"{text!r} is no number; a missing score is None"
                report(problems, FormatError(path, lines.number, why, {"system": system, "segment": segment}))
            else:
                yield Judgement(system, segment, rater or None, score=score, line=lines.number)


def _is_metric(path: str) -> bool:
    """Returns whether scores are a metric's, by the name of their file: `BLEU-refA`, not `en-de.mqm`."""
    *folders, name = path.replace("\\", "/").split("/")
    name = name.removesuffix(SCORE_SUFFIX)
    pair, _, human = name.partition(".")
    if human and "-" in pair and all(read_language(code).is_known for code in pair.split("-")):
        return False
    base, _, references = name.rpartition("-")
    return bool(base) and (references == "src" or references.startswith("ref") or "metric-scores" in folders)


class Standalone(Format):
    """Lines of JSON with `source`, `hypothesis`, `errors`, and who, what, where; segments count from 0.

    Args:
        checked: whether offsets must be within the texts.
    """

    words: tuple[str, ...] = ("source", "hypothesis", "errors", "segment_id", "system_id", "rater_id")
    kind: str = "JSON"

    needs: tuple[str, ...] = ("rating",)

    def __init__(self, *, checked: bool = True) -> None:
        self._checked = checked

    def recognises(self, path: str, head: str) -> bool:
        """Returns whether the first line is that of such a file."""
        return head.lstrip().startswith("{") and '"errors"' in head and '"hypothesis"' in head

    def read(self, path: str, problems: Problems = None) -> Iterator[Judgement]:
        """Yields a judgement for each line."""
        for row in json_lines(Lines(path, problems)):
            try:
                judgement = judgement_of(row.fields, row.line)
                if self._checked and judgement.rating is not None:
                    judgement.rating.check(judgement.hypothesis or "", judgement.source)
                yield judgement
            except RatingError as problem:
                report(problems, row.wrong(problem))

    def translations(self, fields: Mapping[str, Any]) -> Iterator[Judgement]:
        """Yields the translation that a wrong line is about."""
        yield Judgement(system=as_name(fields.get("system_id")), segment=as_index(fields.get("segment_id")))

    def lines(self, judgements: Iterable[Judgement]) -> Iterator[str]:
        """Yields a line for each judgement with a rating."""
        for judgement in judgements:
            if judgement.rating is not None:
                values: dict[str, Any] = {key: getattr(judgement, key) or "" for key in TEXTS}
                values |= judgement.rating.to_dict()
                values |= {key: getattr(judgement, name) for key, name in NAMES.items()}
                yield json.dumps(values)


def judgement_of(values: Mapping[str, Any], line: int | None = None) -> Judgement:
    """Makes a judgement of a JSON object in a line of a file; unknown keys are ignored."""
    fields: dict[str, Any] = {}
    for key, name in (TEXTS | NAMES).items():
        value = values.get(key)
        type_ = int if key == "segment_id" else str
        if (value is None and key in TEXTS) or (value is not None and type(value) is not type_):
            meaning = "a whole number" if type_ is int else "text"
            raise RatingError(f'"{key}" must be {meaning}, not {as_json(value)}')
        fields[name] = value
    judgement = Judgement(rating=Rating.from_dict(values), line=line, **fields)
    if judgement.segment is not None and judgement.segment < 0:
        raise RatingError(f'"segment_id" counts from 0, and cannot be {judgement.segment}')
    return judgement


def read_standalone(paths: Iterable[str], *, checked: bool = True) -> list[Judgement]:
    """Reads standalone ratings from several files; `checked` and what it raises are as for `Standalone`."""
    return [judgement for path in paths for judgement in Standalone(checked=checked).read(path)]
