#!/bin/bash
# bifixer 0.8.12, which repairs parallel corpora, takes out all between a "<" and a ">": of "If 5 < x and y > 3, stop" it leaves
# "If 5 3, stop".
#
# It means tags of HTML, and asks of them only that they begin and end so. Comparisons, types of programming languages, keys in
# angle brackets and addresses of mail are gone, often on one side alone, with the words in between, and no option keeps them. A
# tag becomes a blank, within a word, too. Entities become characters first, so that a text about <br> loses it although it was
# escaped. Full-width letters and punctuation become ASCII, except where the language is Chinese. Seen with Python 3.11:
#
#     text                                        text that is written
#     If 5 < x and y > 3, stop here.              If 5 3, stop here.
#     I <3 you, and he > all.                     I all.
#     A List<String> is a list.                   A List is a list.
#     Press <Ctrl>+<C> to copy.                   Press + to copy.
#     Use &lt;br&gt; for a break.                 Use for a break.
#     The un<b>believ</b>able car                 The un believ able car
#     ＡＢＣ，１２３                                  ABC,123
#
# This script installs the package, pinned, in a temporary folder. It fails if the texts are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check bifixer==0.8.12
cat > "$folder/program.py" <<'PROGRAM'
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

TEXTS = {
    "If 5 < x and y > 3, stop here.": "If 5 3, stop here.",
    "I <3 you, and he > all.": "I all.",
    "A List<String> is a list.": "A List is a list.",
    "Press <Ctrl>+<C> to copy.": "Press + to copy.",
    "Use &lt;br&gt; for a break.": "Use for a break.",
    "The un<b>believ</b>able car": "The un believ able car",
    "ＡＢＣ，１２３": "ABC,123",
    "A is <= 5, and b is >= 3.": "A is = 3.",
    "A is <= 5.": "A is <= 5.",
}
folder = Path(sys.argv[1])
lines = "".join(f"a\tb\t{text}\tDas ist ein Satz.\n" for text in TEXTS)
(folder / "in.tsv").write_text(lines, encoding="utf-8")
command = [folder / "env/bin/bifixer", "--scol", "3", "--tcol", "4", "--ignore_duplicates", "--ignore_segmentation", "-q"]
subprocess.run([*command, folder / "in.tsv", folder / "out.tsv", "en", "de"], check=True)
written = [line.split("\t")[2] for line in (folder / "out.tsv").read_text(encoding="utf-8").splitlines()]
print("bifixer", version("bifixer"))
for (text, expected), found in zip(TEXTS.items(), written, strict=True):
    print(f"{text:36} {found}")
    assert found == expected, "the behaviour has changed"
PROGRAM
PYTHONUTF8=1 "$folder/env/bin/python" "$folder/program.py" "$folder"
