#!/bin/bash
# NLTK 3.10.4: translations that all equal their references have a corpus BLEU below 1 if a segment has fewer than four tokens.
#
# corpus_bleu counts one n-gram without a match for each segment that is too short to have any of that order. So headings,
# answers and subtitles lower the score however good they are, and the more of them a test set has, the further its score is
# from that of sacreBLEU on the same tokens. Smoothing does not change it. Seen with sacrebleu
# 2.6.0 on Python 3.11, of copies of the references:
#
#     segments of 8               NLTK 100.0   sacreBLEU 100.0
#     of 8 and 2                  NLTK  91.9   sacreBLEU 100.0
#     of 8, 2, 2 and 3            NLTK  83.5   sacreBLEU 100.0
#
# This script installs the packages, pinned, in a temporary folder. It fails if the scores are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check nltk==3.10.4 sacrebleu==2.6.0
HOME=$folder "$folder/env/bin/python" - <<'PROGRAM'
from importlib.metadata import version

from nltk.translate.bleu_score import SmoothingFunction, corpus_bleu
from sacrebleu.metrics import BLEU

LONG, YES, MORNING = "the ship left the port before the storm", "Yes .", "Good morning ."
EXPECTED = {(LONG,): 100.0, (LONG, YES): 91.9, (LONG, YES, YES, MORNING): 83.5}
print("nltk", version("nltk"), "sacrebleu", version("sacrebleu"))
for texts, expected in EXPECTED.items():
    tokens = [text.split() for text in texts]
    references = [[each] for each in tokens]
    theirs = round(100 * corpus_bleu(references, tokens), 1)
    smoothed = round(100 * corpus_bleu(references, tokens, smoothing_function=SmoothingFunction().method3), 1)
    other = round(BLEU(tokenize="none", force=True).corpus_score(list(texts), [list(texts)]).score, 1)
    print(f"segments of {[len(each) for each in tokens]!s:14}  NLTK {theirs:5}  smoothed {smoothed:5}  sacreBLEU {other}")
    assert (theirs, smoothed, other) == (expected, expected, 100.0), "the behaviour has changed"
PROGRAM
