#!/bin/bash
# moz.l10n 0.15.0 takes a percent sign with a blank and a letter behind it for a placeholder: "50% off" is 50, "% o" and "ff".
#
# A blank is a flag of Java's formats, but not one that o or w may have, and Java has no conversion w. Text of strings.xml that is
# shown as it stands has no placeholders at all. A letter is no longer text of the message, which is what is counted, compared and sent
# to a translator. Seen with Python 3.11, of Android's strings (written again, they are the same bytes):
#
#     50% off              50       % o    ff
#     Take 20% discount    Take 20  % d    iscount
#     5 % weniger          5        % w    eniger
#     50%                  50%      (nothing behind it)
#
# This script installs the package, pinned, in a temporary folder. It fails if it reads otherwise.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check moz.l10n==0.15.0 lxml==6.1.3
"$folder/env/bin/python" - <<'PROGRAM'
from importlib.metadata import version

from moz.l10n.formats import Format
from moz.l10n.resource import parse_resource, serialize_resource

print("moz.l10n", version("moz.l10n"))
for text, expected in {
    "50% off": ["50", "% o", "ff"],
    "Take 20% discount": ["Take 20", "% d", "iscount"],
    "5 % weniger": ["5 ", "% w", "eniger"],
    "50%": ["50%"],
}.items():
    file = f'<?xml version="1.0" encoding="utf-8"?>\n<resources><string name="a">{text}</string></resources>\n'
    resource = parse_resource(Format.android, file.encode())
    parts = resource.sections[0].entries[0].value.pattern
    read = [part if isinstance(part, str) else part.attributes["source"] for part in parts]
    print(text, "->", read)
    assert read == expected, "the behaviour has changed"
    assert f">{text}</string>" in "".join(serialize_resource(resource))
PROGRAM
