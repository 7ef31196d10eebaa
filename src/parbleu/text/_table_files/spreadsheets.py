"""Reads the first sheet of a spreadsheet, and refuses cells without a value where they are read."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from parbleu._base.extras import imported
from parbleu._base.wording import some_names
from parbleu._io.lines import open_binary
from parbleu.errors import FormatError
from parbleu.text._table_files.numbered_rows import NumberedRow

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

SHEETS = (".xlsx", ".xlsm", ".xlsb", ".ods")


def sheet_rows(path: str) -> Iterator[NumberedRow]:
    """Yields the rows of the first sheet, whose first row has the names of columns.

    Whole numbers are written without a point. Rows without any text are left out, and so are columns without
    a name. A cell that holds an error, or a formula that no program has calculated, raises FormatError once
    it is asked for.

    Raises:
        FormatError: the file is no spreadsheet.
        UnreadableFileError: it cannot be read.
        MissingDependencyError: python-calamine is not installed.
    """
    calamine = imported("python_calamine", "spreadsheets are read by python-calamine", "cat")
    open_binary(path).close()  # raises for a file that is not there
    try:
        with calamine.CalamineWorkbook.from_path(path) as book:
            rows = book.get_sheet_by_index(0).to_python(skip_empty_area=False)
    except Exception as problem:  # whatever it raises, the file is refused whole
        why = f"this spreadsheet cannot be read ({problem}): save it again from its program"
        raise FormatError(path, 0, why) from None
    look = {".ods": _errors_of_ods, ".xlsb": None}.get(Path(path).suffix.lower(), _cells_without_value)
    without_value = {} if look is None else look(path)
    names = [_text(cell).strip() for cell in rows[0]] if rows else []
    repeated = tuple(name for name, count in Counter(filter(None, names)).items() if count > 1)
    for number, row in enumerate(rows[1:], 2):
        cells: list[Any] = [_text(cell) for cell in row]
        for column, heading in enumerate(names):
            if heading and (wrong := without_value.get((number, column))):
                cells[column] = FormatError(path, number, f"column {heading!r}: {wrong}")
        if any(cells):
            fields = {name: cell for name, cell in zip(names, cells, strict=True) if name}
            yield NumberedRow(path, number, _SheetFields(fields), repeated)


class _SheetFields(dict[str, Any]):
    """The fields of a row, of which those without a value are errors; they are raised where they are read."""

    def __getitem__(self, name: str) -> Any:
        value = super().__getitem__(name)
        if isinstance(value, FormatError):
            raise value
        return value

    def get(self, name: str, default: Any = None) -> Any:
        """Returns a field, or `default` if there is none.

        Raises:
            FormatError: it has no value.
        """
        try:
            return self[name]
        except KeyError:
            return default


def beside_sheet(path: str) -> str:
    """Returns the end of a message: that a spreadsheet has sheets that are not read; "" if it has none."""
    if not path.lower().endswith(SHEETS):
        return ""
    calamine = imported("python_calamine", "spreadsheets are read by python-calamine", "cat")
    with calamine.CalamineWorkbook.from_path(path) as book:
        first, *others = book.sheet_names
    if not others:
        return ""
    return (
        f"; this is the sheet {first!r}, and only the first one is read: save {some_names(others)} by itself"
    )


def _text(cell: Any) -> str:
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell)


_FORMULA_OR_ERROR = re.compile(rb"<(?:\w+:)?f[\s>/]|\st=[\"']e[\"']")
"""Signs that the XML of a sheet may have cells without a value."""

_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_CALC = "{urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0}"
"""Namespaces of .ods."""


def _parsed(text: bytes, path: str, name: str) -> Element:
    """Returns the document element of a part of a spreadsheet; raises FormatError if it is no XML."""
    from io import BytesIO

    from parbleu._io.xml_tree import parse_xml

    return parse_xml(BytesIO(text), f"{path} ({name})")


def _error_here(error: str) -> str:
    return f"the spreadsheet has the error {error} here: mend it there"


def _cells_without_value(path: str) -> dict[tuple[int, int], str]:
    """Returns what is wrong with cells of the first sheet of an .xlsx that have no value of their own.

    Programs that write spreadsheets without calculating leave a formula's value out (openpyxl), or write 0
    (XlsxWriter) and have the whole book calculated when it is opened. Both take text that begins with "="
    for a formula.

    Returns:
        (row from 1, column from 0) -> what to tell.

    Raises:
        FormatError: the parts of the file do not belong together.
    """
    from zipfile import ZipFile

    from parbleu._io.xml_tree import attribute, child, children

    with ZipFile(path) as parts:

        def part(name: str) -> Element:
            return _parsed(parts.read(name), path, name)

        try:
            book = part("xl/workbook.xml")
            [sheets] = children(book, "sheets")
            place = attribute(sheets[0], "id")
            links = part("xl/_rels/workbook.xml.rels")
            targets = {attribute(link, "Id"): link.get("Target", "") for link in links}
            target = targets[place].replace("\\", "/").removeprefix("/")
            name = target if target.startswith("xl/") else f"xl/{target}"
            text = parts.read(name)
            if not _FORMULA_OR_ERROR.search(text):
                return {}
            sheet = _parsed(text, path, name)
        except (KeyError, IndexError, ValueError) as problem:
            raise FormatError(path, 0, f"this spreadsheet lacks a part ({problem}): save it again") from None
    settings = child(book, "calcPr")
    is_calculated_later = settings is not None and settings.get("fullCalcOnLoad") in ("1", "true")
    without: dict[tuple[int, int], str] = {}
    row_number = 0
    for row in sheet.iterfind("{*}sheetData/{*}row"):
        row_number = int(row.get("r", row_number + 1))
        column = -1
        for cell in children(row, "c"):
            column = _column(cell.get("r", ""), column + 1)
            formula, value = child(cell, "f"), child(cell, "v")
            shown = "" if value is None else value.text or ""
            if cell.get("t") == "e":
                without[row_number, column] = _error_here(shown)
            elif formula is None or cell.get("t") == "str":
                continue
            elif not shown or (shown == "0" and is_calculated_later):
                without[row_number, column] = (
                    f"the formula {some_names(['=' + (formula.text or '')])} was never calculated: open the "
                    "file in a spreadsheet program and save it, or write text that begins with '=' as text"
                )
    return without


def _errors_of_ods(path: str) -> dict[tuple[int, int], str]:
    """Returns which cells of the first sheet of an .ods hold an error, which reads as no text.

    Returns:
        (row from 1, column from 0) -> what to tell.
    """
    from zipfile import ZipFile

    name = "content.xml"
    with ZipFile(path) as parts:
        text = parts.read(name)
    if b'value-type="error"' not in text:
        return {}
    sheet = _parsed(text, path, name).find(f".//{_TABLE}table")
    errors: dict[tuple[int, int], str] = {}
    number = 1
    for row in () if sheet is None else sheet.iter(f"{_TABLE}table-row"):
        column = 0
        for cell in row:
            if cell.get(f"{_CALC}value-type") == "error":
                errors[number, column] = _error_here("".join(cell.itertext()))
            column += int(cell.get(f"{_TABLE}number-columns-repeated", 1))
        number += int(row.get(f"{_TABLE}number-rows-repeated", 1))
    return errors


def _column(place: str, after: int) -> int:
    """Returns the column of a cell's name such as "AB12", from 0, or `after` for a cell without a name."""
    number = 0
    for letter in place.rstrip("0123456789"):
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1 if place else after
