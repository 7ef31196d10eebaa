#!/bin/bash
# translate-toolkit 3.20.0: of XLIFF 1.2 it reads only `approved`, and writes `state`, with the word for what is not translated
# where a translation is fuzzy.
#
# A finished translation (state="final") of a program that does not write the optional `approved` counts as fuzzy and as
# untranslated; one with state="new" and approved="yes" as translated. markfuzzy() writes state="needs-translation", which
# XLIFF defines for what has to be translated yet; programs that go by the state take the text for none. The default is a
# file of version 1.1. Seen with translate-toolkit 3.20.0 on Python 3.11:
#
#     state="final"                   fuzzy True   translated False
#     state="new" approved="yes"      fuzzy False  translated True
#     markfuzzy() writes              version="1.1"  approved="no"  state="needs-translation"
#
# This script installs the package, pinned, in a temporary folder. It fails if the states are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check translate-toolkit==3.20.0
"$folder/env/bin/python" - <<'PROGRAM'
import re
from importlib.metadata import version

from translate.storage.xliff import xlifffile

FILE = """<?xml version="1.0"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="a" source-language="en"
target-language="de" datatype="plaintext"><body><trans-unit id="1"{}><source>x</source><target state="{}">y</target>
</trans-unit></body></file></xliff>"""


def states(state: str, approved: str) -> tuple[bool, bool]:
    (unit,) = xlifffile.parsestring(FILE.format(approved, state).encode()).units
    return unit.isfuzzy(), unit.istranslated()


print("translate-toolkit", version("translate-toolkit"))
final, new = states("final", ""), states("new", ' approved="yes"')
store = xlifffile()
unit = store.addsourceunit("Close it.")
unit.target = "Schließe es."
unit.markfuzzy(True)
written = re.findall(r'(?<=xliff:document:1\.1" )version="1\.1"|approved="\w+"|state="[\w-]+"', bytes(store).decode())
print('state="final"               fuzzy, translated', final)
print('state="new" approved="yes"  fuzzy, translated', new)
print("markfuzzy() writes         ", *written)
assert (final, new) == ((True, False), (False, True)), "the behaviour has changed"
assert written == ['version="1.1"', 'approved="no"', 'state="needs-translation"'], "the behaviour has changed"
PROGRAM
