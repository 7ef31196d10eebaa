#!/bin/bash
# openpyxl 3.1.5, by which pandas 3.1.1 reads .xlsx: a text that XlsxWriter 3.3.1 wrote with a carriage return has
# "_x000D_" in it; and a text that looks like that, written by openpyxl, is another one for python-calamine 0.9.1.
#
# In .xlsx, _xHHHH_ stands for a character that XML cannot hold, and _x005F_ for the underscore of a text that only looks so.
# XlsxWriter writes both, and python-calamine reads them, as the format says; openpyxl writes neither, and reads the second alone.
# Segments with line ends of Windows, from a TMX or a page, come back with seven characters more, of which BLEU and chrF count
# n-grams, and names such as page_x0041_ lose some. Seen with Python 3.11:
#
#     written by                    openpyxl and pandas read     python-calamine reads
#     XlsxWriter   eins\r\nzwei     eins_x000D_\nzwei            eins\r\nzwei
#     XlsxWriter   page_x0041_      page_x0041_                  page_x0041_
#     openpyxl     page_x0041_      page_x0041_                  pageA
#
# This script installs the packages, pinned, in a temporary folder. It fails if the texts are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check openpyxl==3.1.5 XlsxWriter==3.3.1 python-calamine==0.9.1 pandas==3.1.1
cd "$folder"
env/bin/python - <<'PROGRAM'
import openpyxl
import pandas as pd
import xlsxwriter
from python_calamine import load_workbook

BREAK, NAME = "eins\r\nzwei", "page_x0041_"


def by_xlsxwriter(path):
    book = xlsxwriter.Workbook(path)
    sheet = book.add_worksheet()
    for row, text in enumerate((BREAK, NAME)):
        sheet.write_string(row, 0, text)
    book.close()


def by_openpyxl(path):
    book = openpyxl.Workbook()
    book.active["A1"] = NAME
    book.save(path)


SEEN = {
    by_xlsxwriter: (["eins_x000D_\nzwei", NAME], [BREAK, NAME]),
    by_openpyxl: ([NAME], ["pageA"]),
}
for write, expected in SEEN.items():
    write("texts.xlsx")
    first = [cell.value for cell in openpyxl.load_workbook("texts.xlsx").active["A"]]
    second = [text for (text,) in load_workbook("texts.xlsx").get_sheet_by_index(0).to_python()]
    print(write.__name__, first, second)
    assert pd.read_excel("texts.xlsx", header=None, engine="openpyxl")[0].tolist() == first
    assert (first, second) == expected, "the behaviour has changed"
PROGRAM
