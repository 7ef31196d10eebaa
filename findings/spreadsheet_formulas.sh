#!/bin/bash
# A translation that begins with "=" is lost in a spreadsheet that pandas 2.3.3 writes: read again, it is missing, or the number 0.
#
# DataFrame.to_excel hands text to openpyxl or XlsxWriter, whichever is installed (XlsxWriter first), and both take text with "=" in
# front for a formula. Neither calculates: openpyxl 3.1.5 writes the formula without a value, XlsxWriter 3.2.9 with the value 0, which
# looks like one that was calculated; both ask the program that opens the book to calculate it. pandas.read_excel does not: by
# openpyxl and python-calamine 0.9.1 the translation is NaN or 0. Nothing warns, and the number of rows is right, so that a metric
# scores "nan" or "0" for it; so does an =AVERAGE() that a program wrote. LibreOffice 7.4 without a window, which converts the second
# book to another .xlsx, keeps the 0 (not run here). Seen with Python 3.11, for the text "= 5 Euro":
#
#     written by     read by openpyxl   read by calamine
#     openpyxl       NaN                NaN
#     XlsxWriter     0                  0
#
# This script installs the packages, pinned, in a temporary folder. It fails if the table is another.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check \
  pandas==2.3.3 openpyxl==3.1.5 xlsxwriter==3.2.9 python-calamine==0.9.1
cd "$folder"
"$folder/env/bin/python" -W error - <<'PROGRAM'
import pandas

rows = pandas.DataFrame({"mt": ["Nein.", "= 5 Euro"], "ref": ["Nein.", "Das macht 5 Euro"]})
seen = {}
for writer in (None, "openpyxl", "xlsxwriter"):
    rows.to_excel("book.xlsx", index=False, engine=writer)
    for reader in ("openpyxl", "calamine"):
        back = pandas.read_excel("book.xlsx", engine=reader)
        assert len(back) == 2 and back["mt"][0] == "Nein."
        seen[writer, reader] = str(back["mt"][1])
        print(writer or "default", reader, repr(back["mt"][1]), sep="\t")
assert {seen["openpyxl", reader] for reader in ("openpyxl", "calamine")} == {"nan"}, "the behaviour has changed"
assert {seen[writer, "openpyxl"] for writer in (None, "xlsxwriter")} == {"0"}, "the behaviour has changed"
assert {seen[writer, "calamine"] for writer in (None, "xlsxwriter")} <= {"0", "0.0"}, "the behaviour has changed"
PROGRAM
