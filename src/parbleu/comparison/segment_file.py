"""Writes a file of segment scores: a row for each segment, a column for each system and metric."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from parbleu.errors import MissingDependencyError, OptionError
from parbleu.io.atomic import check_place, replacing
from parbleu.tables import Column, Table
from parbleu.tables.frames import arrow_table
from parbleu.tables.rendering import pieces

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from parbleu._core import Segments
    from parbleu.metrics import Metric


def check_path(path: str) -> None:
    """Refuses a file that `write_segments` could not write, before any work is done.

    Raises:
        OptionError: the name's suffix is not that of a format.
        MissingDependencyError: its format needs a package that is not installed.
        UnwritableFileError: it is a directory, or in none.
    """
    if _suffix(path) not in WRITERS:
        raise OptionError(f"--segments writes {', '.join(WRITERS)}; {path} is none of them")
    check_place(path)
    if _suffix(path) == ".parquet":
        try:
            import pyarrow.parquet  # noqa: F401
        except ImportError:
            raise MissingDependencyError(f"{path}: Parquet needs pyarrow: pip install pyarrow") from None


def write_segments(
    path: str,
    systems: dict[str, Segments],
    references: Sequence[Segments],
    metrics: Sequence[Metric[Any]],
    threads: int | None,
) -> None:
    """Writes all segments' scores; BLEU leaves out orders that a segment is too short for, as with `-sl`.

    Columns are `segment`, counted from 1, and `system:score` for each. If it fails, nothing is left behind.

    Args:
        path: a file; its suffix chooses the format.
        systems: name -> hypotheses.
        references: the reference streams.
        metrics: what to compute.
        threads: how many may work; None for the default.

    Raises:
        UnwritableFileError: the file cannot be written.
    """
    numbers: dict[str, list[Any]] = {"segment": list(range(1, len(references[0]) + 1))}
    scoring = [metric.for_sentences() for metric in metrics]
    for name, hypotheses in systems.items():
        for metric in scoring:
            scores = metric.segment_scores(hypotheses, references, threads=threads)
            numbers[f"{name}:{metric.score_name}"] = scores.tolist()
    columns = [Column(name, kind=int if name == "segment" else float) for name in numbers]
    table = Table("segments", columns, zip(*numbers.values(), strict=True))
    with replacing(path) as file:
        WRITERS[_suffix(path)](file, table)


def _suffix(path: str) -> str:
    return Path(path).suffix.lower()


def _write_tsv(file: BinaryIO, table: Table) -> None:
    for piece in pieces(table, "tsv"):
        file.write(piece.encode())


def _write_jsonl(file: BinaryIO, table: Table) -> None:
    names = [column.name for column in table.columns]
    for row in table.rows:
        file.write(json.dumps(dict(zip(names, row, strict=True))).encode() + b"\n")


def _write_parquet(file: BinaryIO, table: Table) -> None:
    import pyarrow.parquet

    pyarrow.parquet.write_table(arrow_table(table), file)


WRITERS: dict[str, Callable[[BinaryIO, Table], None]] = {
    ".tsv": _write_tsv,
    ".jsonl": _write_jsonl,
    ".parquet": _write_parquet,
}
"""Suffix -> what writes such a file. To add a format: a function, and its line here."""
