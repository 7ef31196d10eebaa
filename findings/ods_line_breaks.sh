#!/bin/bash
# python-calamine 0.9.1: words of an .ods that pyexcel-ods3 0.6.1 wrote are one word where a cell has a line break or a TAB between
# them; in pandas 3.1.1 with odfpy 1.4.1 where it has a TAB.
#
# OpenDocument has two ways to break the lines of a cell: paragraphs, which LibreOffice writes, and <text:line-break/>, which
# pyexcel-ods3 writes. python-calamine makes line breaks of the first, and nothing of the second, nor of <text:tab/>. So subtitles
# of two lines, which a script saved as a sheet, have a word less than they had, in hypothesis and reference, and no error or
# empty cell tells of it; pyexcel-ods3 itself reads them back as they were. pandas 2.3.3 read them as python-calamine does. Seen
# with Python 3.11:
#
#     written          python-calamine   pandas          pyexcel-ods3
#     zwei\nZeilen     zweiZeilen        zwei\nZeilen    zwei\nZeilen
#     ein\tTAB         einTAB            einTAB          ein\tTAB
#
# This script installs the packages, pinned, in a temporary folder. It fails if the texts are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check pyexcel-ods3==0.6.1 python-calamine==0.9.1 pandas==3.1.1 odfpy==1.4.1
cd "$folder"
env/bin/python - <<'PROGRAM'
from importlib.metadata import version

import pandas as pd
from pyexcel_ods3 import get_data, save_data
from python_calamine import load_workbook

TEXTS = ["zwei\nZeilen", "ein\tTAB", "zwei  Blanks"]
save_data("texts.ods", {"sheet": [[text] for text in TEXTS]})
seen = {
    "python-calamine": [text for (text,) in load_workbook("texts.ods").get_sheet_by_index(0).to_python()],
    "pandas": pd.read_excel("texts.ods", engine="odf", header=None)[0].tolist(),
    "pyexcel-ods3": [text for (text,) in get_data("texts.ods")["sheet"]],
}
for name, texts in seen.items():
    print(f"{name:16} {version(name):8} {texts}")
expected = {
    "python-calamine": ["zweiZeilen", "einTAB", TEXTS[2]],
    "pandas": [TEXTS[0], "einTAB", TEXTS[2]],
    "pyexcel-ods3": TEXTS,
}
assert seen == expected, "the behaviour has changed"
PROGRAM
