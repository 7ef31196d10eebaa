#!/bin/bash
# moz.l10n 0.15.0 takes a comment within a string of Android for text, and Translate Toolkit 3.20.4 keeps it with its marks.
#
# aapt2, which makes the app, drops comments. In moz.l10n the comment becomes an element whose name is that of a function of lxml, the
# note to translators stands in the message, and the resource can no longer be written. Seen with aapt2 2.19 and Python 3.11:
#
#     in strings.xml        one<!-- keep short -->two
#     the app (aapt2)       onetwo
#     moz.l10n              one, an element, " keep short ", its end, two
#     translate-toolkit     one<!-- keep short -->two
#
# This script installs the packages, pinned, in a temporary folder. It fails if they read otherwise.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check moz.l10n==0.15.0 lxml==6.1.3 translate-toolkit==3.20.4
cd "$folder"
"$folder/env/bin/python" - <<'PROGRAM'
from importlib.metadata import version

from moz.l10n.formats import Format
from moz.l10n.model import Markup
from moz.l10n.resource import parse_resource, serialize_resource
from translate.storage.aresource import AndroidResourceFile

print("moz.l10n", version("moz.l10n"), "translate-toolkit", version("translate-toolkit"))

commented = "one<!-- keep short -->two"
file = f'<?xml version="1.0" encoding="utf-8"?><resources><string name="a">{commented}</string></resources>'.encode()
message = parse_resource(Format.android, file).sections[0].entries[0].value.pattern
print(commented, "->", message)
assert [part for part in message if isinstance(part, str)] == ["one", " keep short ", "two"], "the behaviour has changed"
assert any(isinstance(part, Markup) and "Comment" in part.name for part in message), "the behaviour has changed"
try:
    "".join(serialize_resource(parse_resource(Format.android, file)))
except ValueError as error:
    print("  written again:", error)
else:
    raise SystemExit("the behaviour has changed")
[unit] = AndroidResourceFile.parsestring(file).units
print("  translate-toolkit:", unit.target)
assert unit.target == commented, "the behaviour has changed"
PROGRAM
