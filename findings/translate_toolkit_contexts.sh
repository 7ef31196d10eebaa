#!/bin/bash
# translate-toolkit 3.20.4: a PO that goes through XLIFF comes back without the contexts of its messages. Two messages of one source
# text get their places in the program as contexts, or one of them is lost. CSV loses all plural forms behind the second.
#
# po2xliff does not write contexts (msgctxt) at all. xliff2po then sees two messages of one text, and makes of each one's place a
# context, which the program that is translated never asks for; of messages without places it writes the first, with an empty
# context, and no other. po2csv writes two forms of a plural, whatever the language has. No program fails; xliff2po tells of the
# lost message in one line. Seen with Python 3.11, for "Open" of a menu and of a door, and for the three Polish forms of files:
#
#     PO                              menu: Otwórz      door: Otwarte    plik, pliki, plików
#     XLIFF and back, with places     a.c:1: Otwórz     a.c:2: Otwarte   plik, pliki, plików
#     XLIFF and back, without         "": Otwórz                         plik, pliki, plików
#     CSV                             Otwórz            Otwarte          plik, pliki
#
# This script installs the package, pinned, in a temporary folder. It fails if the messages are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check translate-toolkit==3.20.4
cd "$folder"
cat > with.po <<'PO'
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\n"
"Language: pl\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\n"

#: a.c:1
msgctxt "menu"
msgid "Open"
msgstr "Otwórz"

#: a.c:2
msgctxt "door"
msgid "Open"
msgstr "Otwarte"

#: a.c:3
msgid "%d file"
msgid_plural "%d files"
msgstr[0] "%d plik"
msgstr[1] "%d pliki"
msgstr[2] "%d plików"
PO
grep -v '^#:' with.po > without.po
for name in with without; do
  env/bin/po2xliff --progress=none $name.po $name.xlf
  env/bin/xliff2po --progress=none $name.xlf $name-back.po 2>> log
done
env/bin/po2csv --progress=none with.po with.csv
env/bin/python - <<'PROGRAM'
import csv
from importlib.metadata import version
from pathlib import Path

from translate.storage.pypo import pofile

FORMS = ["%d plik", "%d pliki", "%d plików"]


def messages(name: str) -> list[tuple[str, list[str]]]:
    units = [unit for unit in pofile.parsefile(name).units if not unit.isheader()]
    contexts = ["".join(unit.msgctxt).strip('"') if unit.msgctxt else None for unit in units]
    forms = [unit.target.strings if unit.hasplural() else [unit.target] for unit in units]
    return [(context, list(map(str, texts))) for context, texts in zip(contexts, forms)]


found = {name: messages(f"{name}.po") for name in ("with", "with-back", "without-back")}
rows = [row["target"] for row in csv.DictReader(Path("with.csv").open(encoding="utf-8"))]
print("translate-toolkit", version("translate-toolkit"))
for name, shown in found.items():
    print(f"{name:12}", shown)
print("csv         ", rows)
assert found["with"] == [("menu", ["Otwórz"]), ("door", ["Otwarte"]), (None, FORMS)], "the behaviour has changed"
assert found["with-back"] == [("a.c:1", ["Otwórz"]), ("a.c:2", ["Otwarte"]), (None, FORMS)], "the behaviour has changed"
assert found["without-back"] == [("", ["Otwórz"]), (None, FORMS)], "the behaviour has changed"
assert rows == ["Otwórz", "Otwarte", *FORMS[:2]], "the behaviour has changed"
PROGRAM
