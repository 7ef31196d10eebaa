"""Tests how the first sheet of a spreadsheet is read: cells far out, errors, names below a title."""

import struct
from datetime import date, datetime, time
from zipfile import ZipFile

import pytest

from extras import extra
from parbleu.errors import FormatError
from parbleu.human import read_ratings
from parbleu.text._segment_table import check_columns
from parbleu.text._table_files import spreadsheets
from parbleu.text._table_files.spreadsheets import sheet_rows
from parbleu.text._table_files.table_opening import open_table_file

ROWS = [("mt", "ref"), ("Ja.", "Ja."), ("Nein.", "Nein.")]


@pytest.fixture(autouse=True)
def reader():
    return extra("python_calamine")


def fields(path):
    return [dict(row.fields) for row in sheet_rows(str(path))]


def workbook(path, rows=ROWS, others=()):
    """Writes rows and further cells, of which each is (row, column, text), from 1."""
    book = extra("openpyxl").Workbook()
    for row in rows:
        book.active.append(row)
    for row, column, text in others:
        book.active.cell(row, column, text)
    book.save(path)
    return path


def record(kind, data=b""):
    """Returns a record of an .xlsb; both kind and length may take two bytes."""
    numbers = b"".join(
        bytes([number]) if number < 128 else bytes([number & 127 | 128, number >> 7])
        for number in (kind, len(data))
    )
    return numbers + data


def wide(text):
    return struct.pack("<I", len(text)) + text.encode("utf-16-le")


def binary_workbook(path, rows):
    """Writes an .xlsb, in which an integer is the code of an error, and of a formula's error below 0.

    Of a float, which is whole, the integer is written that Excel writes.
    """
    cells = b""
    for number, row in enumerate(rows):
        cells += record(0, struct.pack("<I", number) + bytes(13))
        for column, cell in enumerate(row):
            head = struct.pack("<II", column, 0)
            if isinstance(cell, str):
                cells += record(6, head + wide(cell))
            elif isinstance(cell, float):
                cells += record(2, head + struct.pack("<i", int(cell) << 2 | 2))
            elif cell < 0:
                cells += record(11, head + bytes([-cell]) + struct.pack("<HII", 0, 0, 0))
            else:
                cells += record(3, head + bytes([cell]))
    size = struct.pack("<IIII", 0, len(rows) - 1, 0, 1)
    sheet = record(129) + record(148, size) + record(145) + cells + record(146) + record(130)
    sheets = (
        record(143) + record(156, bytes(4) + struct.pack("<I", 1) + wide("rId1") + wide("One")) + record(144)
    )
    relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    with ZipFile(path, "w") as parts:
        parts.writestr("[Content_Types].xml", f'<Types xmlns="{package}/content-types"/>')
        parts.writestr("xl/workbook.bin", record(131) + sheets + record(132))
        parts.writestr("xl/worksheets/sheet1.bin", sheet)
        parts.writestr(
            "xl/_rels/workbook.bin.rels",
            f'<Relationships xmlns="{package}/relationships"><Relationship Id="rId1" '
            f'Type="{relations}/worksheet" Target="worksheets/sheet1.bin"/></Relationships>',
        )
    return path


def test_cells_far_out(tmp_path, monkeypatch):
    """The guard is what is tested, with a sheet that python-calamine reads."""
    near = workbook(tmp_path / "near.xlsx")
    far = workbook(tmp_path / "far.xlsx", others=[(300, 40, "?")])
    monkeypatch.setattr(spreadsheets, "MOST_EMPTY", 300 * 40 - 7)
    assert fields(far)[:2] == fields(near)
    monkeypatch.setattr(spreadsheets, "MOST_EMPTY", 300 * 40 - 8)
    assert len(fields(near)) == 2
    told = (
        "this sheet goes to row 300 and column AN, and only 7 of its cells hold anything: delete what stands"
    )
    with pytest.raises(FormatError, match=f"far.xlsx:300: {told} so far out"):
        fields(far)


def test_cells_far_out_that_hold_nothing(tmp_path, monkeypatch):
    """A format of an empty cell is none of its content."""
    book = extra("openpyxl").Workbook()
    for row in ROWS:
        book.active.append(row)
    book.active.cell(300, 40).font = extra("openpyxl").styles.Font(bold=True)
    book.save(tmp_path / "a.xlsx")
    monkeypatch.setattr(spreadsheets, "MOST_EMPTY", 100)
    assert len(fields(tmp_path / "a.xlsx")) == 2


def test_integers_in_xlsb(tmp_path):
    path = binary_workbook(tmp_path / "a.xlsb", [*ROWS, (3.0, "Drei.")])
    [batch] = open_table_file(str(path)).batches(["mt", "ref"])
    assert batch.texts("mt").to_list() == ["Ja.", "Nein.", "3"]


def test_errors_in_xlsb(tmp_path):
    good = binary_workbook(tmp_path / "good.xlsb", ROWS)
    assert fields(good) == [{"mt": "Ja.", "ref": "Ja."}, {"mt": "Nein.", "ref": "Nein."}]
    for name, code, error in (("written", 0x2A, "#N/A"), ("formula", -0x07, "#DIV/0!")):
        path = binary_workbook(tmp_path / f"{name}.xlsb", [*ROWS, (code, "Doch.")])
        *_, last = sheet_rows(str(path))
        assert last.fields["ref"] == "Doch."
        with pytest.raises(
            FormatError, match=f"{name}.xlsb:4: column 'mt': the spreadsheet has the error {error}"
        ):
            last.fields["mt"]


def test_cells_far_out_in_xlsb(tmp_path, monkeypatch):
    path = binary_workbook(tmp_path / "a.xlsb", [*ROWS, *[()] * 30, ("?",)])
    monkeypatch.setattr(spreadsheets, "MOST_EMPTY", 60)
    with pytest.raises(
        FormatError, match=r"a\.xlsb:34: this sheet goes to row 34 and column B, and only 7 of"
    ):
        fields(path)


@pytest.mark.parametrize(
    ("book", "sheet", "target"),
    [
        ("xl/workbook.xml", "sheets/one.xml", "/sheets/one.xml"),
        ("workbook.xml", "one.xml", "one.xml"),
    ],
)
@pytest.mark.parametrize("formula", [False, True])
def test_parts_in_other_folders(tmp_path, book, sheet, target, formula):
    """The links of the package say where the workbook is, and those of the workbook where its sheets are."""
    workbook(tmp_path / "usual.xlsx", others=[(4, 1, "=A2"), (4, 2, "So.")] if formula else ())
    place, _, name = book.rpartition("/")
    moved = {
        "xl/workbook.xml": book,
        "xl/_rels/workbook.xml.rels": f"{place}/_rels/{name}.rels".lstrip("/"),
        "xl/worksheets/sheet1.xml": sheet,
    }
    with ZipFile(tmp_path / "usual.xlsx") as parts, ZipFile(tmp_path / "moved.xlsx", "w") as made:
        for part in parts.namelist():
            text = parts.read(part).decode()
            text = text.replace('Target="/xl/worksheets/sheet1.xml"', f'Target="{target}"')
            text = text.replace('Target="xl/workbook.xml"', f'Target="{book}"')
            for old, new in moved.items():
                text = text.replace(f'PartName="/{old}"', f'PartName="/{new}"')
            made.writestr(moved.get(part, part), text)
    rows = list(sheet_rows(str(tmp_path / "moved.xlsx")))
    assert [row.fields["ref"] for row in rows[:2]] == ["Ja.", "Nein."]
    if formula:
        with pytest.raises(FormatError, match=r"moved.xlsx:4: column 'mt': the formula =A2 was never"):
            rows[2].cell("mt")


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("workbook.xml", "workbook2.xml"),
        lambda text: text.replace("sharedStrings.xml", "strings.xml"),
        lambda text: text.replace("styles.xml", "formats.xml"),
        lambda text: text.replace("xl/worksheets/", "data/").replace('="worksheets/', '="../data/'),
        lambda text: text if "<" in text else text.replace("/", "\\"),
        lambda text: text if "<" in text else text.replace("workbook.xml", "Workbook.xml"),
        lambda text: text if text != "_rels/.rels" else "rels",
    ],
    ids=["book", "strings", "styles", "sheets", "backslashes", "case", "no links"],
)
def test_parts_of_other_names(tmp_path, change):
    """The links of a package name its parts, and python-calamine looks for some of them in one place only."""
    book = extra("xlsxwriter").Workbook(str(tmp_path / "usual.xlsx"))
    sheet = book.add_worksheet()
    for number, row in enumerate(ROWS):
        sheet.write_row(number, 0, row)
    sheet.write_datetime(1, 2, datetime(2024, 1, 2), book.add_format({"num_format": "yyyy-mm-dd"}))
    sheet.write(0, 2, "day")
    book.close()
    with ZipFile(tmp_path / "usual.xlsx") as parts, ZipFile(tmp_path / "made.xlsx", "w") as made:
        for part in parts.namelist():
            made.writestr(change(part), change(parts.read(part).decode()))
    assert fields(tmp_path / "made.xlsx") == fields(tmp_path / "usual.xlsx")


def test_parts_that_the_reader_does_not_find(tmp_path):
    workbook(tmp_path / "usual.xlsx")
    with ZipFile(tmp_path / "usual.xlsx") as parts, ZipFile(tmp_path / "moved.xlsx", "w") as made:
        for part in parts.namelist():
            made.writestr(part.replace("xl/work", "office/work"), parts.read(part))
    with pytest.raises(FormatError, match=r"moved.xlsx: this spreadsheet .*: save it again"):
        list(sheet_rows(str(tmp_path / "moved.xlsx")))


def test_blank_rows_before_the_names(tmp_path):
    path = workbook(tmp_path / "a.xlsx", [(), (), *ROWS])
    assert [row.line for row in sheet_rows(str(path))] == [4, 5]
    assert fields(path) == fields(workbook(tmp_path / "b.xlsx"))


def test_names_below_a_title(tmp_path):
    path = workbook(tmp_path / "a.xlsx", [("Results of May",), (), *ROWS])
    with pytest.raises(FormatError) as caught:
        check_columns(open_table_file(str(path)), ("mt", "ref"))
    assert str(caught.value).endswith(
        "it has: Results of May; 'mt' stands in row 3, and names stand in the first: delete the rows above"
    )


@pytest.mark.parametrize("cell", [date(2026, 3, 1), datetime(2026, 3, 1, 9), time(9, 30), True])
def test_dates_are_labels_and_no_texts(tmp_path, cell):
    """A spreadsheet program makes a date of the translation 1/3, and shows it in some format."""
    rows = [("mt", "ref", "day"), ("Ja.", "Ja.", cell), (cell, "Nein.", cell)]
    [batch] = open_table_file(str(workbook(tmp_path / "a.xlsx", rows))).batches(["mt", "ref", "day"])
    assert batch.labels("day") == [str(cell)] * 2
    assert batch.texts("ref").to_list() == ["Ja.", "Nein."]
    with pytest.raises(FormatError, match=r"a\.xlsx:3: column 'mt': the spreadsheet has no text here but"):
        batch.texts("mt")


def test_a_spreadsheet_of_ratings(tmp_path):
    rows = [
        ("system", "segment", "score", "rater"),
        ("A", 1, 88.5, "x"),
        ("A", 2, None, "x"),
        ("B", 1, 3, "y"),
    ]
    found = read_ratings(workbook(tmp_path / "a.xlsx", rows))
    assert [(each.system, each.segment, each.score, each.rater) for each in found] == [
        ("A", 0, 88.5, "x"),
        ("B", 0, 3.0, "y"),
    ]
