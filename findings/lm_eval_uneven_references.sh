#!/bin/bash
# lm-eval 0.4.13: where one document has fewer references than others, its bleu, chrf and ter leave references of all others out.
#
# The three metrics turn the references of all documents into streams, as many as the document with the fewest has, and say
# nothing of the rest. One document with a single reference is enough to score all by their first. Seen with sacrebleu 2.6.0
# on Python 3.11, of outputs that equal a reference each; the last document has one reference, or the same one twice:
#
#     bleu  with one reference  70.1   with it twice  100.0
#     chrf  with one reference  82.7   with it twice  100.0
#     ter   with one reference  15.4   with it twice    0.0
#
# This script installs the packages, pinned, in a temporary folder. It fails if the scores are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check lm-eval==0.4.13 sacrebleu==2.6.0
HOME=$folder HF_HUB_OFFLINE=1 "$folder/env/bin/python" -W ignore - 2> "$folder/log" <<'PROGRAM'
from importlib.metadata import version

from lm_eval.api import metrics

FIRST = [
    (["alpha beta gamma delta", "an unlike text here"], "alpha beta gamma delta"),
    (["one two three six seven", "one two three four five"], "one two three four five"),
]
TEXT = "the first of one"
EXPECTED = {"bleu": (70.1, 100.0), "chrf": (82.7, 100.0), "ter": (15.4, 0.0)}
print("lm-eval", version("lm-eval"), "sacrebleu", version("sacrebleu"))
for name, expected in EXPECTED.items():
    metric = getattr(metrics, name)
    one, twice = (round(metric([*FIRST, ([TEXT] * count, TEXT)]), 1) for count in (1, 2))
    print(f"{name:4}  with one reference {one:5}   with it twice {twice:5}")
    assert (one, twice) == expected, "the behaviour has changed"
PROGRAM
