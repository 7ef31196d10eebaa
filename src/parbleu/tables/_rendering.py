"""Renders a result, a table or several tables in one of the registered formats."""

from __future__ import annotations

from parbleu import errors
from parbleu.tables import FORMATS
from parbleu.tables._display import Options
from parbleu.tables._table import Table

FOR_PAPERS = ("latex", "typst")
"""Formats in which a result shows its tables for papers."""
ENDS_OF_SENTENCES = ".!?:;…。！？"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any, Protocol

    class HasTables(Protocol):
        """Whatever has tables, such as a `Result`."""

        def tables(self) -> tuple[Table, ...]:
            """Returns the tables."""


def render(
    result: HasTables | Table | Iterable[Table],
    format: str,  # noqa: A002 - the word for it everywhere
    *,
    decimals: int | Mapping[str, int] | None = None,
    width: int | Mapping[str, int] | None = None,
    color: bool = False,
    fact_columns: bool = False,
    full_width: bool = False,
    whole_page: bool = False,
    caption: str = "",
    label: str = "",
) -> str:
    r"""Returns tables as text.

    Args:
        result: a result of the library, a table, or tables.
        format: a name in `FORMATS`: text, markdown, latex, typst, html, csv, tsv or json.
        decimals: digits after the point, in formats for people, in place of the columns' own (but for
            columns with `fixed_decimals`); or those of some columns, by their name, heading or group, such as
            the name of a metric, which is also that of the rows of a column "metric".
        width: how many columns of characters `text` may take; None for the terminal's width if standard
            output is a terminal, else no limit; 0 for no limit. A mapping is taken for `decimals`, which
            sacreBLEU calls so.
        color: whether `text` uses escape sequences for bold and dim.
        fact_columns: whether `csv` and `tsv` have a column for each fact.
        full_width: whether tables of `latex` and `typst` span both columns of a page of two; those without a
            title stay where they are.
        whole_page: whether `html` is a page, with its encoding and a style, and no fragment of one.
        caption: text that begins the caption of the first table, in `latex` and `typst`.
        label: by which the document refers to the first table, in `latex` and `typst`: "tab:scores".

    Returns:
        Text that ends with one line end and can be encoded in UTF-8.

    Raises:
        UnknownNameError: there is no such format, or no column that `decimals` names.
        OptionError: `decimals` or `width` is negative, or the label has other characters than letters,
            digits and `-:._`.
        TableError: two tables have the same name.
    """
    options = Options(decimals, width, color, fact_columns, full_width, whole_page, caption, label)
    return "".join(_written(result, format, options))


def pieces(result: HasTables | Table | Iterable[Table], format: str, **options: Any) -> Iterator[str]:  # noqa: A002
    """Returns what `render` does, with the same options, in pieces that are made one after another."""
    return _written(result, format, Options(**options))


def bibliography(result: HasTables | Table | Iterable[Table]) -> str:
    """Returns the BibTeX entries of the works that tables cite."""
    entries = {key: entry for table in tables_of(result) for key, entry in table.citations.items()}
    return "\n".join(f"{entry.strip()}\n" for entry in entries.values())


def _written(result: HasTables | Table | Iterable[Table], format: str, options: Options) -> Iterator[str]:  # noqa: A002
    write = FORMATS[format]
    options.warnings = options.warnings or tuple(getattr(result, "warnings", ()))
    if format in FOR_PAPERS and hasattr(result, "paper_tables"):
        result = result.paper_tables(full_width=options.full_width)
    tables = tables_of(result)
    options.check_decimals(tables)
    if format in FOR_PAPERS and tables and (options.caption or options.label):
        caption = options.caption.strip()
        if caption and tables[0].title and caption[-1] not in ENDS_OF_SENTENCES:
            caption += "."
        title = " ".join(filter(None, (caption, tables[0].title)))
        tables = (tables[0].changed(title=title or tables[0].name), *tables[1:])
    return _ended(write(tables, options))


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
            raise errors.TableError(f"two tables of one result have the name {name!r}")
    return tables


def _ended(parts: Iterable[str]) -> Iterator[str]:
    """Yields pieces of text such that the last ends with one line end."""
    last = ""
    for part in parts:
        if last:
            yield last
        last = part
    yield last.rstrip("\n") + "\n"
