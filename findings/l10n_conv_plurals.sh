#!/bin/bash
# l10n-conv 1.0.0: plural forms of a PO are empty in XLIFF, ARB and Apple's strings, and "translated" in XLIFF; in JSON the
# first form is called "zero". Contexts are lost, so that one of two messages is shown for both.
#
# The forms stand in a place of their own, which the writers of these formats do not look at. That of JSON names forms by their
# place, zero, one, two, where Polish has one, few and many: for one file the program shows the form for two. Contexts (msgctxt)
# are not written; XLIFF has an id twice then, JSON and ARB the last of the texts. Of fuzzy translations XLIFF says that they
# are to be made. Nothing is told, and exit statuses are 0. Seen with Python 3.11, for three forms of files, and for "Open" of a
# menu and without a context:
#
#     PO       plik, pliki, plików                        Open: Otwórz      menu, Open: Otwarte
#     XLIFF    (empty), state="translated"                Otwórz, Otwarte, both with the id Open
#     ARB      (empty)                                    Otwarte
#     JSON     zero plik, one pliki, two plików           Otwarte
#
# This script installs the package, pinned, in a temporary folder. It fails if the texts are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check l10n-conv==1.0.0
cd "$folder"
cat > pl.po <<'TEXT'
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\n"
"Language: pl\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);\n"

msgid "Open"
msgstr "Otwórz"

msgctxt "menu"
msgid "Open"
msgstr "Otwarte"

msgid "%d file"
msgid_plural "%d files"
msgstr[0] "%d plik"
msgstr[1] "%d pliki"
msgstr[2] "%d plików"
TEXT
export PYTHONUTF8=1
for format in xliff arb json; do env/bin/l10n-conv convert pl.po -o "out.$format" > /dev/null; done
env/bin/python - <<'PROGRAM'
import json
import re
from importlib.metadata import version
from pathlib import Path

xliff = re.findall(r'id="(.*?)">.*?<target(.*?)>(.*?)</target>', Path("out.xliff").read_text(), re.DOTALL)
arb, objects = (json.loads(Path(f"out.{name}").read_text()) for name in ("arb", "json"))
print("l10n-conv", version("l10n-conv"))
print("XLIFF", xliff)
print("ARB  ", arb)
print("JSON ", objects)
done = ' state="translated"'
changed = "the behaviour has changed"
assert xliff == [("Open", done, "Otwórz"), ("Open", done, "Otwarte"), ("%d file", done, "")], changed
assert arb == {"@@locale": "pl", "Open": "Otwarte", "%d file": ""}, changed
assert objects == {"Open": "Otwarte", "%d file": {"zero": "%d plik", "one": "%d pliki", "two": "%d plików"}}, changed
PROGRAM
