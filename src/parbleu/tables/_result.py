"""Defines `Result`, the base class of what library functions return.

It loads the tables only on demand, since `parbleu score` needs none for JSON.
"""

from __future__ import annotations

from parbleu import errors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    import pandas
    import polars
    import pyarrow
    from matplotlib.figure import Figure

    from parbleu.tables._table import Table

NOTEBOOK_ROWS = 200
"""How many rows of a table a notebook shows."""


def _or_plain(own: Callable[[Any], str]) -> Callable[[Any], str]:
    """Returns a `__repr__` that names the attributes where a class's own one cannot show them."""

    def __repr__(self: Any) -> str:  # noqa: N807
        try:
            return own(self)
        except Exception:
            shown = ", ".join(f"{name}={value!r}" for name, value in getattr(self, "__dict__", {}).items())
            return f"{type(self).__name__}({shown})"

    return __repr__


class Result:
    """Base class of the library's results: subclasses declare or define `tables`, and this gives all formats.

    The methods take the name of one table, or None for all of them; keyword arguments go to
    `parbleu.tables.render`.

    Attributes:
        table_name: the key of the table of a result that is one row.
    """

    __slots__ = ()
    table_name = ""

    def __init_subclass__(cls, **named: Any) -> None:
        """Makes `repr` show a result that was made by hand of values of other types, rather than fail."""
        super().__init_subclass__(**named)
        own = vars(cls).get("__repr__")
        if own is not None:
            # Type checkers would take an assignment for an attribute that the class declares.
            type.__setattr__(cls, "__repr__", _or_plain(own))

    def tables(self) -> tuple[Table, ...]:
        """Returns the result as one table or several: as its fields declare, unless a subclass defines it.

        Each field that `parbleu.tables.rows` declares is a table. Of a class with a `table_name` the result
        is one row.
        """
        from parbleu.tables._records import declared_tables

        return declared_tables(self)

    def paper_tables(self, full_width: bool = False) -> tuple[Table, ...]:  # noqa: ARG002 - subclasses do
        """Returns what LaTeX and Typst show: the same tables, if the result has no others for papers.

        Args:
            full_width: whether they may be as wide as a page of two columns, instead of one of these.
        """
        return self.tables()

    def plot(self, table: str | None = None) -> Figure:
        """Returns a figure of Matplotlib: the scores of a table as dots, with their intervals.

        `parbleu.tables.write_figure(figure, "scores.svg")` writes it, and so does its own `savefig`.

        Args:
            table: its name; None for the first one with scores.

        Raises:
            TableError: there is no such table, or it has no scores, or too many rows.
            MissingDependencyError: Matplotlib is not installed.
        """
        from parbleu.tables._dot_plot import dot_plot

        return dot_plot(self.tables() if table is None else [self._table(table)])

    def render(self, format: str, table: str | None = None, **options: Any) -> str:  # noqa: A002
        """Returns the tables in a format of `parbleu.tables.FORMATS`.

        Raises:
            TableError: there is no table of that name.
        """
        from parbleu.tables._rendering import render

        return render(self if table is None else self._table(table), format, **options)

    def to_markdown(self, table: str | None = None, **options: Any) -> str:
        """Returns the tables in Markdown, as GitHub reads it."""
        return self.render("markdown", table, **options)

    def to_latex(self, table: str | None = None, **options: Any) -> str:
        r"""Returns the tables in LaTeX; the document needs `booktabs`, and `graphicx` for captions."""
        return self.render("latex", table, **options)

    def to_typst(self, table: str | None = None, **options: Any) -> str:
        """Returns the tables in Typst."""
        return self.render("typst", table, **options)

    def to_html(self, table: str | None = None, **options: Any) -> str:
        """Returns the tables as a fragment of HTML; with `whole_page=True` as a page."""
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
        from parbleu.tables._frames import pandas_frame

        return pandas_frame(self._table(table))

    def to_polars(self, table: str | None = None) -> polars.DataFrame:
        """Returns a table as a data frame of polars.

        Raises:
            TableError: there is no such table.
            MissingDependencyError: polars is not installed.
        """
        from parbleu.tables._frames import polars_frame

        return polars_frame(self._table(table))

    def to_arrow(self, table: str | None = None) -> pyarrow.Table:
        """Returns a table as one of Arrow.

        Raises:
            TableError: there is no such table.
            MissingDependencyError: pyarrow is not installed.
        """
        from parbleu.tables._frames import arrow_table

        return arrow_table(self._table(table))

    def _table(self, name: str | None) -> Table:
        from parbleu.tables._rendering import tables_of

        tables = tables_of(self)
        for table in tables:
            if name in (None, table.name):
                return table
        names = ", ".join(table.name for table in tables)
        raise errors.TableError(f"{type(self).__name__} has no table {name!r}; it has {names or 'none'}")

    def _repr_html_(self) -> str:
        from parbleu.tables._rendering import render, tables_of

        return render([table.head(NOTEBOOK_ROWS) for table in tables_of(self)], "html")

    def __str__(self) -> str:
        return self.render("text").rstrip("\n")
