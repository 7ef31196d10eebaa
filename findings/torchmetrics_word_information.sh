#!/bin/bash
# torchmetrics 1.9.0: of a sentence that says one word more in front and one less at its end, its word information lost is nearly
# twice that of jiwer, and its match error rate is the word error rate.
#
# Both need the number of right words. torchmetrics keeps only the number of edits, and takes for right the words of the longer
# side without them. That is so where words are replaced, or only added, or only missing. Where some are added and others are
# missing, which is the rule in translations, each such pair takes one right word away. Word error rates do not need that number,
# and agree. Seen with jiwer 4.0.0 and torch 2.14.1 on Python 3.11, where MER is the match error rate, and WIL the word
# information lost:
#
#     reference                   output                        MER              WIL               WER
#     yes I think so too          well yes I think so           0.40   0.33      0.64   0.36       0.40   0.40
#     he came home late           late he came home             0.50   0.40      0.75   0.44       0.50   0.50
#     he came home late           he came home                  0.25   0.25      0.25   0.25       0.25   0.25
#                                                 torchmetrics, jiwer
#
# This script installs the packages, pinned, in a temporary folder. It fails if the rates are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check torchmetrics==1.9.0 torch==2.14.1 jiwer==4.0.0
HOME=$folder OMP_NUM_THREADS=1 "$folder/env/bin/python" -W ignore - <<'PROGRAM'
from importlib.metadata import version

import jiwer
from torchmetrics.text import MatchErrorRate, WordErrorRate, WordInfoLost, WordInfoPreserved

CASES = {
    ("yes I think so too", "well yes I think so"): [0.40, 0.33, 0.64, 0.36, 0.36, 0.64, 0.40, 0.40],
    ("he came home late", "late he came home"): [0.50, 0.40, 0.75, 0.44, 0.25, 0.56, 0.50, 0.50],
    ("he came home late", "he came home"): [0.25, 0.25, 0.25, 0.25, 0.75, 0.75, 0.25, 0.25],
}
METRICS = {
    "MER": (MatchErrorRate, "mer"),
    "WIL": (WordInfoLost, "wil"),
    "WIP": (WordInfoPreserved, "wip"),
    "WER": (WordErrorRate, "wer"),
}
print("torchmetrics", version("torchmetrics"), "jiwer", version("jiwer"))
for (reference, output), expected in CASES.items():
    found = jiwer.process_words(reference, output)
    pairs = [(metric()([output], [reference]).item(), getattr(found, name)) for metric, name in METRICS.values()]
    rates = [round(rate, 2) for pair in pairs for rate in pair]
    print(f"{reference:20} {output:22}", dict(zip(METRICS, zip(rates[::2], rates[1::2]))))
    assert rates == expected, "the behaviour has changed"
PROGRAM
