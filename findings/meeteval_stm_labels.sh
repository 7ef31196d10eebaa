#!/bin/bash
# meeteval 0.4.3 counts the label of each line of an STM, such as <o,f0,female>, and "ignore_time_segment_in_scoring" as words
# that were said: a perfect transcript has a cpWER of 20 %.
#
# STM is the format of references of NIST's sclite, and meeteval reads it by that name. The sixth field may be a label in angle
# brackets, which says to what a line belongs; test sets of talks have one on every line. A line that is not to be scored has
# the text ignore_time_segment_in_scoring, and a word that may be missing is written {uh / @}. sclite leaves all three out; to
# meeteval they are words, {, / and } too. cpWER and ORC-WER are the same here. Seen with sclite of sctk 2.4.10 of Debian 12 on
# Python 3.11, for lines of which nothing is missing:
#
#     reference                                          meeteval               sclite
#     2 lines without labels                             0 of 8 words wrong     0 of 8
#     the same with labels                               2 of 10                0 of 8
#     and a gap that is not to be scored                 4 of 12                0 of 8
#     and a line with a word that may be missing         8 of 21                0 of 13
#
# This script installs the package and unpacks Debian's, both pinned, in a temporary folder. It fails if the rates are others.
# It needs apt-get and dpkg.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check meeteval==0.4.3
cd "$folder"
apt-get -qq download sctk=2.4.10-20151007-1312Z+dfsg2-3.1 2>/dev/null
dpkg -x sctk_*.deb .
SCLITE=$folder/usr/lib/sctk/bin/sclite env/bin/python -W ignore - 2>log <<'PROGRAM' || { cat log; exit 1; }
import os
import re
import subprocess
from importlib.metadata import version
from pathlib import Path

from meeteval.io import STM
from meeteval.wer import cpwer, orcwer

LABEL = "<o,f0,female> "
LINES = ["talk1 1 Ann 0.00 2.00 good morning everyone", "talk1 1 Ann 2.00 4.00 today we look at stars"]
LABELLED = [line.replace("00 good", f"00 {LABEL}good").replace("00 today", f"00 {LABEL}today") for line in LINES]
GAP = [*LABELLED, "talk1 1 inter_segment_gap 4.00 5.00 <o,,> ignore_time_segment_in_scoring"]
LAST = "talk1 1 Ann 5.00 7.00 thank you all very much"
OPTIONAL = [*GAP, LAST.replace("thank you", f"{LABEL}thank {{uh / @}} you")]
ROWS = [(LINES, LINES, 0, 8, 8), (LABELLED, LINES, 2, 10, 8), (GAP, LINES, 4, 12, 8), (OPTIONAL, [*LINES, LAST], 8, 21, 13)]


def by_sclite(reference, output):
    Path("ref.stm").write_text("\n".join(reference) + "\n")
    words = []
    for begin, text in ((float(line.split()[3]), line.split()[5:]) for line in output):
        words += [f"talk1 1 {begin + 0.3 * place:.2f} 0.25 {word}" for place, word in enumerate(text)]
    Path("hyp.ctm").write_text("\n".join(words) + "\n")
    command = [os.environ["SCLITE"], "-r", "ref.stm", "stm", "-h", "hyp.ctm", "ctm", "-o", "rsum", "stdout"]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    _, n_words, *counts = map(int, re.findall(r"\d+", next(line for line in printed.splitlines() if "Sum" in line)))
    return counts[4], n_words


print("meeteval", version("meeteval"))
for reference, output, wrong, n_words, right in ROWS:
    sides = STM.parse("\n".join(reference)), STM.parse("\n".join(output))
    rates = [rate(*sides)["talk1"] for rate in (cpwer, orcwer)]
    seen = [(rate.errors, rate.length) for rate in rates]
    print("meeteval", *seen, "sclite", by_sclite(reference, output), reference[-1])
    assert seen == [(wrong, n_words)] * 2 and by_sclite(reference, output) == (0, right), "the behaviour has changed"
PROGRAM
