#!/bin/bash
# translate-toolkit 3.20.4: android2po leaves out all items of Android's <string-array>, and "\#" is nothing in the PO that it
# writes.
#
# Arrays hold the names of days, the choices of a setting or the steps of an introduction. Whoever translates the PO never sees
# them, a PO made of two finished files has fewer segments than these, and a count of words is too small. android2po says nothing
# of it, and its exit status is 0. Nor does the class AndroidResourceFile, of which other programs make units, have any. In
# Android, "\#" is the sign itself (aapt2 2.19, run). Seen with Python 3.11, of an English file and its German translation:
#
#     file    string, string-array of 2 items, plurals of 2 items
#     PO      string, plurals
#     text    Send to \#5   becomes   Send to 5
#
# This script installs the package, pinned, in a temporary folder. It fails if the PO has other messages.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check translate-toolkit==3.20.4
mkdir "$folder/en" "$folder/de"
cat > "$folder/en/strings.xml" <<'XML'
<?xml version="1.0" encoding="utf-8"?>
<resources>
    <string name="send">Send to \#5</string>
    <string-array name="days"><item>Monday</item><item>Tuesday</item></string-array>
    <plurals name="files"><item quantity="one">%d file</item><item quantity="other">%d files</item></plurals>
</resources>
XML
sed 's/Send to/Senden an/; s/Monday/Montag/; s/Tuesday/Dienstag/; s/file</Datei</; s/files</Dateien</' \
  "$folder/en/strings.xml" > "$folder/de/strings.xml"
cd "$folder"
env/bin/android2po --version
env/bin/android2po --progress=none -t en/strings.xml de/strings.xml de.po
grep -A4 '^#: ' de.po
[ "$(grep -c '^#: ' de.po)" -eq 2 ] && ! grep -q 'Montag\|Monday' de.po || { echo "arrays have changed"; exit 1; }
grep -qF 'msgstr "Senden an 5"' de.po || { echo "the sign has changed"; exit 1; }
env/bin/python - <<'PROGRAM'
from translate.storage.aresource import AndroidResourceFile

names = [unit.getid() for unit in AndroidResourceFile.parsefile("de/strings.xml").units]
print(names)
assert names == ["send", "files"], "the behaviour has changed"
PROGRAM
