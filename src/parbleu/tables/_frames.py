"""Converts tables to data frames of pandas and polars and to Arrow tables, with nullable types."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from parbleu.errors import MissingDependencyError
from parbleu.tables._visible import without_surrogates

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

    import pandas
    import polars
    import pyarrow

    from parbleu.tables._table import Cell, Column, Table

PANDAS_TYPES: dict[type, str] = {str: "string", int: "Int64", float: "Float64", bool: "boolean"}
POLARS_TYPES: dict[type, str] = {str: "String", int: "Int64", float: "Float64", bool: "Boolean"}
ARROW_TYPES: dict[type, str] = {str: "string", int: "int64", float: "float64", bool: "bool_"}


def pandas_frame(table: Table) -> pandas.DataFrame:
    """Returns a data frame of pandas: string, Int64, Float64 and boolean."""
    library: Any = _imported("pandas")
    series = {
        column.name: library.array(cells, dtype=PANDAS_TYPES[column.kind]) for column, cells in _cells(table)
    }
    frame: pandas.DataFrame = library.DataFrame(series)
    return frame


def polars_frame(table: Table) -> polars.DataFrame:
    """Returns a data frame of polars: String, Int64, Float64 and Boolean."""
    library: Any = _imported("polars")
    series = [
        library.Series(without_surrogates(column.name), cells, getattr(library, POLARS_TYPES[column.kind]))
        for column, cells in _cells(table)
    ]
    frame: polars.DataFrame = library.DataFrame(series)
    return frame


def arrow_table(table: Table) -> pyarrow.Table:
    """Returns a table of Arrow: string, int64, double and bool."""
    arrow: Any = _imported("pyarrow")
    arrays = [
        arrow.array(cells, getattr(arrow, ARROW_TYPES[column.kind])()) for column, cells in _cells(table)
    ]
    return arrow.table(arrays, [without_surrogates(column.name) for column in table.columns])


def _cells(table: Table) -> Iterator[tuple[Column, list[Cell]]]:
    """Yields each column with its cells, as text that UTF-8 can encode."""
    columns = list(zip(*table.rows, strict=True)) or [()] * len(table.columns)
    for column, cells in zip(table.columns, columns, strict=True):
        yield column, [without_surrogates(cell) if isinstance(cell, str) else cell for cell in cells]


def _imported(package: str) -> ModuleType:
    from importlib import import_module

    try:
        return import_module(package)
    except ImportError:
        raise MissingDependencyError(
            f"a table becomes one of {package} where {package} is installed: pip install {package}"
        ) from None
