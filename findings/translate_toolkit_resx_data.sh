#!/bin/bash
# translate-toolkit 3.20.4: resx2po makes messages of sizes, images and references to files in .NET's resources, and po2resx
# writes what became of them.
#
# An element of a .resx is a text where it has neither a type nor a mimetype, or where its type is System.String. resx2po takes
# the value of each, so that translators and machine translation get sizes, fonts and images in base64, a form of a program has
# more of these than texts, and they are words in counts and segments in scores. "10 x 20" is no size. Seen with Python 3.11:
#
#     element                                                     message
#     title                                                       Open the file
#     typed, with the type System.String                          Close
#     window.Size, with the type System.Drawing.Size              10, 20
#     picture, with the type System.Resources.ResXFileRef         open.png;System.Drawing.Bitmap
#     icon, with the mimetype ...bytearray.base64                 iVBORw0KGgo=
#
# This script installs the package, pinned, in a temporary folder. It fails if the messages are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check translate-toolkit==3.20.4
cd "$folder"
cat > a.resx <<'RESX'
<?xml version="1.0" encoding="utf-8"?>
<root>
  <resheader name="resmimetype"><value>text/microsoft-resx</value></resheader>
  <data name="title" xml:space="preserve"><value>Open the file</value></data>
  <data name="typed" type="System.String"><value>Close</value></data>
  <data name="window.Size" type="System.Drawing.Size, System.Drawing"><value>10, 20</value></data>
  <data name="picture" type="System.Resources.ResXFileRef, System.Windows.Forms">
    <value>open.png;System.Drawing.Bitmap</value>
  </data>
  <data name="icon" mimetype="application/x-microsoft.net.object.bytearray.base64"><value>iVBORw0KGgo=</value></data>
</root>
RESX
"$folder/env/bin/resx2po" --progress=none a.resx a.po
sed '/^msgid "10, 20"/{n;s/""/"10 x 20"/}' a.po > b.po
"$folder/env/bin/po2resx" --progress=none -t a.resx b.po b.resx
"$folder/env/bin/python" - <<'PROGRAM'
import re
from importlib.metadata import version
from pathlib import Path

messages = re.findall(r'^msgid "(.+)"$', Path("a.po").read_text(), re.MULTILINE)
size = re.search("window.Size.*?<value>(.*?)</value>", Path("b.resx").read_text(), re.DOTALL)[1]
print("translate-toolkit", version("translate-toolkit"))
print(messages, "window.Size", size)
expected = ["Open the file", "Close", "10, 20", "open.png;System.Drawing.Bitmap", "iVBORw0KGgo="]
assert (messages, size) == (expected, "10 x 20"), "the behaviour has changed"
PROGRAM
