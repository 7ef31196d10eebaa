"""Reads files of Parquet by row groups, which engines hand out to workers in place of rows."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from parbleu._inputs.record_batches import check_schema
from parbleu.errors import FormatError, InputTypeError, NoSegmentsError, UnreadableFileError
from parbleu.text._table_files.arrow_table import arrow_errors, imported_pyarrow, outer_columns

NO_VALUE = "__HIVE_DEFAULT_PARTITION__"
"""What Hive and Spark write as the name of a folder for rows without a value."""


@dataclass(frozen=True)
class RowGroup:
    """Rows of a file that a worker reads itself.

    Attributes:
        part: a fragment of a dataset of pyarrow: where the file is, and which row group of it.
        folders: column -> its value in all rows, of folders such as `lang=de`.
        first: the number of its first row in the file, counted from 1.
    """

    part: Any
    folders: dict[str, str | None]
    first: int

    def batches(self, names: Sequence[str], n_rows: int) -> Iterator[Any]:
        """Yields record batches of at most `n_rows` rows with these columns.

        Raises:
            UnreadableFileError: the file cannot be read.
        """
        pyarrow = imported_pyarrow("parbleu.scale")
        with arrow_errors(self.part.path):
            stored = [name for name in names if name not in self.folders]
            columns = outer_columns(self.part.physical_schema.names, stored)
            for batch in self.part.to_batches(columns=columns, batch_size=n_rows, use_threads=False):
                for name, value in self.folders.items():
                    repeated = pyarrow.repeat(pyarrow.scalar(value, pyarrow.string()), batch.num_rows)
                    batch = batch.append_column(name, repeated)
                yield batch


def row_groups(paths: Any, names: Sequence[str], by: Sequence[str] = ()) -> list[RowGroup]:
    """Returns the row groups of files of Parquet that have rows.

    Args:
        paths: a file, a folder, an address such as `s3://bucket/outputs/`, or a list of these.
        names: the columns that will be read.
        by: those of them that make groups, which have the same type in all files.

    Raises:
        FormatError: a file has no such column, or one of another type than the first file.
        InputTypeError: something else than a path is given.
        NoSegmentsError: there is no row.
        UnreadableFileError: a file cannot be read.
    """
    groups: list[RowGroup] = []
    kinds: dict[str, tuple[str, str]] = {}
    imported_pyarrow("parbleu.scale")
    several = list(paths) if isinstance(paths, (list, tuple)) else [paths]
    for path in several:
        if not isinstance(path, (str, os.PathLike)):
            raise InputTypeError(f"the path of a file of Parquet is expected, not {path!r:.60}")
        with arrow_errors(os.fspath(path)):
            for file, folders in _files(os.fspath(path)):
                columns = file.physical_schema.names
                added = {name: folders[name] for name in names if name in folders and name not in columns}
                given = [name for name in names if name not in added]
                check_schema(file.path, file.physical_schema, given)
                for name in by:
                    _check_kind(file, name, "text" if name in added else _kind(file, name), kinds)
                first = 1
                for part in file.split_by_row_group():
                    if n_rows := part.row_groups[0].num_rows:
                        groups.append(RowGroup(part, added, first))
                        first += n_rows
    if not groups:
        shown = os.fspath(several[0]) if len(several) == 1 else f"{len(several)} files"
        raise NoSegmentsError(f"{shown}: there is no row to score")
    return groups


def _files(path: str) -> Iterator[tuple[Any, dict[str, str | None]]]:
    """Yields the files below a path as fragments, and what the names of their folders below it say."""
    if "://" in path:
        system, base = import_module("pyarrow.fs").FileSystem.from_uri(path)
    else:
        system, base = None, Path(path).absolute().as_posix()
    try:
        files = import_module("pyarrow.dataset").dataset(base, format="parquet", filesystem=system)
    except FileNotFoundError:
        raise UnreadableFileError(f"there is no file or folder {path}") from None
    for file in files.get_fragments():
        folders = {}
        for folder in file.path[len(base) :].split("/")[:-1]:
            key, sign, value = folder.partition("=")
            if sign:
                folders[unquote(key)] = None if value == NO_VALUE else unquote(value)
        yield file, folders


def _kind(file: Any, name: str) -> str:
    """Returns what messages call the type of a column that makes groups, the same for all types of text."""
    if name not in file.physical_schema.names:
        raise FormatError(file.path, 0, f"groups are made by whole columns, not by the field {name!r} of one")
    kind = file.physical_schema.field(name).type
    shown = str(getattr(kind, "value_type", kind))
    return "text" if "string" in shown else shown


def _check_kind(file: Any, name: str, kind: str, kinds: dict[str, tuple[str, str]]) -> None:
    """Refuses a column that makes groups if it has another type than in the first file."""
    known, first_path = kinds.setdefault(name, (kind, file.path))
    if kind != known:
        problem = f"column {name!r} is of {kind}, but of {known} in {first_path}"
        raise FormatError(file.path, 0, f"{problem}: write both with the same type")


def are_paths(dataset: Any) -> bool:
    """Whether files are given in place of a dataset of an engine."""
    return isinstance(dataset, (str, os.PathLike, list, tuple))
