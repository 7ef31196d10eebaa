#!/bin/bash
# camel-tools 1.6.0: camel_arclean, which cleans Arabic, drops minus signs, signs of currencies and fractions, and writes an
# apostrophe into numbers: −5 is 5, ١٬٠٠٠ is 1'000, and ﷺ is nothing.
#
# What its table does not name is dropped, letters of other scripts and symbols; what it names becomes ASCII. So the thousands
# separator of Arabic is an apostrophe, by which tokenizers part a number, and a full stop stays where Arabic has one. Persian,
# Urdu and Kurdish letters become Arabic ones, which spells names otherwise. Nothing is told, and the number of lines stays.
# Text of two sides of which one was cleaned differs in all of these; where both were, wrong amounts are equal.
# normalize_unicode of the same package keeps them. Seen with Python 3.11:
#
#     −5 °C        5 C           minus sign, U+2212; the hyphen stays
#     5 €          5
#     1½           1
#     ١٬٠٠٠        1'000
#     قال ﷺ نعم    قال  نعم
#     گاز          كاز           gas, in Persian
#
# This script installs the package, pinned, and what this program needs, in a temporary folder. It fails if the texts are
# others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --no-deps --disable-pip-version-check camel-tools==1.6.0 docopt==0.6.2 six==1.17.0
cd "$folder"
HOME=$folder PYTHONUTF8=1 env/bin/python -W ignore - <<'PROGRAM'
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

SEEN = {
    "−5 °C": "5 C",
    "-5": "-5",
    "5 €": "5 ",
    "1½": "1",
    "١٬٠٠٠": "1'000",
    "قال ﷺ نعم": "قال  نعم",
    "گاز": "كاز",
}
Path("text").write_text("".join(f"{text}\n" for text in SEEN))
program = Path(sys.executable).parent / "camel_arclean"
cleaned = subprocess.run([program, "text"], capture_output=True, text=True, check=True).stdout.splitlines()
print("camel-tools", version("camel-tools"))
for (text, expected), seen in zip(SEEN.items(), cleaned, strict=True):
    print(f"{text:12} {seen}")
    assert seen == expected, "the behaviour has changed"
PROGRAM
