"""Writes tables as CSV (RFC 4180), with all digits; a missing value is an empty field."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from parbleu.tables._display import Options
from parbleu.tables._table import Cell, Table
from parbleu.tables._visible import active_characters, written_out

# Marks of direction belong to text in Hebrew or Arabic; overrides and embeddings do not.
KEPT = "\t\n\r\u061c\u200e\u200f\u2028\u2029"
ACTIVE = re.compile(f"[{active_characters(KEPT)}]")
# Spreadsheets take a text that begins so for a formula; after an apostrophe they show it as text.
FORMULA = re.compile("'*[=+\\-@\t\r\n＝＋－＠]")
# Some spreadsheets divide fields at semicolons or TABs, too.
QUOTED = re.compile('[",;\t\n\r]|^ | $')


def write(tables: Sequence[Table], options: Options) -> Iterator[str]:
    """Yields a header and the rows of all tables, which name their table first if there are several."""
    for record in records(tables, options.fact_columns, _text):
        # A reader takes an empty line for no row.
        yield (",".join(record) or '""') + "\n"


def _text(text: str) -> str:
    r"""Returns a string as a field; controls, but for TAB and line ends, are written out, such as `\x1b`."""
    text = inert(ACTIVE.sub(lambda match: written_out(match[0]), text))
    if QUOTED.search(text) or not text:
        text = '"' + text.replace('"', '""') + '"'
    return text


def inert(text: str) -> str:
    """Returns text that no spreadsheet takes for a formula.

    Text that begins with any number of apostrophes and one of `=+-@`, their fullwidth forms, TAB, CR or LF
    gets one more apostrophe before it; so a reader who takes one from such text has the original.
    """
    return f"'{text}" if FORMULA.match(text) else text


def records(tables: Sequence[Table], fact_columns: bool, text: Callable[[str], str]) -> Iterator[list[str]]:
    """Yields the header and the rows of all tables as fields; `text` makes a string a field.

    Those of several have the union of their columns and the table's name first. With `fact_columns`, facts
    are columns, too, behind the others.
    """
    columns = list(dict.fromkeys(column.name for table in tables for column in table.columns))
    facts = list(dict.fromkeys(name for table in tables for name in table.facts)) if fact_columns else []
    several = ["table"] if len(tables) > 1 else []
    header = [*several, *columns, *facts]
    # What has the name of a column gets an underscore.
    names: list[str] = []
    for number, name in enumerate(header):
        is_column = len(several) <= number < len(several) + len(columns)
        while not is_column and (name in columns or name in names):
            name += "_"
        names.append(name)
    yield [text(name) for name in names]
    remembered = lru_cache(10_000)(text)  # many rows hold the same names
    for table in tables:
        before = [text(table.name)] if several else []
        after = [_field(table.facts.get(name), text) for name in facts]
        places = {column.name: index for index, column in enumerate(table.columns)}
        indices = [places.get(name) for name in columns]
        for row in table.rows:
            cells = (None if index is None else row[index] for index in indices)
            yield [*before, *(_field(cell, remembered) for cell in cells), *after]


def _field(cell: Cell, text: Callable[[str], str]) -> str:
    if cell is None:
        return ""
    if isinstance(cell, str):
        return text(cell)
    if isinstance(cell, bool):
        return "true" if cell else "false"
    return repr(cell)
