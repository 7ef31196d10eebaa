r"""Writes tables as TSV with all digits; escapes are `\\`, `\t`, `\n`, `\r`, `\x1b`, `\u202e`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from parbleu.tables._display import Options
from parbleu.tables._formats.csv import inert, records
from parbleu.tables._table import Table
from parbleu.tables._visible import active_characters, written_out

# Marks of direction belong to text in Hebrew or Arabic.
KEPT = "\u061c\u200e\u200f"
ESCAPED = re.compile(rf"[\\{active_characters(KEPT)}]")


def write(tables: Sequence[Table], options: Options) -> Iterator[str]:
    """Yields a header and rows of all cells, one line each, with TABs between and all digits of numbers."""
    for record in records(tables, options.fact_columns, _text):
        yield "\t".join(record) + "\n"


def _text(text: str) -> str:
    r"""Returns a string as a field without TABs, line ends and other controls; a backslash is doubled."""
    return inert(ESCAPED.sub(lambda match: r"\\" if match[0] == "\\" else written_out(match[0]), text))
