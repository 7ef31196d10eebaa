#!/bin/bash
# jiwer 4.0.0: its program leaves out lines of fewer than two characters, in each file by itself. The others are compared with
# translations of something else, and nothing tells it if both files lost as many.
#
# Blank lines go, as of a segment that was not translated, and lines of one letter: an answer in Chinese, or "A", a subtitle of
# its own. Where the files lost other numbers of lines the program ends with an error, which names the numbers that are left.
# The functions wer and cer of the same package keep all lines. Seen with jiwer 4.0.0 on Python 3.11, lines as items:
#
#     references       outputs          jiwer   jiwer.wer
#     去, 不用          来, 不用          0.0     0.5
#     yes, A, no       A, no, no        0.5     0.67
#     ja, (blank), ne  ja, ne, (blank)  0.0     1.0
#
# This script installs the package, pinned, in a temporary folder. It fails if the rates are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check jiwer==4.0.0
cd "$folder"
PYTHONUTF8=1 env/bin/python - <<'PROGRAM'
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import jiwer

ROWS = [
    (["去", "不用"], ["来", "不用"], 0.0, 0.5),
    (["yes", "A", "no"], ["A", "no", "no"], 0.5, 0.67),
    (["ja", "", "ne"], ["ja", "ne", ""], 0.0, 1.0),
]
print("jiwer", version("jiwer"))
for references, outputs, *expected in ROWS:
    for name, lines in {"ref": references, "hyp": outputs}.items():
        Path(name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    words = [Path(sys.executable).parent / "jiwer", "-r", "ref", "-h", "hyp"]
    printed = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    rates = [round(rate, 2) for rate in (float(printed), jiwer.wer(references, outputs))]
    print(references, outputs, *rates)
    assert rates == expected, "the behaviour has changed"
PROGRAM
