"""Reads data frames of pandas, polars, DuckDB, PyArrow and Hugging Face's `datasets`, and rows of Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from parbleu.errors import InputShapeError, InputTypeError
from parbleu.text._segments import shown
from parbleu.text._table_files.arrow_table import ArrowTable
from parbleu.text._table_files.batch import ROWS, Batch, TableReader, empty_table
from parbleu.text._table_files.row_table import LOOKED_AT, RowTable, field_of, mapping_rows, nested_names

NAME = "the table"
"""What messages call a table that has no file."""


class FrameTable:
    """A table of columns in memory.

    Args:
        names: of the columns.
        count: how many rows there are.
        cells: returns the cells of a column as a list: its name, the first row and the last but one.
    """

    path = NAME

    def __init__(self, names: Iterable[str], count: int, cells: Callable[[str, int, int], list[Any]]) -> None:
        self._stored = list(names)
        self._count = count
        self._cells = cells
        if not count:
            raise empty_table(NAME)
        first = [dict(zip(self._stored, row, strict=True)) for row in self._first_rows()]
        self.names: list[str] = [
            *self._stored,
            *dict.fromkeys(name for fields in first for name in nested_names(fields)),
        ]

    def _first_rows(self) -> Iterator[tuple[Any, ...]]:
        """Returns the first rows, which show what dicts in cells hold."""
        end = min(self._count, LOOKED_AT)
        return zip(*[self._cells(name, 0, end) for name in self._stored], strict=True)

    def batches(self, names: Sequence[str], n_rows: int = ROWS) -> Iterator[Batch]:
        """Yields the rows with these columns."""
        for start in range(0, self._count, n_rows):
            end = min(start + n_rows, self._count)
            columns = {name: self._column(name, start, end) for name in names}
            yield Batch(NAME, columns, end - start, start + 1)

    def _column(self, name: str, start: int, end: int) -> list[Any]:
        """Returns the cells of a column, or of a field of a column of dicts."""
        if name in self._stored:
            return [_plain(cell) for cell in self._cells(name, start, end)]
        outer, _, inner = name.partition(".")
        return [_plain(field_of(cell, inner)) for cell in self._cells(outer, start, end)]


def _plain(cell: Any) -> Any:
    """Returns a cell; of an array its items."""
    return cell.tolist() if hasattr(cell, "tolist") and getattr(cell, "ndim", False) else cell


def open_frame(table: Any) -> TableReader:
    """Opens an object of Python that is a table.

    Args:
        table: a data frame of pandas; one of polars, or a lazy one; a relation of DuckDB; a table, dataset,
            scanner or reader of PyArrow; a dataset of Hugging Face, or a stream of one; a dict of columns; or
            rows, each a dict.

    Raises:
        InputTypeError: it is nothing of this kind.
        NoSegmentsError: it has no row.
    """
    if isinstance(table, (str, bytes)):
        raise InputTypeError(f"a table of segments cannot be a string, {shown(table)}; pass a path in a list")
    for opener in (_hugging_face, _arrow, _pandas, _polars):
        reader: TableReader | None = opener(table)
        if reader is not None:
            return reader
    if isinstance(table, Mapping):
        columns = {name: list(cells) for name, cells in table.items()}
        counts = {name: len(cells) for name, cells in columns.items()}
        if len(set(counts.values())) > 1:
            raise InputShapeError(f"the columns of the table must have the same number of rows: {counts}")
        count = next(iter(counts.values()), 0)
        return FrameTable(columns, count, lambda name, start, end: columns[name][start:end])
    if hasattr(table, "__iter__"):
        return RowTable(NAME, mapping_rows(NAME, table), numbered=False)
    raise InputTypeError(
        "a table of segments is a data frame, a table of Arrow, a dataset, a dict of columns, dicts as rows, "
        f"or a list of paths, not {shown(table)}"
    )


def _hugging_face(table: Any) -> TableReader | None:
    if type(table).__module__.partition(".")[0] != "datasets":
        return None
    if isinstance(table, Mapping):
        raise InputTypeError(f"this is a dict of datasets: pass one of {', '.join(map(repr, table))}")
    labels = {
        name: feature.names
        for name, feature in (getattr(table, "features", None) or {}).items()
        if type(feature).__name__ == "ClassLabel"
    }
    if not hasattr(table, "__len__"):  # a stream
        rows = (_named(row, labels) for row in table.with_format(None))
        return RowTable(NAME, mapping_rows(NAME, rows), numbered=False)
    if table.format["type"] == "custom":  # a function of the user's makes the rows
        made = (
            dict(zip(rows, row, strict=True))
            for rows in table.iter(ROWS)
            for row in zip(*rows.values(), strict=True)
        )
        return RowTable(NAME, mapping_rows(NAME, made), numbered=False)
    in_arrow = table.with_format("arrow")

    def read(names: list[str], n_rows: int) -> Iterator[Any]:
        for batch in in_arrow.select_columns(names).iter(n_rows):
            yield _with_labels(batch, {name: labels[name] for name in names if name in labels})

    return ArrowTable(NAME, table.features.arrow_schema, read)


def _named(row: Any, labels: Mapping[str, Sequence[str]]) -> Any:
    """Returns a row with the names of its class labels; None for no label, which is -1."""
    numbers = {name: row[name] for name in labels if isinstance(row.get(name), int)}
    return dict(row) | {
        name: labels[name][number] if number >= 0 else None for name, number in numbers.items()
    }


def _with_labels(batch: Any, labels: Mapping[str, Sequence[str]]) -> Any:
    """Returns a table of Arrow with the names of class labels for their numbers."""
    import pyarrow as pa
    import pyarrow.compute as pc

    for name, names in labels.items():
        numbers = batch.column(name)
        places = pc.if_else(pc.greater_equal(numbers, 0), numbers, None)
        column = pa.array(list(names), pa.string()).take(places.combine_chunks())
        batch = batch.set_column(batch.schema.get_field_index(name), name, column)
    return batch


def _arrow(table: Any) -> TableReader | None:
    module = type(table).__module__.partition(".")[0]
    if module in ("duckdb", "_duckdb") and hasattr(table, "columns"):
        named = list(table.columns)
        empty = table.limit(0)
        schema = _reader(empty).schema

        def query(names: list[str], n_rows: int) -> Any:
            wanted = ", ".join('"' + name.replace('"', '""') + '"' for name in names if name in named)
            return _reader(table.project(wanted), n_rows)

        return ArrowTable(NAME, schema, query)
    if module != "pyarrow":
        return None
    if hasattr(table, "scanner"):  # a dataset
        return ArrowTable(
            NAME, table.schema, lambda names, n_rows: table.scanner(names, batch_size=n_rows).to_batches()
        )
    if hasattr(table, "to_reader"):  # a table or a scanner
        return ArrowTable(
            NAME, getattr(table, "schema", None) or table.projected_schema, lambda *_: table.to_reader()
        )
    if hasattr(table, "read_next_batch"):
        return ArrowTable(NAME, table.schema, lambda *_: table)
    if hasattr(table, "num_rows"):  # a record batch
        return ArrowTable(NAME, table.schema, lambda *_: [table])
    return None


def _reader(relation: Any, n_rows: int = ROWS) -> Any:
    """Returns a relation of DuckDB as a reader of record batches."""
    read = getattr(relation, "to_arrow_reader", None) or relation.fetch_arrow_reader
    return read(n_rows)


def _pandas(table: Any) -> TableReader | None:
    if not (hasattr(table, "iloc") and hasattr(table, "columns")):
        return None
    places = {_as_name(label): place for place, label in enumerate(table.columns)}
    if len(places) < len(table.columns):
        raise InputTypeError("two columns of the data frame have the same name: rename one")

    def cells(name: str, start: int, end: int) -> list[Any]:
        part = table.iloc[start:end, places[name]]
        return part.astype(object).where(part.notna(), None).tolist()  # type: ignore[no-any-return]

    return FrameTable(places, len(table), cells)


def _as_name(label: Any) -> str:
    """Returns what a column is called, whose label may be a number, or one of each level: `mt.A`."""
    return ".".join([str(part) for part in label if part != ""]) if isinstance(label, tuple) else str(label)


def _polars(table: Any) -> TableReader | None:
    if type(table).__module__.partition(".")[0] != "polars":
        return None
    if hasattr(table, "collect"):
        table = table.collect()
    if not hasattr(table, "get_column"):
        return None
    return FrameTable(
        table.columns, len(table), lambda name, start, end: table.get_column(name)[start:end].to_list()
    )
