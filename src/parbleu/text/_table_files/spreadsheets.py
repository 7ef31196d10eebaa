"""Reads the first sheet of spreadsheets, .xlsx and .ods, as a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from parbleu._base.extras import imported
from parbleu.errors import FormatError
from parbleu.text._table_files.numbered_rows import NumberedRow

SHEETS = (".xlsx", ".xlsm", ".xlsb", ".ods")


def sheet_rows(path: str) -> Iterator[NumberedRow]:
    """Yields the rows of the first sheet, whose first row has the names of columns.

    Whole numbers are written without a point. Rows without any text are left out, and so are columns without
    a name.

    Raises:
        FormatError: the file is no spreadsheet.
        MissingDependencyError: python-calamine is not installed.
    """
    calamine = imported("python_calamine", "spreadsheets are read by python-calamine", "cat")
    try:
        with calamine.CalamineWorkbook.from_path(path) as book:
            rows = book.get_sheet_by_index(0).to_python(skip_empty_area=False)
    except Exception as problem:  # whatever it raises, the file is refused whole
        why = f"this spreadsheet cannot be read ({problem}): save it again from its program"
        raise FormatError(path, 0, why) from None
    names = [_text(cell).strip() for cell in rows[0]] if rows else []
    repeated = tuple(name for name, count in Counter(filter(None, names)).items() if count > 1)
    for number, row in enumerate(rows[1:], 2):
        cells = [_text(cell) for cell in row]
        if any(cells):
            fields = {name: cell for name, cell in zip(names, cells, strict=True) if name}
            yield NumberedRow(path, number, fields, repeated)


def _text(cell: Any) -> str:
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell)
