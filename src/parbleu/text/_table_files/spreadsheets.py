"""Reads the first sheet of a spreadsheet, and refuses cells without a value where they are read."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from io import BytesIO
from pathlib import Path
from posixpath import join, normpath, split
from typing import TYPE_CHECKING, Any

from parbleu._base.extras import imported
from parbleu._base.wording import some_names
from parbleu._io.lines import open_binary
from parbleu.errors import FormatError
from parbleu.text._table_files.batch import NoText
from parbleu.text._table_files.numbered_rows import NumberedRow

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

SHEETS = (".xlsx", ".xlsm", ".xlsb", ".ods")

MOST_EMPTY = 20_000_000
"""Empty cells that a sheet may have up to its last row and column: python-calamine takes 40 bytes each."""


class _Seen:
    """What the parts of a file tell of the cells of its first sheet.

    Attributes:
        without: (row from 1, column from 0) -> what to tell of a cell that has no value of its own.
        n_rows: rows from the first to the last one that has something.
        n_columns: columns likewise.
        n_written: cells that stand in the file.
    """

    def __init__(self) -> None:
        self.without: dict[tuple[int, int], str] = {}
        self.n_rows = self.n_columns = self.n_written = 0

    def reach(self, row: int, column: int, written: int = 1) -> None:
        """Takes note of a cell that has something, or of more of them up to this one."""
        self.n_rows = max(self.n_rows, row)
        self.n_columns = max(self.n_columns, column + 1)
        self.n_written += written

    def check(self, path: str) -> None:
        """Refuses a sheet that is nearly empty and would need much memory."""
        if self.n_rows * self.n_columns - self.n_written > MOST_EMPTY:
            raise FormatError(
                path,
                self.n_rows,
                f"this sheet goes to row {self.n_rows} and column {_letters(self.n_columns)}, and only "
                f"{self.n_written} of its cells hold anything: delete what stands so far out",
            )


def sheet_rows(path: str) -> Iterator[NumberedRow]:
    """Yields the rows of the first sheet, whose first row that has any text has the names of columns.

    Whole numbers are written without a point; dates and truth values are `NoText`. Rows without any text are
    left out, and so are columns without a name. A cell that holds an error, or a formula that no program has
    calculated, raises FormatError once it is asked for.

    Raises:
        FormatError: the file is no spreadsheet, or one of its cells lies very far from the others.
        UnreadableFileError: it cannot be read.
        MissingDependencyError: python-calamine is not installed.
    """
    open_binary(path).close()  # raises for a file that is not there
    look = {".ods": _look_at_ods, ".xlsb": _look_at_xlsb}.get(Path(path).suffix.lower(), _look_at_xlsx)
    try:
        with _opened(path) as book:
            seen = look(path)
            seen.check(path)
            rows = book.get_sheet_by_index(0).to_python(skip_empty_area=False)
    except FormatError:
        raise
    except Exception as problem:  # whatever it raises, the file is refused whole
        reason = f"{type(problem).__name__}: {problem}"
        why = f"this spreadsheet cannot be read ({reason}): save it again from its program"
        raise FormatError(path, 0, why) from None
    begin = next((number for number, row in enumerate(rows) if any(cell != "" for cell in row)), 0)
    names = [_text(cell).strip() for cell in rows[begin]] if rows else []
    repeated = tuple(name for name, count in Counter(filter(None, names)).items() if count > 1)
    for number, row in enumerate(rows[begin + 1 :], begin + 2):
        cells: list[Any] = [_text(cell) for cell in row]
        for column, heading in enumerate(names):
            if heading and (wrong := seen.without.get((number, column))):
                cells[column] = FormatError(path, number, f"column {heading!r}: {wrong}")
        if any(cells):
            fields = {name: cell for name, cell in zip(names, cells, strict=True) if name}
            yield NumberedRow(path, number, _SheetFields(fields), repeated)


def _opened(path: str) -> Any:
    """Returns a spreadsheet as python-calamine opens it, without what that does not find or leaves out.

    Raises:
        MissingDependencyError: python-calamine is not installed.
    """
    workbook = imported(
        "python_calamine", "spreadsheets are read by python-calamine", "cat", "python-calamine"
    ).CalamineWorkbook
    change = {".xlsx": _in_usual_places, ".xlsm": _in_usual_places, ".ods": _with_breaks}
    repaired = change.get(Path(path).suffix.lower(), lambda _: None)(path)
    return workbook.from_path(path) if repaired is None else workbook.from_filelike(repaired)


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


def beside_sheet(path: str, column: str) -> str:
    """Returns the end of a message that a table lacks a column; "" if it is no spreadsheet, or nothing helps.

    That is which row has the column's name, below a title, or that there are sheets that are not read.
    """
    if not path.lower().endswith(SHEETS):
        return ""
    with _opened(path) as book:
        first, *others = book.sheet_names
        rows = book.get_sheet_by_index(0).to_python(skip_empty_area=False, nrows=_TITLES)
    for number, row in enumerate(rows, 1):
        if column in (_text(cell).strip() for cell in row):
            return f"; {column!r} stands in row {number}, and names stand in the first: delete the rows above"
    if not others:
        return ""
    return (
        f"; this is the sheet {first!r}, and only the first one is read: save {some_names(others)} by itself"
    )


_TITLES = 20
"""Rows in which the names of columns are looked for below a title."""


def _text(cell: Any) -> str:
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell) if type(cell) in (str, float, int) else NoText(cell)  # .xlsb has integers


_FORMULA_OR_ERROR = re.compile(rb"<(?:\w+:)?f[\s>/]|\st=[\"']e[\"']")
"""Signs that the XML of a sheet may have cells without a value."""

_UNUSUAL = re.compile(rb'<(?:c|row)(?! r=")[\s/>]')
"""The tag of a cell or row whose place is not written as all programs write it."""

_WIDE = re.compile(rb'<c r="([A-Z]{2,3})\d')
_ROWS = re.compile(rb'<row r="(\d+)')

_REPEATED = re.compile(rb"-repeated=[\"']\d{4}")
"""Signs that the XML of an .ods may have cells that lie far out."""

_CONTENT = "content.xml"
_LINE_BREAK = re.compile(rb"<text:line-break\s{0,9}(?:/>|></text:line-break>)")
_TAB = re.compile(rb"<text:tab\s{0,9}(?:/>|></text:tab>)")
_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_CALC = "{urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0}"
"""Namespaces of .ods."""


def _parsed(text: bytes, path: str, name: str) -> Element:
    """Returns the document element of a part of a spreadsheet; raises FormatError if it is no XML."""
    from parbleu._io.xml_tree import parse_xml

    return parse_xml(BytesIO(text), f"{path} ({name})")


def _error_here(error: str) -> str:
    return f"the spreadsheet has the error {error} here: mend it there"


def _look_at_xlsx(path: str) -> _Seen:
    """Looks at the first sheet of an .xlsx, for cells that have no value of their own.

    Programs that write spreadsheets without calculating leave a formula's value out (openpyxl), or write 0
    (XlsxWriter) and have the whole book calculated when it is opened. Both take text that begins with "="
    for a formula.

    Raises:
        FormatError: the parts of the file do not belong together.
    """
    from parbleu._io.xml_tree import attribute, child, children

    with closing(_Parts(path)) as parts:
        try:
            name = _workbook(parts, _BOOK)
            book = _parsed(parts.read(name), path, name)
            [sheets] = children(book, "sheets")
            name = _part_of_sheet(parts, name, attribute(sheets[0], "id"))
            text = parts.read(name)
            if seen := _seen_at_a_glance(text):
                return seen
            sheet = _parsed(text, path, name)
        except (KeyError, IndexError, ValueError) as problem:
            raise FormatError(path, 0, f"this spreadsheet lacks a part ({problem}): save it again") from None
    settings = child(book, "calcPr")
    is_calculated_later = settings is not None and settings.get("fullCalcOnLoad") in ("1", "true")
    seen = _Seen()
    row_number = 0
    for row in sheet.iterfind("{*}sheetData/{*}row"):
        row_number = int(row.get("r", row_number + 1))
        column = -1
        for cell in children(row, "c"):
            column = _column(cell.get("r", ""), column + 1)
            if not len(cell):  # it has a format, and no text
                continue
            seen.reach(row_number, column)
            formula, value = child(cell, "f"), child(cell, "v")
            shown = "" if value is None else value.text or ""
            if cell.get("t") == "e":
                seen.without[row_number, column] = _error_here(shown)
            elif formula is None or cell.get("t") == "str":
                continue
            elif not shown or (shown == "0" and is_calculated_later):
                seen.without[row_number, column] = (
                    f"the formula {some_names(['=' + (formula.text or '')])} was never calculated: open the "
                    "file in a spreadsheet program and save it, or write text that begins with '=' as text"
                )
    return seen


def _seen_at_a_glance(text: bytes) -> _Seen | None:
    """Returns an empty look for the XML of a sheet if it is small and has neither formulas nor errors."""
    has_marks = b"<f" in text or b":f" in text or b'"e"' in text or b"'e'" in text
    if has_marks and _FORMULA_OR_ERROR.search(text):
        return None
    if b"<sheetData" not in text or _UNUSUAL.search(text):
        return None
    n_rows = max(map(int, _ROWS.findall(text)), default=0)
    wide = {_column(letters.decode(), 0) + 1 for letters in {*_WIDE.findall(text)}}
    return _Seen() if n_rows * max(wide, default=26) <= MOST_EMPTY else None


_LINKS, _BOOK, _LINKS_OF_BOOK = "_rels/.rels", "xl/workbook.xml", "xl/_rels/workbook.xml.rels"
_SINGLE = ("sharedStrings", "styles")
"""Names of parts of an .xlsx where python-calamine looks for them, and kinds of which a workbook has one."""

_OF_LINKS = "http://schemas.openxmlformats.org/package/2006/relationships"
_LINK_TO_BOOK = (
    f'<Relationships xmlns="{_OF_LINKS}"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/'
    f'officeDocument/2006/relationships/officeDocument" Target="{_BOOK}"/></Relationships>'
)


class _Parts:
    """The parts of the package that a spreadsheet is, by names of any case, between slashes of either kind.

    Raises:
        BadZipFile: it is no package.
    """

    def __init__(self, path: str) -> None:
        from zipfile import ZipFile

        self.path = path
        self._file = ZipFile(path)
        self.close = self._file.close
        self._names = {name.replace("\\", "/").lower(): name for name in self._file.namelist()}

    def __contains__(self, name: str) -> bool:
        return name.lower() in self._names

    def read(self, name: str) -> bytes:
        """Returns a part; raises KeyError if there is none of this name."""
        return self._file.read(self._names.get(name.lower(), name))

    def writes(self, *names: str) -> bool:
        """Returns whether the package has parts of these names, written so."""
        return all(self._names.get(name.lower()) == name for name in names)


def _workbook(parts: _Parts, usual: str) -> str:
    """Returns the name of the part with the workbook: what the package's links say, or else the usual one."""
    for link in _parsed(parts.read(_LINKS), parts.path, _LINKS) if _LINKS in parts else ():
        if link.get("Type", "").endswith("/officeDocument"):
            return _target("", link)
    return usual


def _links_of_book(parts: _Parts, book: str) -> dict[str, Element]:
    """Returns the links of a workbook by their ids; raises KeyError if it has none."""
    folder, name = split(book)
    links = join(folder, "_rels", f"{name}.rels")
    return {link.get("Id", ""): link for link in _parsed(parts.read(links), parts.path, links)}


def _part_of_sheet(parts: _Parts, book: str, place: str | None) -> str:
    """Returns the name of the part that a workbook's links have for a sheet's id; raises KeyError if none."""
    return _target(split(book)[0], _links_of_book(parts, book)[place or ""])


def _target(folder: str, link: Element) -> str:
    """Returns the name of the part that a link of a part in a folder means."""
    return normpath(join("/", folder, link.get("Target", "").replace("\\", "/"))).lstrip("/")


def _in_usual_places(path: str) -> BytesIO | None:
    """Returns an .xlsx with the usual names of parts, made of one with others; None if they are the usual.

    Raises:
        BadZipFile: it is no package.
        KeyError: it has no workbook.
    """
    from xml.etree.ElementTree import Element, tostring
    from zipfile import ZipFile

    made, links = BytesIO(), Element(f"{{{_OF_LINKS}}}Relationships")
    with closing(_Parts(path)) as parts:
        book = _workbook(parts, _BOOK)
        places = {_BOOK: book}
        is_usual = parts.writes(_LINKS, _BOOK, _LINKS_OF_BOOK) and book == _BOOK
        for link in _links_of_book(parts, book).values():
            name, kind = _target(split(book)[0], link), link.get("Type", "").rpartition("/")[2]
            if name in parts and (kind in _SINGLE or kind.lower().endswith("sheet")):
                place = f"{kind}.xml" if kind in _SINGLE else name.removeprefix("xl/")
                places[f"xl/{place}"] = name
                is_usual &= link.get("Target") in (place, f"/xl/{place}") and parts.writes(name)
                link.set("Target", place)
                links.append(link)
        if is_usual:
            return None
        with ZipFile(made, "w") as package:
            package.writestr(_LINKS, _LINK_TO_BOOK)
            package.writestr(_LINKS_OF_BOOK, tostring(links))
            for place, name in places.items():
                package.writestr(place, parts.read(name))
    made.seek(0)
    return made


def _with_breaks(path: str) -> BytesIO | None:
    """Returns an .ods with line ends and TABs as text, made of one with elements for them; None for others.

    Raises:
        BadZipFile: it is no package.
        KeyError: it has no content.
    """
    from zipfile import ZipFile

    with ZipFile(path) as parts:
        text = parts.read(_CONTENT)
        if b"<text:line-break" not in text and b"<text:tab" not in text:
            return None
        text = _LINE_BREAK.sub(b"\n", _TAB.sub(b"\t", text))
        repaired = BytesIO()
        with ZipFile(repaired, "w") as package:
            for name in parts.namelist():
                package.writestr(name, text if name == _CONTENT else parts.read(name))
    repaired.seek(0)
    return repaired


_ROW, _CELLS, _WRONG, _SHEET = 0, range(2, 12), (3, 11), 156
"""Kinds of records of an .xlsb: a row begins; cells that hold something, and those with errors; a sheet."""

_ERRORS = {
    0x00: "#NULL!",
    0x07: "#DIV/0!",
    0x0F: "#VALUE!",
    0x17: "#REF!",
    0x1D: "#NAME?",
    0x24: "#NUM!",
    0x2A: "#N/A",
    0x2B: "#GETTING_DATA",
}


def _look_at_xlsb(path: str) -> _Seen:
    """Looks at the first sheet of an .xlsb, for cells that hold errors, which read as no text.

    Raises:
        FormatError: the parts of the file do not belong together.
    """
    with closing(_Parts(path)) as parts:
        try:
            book = _workbook(parts, "xl/workbook.bin")
            first = next(data for kind, data in _records(parts.read(book)) if kind == _SHEET)
            length = int.from_bytes(first[8:12], "little")
            place = first[12 : 12 + 2 * length].decode("utf-16-le")
            text = parts.read(_part_of_sheet(parts, book, place))
        except (KeyError, StopIteration, ValueError) as problem:
            raise FormatError(path, 0, f"this spreadsheet lacks a part ({problem}): save it again") from None
    seen = _Seen()
    row = 0
    for kind, data in _records(text):
        if kind == _ROW:
            row = int.from_bytes(data[:4], "little") + 1
        elif kind in _CELLS:
            column = int.from_bytes(data[:4], "little")
            seen.reach(row, column)
            if kind in _WRONG:
                seen.without[row, column] = _error_here(_ERRORS.get(data[8], "?"))
    return seen


def _records(text: bytes) -> Iterator[tuple[int, bytes]]:
    """Yields the kind and content of each record of a part of an .xlsb."""
    offset = 0
    while offset < len(text):
        kind, offset = _number(text, offset)
        length, offset = _number(text, offset)
        yield kind, text[offset : offset + length]
        offset += length


def _number(text: bytes, offset: int) -> tuple[int, int]:
    """Returns a number of which each byte has seven bits, the lowest first, and the offset behind it."""
    number = text[offset] & 0x7F
    shift = 7
    while text[offset] & 0x80:
        offset += 1
        number |= (text[offset] & 0x7F) << shift
        shift += 7
    return number, offset + 1


def _look_at_ods(path: str) -> _Seen:
    """Looks at the first sheet of an .ods, for cells that hold errors, which read as no text.

    Raises:
        KeyError: the file lacks its content.
    """
    with closing(_Parts(path)) as parts:
        text = parts.read(_CONTENT)
    seen = _Seen()
    if b'value-type="error"' not in text and not _REPEATED.search(text):
        return seen
    sheet = _parsed(text, path, _CONTENT).find(f".//{_TABLE}table")
    wrong: list[tuple[range, range, str]] = []
    number = 1
    for row in () if sheet is None else sheet.iter(f"{_TABLE}table-row"):
        rows = range(number, number + int(row.get(f"{_TABLE}number-rows-repeated", 1)))
        number, column = rows.stop, 0
        for cell in row:
            columns = range(column, column + int(cell.get(f"{_TABLE}number-columns-repeated", 1)))
            column = columns.stop
            if any(key.startswith(_OFFICE) or key == f"{_TABLE}formula" for key in cell.attrib):
                seen.reach(rows[-1], columns[-1])
            if cell.get(f"{_CALC}value-type") == "error":
                wrong.append((rows, columns, _error_here("".join(cell.itertext()))))
    seen.check(path)
    seen.without = {
        (row, column): told for rows, columns, told in wrong for row in rows for column in columns
    }
    return seen


def _column(place: str, after: int) -> int:
    """Returns the column of a cell's name such as "AB12", from 0, or `after` for a cell without a name."""
    number = 0
    for letter in place.rstrip("0123456789"):
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1 if place else after


def _letters(number: int) -> str:
    """Returns the name of a column by its number from 1, such as AB."""
    letters = ""
    while number:
        number, letter = divmod(number - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters
