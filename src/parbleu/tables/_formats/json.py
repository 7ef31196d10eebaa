"""Writes tables as strict JSON, with all digits; None, NaN and infinities become null.

The shape of the text is described by the JSON Schema in `docs/result.schema.json`.
"""

from __future__ import annotations

from parbleu import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from parbleu.tables._display import Options
    from parbleu.tables._table import Table

SCHEMA = 1
"""The version of the shape; it changes if programs have to be changed that read it."""


def write(tables: Sequence[Table], options: Options) -> Iterator[str]:
    """Yields an object with the versions, warnings, and the tables, each with facts, notes and rows."""
    yield f'{{\n "schema": {SCHEMA},\n "version": {encoded(__version__)},'
    if options.warnings:
        yield f'\n "warnings": [{", ".join(map(encoded, options.warnings))}],'
    yield '\n "tables": {'
    for number, table in enumerate(tables):
        yield f"{',' if number else ''}\n  {encoded(table.name)}: "
        yield from _object(table)
    yield "\n }\n}\n" if tables else "}\n}\n"


def encoded(value: Any) -> str:
    """Returns a value as JSON on one line, with escapes for the characters that act on a terminal.

    `json` is loaded only for what needs it: that takes longer than scoring a test set.
    """
    if isinstance(value, str):
        plain = value.isprintable() and '"' not in value and "\\" not in value
        return f'"{value}"' if plain else _escaped(value)
    if value is None or value != value or value in (_INFINITY, -_INFINITY):
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value)


def _members(values: dict[str, Any]) -> str:
    return f"{{{', '.join([f'{encoded(name)}: {encoded(value)}' for name, value in values.items()])}}}"


def _object(table: Table) -> Iterator[str]:
    notes = ", ".join(map(encoded, table.notes))
    yield f'{{\n   "facts": {_members(dict(table.facts))},\n   "notes": [{notes}],\n   "rows": ['
    names = [f"{encoded(column.name)}: " for column in table.columns]
    for number, row in enumerate(table.rows):
        cells = ", ".join([name + encoded(cell) for name, cell in zip(names, row, strict=True)])
        yield f"{',' if number else ''}\n    {{{cells}}}"
    yield "\n   ]\n  }" if table.rows else "]\n  }"


_INFINITY = float("inf")
_escapes: list[Callable[[str], str]] = []


def _escaped(text: str) -> str:
    """Returns a string as JSON, with escapes for all that acts on a terminal."""
    if not _escapes:
        _escapes.append(_make_escape())
    return _escapes[0](text)


def _active() -> str:
    """Returns the pattern of a character that acts on a terminal."""
    from parbleu.tables._visible import active_characters

    return f"[{active_characters()}]"


def _make_escape() -> Callable[[str], str]:
    import re
    from json import JSONEncoder

    encode = JSONEncoder(ensure_ascii=False).encode
    active = re.compile(_active())
    return lambda text: active.sub(lambda match: f"\\u{ord(match[0]):04x}", encode(text))
