#!/bin/bash
# polib 1.2.0, Babel 2.19.0 and translate-toolkit 3.20.4 read a PO that msgcat --escape wrote, and return digits where it has
# letters that are not ASCII. The program that is translated, whose messages msgfmt compiles, shows the letters.
#
# Strings of PO are those of C, with bytes in octal and hexadecimal digits. gettext's tools write such files on demand, to pass
# through what takes ASCII alone, and read them. polib and Babel leave a backslash and digits in the text; translate-toolkit
# takes the backslash away, so that letters have become numbers, which BLEU and word counts take for words. A letter with an
# accent is two numbers, a letter of Chinese three; English stays. Keys change, too: a file joined by source texts with one
# that was not escaped lacks these messages. Nothing warns, and polib doubles the backslash when it saves. Seen with Python 3.11:
#
#     msgid "Café"  msgstr "\303\226ffnen"     compiled            Öffnen
#                                              polib, Babel        \303\226ffnen
#                                              translate-toolkit   303226ffnen
#
# This script installs the packages, pinned, in a temporary folder. It fails if the texts are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check polib==1.2.0 babel==2.19.0 translate-toolkit==3.20.4
cd "$folder"
"$folder/env/bin/python" - <<'PROGRAM'
from importlib.metadata import version
from pathlib import Path

import polib
from babel.messages.pofile import read_po
from translate.storage.pypo import pofile

# What msgcat --escape of gettext 0.21 makes of "Café" and "Öffnen"; msgcat without it gives these back.
PO = r"""msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\n"
"Language: de\n"

msgid "Caf\303\251"
msgstr "\303\226ffnen"
"""
Path("de.po").write_text(PO)
(message,) = polib.pofile("de.po")
with open("de.po", "rb") as file:
    (other,) = [each for each in read_po(file) if each.id]
unit = pofile.parsefile("de.po").units[-1]
found = {
    "polib": (message.msgid, message.msgstr),
    "babel": (other.id, other.string),
    "translate-toolkit": (str(unit.source), str(unit.target)),
}
for name, texts in found.items():
    print(name, version(name), *texts)
polib.pofile("de.po").save("again.po")
print("polib saves", Path("again.po").read_text().splitlines()[-1])
assert found["polib"] == found["babel"] == (r"Caf\303\251", r"\303\226ffnen"), "the behaviour has changed"
assert found["translate-toolkit"] == ("Caf303251", "303226ffnen"), "the behaviour has changed"
assert r'msgstr "\\303\\226ffnen"' in Path("again.po").read_text(), "the behaviour has changed"
PROGRAM
