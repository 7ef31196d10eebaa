"""Finds segment scores that another tool computed in columns of a table, and reads them from files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from parbleu._base.numbers import parse_decimal
from parbleu._inputs.segment_scores import SegmentScores
from parbleu._io.lines import read_lines
from parbleu.errors import FormatError, OptionError
from parbleu.text._table_files.numbered_rows import NumberedRow
from parbleu.text._table_files.table_opening import is_named_as_table, table_rows


def read_segment_scores(
    name: str, path: str, systems: Mapping[str, str], *, higher_is_better: bool = True
) -> SegmentScores:
    """Returns the segment scores of systems.

    Args:
        name: the metric's.
        path: a `.csv`, `.tsv` or `.parquet` table with a column for each system, headed by its name or by its
            file's name, with or without the ending; `.jsonl` with such keys; a `.score` file with lines of a
            system and a score; a folder with a file for each system, one number a line; or, of a single
            system, such a file.
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
        from parbleu.evalset._score_files import read_scores

        scores = read_scores(path, complete=True)
        found = _chosen(name, path, list(scores), systems)
        columns = {system: scores[written].tolist() for system, written in found.items()}
    elif is_named_as_table(path):
        columns = _columns(name, path, table_rows(path), systems)
    elif len(systems) == 1:
        columns = dict.fromkeys(systems, _numbers(path))
    else:
        raise OptionError(
            f"{path}: scores of several systems are a .csv, .tsv, .jsonl, .parquet or .score file, or a "
            "folder with a file for each system"
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


def _numbers(path: str) -> list[float]:
    """Returns the numbers of a file with one a line."""
    return [_number(path, line, text or "") for line, text in enumerate(read_lines(path).to_list(), 1)]


def _columns(
    metric: str, path: str, rows: Iterable[NumberedRow], systems: Mapping[str, str]
) -> dict[str, list[float]]:
    columns: dict[str, list[float]] = {system: [] for system in systems}
    found: dict[str, str] = {}
    for row in rows:
        found = found or _chosen(metric, path, list(row.fields), systems)
        for system, written in found.items():
            columns[system].append(_number(path, row.line, row.cell(written)))
    return columns


def _number(path: str, line: int, cell: Any) -> float:
    try:
        return float(cell) if type(cell) in (int, float) else parse_decimal(str(cell).strip())
    except ValueError:
        raise FormatError(path, line, f"a segment's score is a number, not {cell!r}") from None


@dataclass(frozen=True, slots=True)
class ScoreColumn:
    """A metric whose segment scores are columns of the table.

    Attributes:
        name: the metric's.
        columns: the column of each column of hypotheses.
        higher_is_better: False for error rates.
    """

    name: str
    columns: tuple[str, ...]
    higher_is_better: bool = True


def score_columns(words: Iterable[str], names: Sequence[str], systems: Sequence[str]) -> list[ScoreColumn]:
    """Returns the columns of segment scores that words such as "comet" or "metricx:lower" mean.

    Args:
        words: names of metrics; `:lower` behind one says that lower is better.
        names: the table's columns.
        systems: its columns of hypotheses. Of several, the scores of metric M and system S stand in a column
            S:M, S_M, S.M, M:S, M_S or M.S.

    Raises:
        OptionError: there is no such column, or there are several.
    """
    found = []
    for word in words:
        metric, _, direction = (word, "", "") if word in names else word.rpartition(":")
        if direction not in ("", "lower", "higher"):
            metric, direction = word, ""
        columns = tuple(_score_column(metric or word, names, system, len(systems)) for system in systems)
        found.append(ScoreColumn(metric or word, columns, direction != "lower"))
    return found


def _score_column(metric: str, names: Sequence[str], system: str, count: int) -> str:
    likely = [metric] if count == 1 else []
    likely += [f"{a}{mark}{b}" for mark in ":_." for a, b in ((system, metric), (metric, system))]
    matches = [name for name in likely if name in names]
    if len(matches) == 1 or (matches and matches[0] == metric):
        return matches[0]
    there = f"it has: {', '.join(names)}"
    if matches:
        raise OptionError(f"{' and '.join(matches)} could be the scores of {system} by {metric}; rename one")
    if count == 1:
        raise OptionError(f"there is no column {metric!r} of segment scores; {there}")
    raise OptionError(
        f"there is no column {system}:{metric}, {system}_{metric} or {metric}_{system} with segment scores "
        f"of {system}; {there}"
    )
