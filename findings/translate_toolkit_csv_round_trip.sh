#!/bin/bash
# translate-toolkit 3.20.4: a PO that goes through po2csv and csv2po comes back with other texts: an apostrophe before - and @, and
# doubled backslashes.
#
# po2csv writes an apostrophe before what a spreadsheet would take for a formula (- + = @), and csv2po leaves it there, in the message
# and in its translation: no message is found by its text any more, and dialogue in subtitles, which begins with a dash, is changed
# throughout. Contexts are gone, a message with two forms becomes two messages, fuzzy translations are no longer fuzzy, and obsolete
# messages live again. Seen with Python 3.11:
#
#     before       - Guten Tag.       @ann sagte es       In C:\\tmp        "Sichern?" fuzzy      "alt" obsolete
#     afterwards   '- Guten Tag.      '@ann sagte es      In C:\\\\tmp      "Sichern?"            "alt"
#
# This script installs the package, pinned, in a temporary folder. It fails if the texts come back otherwise.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check translate-toolkit==3.20.4
cd "$folder"
cat >de.po <<'END'
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\n"

msgid "- Good day."
msgstr "- Guten Tag."

msgid "@ann said so"
msgstr "@ann sagte es"

msgid "In C:\\tmp"
msgstr "In C:\\tmp"

msgctxt "menu"
msgid "one file"
msgid_plural "%d files"
msgstr[0] "eine Datei"
msgstr[1] "%d Dateien"

#, fuzzy
msgid "Save"
msgstr "Sichern?"

#~ msgid "old"
#~ msgstr "alt"
END
env/bin/po2csv --progress=none de.po de.csv
env/bin/csv2po --progress=none de.csv back.po
grep '^msgstr "[^"]' back.po | tee texts
cat >expected <<'END'
msgstr "'- Guten Tag."
msgstr "'@ann sagte es"
msgstr "In C:\\\\tmp"
msgstr "eine Datei"
msgstr "%d Dateien"
msgstr "Sichern?"
msgstr "alt"
END
diff expected texts || { echo "the behaviour has changed"; exit 1; }
! grep -qE '^(msgctxt|msgid_plural|#, fuzzy$|#~)' <(sed '1,/^$/d' back.po) || { echo "contexts, forms or states are kept now"; exit 1; }
