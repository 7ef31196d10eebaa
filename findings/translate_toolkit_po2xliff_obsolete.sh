#!/bin/bash
# translate-toolkit 3.20.4: po2xliff makes translated, approved units of obsolete messages and a unit of a PO's header; po2tmx
# writes neither.
#
# Messages that stand behind #~ in a PO are no part of the program any more; gettext's tools leave them out. In the XLIFF they
# look like all others, so that they are counted, scored and sent to translators. The header is a unit with the restype
# x-gettext-domain-header. Of a PO with one message, Open, one obsolete message, Old, and a header:
#
#     po2xliff   header unit, Open (approved, translated), Old (approved, translated)
#     po2tmx     Open
#
# This script installs the package, pinned, in a temporary folder. It fails if the files are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check translate-toolkit==3.20.4
cd "$folder"
cat > a.po <<'PO'
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\n"

msgid "Open"
msgstr "Auf"

#~ msgid "Old"
#~ msgstr "Alt"
PO
"$folder/env/bin/po2xliff" --progress=none a.po a.xlf
"$folder/env/bin/po2tmx" --progress=none -l de a.po a.tmx
"$folder/env/bin/python" - <<'PROGRAM'
import re
from importlib.metadata import version
from pathlib import Path

print("translate-toolkit", version("translate-toolkit"))
units = re.findall(r"<trans-unit(.*?)>.*?<source>(.*?)</source>.*?state=\"(.*?)\"", Path("a.xlf").read_text(), re.DOTALL)
for attributes, source, state in units:
    print("po2xliff", repr(source.strip()), state, 'approved="yes"' in attributes, "header" in attributes)
told = [(source, state) for attributes, source, state in units if 'approved="yes"' in attributes]
memory = re.findall("<seg>(.*?)</seg>", Path("a.tmx").read_text())
print("po2tmx  ", memory)
assert told == [("Open", "translated"), ("Old", "translated")], "the behaviour has changed"
assert ["header" in attributes for attributes, *_ in units] == [True, False, False], "the behaviour has changed"
assert memory == ["Open", "Auf"], "the behaviour has changed"
PROGRAM
