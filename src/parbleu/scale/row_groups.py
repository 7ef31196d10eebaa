"""Reads files of Parquet by row groups, which engines hand out to workers in place of rows."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from parbleu.errors import InputTypeError, NoSegmentsError, UnreadableFileError
from parbleu.text.segment_table import check_columns
from parbleu.text.table_files.arrow_table import ArrowTable, imported_pyarrow


@dataclass(frozen=True)
class RowGroup:
    """Rows of a file that a worker reads itself.

    Attributes:
        part: a fragment of a dataset of pyarrow: where the file is, and which row group of it.
        schema: of the file, with the columns that folders such as `lang=de` give.
        first: the number of its first row in the file, counted from 1.
    """

    part: Any
    schema: Any
    first: int

    def batches(self, names: Sequence[str], n_rows: int) -> Iterator[Any]:
        """Yields record batches of at most `n_rows` rows with these columns.

        Raises:
            UnreadableFileError: the file cannot be read.
        """
        pyarrow = imported_pyarrow("parbleu.scale")
        outer = [name if name in self.schema.names else name.partition(".")[0] for name in names]
        columns = list(dict.fromkeys(outer))
        try:
            yield from self.part.to_batches(
                self.schema, columns=columns, batch_size=n_rows, use_threads=False
            )
        except (pyarrow.ArrowException, OSError) as problem:
            raise UnreadableFileError(f"cannot read {self.part.path}: {problem}") from None


def row_groups(paths: Any, names: Sequence[str]) -> list[RowGroup]:
    """Returns the row groups of files of Parquet that have rows.

    Args:
        paths: a file, a folder, an address such as `s3://bucket/outputs/`, or a list of files.
        names: the columns that will be read.

    Raises:
        FormatError: a file has no such column.
        InputTypeError: something else than a path is given.
        NoSegmentsError: there is no row.
        UnreadableFileError: a file cannot be read.
    """
    pyarrow = imported_pyarrow("parbleu.scale")
    several = paths if isinstance(paths, list) else [paths]
    for path in several:
        if not isinstance(path, (str, os.PathLike)):
            raise InputTypeError(f"the path of a file of Parquet is expected, not {path!r:.60}")
    shown = os.fspath(several[0]) if len(several) == 1 else f"{len(several)} files"
    found = []
    try:
        files = import_module("pyarrow.dataset").dataset(paths, format="parquet", partitioning="hive")
        for file in files.get_fragments():
            schema, first = _schema_of(file, files.schema), 1
            check_columns(ArrowTable(file.path, schema, lambda *_: ()), names)
            for part in file.split_by_row_group():
                if n_rows := part.row_groups[0].num_rows:
                    found.append(RowGroup(part, schema, first))
                    first += n_rows
    except FileNotFoundError as problem:
        raise UnreadableFileError(f"there is no file or folder {problem}") from None
    except (pyarrow.ArrowException, OSError) as problem:
        raise UnreadableFileError(f"cannot read {shown}: {problem}") from None
    if not found:
        raise NoSegmentsError(f"{shown}: there is no row to score")
    return found


def _schema_of(file: Any, all_files: Any) -> Any:
    """Returns the schema of a file, with the columns that the names of its folders give."""
    schema = file.physical_schema
    for name in import_module("pyarrow.dataset").get_partition_keys(file.partition_expression):
        if name not in schema.names:
            schema = schema.append(all_files.field(name))
    return schema


def are_paths(dataset: Any) -> bool:
    """Whether files are given in place of a dataset of an engine."""
    return isinstance(dataset, (str, os.PathLike, list))
