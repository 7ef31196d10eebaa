#!/bin/bash
# translate-toolkit 3.20.4: po2xliff gives languages without plural forms a second one, which is empty, translated and approved.
# Of a fuzzy message with plural forms the first is translated and approved, too, and only the others are fuzzy.
#
# Japanese, Chinese, Korean, Thai, Vietnamese and others have one form of each message; the English plural becomes a unit of its
# own all the same. Programs that go by the state take its empty target for a finished translation, which is scored, counted and
# delivered, and xliff2po writes it into the PO, which `msgfmt --check` then refuses. translate-toolkit itself reads the units
# of a message as one, and so sees nothing of it. Nothing is told. Seen with Python 3.11:
#
#     PO, Japanese    %d file    %d ファイル                       XLIFF  %d file   %d ファイル   translated, approved
#                                                                         %d files                translated, approved
#     PO, Polish      %d page    %d strona, fuzzy                  XLIFF  %d page   %d strona     translated, approved
#                     %d pages   %d strony, %d stron, fuzzy               %d pages  %d strony     needs-translation
#                                                                         %d pages  %d stron      needs-translation
#
# This script installs the package, pinned, in a temporary folder. It fails if the units are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check translate-toolkit==3.20.4
cd "$folder"
cat > ja.po <<'PO'
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\n"
"Language: ja\n"
"Plural-Forms: nplurals=1; plural=0;\n"

msgid "%d file"
msgid_plural "%d files"
msgstr[0] "%d ファイル"
PO
cat > pl.po <<'PO'
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\n"
"Language: pl\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\n"

#, fuzzy
msgid "%d page"
msgid_plural "%d pages"
msgstr[0] "%d strona"
msgstr[1] "%d strony"
msgstr[2] "%d stron"
PO
for name in ja pl; do
  env/bin/po2xliff --progress=none $name.po $name.xlf &>> log
  env/bin/xliff2po --progress=none $name.xlf $name-back.po &>> log
done
env/bin/python - <<'PROGRAM'
from importlib.metadata import version
from pathlib import Path
from xml.etree import ElementTree

NAME = "{urn:oasis:names:tc:xliff:document:1.1}"
FINISHED, OPEN = ("translated", "yes"), ("needs-translation", "no")
EXPECTED = {
    "ja": [("%d file", "%d ファイル", *FINISHED), ("%d files", "", *FINISHED)],
    "pl": [("%d page", "%d strona", *FINISHED), ("%d pages", "%d strony", *OPEN), ("%d pages", "%d stron", *OPEN)],
}
print("translate-toolkit", version("translate-toolkit"))
for name, expected in EXPECTED.items():
    units = []
    for unit in ElementTree.parse(f"{name}.xlf").iter(f"{NAME}trans-unit"):
        target = unit.find(f"{NAME}target")
        if unit.get("restype") is None:
            text = unit.find(f"{NAME}source").text, target.text or ""
            units.append((*text, target.get("state"), unit.get("approved")))
            print(name, *units[-1], sep=" | ")
    assert units == expected, "the behaviour has changed"
back = Path("ja-back.po").read_text(encoding="utf-8")
assert 'msgstr[1] ""' in back and "nplurals=1" in back, "the behaviour has changed"
assert not Path("log").read_text().strip(), "it tells now"
PROGRAM
