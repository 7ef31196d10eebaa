"""A result, a table or several tables in one of the registered formats: `render`, and methods of `Result`."""

from __future__ import annotations

from parbleu.errors import TableError
from parbleu.tables import FORMATS
from parbleu.tables.display import Options
from parbleu.tables.table import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any, Protocol

    import pandas
    import polars
    import pyarrow

    class HasTables(Protocol):
        """Whatever has tables, such as a `Result`."""

        def tables(self) -> tuple[Table, ...]:
            """Returns the tables."""


NOTEBOOK_ROWS = 200
"""How many rows of a table a notebook shows."""


class Result:
    """Base class of the library's results: subclasses define `tables`, and this gives all formats.

    The methods take the name of one table, or None for all of them; the keyword arguments are those of
    `parbleu.tables.render`.
    """

    __slots__ = ()

    def tables(self) -> tuple[Table, ...]:
        """Returns what was found, as one table or several."""
        raise NotImplementedError(f"{type(self).__name__} defines no tables()")

    def render(self, format: str, table: str | None = None, **options: Any) -> str:  # noqa: A002
        """Returns the tables in a format of `parbleu.tables.FORMATS`.

        Raises:
            TableError: there is no table of that name.
        """
        return render(self if table is None else self._table(table), format, **options)

    def to_markdown(self, table: str | None = None, **options: Any) -> str:
        """Returns the tables in Markdown, as GitHub reads it."""
        return self.render("markdown", table, **options)

    def to_latex(self, table: str | None = None, **options: Any) -> str:
        r"""Returns the tables in LaTeX; the document needs `\usepackage{booktabs}`."""
        return self.render("latex", table, **options)

    def to_typst(self, table: str | None = None, **options: Any) -> str:
        """Returns the tables in Typst."""
        return self.render("typst", table, **options)

    def to_html(self, table: str | None = None, **options: Any) -> str:
        """Returns the tables as a fragment of HTML."""
        return self.render("html", table, **options)

    def to_csv(self, table: str | None = None, **options: Any) -> str:
        """Returns the tables as CSV, with all digits."""
        return self.render("csv", table, **options)

    def to_tsv(self, table: str | None = None, **options: Any) -> str:
        """Returns the tables as tab-separated values, with all digits."""
        return self.render("tsv", table, **options)

    def to_json(self, table: str | None = None, **options: Any) -> str:
        """Returns the tables as JSON, with all digits."""
        return self.render("json", table, **options)

    def to_pandas(self, table: str | None = None) -> pandas.DataFrame:
        """Returns a table as a data frame of pandas, whose types can be missing.

        Args:
            table: its name; None for the first.

        Raises:
            TableError: there is no such table.
            MissingDependencyError: pandas is not installed.
        """
        from parbleu.tables.frames import pandas_frame

        return pandas_frame(self._table(table))

    def to_polars(self, table: str | None = None) -> polars.DataFrame:
        """Returns a table as a data frame of polars; arguments and errors are those of `to_pandas`."""
        from parbleu.tables.frames import polars_frame

        return polars_frame(self._table(table))

    def to_arrow(self, table: str | None = None) -> pyarrow.Table:
        """Returns a table as one of Arrow; arguments and errors are those of `to_pandas`."""
        from parbleu.tables.frames import arrow_table

        return arrow_table(self._table(table))

    def _table(self, name: str | None) -> Table:
        tables = tables_of(self)
        for table in tables:
            if name in (None, table.name):
                return table
        names = ", ".join(table.name for table in tables)
        raise TableError(f"{type(self).__name__} has no table {name!r}; it has {names or 'none'}")

    def _repr_html_(self) -> str:
        return render([table.head(NOTEBOOK_ROWS) for table in tables_of(self)], "html")

    def __str__(self) -> str:
        return render(self, "text").rstrip("\n")


def render(
    result: HasTables | Table | Iterable[Table],
    format: str,  # noqa: A002 - the word for it everywhere
    *,
    decimals: int | None = None,
    width: int | None = None,
    color: bool = False,
    fact_columns: bool = False,
) -> str:
    r"""Returns tables as text.

    Args:
        result: a result of the library, a table, or tables.
        format: a name in `FORMATS`: text, markdown, latex, typst, html, csv, tsv or json.
        decimals: digits after the point, in formats for people, in place of the columns' own (but for
            columns with `fixed_decimals`).
        width: how many columns of characters `text` may take; None for the terminal's width if standard
            output is a terminal, else no limit; 0 for no limit.
        color: whether `text` uses escape sequences for bold and dim.
        fact_columns: whether `csv` and `tsv` have a column for each fact.

    Returns:
        Text that ends with one line end and can be encoded in UTF-8.

    Raises:
        UnknownNameError: there is no such format.
        OptionError: `decimals` or `width` is negative.
        TableError: two tables have the same name.
    """
    options = {"decimals": decimals, "width": width, "color": color, "fact_columns": fact_columns}
    return "".join(pieces(result, format, **options))


def pieces(result: HasTables | Table | Iterable[Table], format: str, **options: Any) -> Iterator[str]:  # noqa: A002
    """Returns what `render` does, with the same options, in pieces that are made one after another."""
    return _ended(FORMATS[format](tables_of(result), Options(**options)))


def tables_of(result: HasTables | Table | Iterable[Table]) -> tuple[Table, ...]:
    """Returns the tables of a result; a table is one table.

    Raises:
        TableError: two of them have the same name.
    """
    if isinstance(result, Table):
        return (result,)
    tables = tuple(result.tables() if hasattr(result, "tables") else result)
    names = [table.name for table in tables]
    for name in names:
        if names.count(name) > 1:
            raise TableError(f"two tables of one result have the name {name!r}")
    return tables


def _ended(parts: Iterable[str]) -> Iterator[str]:
    """Yields pieces of text such that the last ends with one line end."""
    last = ""
    for part in parts:
        if last:
            yield last
        last = part
    yield last.rstrip("\n") + "\n"
