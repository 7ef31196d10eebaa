"""Reads segment scores that another tool computed, from a table, a `.seg.score` file or a folder."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from parbleu.comparison.segment_scores import SegmentScores
from parbleu.errors import FormatError, OptionError
from parbleu.io.decimals import parse_decimal
from parbleu.io.json_text import parse_json
from parbleu.io.line_streams import read_lines
from parbleu.text.segments import texts_of

Cells = Iterator[tuple[int, dict[str, Any]]]


def read_segment_scores(
    name: str, path: str, systems: Mapping[str, str], *, higher_is_better: bool = True
) -> SegmentScores:
    """Returns the segment scores of systems.

    Args:
        name: the metric's.
        path: a `.csv` or `.tsv` table with a column for each system, headed by its name or by its file's
            name, with or without the ending; `.jsonl` with such keys; a `.score` file with lines of a system
            and a score; a folder with a file for each system, one number a line; or, of a single system, such
            a file.
        systems: name -> its file.
        higher_is_better: False for error rates.

    Raises:
        OptionError: there are no scores of a system, or of two that could be meant.
        FormatError: a line is not what the file must hold; the message names it.
        UnreadableFileError: a file cannot be read.
    """
    if Path(path).is_dir():
        files = sorted(file.name for file in Path(path).iterdir() if file.is_file())
        found = _chosen(name, path, files, systems)
        columns = {system: _numbers(str(Path(path, file))) for system, file in found.items()}
    elif path.endswith(".score"):
        from parbleu.evalset.score_files import read_scores

        scores = read_scores(path, complete=True)
        found = _chosen(name, path, list(scores), systems)
        columns = {system: scores[written].tolist() for system, written in found.items()}
    elif (ending := Path(path).suffix.lower()) in ROWS:
        columns = _columns(name, path, ROWS[ending](path), systems)
    elif len(systems) == 1:
        columns = dict.fromkeys(systems, _numbers(path))
    else:
        raise OptionError(
            f"{path}: scores of several systems are a .csv, .tsv, .jsonl or .score file, or a folder with a "
            "file for each system"
        )
    return SegmentScores(name, columns, higher_is_better=higher_is_better)


def _chosen(metric: str, path: str, written: Sequence[str], systems: Mapping[str, str]) -> dict[str, str]:
    """Returns system -> what the file calls it: its name or its file's name, perhaps without the ending."""
    found = {}
    for system, file in systems.items():
        base = Path(file).name
        names = {system, base, Path(file).stem}
        exact = [word for word in written if word in (system, base)]
        matches = exact or [word for word in written if word in names or Path(word).stem in names]
        if len(matches) != 1:
            known = ", ".join(written) or "none"
            problem = f"{' and '.join(matches)} could be" if matches else "there are no"
            raise OptionError(
                f"{metric}: {problem} scores of the system {system!r} in {path}; it has {known}"
            )
        found[system] = matches[0]
    return found


def _lines(path: str) -> list[str]:
    return [text or "" for text in texts_of(read_lines(path))]


def _numbers(path: str) -> list[float]:
    """Returns the numbers of a file with one a line."""
    return [_number(path, line, text) for line, text in enumerate(_lines(path), 1)]


def _columns(metric: str, path: str, rows: Cells, systems: Mapping[str, str]) -> dict[str, list[float]]:
    columns: dict[str, list[float]] = {system: [] for system in systems}
    found: dict[str, str] = {}
    for line, row in rows:
        found = found or _chosen(metric, path, list(row), systems)
        for system, written in found.items():
            columns[system].append(_number(path, line, row.get(written)))
    return columns


def _number(path: str, line: int, cell: Any) -> float:
    try:
        return float(cell) if type(cell) in (int, float) else parse_decimal(str(cell).strip())
    except ValueError:
        raise FormatError(path, line, f"a segment's score is a number, not {cell!r}") from None


def _table_rows(path: str, separator: str) -> Cells:
    """Yields the line number and the cells of each row of a table, by the headings of its first line."""
    lines = csv.reader(_lines(path), delimiter=separator)
    try:
        heading = next(lines, [])
        for row in lines:
            if len(row) != len(heading):
                problem = f"there are {len(row)} fields for {len(heading)} headings"
                raise FormatError(path, lines.line_num, problem)
            yield lines.line_num, dict(zip(heading, row, strict=True))
    except csv.Error as problem:
        raise FormatError(path, lines.line_num, f"this is not a table: {problem}") from None


def _json_rows(path: str) -> Cells:
    for line, text in enumerate(_lines(path), 1):
        try:
            row = parse_json(text)
        except ValueError as problem:
            raise FormatError(path, line, f"this is not JSON: {problem}") from None
        if not isinstance(row, dict):
            raise FormatError(path, line, "a line of JSON is an object: system -> score")
        yield line, row


ROWS: dict[str, Callable[[str], Cells]] = {
    ".csv": lambda path: _table_rows(path, ","),
    ".tsv": lambda path: _table_rows(path, "\t"),
    ".jsonl": _json_rows,
}
"""Ending of a file's name -> its rows."""
