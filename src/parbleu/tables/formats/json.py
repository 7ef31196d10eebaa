"""Writes tables as strict JSON, with all digits; None, NaN and infinities become null."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from json import JSONEncoder
from typing import Any

from parbleu.tables.display import Options
from parbleu.tables.table import Table
from parbleu.tables.visible import is_active

ENCODER = JSONEncoder(ensure_ascii=False, allow_nan=False)
# Those below U+0020 are escaped by the encoder.
ACTIVE = re.compile(f"[{''.join(chr(code) for code in range(32, 0x10000) if is_active(chr(code)))}]")


def write(tables: Sequence[Table], options: Options) -> Iterator[str]:  # noqa: ARG001 - data is whole
    """Yields an object of facts, notes and rows or, for several tables, one such object for each name."""
    if len(tables) == 1:
        yield from _object(tables[0])
        yield "\n"
        return
    yield "{"
    for number, table in enumerate(tables):
        yield f"{',' if number else ''}\n{encoded(table.name)}: "
        yield from _object(table)
    yield "\n}\n" if tables else "}\n"


def encoded(value: Any) -> str:
    """Returns a value as JSON on one line, with escapes for the characters that act on a terminal."""
    return ACTIVE.sub(lambda found: f"\\u{ord(found[0]):04x}", ENCODER.encode(value))


def _object(table: Table) -> Iterator[str]:
    facts = {name: _finite(value) for name, value in table.facts.items()}
    yield f'{{\n "facts": {encoded(facts)},\n "notes": {encoded(table.notes)},\n "rows": ['
    names = [column.name for column in table.columns]
    floats = any(column.kind is float for column in table.columns)
    for number, row in enumerate(table.rows):
        cells = map(_finite, row) if floats else row
        yield f"{',' if number else ''}\n  {encoded(dict(zip(names, cells, strict=True)))}"
    yield "\n ]\n}" if table.rows else "]\n}"


def _finite(value: Any) -> Any:
    return None if isinstance(value, float) and value - value != 0 else value
