"""Tables as data frames of pandas and polars and as tables of Arrow; every type can be missing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from parbleu.errors import MissingDependencyError
from parbleu.tables.visible import without_surrogates

if TYPE_CHECKING:
    from types import ModuleType

    import pandas
    import polars
    import pyarrow

    from parbleu.tables.table import Cell, Table

PANDAS_TYPES = {str: "string", int: "Int64", float: "Float64", bool: "boolean"}
POLARS_TYPES = {str: "String", int: "Int64", float: "Float64", bool: "Boolean"}
ARROW_TYPES = {str: "string", int: "int64", float: "float64", bool: "bool_"}


def pandas_frame(table: Table) -> pandas.DataFrame:
    """Returns a data frame of pandas: string, Int64, Float64 and boolean."""
    library: Any = _imported("pandas")
    series = {
        column.name: library.array(cells, dtype=PANDAS_TYPES[column.kind])
        for column, cells in zip(table.columns, _columns(table), strict=True)
    }
    frame: pandas.DataFrame = library.DataFrame(series)
    return frame


def polars_frame(table: Table) -> polars.DataFrame:
    """Returns a data frame of polars: String, Int64, Float64 and Boolean."""
    library: Any = _imported("polars")
    series = [
        library.Series(without_surrogates(column.name), cells, getattr(library, POLARS_TYPES[column.kind]))
        for column, cells in zip(table.columns, _columns(table), strict=True)
    ]
    frame: polars.DataFrame = library.DataFrame(series)
    return frame


def arrow_table(table: Table) -> pyarrow.Table:
    """Returns a table of Arrow: string, int64, double and bool."""
    arrow: Any = _imported("pyarrow")
    return arrow.table(
        [
            arrow.array(cells, getattr(arrow, ARROW_TYPES[column.kind])())
            for column, cells in zip(table.columns, _columns(table), strict=True)
        ],
        [without_surrogates(column.name) for column in table.columns],
    )


def _columns(table: Table) -> list[list[Cell]]:
    columns = list(zip(*table.rows, strict=True)) or [()] * len(table.columns)
    return [
        [without_surrogates(cell) if isinstance(cell, str) else cell for cell in cells]
        if column.kind is str
        else list(cells)
        for column, cells in zip(table.columns, columns, strict=True)
    ]


def _imported(package: str) -> ModuleType:
    from importlib import import_module

    try:
        return import_module(package)
    except ImportError:
        raise MissingDependencyError(
            f"a table becomes one of {package} where {package} is installed: pip install {package}"
        ) from None
