"""Tables of human scores: a row for every judgement, in CSV, TSV or JSON lines.

    system,segment,score,rater
    GPT-4,1,95,anna
    GPT-4,1,90,ben

A segment is counted from 1, in the whole text, or within its document where there is a column `document`.
"""

from __future__ import annotations

from parbleu.errors import FormatError, OptionError
from parbleu.meta.scores import Scores

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from os import PathLike
    from typing import Any

    from parbleu.meta.documents import Documents

    Row = Mapping[str, Any]

COLUMNS = ("system", "segment", "score", "rater", "document")
"""What a row may say. The first three must be there."""

MISSING = ("", "None", "NA", "N/A", "nan", "NaN", "null")
"""How tables say that there is no score."""


def read_human_table(
    path: str | PathLike[str],
    systems: Collection[str],
    documents: Documents,
    *,
    columns: Mapping[str, str] | None = None,
    negate: bool = False,
) -> Scores:
    """Reads human scores of segments.

    Several judgements of a segment are averaged: first those of each rater, then the raters'.

    Args:
        path: a file that ends in `.csv`, `.tsv` (or `.txt`, the same) or `.jsonl`. The first two have a
            header; fields of TSV are taken as they are, quotes included.
        systems: the systems that may appear.
        documents: those of the text.
        columns: what of `COLUMNS` is called otherwise here: {"system": "model"}.
        negate: whether higher is worse, as for sums of MQM's penalties; scores are then multiplied by -1.

    Returns:
        The scores of the systems that appear, sorted; NaN for segments that nobody judged.

    Raises:
        FormatError: a row lacks a field, or is about an unknown system or segment; a score is no number.
        OptionError: `columns` or the file's name is none of these.
        UnreadableFileError: the file cannot be read.
    """
    import numpy

    names = {name: name for name in COLUMNS} | dict(columns or {})
    if unknown := set(names).difference(COLUMNS):
        raise OptionError(f"tables have the columns {', '.join(COLUMNS)}, not {', '.join(sorted(unknown))}")
    judgements: dict[tuple[str, int], dict[str, list[float]]] = {}
    name = path if isinstance(path, str) else path.__fspath__()
    for line, row in _rows(name):
        reading = _Reading(name, line, row, names)
        system = reading.system(systems)
        place = reading.place(documents)
        score = reading.score()
        if score is not None:
            raters = judgements.setdefault((system, place), {})
            raters.setdefault(reading.rater(), []).append(0.0 - score if negate else score)
    found = sorted({system for system, _ in judgements})
    table = numpy.full((len(found), len(documents)), numpy.nan)
    for (system, place), raters in judgements.items():
        means = [sum(scores) / len(scores) for scores in raters.values()]
        table[found.index(system), place] = sum(means) / len(means)
    return Scores(found, table)


class _Reading:
    """One row: what it says, or which line is wrong."""

    def __init__(self, path: str, line: int, row: Row, names: Mapping[str, str]) -> None:
        self._path = path
        self._line = line
        self._row = row
        self._names = names

    def _wrong(self, problem: str) -> FormatError:
        return FormatError(self._path, self._line, problem)

    def _field(self, what: str) -> str:
        value = self._row.get(self._names[what])
        if value is None and self._names[what] not in self._row:
            raise self._wrong(
                f"there is no {self._names[what]!r}; say which column is the {what}: "
                f"there are {', '.join(str(name) for name in self._row)}"
            )
        return "" if value is None else str(value).strip()

    def system(self, systems: Collection[str]) -> str:
        name = self._field("system")
        if name not in systems:
            raise self._wrong(f"there is no system {name!r}; there are {', '.join(sorted(systems))}")
        return name

    def place(self, documents: Documents) -> int:
        text = self._field("segment")
        begin, end, where = 0, len(documents), "the source"
        if self._names["document"] in self._row:
            where = self._field("document")
            if where not in documents.docs:
                raise self._wrong(f"there is no document {where!r}")
            begin, end = documents.docs[where]
        if not text.isdecimal() or not 1 <= int(text) <= end - begin:
            raise self._wrong(
                f"there is no segment {text!r}: those of {where} are counted from 1 to {end - begin}"
            )
        return begin + int(text) - 1

    def score(self) -> float | None:
        text = self._field("score")
        if text in MISSING:
            return None
        try:
            return float(text)
        except ValueError:
            raise self._wrong(f"the score {text!r} is no number") from None

    def rater(self) -> str:
        return str(self._row.get(self._names["rater"]))


def _rows(path: str) -> Iterator[tuple[int, Row]]:
    """Yields the rows of a table and their lines."""
    kind = path.rpartition(".")[2].lower()
    if kind == "jsonl":
        yield from _json_rows(path)
    elif kind in ("csv", "tsv", "txt"):
        yield from _delimited_rows(path, "," if kind == "csv" else "\t")
    else:
        raise OptionError(f"{path}: a table ends in .csv, .tsv or .jsonl; rename it")


def _json_rows(path: str) -> Iterator[tuple[int, Row]]:
    from parbleu.meta.texts import json_lines

    for line, value in enumerate(json_lines(path), 1):
        if not isinstance(value, dict):
            raise FormatError(path, line, "a line must be an object, {...}")
        yield line, value


def _delimited_rows(path: str, delimiter: str) -> Iterator[tuple[int, Row]]:
    import csv

    from parbleu.text.files import unreadable

    try:
        with open(path, encoding="utf-8-sig", newline="") as file:
            if delimiter == ",":
                reader = csv.reader(file, strict=True)
            else:
                reader = csv.reader(file, delimiter=delimiter, quoting=csv.QUOTE_NONE)
            header = next(reader, [])
            for fields in filter(None, reader):  # blank lines have none
                if len(fields) != len(header):
                    problem = f"there are {len(fields)} fields, but the header has {len(header)}"
                    raise FormatError(path, reader.line_num, problem)
                yield reader.line_num, dict(zip(header, fields, strict=True))
    except OSError as problem:
        raise unreadable(path, problem) from None
    except UnicodeDecodeError as problem:
        raise FormatError(path, 0, f"this is not valid UTF-8 (byte {problem.start}); convert it") from None
    except csv.Error as problem:
        raise FormatError(path, reader.line_num, f"this is no CSV: {problem}") from None
