#!/bin/bash
# Qt's lconvert (6.5.0) joins the length variants of a translation by U+2762 in PO and XLIFF: "Schließen❢Zu" is one text.
#
# A message of a .ts may have several translations, from long to short, of which the program takes what fits. PO and XLIFF have nothing
# of the kind, so lconvert writes them all into one target, which no header or note tells; only Qt takes it apart again. polib
# 1.2.0 gives the text as it stands, to a metric, a memory or a translator. The same character in a translation of PO, an ornament of
# a list, becomes a second variant in the .ts. Seen:
#
#     in the .ts   <translation variants="yes"><lengthvariant>Schließen</lengthvariant><lengthvariant>Zu</lengthvariant></translation>
#     in PO        msgstr "Schließen❢Zu"
#     in XLIFF     <target xml:space="preserve">Schließen❢Zu</target>
#
# This script installs the packages, pinned, in a temporary folder. It fails if lconvert writes otherwise.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check --no-deps qt6-applications==6.5.0.2.3 polib==1.2.0
lconvert=$(find "$folder/env" -name lconvert -type f)
chmod +x "$lconvert"
cd "$folder"
cat >de.ts <<'END'
<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en">
<context>
    <name>Main</name>
    <message>
        <source>Close</source>
        <translation variants="yes">
            <lengthvariant>Schließen</lengthvariant>
            <lengthvariant>Zu</lengthvariant>
        </translation>
    </message>
</context>
</TS>
END
"$lconvert" -i de.ts -o de.po
"$lconvert" -i de.ts -o de.xlf
grep 'msgstr "S' de.po
grep '<target' de.xlf
grep -q '^msgstr "Schließen❢Zu"$' de.po || { echo "the behaviour has changed: PO"; exit 1; }
grep -q '>Schließen❢Zu</target>' de.xlf || { echo "the behaviour has changed: XLIFF"; exit 1; }
"$folder/env/bin/python" -c 'import polib; print("polib", polib.__version__, [entry.msgstr for entry in polib.pofile("de.po")])'
sed -i 's/Schließen❢Zu/❢ Schließen/' de.po
"$lconvert" -i de.po -o again.ts
grep -A 3 'variants="yes"' again.ts || { echo "the behaviour has changed: an ornament in PO"; exit 1; }
