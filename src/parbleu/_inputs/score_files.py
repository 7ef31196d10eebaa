"""Reads files of segment scores that another tool computed, as their writers write them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import isfinite
from pathlib import Path
from typing import Any

from parbleu._base.log import inform
from parbleu._base.numbers import parse_decimal, with_point
from parbleu._base.wording import some_names
from parbleu._inputs.segment_scores import SegmentScores, complete_columns, is_lower_better
from parbleu._io.atomic import is_device
from parbleu._io.json_text import parse_json
from parbleu._io.lines import distinct_parts, read_bytes, read_lines
from parbleu.errors import FormatError, OptionError
from parbleu.text._segments import shown
from parbleu.text._table_files.numbered_rows import NumberedRow
from parbleu.text._table_files.table_opening import first_bytes, is_named_as_table, table_rows

MISSING = ("", "None", "NA", "N/A", "nan", "NaN", "null")
"""The cells of missing scores."""

_SYSTEM = ("system", "system_id", "system_name", "sys", "model")
_SEGMENT = ("segment", "segment_id", "seg_id", "seg", "line", "index")
_DOCUMENT = ("document", "document_id", "doc_id", "doc", "docid")
_SCORE = ("score", "prediction")
_DIGITS = 19
"""Of numbers that count no segments, at least."""

_COMET = re.compile(rb"^([^\t\n]*)\tSegment ([0-9]+)\tscore: (\S+)\r?$", re.MULTILINE)
_BERT_SCORE = re.compile(rb"^\S+ P: \S+ R: \S+ F1: \S+\r?\n[^\t\n]+\t[^\t\n]+\t[^\t\n]+\r?(?:\n|$)")

_MOST_NAMES = 10

Columns = dict[str, "list[float | None]"]
"""What a file calls a system -> its scores, None for missing ones; "" for the only one, if it has no name."""


def read_segment_scores(
    name: str,
    path: str,
    systems: Mapping[str, str],
    *,
    higher_is_better: bool | None = None,
    documents: Sequence[str | None] | None = None,
) -> SegmentScores:
    """Returns the segment scores of systems.

    A segment that lacks a score of any system is left out for all of them; a warning counts such segments.

    Args:
        name: the metric's.
        path: a table with a column for each system, headed by its name or by its file's name, with or without
            the ending, or by SYSTEM:METRIC, as `parbleu score --segments` writes it; one with a row for each
            system and segment; a `.score` file; what comet-score prints or writes by `--to_json`; what
            comet-compare writes; a folder with a file for each system. Or, of a single system, a file with
            one number a line, MetricX's JSON lines, or what bert-score prints by `-s`.
        systems: name -> its file.
        higher_is_better: None for what is known of the metric: lower for MetricX and error rates.
        documents: that of each segment, as WMT25 names it, by which its scores of documents are joined.

    Raises:
        OptionError: there are no scores of a system, or of two that could be meant; or none of any segment.
        FormatError: a line is not what the file must hold; the message names it.
        UnreadableFileError: a file cannot be read.
    """
    chosen = read_score_columns(name, path, systems, documents=documents)
    if higher_is_better is None:
        negative = any(score is not None and score < 0 for scores in chosen.values() for score in scores)
        higher_is_better = not is_lower_better(name, negative)
        if not higher_is_better:
            inform(f"{name}: lower is better; if not, --scores {name}:higher={path} says so")
    return SegmentScores(name, complete_columns(name, path, chosen), higher_is_better=higher_is_better)


def read_score_columns(
    name: str, path: str, systems: Mapping[str, str], *, documents: Sequence[str | None] | None = None
) -> Columns:
    """Returns system -> its segment scores, None for missing ones.

    Args:
        name: the metric's.
        path: the file, or a folder.
        systems: name -> its file.
        documents: that of each segment, as WMT25 names it.

    Raises:
        OptionError: there are no scores of a system, or of two that could be meant.
        FormatError: a line is not what the file must hold; the message names it.
        UnreadableFileError: a file cannot be read.
    """
    if Path(path).is_dir():
        columns = _folder(name, path, documents)
    else:
        columns = _columns_of_file(name, path, systems, documents)
    if list(columns) == [""]:
        if len(systems) > 1:
            raise OptionError(
                f"{path}: scores of several systems are a table with a column or rows for each, a .score "
                "file, what comet-score writes, or a folder with a file for each system"
            )
        return dict.fromkeys(systems, columns[""])
    columns_of_systems = _chosen(name, path, list(columns), systems)
    return {system: columns[written] for system, written in columns_of_systems.items()}


def _folder(metric: str, path: str, documents: Sequence[str | None] | None) -> Columns:
    """Returns the scores in the files of a folder, without hidden ones; one without names has its own."""
    columns: Columns = {}
    for file in sorted(Path(path).iterdir()):
        if not file.is_file() or file.name.startswith("."):
            continue
        for written, scores in _columns_of_file(metric, str(file), {}, documents).items():
            name = written or file.name
            if name in columns:
                raise OptionError(f"{path}: two files have scores of {name!r}: keep one")
            columns[name] = scores
    return columns


def _columns_of_file(
    metric: str, path: str, systems: Mapping[str, str], documents: Sequence[str | None] | None
) -> Columns:
    if path.endswith(".score"):
        from parbleu.evalset._score_files import read_scores

        read = read_scores(path)
        return {system: [_or_none(score) for score in read[system].tolist()] for system in read}
    head = first_bytes(path)
    if not head and not is_device(path):
        raise FormatError(path, 0, "this file is empty")
    if _COMET.search(head):
        return _comet_printout(path)
    if _BERT_SCORE.match(head):
        lines = read_lines(path).to_list()[1:]
        return {"": [_number(path, n, (text or "").rpartition("\t")[2]) for n, text in enumerate(lines, 2)]}
    if head.lstrip()[:1] == b"{" and b'"metric_scores"' in head.partition(b"\n")[0]:
        return _of_documents(metric, path, documents)
    if head.lstrip()[:1] == b"{" and (columns := _json(path, head)):
        return columns
    if is_named_as_table(path) or head.lstrip()[:2] in (b'{"', b"PA", b"AR"):
        return _table(metric, path, table_rows(path), systems)
    return {"": [_number(path, line, text) for line, text in enumerate(read_lines(path).to_list(), 1)]}


def _comet_printout(path: str) -> Columns:
    """Returns the scores that comet-score printed, whatever else was printed."""
    columns: Columns = {}
    data = read_bytes(path)
    for match in _COMET.finditer(data):
        line = data.count(b"\n", 0, match.start()) + 1 if int(match[2]) else 0
        scores = columns.setdefault(match[1].decode(errors="replace"), [])
        if int(match[2]) != len(scores):
            raise FormatError(path, line, f"segment {len(scores)} should stand here, not {int(match[2])}")
        scores.append(_number(path, line, match[3].decode(errors="replace")))
    return columns


def _json(path: str, head: bytes) -> Columns | None:
    """Returns the scores in an object of comet-score or comet-compare; None for other JSON."""
    if path.endswith(".jsonl"):
        return None
    first = head.lstrip().partition(b"\n")[0]
    data = read_bytes(path)
    if first.rstrip()[-1:] == b"}" and data.strip().count(b"\n"):
        return None
    try:
        values = parse_json(data)
    except ValueError as problem:
        raise FormatError(path, 0, f"this is not valid JSON: {problem}") from None
    if isinstance(values.get("translations"), list) and "statistical_results" in values:
        return _compared(path, values["translations"])
    if not values or not all(_is_list_of_objects(items) for items in values.values()):
        return None
    return {
        name: [
            _number(path, 0, item.get("COMET"), f"{name}, segment {n}: ") for n, item in enumerate(items, 1)
        ]
        for name, items in values.items()
    }


def _compared(path: str, items: list[Any]) -> Columns:
    """Returns the scores of systems that comet-compare wrote."""
    columns: Columns = {}
    for number, item in enumerate(items, 1):
        name, scores = (item.get(key) if isinstance(item, dict) else None for key in ("name", "scores"))
        if not isinstance(name, str) or not isinstance(scores, list):
            raise FormatError(path, 0, f"translation {number} is no object with a name and a list of scores")
        if name in columns:
            raise FormatError(path, 0, f"translation {number} has the name of another one, {name!r}")
        columns[name] = [_number(path, 0, score) for score in scores]
    return columns


def _of_documents(metric: str, path: str, documents: Sequence[str | None] | None) -> Columns:
    """Returns the scores in lines of WMT25, each with a list for each metric of a document's segments.

    A document that the file lacks, or whose list has not as many scores as the text has segments, has none.
    """
    if documents is None:
        raise FormatError(
            path,
            0,
            "these are scores of WMT25's documents, which are joined with its texts: "
            "parbleu score SET.jsonl -i SYSTEM.jsonl",
        )
    by_system: dict[str, dict[str, list[Any]]] = {}
    known: dict[str, None] = {}
    for row in table_rows(path):
        values = row.fields.get("metric_scores")
        if not isinstance(values, dict):
            raise row.wrong(f'"metric_scores" is an object of lists, not {shown(values)}')
        known.update(dict.fromkeys(values))
        name = "_#_".join(str(row.get(part)) for part in ("language_pair", "domain", "document_id"))
        scores = by_system.setdefault(row.find("system") or "", {})
        if name in scores:
            raise row.wrong(f"the document {name} stands here again: keep one of them")
        values_of_document = values.get(metric) or []
        if not isinstance(values_of_document, list):
            raise row.wrong(f"the scores by {metric} are a list, not {shown(values_of_document)}")
        scores[name] = [_number(path, row.line, score) for score in values_of_document]
    if metric not in known:
        raise OptionError(f"{path}: there are no scores by {metric}; there are {', '.join(known)}")
    counts = Counter(documents)
    columns: Columns = {}
    for system, scores in by_system.items():
        column = columns.setdefault(system, [])
        for document, count in counts.items():
            read = scores.get(document or "", [])
            column += read if len(read) == count else [None] * count
    return columns


def _is_list_of_objects(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, dict) for item in value)


def _table(metric: str, path: str, rows: Iterable[NumberedRow], systems: Mapping[str, str]) -> Columns:
    """Returns the scores in a table: with a column for each system, or a row for each system and segment."""
    read = list(rows)
    names = list(dict.fromkeys(name for row in read for name in row.fields))
    folded = {str(name).lower(): name for name in reversed(names)}

    def named(*words: str) -> str | None:
        return next((folded[word] for word in words if word in folded), None)

    score, system = named(metric.lower(), *_SCORE), named(*_SYSTEM)
    segment, document = named(*_SEGMENT), named(*_DOCUMENT)
    if system is not None and score is not None:
        cells = [(str(row.get(system)), row, row.cell(score)) for row in read]
        return _joined(path, cells, segment, document)
    columns = {name.removesuffix(f":{metric}"): name for name in names if name.endswith(f":{metric}")}
    if not columns and score is not None and not any(_called(name) & _words(systems) for name in names):
        columns = {"": score}
    if not columns:
        wanted = _chosen(metric, path, names, systems).values() if systems else names
        columns = {name: name for name in wanted}
    if segment in columns.values():
        segment = None
    elif segment is not None:
        segments = [
            ("" if document is None else str(row.cell(document)), _segment(row, segment))
            for row in read
            if row.find(segment)
        ]
        if not segments or not all(_is_number(number) for _, number in segments):
            _check_numbers(path, segments)
            segment = None  # such as the texts themselves, of which some may be equal
    return _joined(
        path, [(name, row, row.cell(columns[name])) for row in read for name in columns], segment, document
    )


def _joined(
    path: str, cells: Iterable[tuple[str, NumberedRow, Any]], segment: str | None, document: str | None
) -> Columns:
    """Returns the scores of systems, each with the row that names its segment, in the segments' order.

    Numbers of segments are their places, where most of them occur; rows that others name, or no column does,
    are in order.
    """
    by_system: dict[str, dict[Any, float | None]] = {}
    for name, row, cell in cells:
        scores = by_system.setdefault(name, {})
        key: Any = len(scores) if segment is None else _segment(row, segment)
        if document is not None:
            key = str(row.cell(document)), key
        if key in scores:
            raise row.wrong(f"the segment {key!r:.80} of {name!r:.60} stands here again: keep one of them")
        scores[key] = _number(path, row.line, cell)
    keys = list(dict.fromkeys(key for scores in by_system.values() for key in scores))
    if segment is not None:
        keys = _in_order(path, keys)
    return {name: [scores.get(key) for key in keys] for name, scores in by_system.items()}


def _is_number(name: str) -> bool:
    return name.isascii() and name.isdecimal()


def _is_place(name: str) -> bool:
    """Returns whether the name of a segment may be its place."""
    return _is_number(name) and len(name) < _DIGITS


def _segment(row: NumberedRow, column: str) -> str:
    """Returns what names the segment of a row, a number without zeros before it."""
    name = (row.find(column) or "").strip().removesuffix(".0")
    if not name:
        raise row.wrong(f"the {column!r} is empty: add it, or remove the row")
    return name.lstrip("0") or "0" if _is_number(name) else name


def _in_order(path: str, keys: list[Any]) -> list[Any]:
    """Returns the keys of segments in order, with those that are left out between numbers.

    A key is a number, another name, or a document and one of these. Numbers may be those of the whole text,
    or of each document, whose order is that in which they come first.

    Raises:
        FormatError: some are numbers, which are not the places of their rows, and others are names.
    """
    pairs = [key if isinstance(key, tuple) else ("", key) for key in keys]
    if not all(_is_place(name) for _, name in pairs):
        _check_numbers(path, pairs)
        return keys
    places = {int(name): key for (_, name), key in zip(pairs, keys, strict=True)}
    if len(places) < len(keys):  # each document has its own
        documents = {name: index for index, name in enumerate(dict.fromkeys(name for name, _ in pairs))}
        return sorted(keys, key=lambda key: (documents[key[0]], int(key[1])))
    last = max(places)
    if last > _most(len(places)):  # these are names of other things
        return keys
    return [places.get(number) for number in range(0 if 0 in places else 1, last + 1)]


def _check_numbers(path: str, segments: Sequence[tuple[str, str]]) -> None:
    """Raises a FormatError where numbers among other names of segments are likely, but not their places.

    Args:
        path: the file.
        segments: the document and the name of each, in the order of the file, which will be that of the text.
    """
    inside = Counter[str]()
    places: list[tuple[int, int, str]] = []
    for index, (document, name) in enumerate(segments):
        if _is_place(name):
            places.append((int(name) - index, int(name) - inside[document], name))
        inside[document] += 1
    if not places or 2 * len(places) < len(segments):
        return  # such as texts, of which some are numbers
    if max(int(name) for *_, name in places) > _most(len(segments)):
        return
    if not any({shift[way] for shift in places} in ({0}, {1}) for way in (0, 1)):
        name = next(shown(name) for _, name in segments if not _is_place(name))
        raise FormatError(
            path,
            0,
            f"some segments are numbers, such as {places[0][2]}, and others names, such as {name}: give all "
            "of them numbers, or call the column otherwise where their order is that of the text",
        )


def _most(count: int) -> int:
    """Returns the largest number that a segment of so many likely has."""
    return 2 * count + 10


def _number(path: str, line: int, cell: Any, where: str = "") -> float | None:
    """Returns a score; None for a missing one."""
    if cell is None or (isinstance(cell, str) and cell.strip() in MISSING):
        return None
    try:
        return _or_none(float(cell)) if type(cell) in (int, float) else parse_decimal(str(cell).strip())
    except ValueError:
        wrong = f"{where}a segment's score is a number, not {shown(cell)}{with_point(cell)}"
        raise FormatError(path, line, wrong) from None


def _or_none(score: float) -> float | None:
    return score if isfinite(score) else None


def _chosen(metric: str, path: str, written: Sequence[str], systems: Mapping[str, str]) -> dict[str, str]:
    """Returns system -> what the file calls it: its name or its file's name, perhaps without the ending."""
    parts = dict(zip(written, distinct_parts(written) if written else [], strict=True))
    columns_of_systems = {}
    for system, file in systems.items():
        matches = next(filter(None, _matches(written, parts, system, file)), [])
        if len(matches) != 1:
            known = some_names(written[:_MOST_NAMES]) or "none"
            more = f" and {len(written) - _MOST_NAMES} more" if len(written) > _MOST_NAMES else ""
            problem = f"{' and '.join(matches[:3])} could be" if matches else "there are no"
            raise OptionError(
                f"{metric}: {problem} scores of the system {system!r} in {path}; it has {known}{more}"
            )
        columns_of_systems[system] = matches[0]
    return columns_of_systems


def _matches(written: Sequence[str], parts: Mapping[str, str], system: str, file: str) -> Iterator[list[str]]:
    """Yields the names in a file that may mean a system, from the surest kind to others."""
    names = {system, Path(file).name, Path(file).stem}
    yield [word for word in written if word in (system, file)]
    yield [word for word in written if word == Path(file).name]
    yield [word for word in written if parts[word] == system]
    yield [word for word in written if _called(word) & names]
    wanted = [_parts(name) for name in names]
    yield [word for word in written if any(part in _parts(Path(word).name) for part in wanted)]


def _parts(name: str) -> str:
    """Returns the parts of a name, with the same mark before, between and behind them."""
    return f"-{name.replace('.', '-').replace('_', '-')}-"


def _called(word: str) -> set[str]:
    """Returns what a system may be called that a file calls by a word."""
    return {word, Path(word).name, Path(word).stem}


def _words(systems: Mapping[str, str]) -> set[str]:
    """Returns the words that mean any of the systems."""
    return {word for name, file in systems.items() for word in (name, Path(file).name, Path(file).stem)}
