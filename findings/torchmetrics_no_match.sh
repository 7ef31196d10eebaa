#!/bin/bash
# torchmetrics 1.9.0: its chrF does not count the reference of a segment whose translation is empty, or shares nothing with it: one
# right translation and a hundred empty ones have 100. Its smoothed BLEU is 0 where smoothing is needed.
#
# CHRFScore takes the reference with the best score, if that is above 0; where none is, it adds no n-grams of a reference. So
# recall, which counts twice as much as precision, is that of the other segments, with one reference too. Smoothing of
# BLEUScore and SacreBLEUScore (smooth=True) should add one to the matches of the orders above the first (Lin and Och, 2004),
# but 0 is returned before that if any order has no match; it changes only scores that did not need it. Seen with torch 2.13.0
# and sacrebleu 2.6.0 on Python 3.11; for chrF of two segments of which the first is right, and BLEU of one:
#
#     chrF, the second segment                      torchmetrics   sacreBLEU
#     right                                                100.0       100.0
#     empty                                                100.0        73.7
#     in another script                                     98.2        72.8
#
#     BLEU                           smooth=False   smooth=True    add-k of sacreBLEU
#     without a 4-gram in common              0.0           0.0                  49.7
#     with one                               64.3          70.3                  70.3
#
# This script installs the packages, pinned, in a temporary folder. It fails if the scores are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check torchmetrics==1.9.0 torch==2.13.0 sacrebleu==2.6.0 regex
HOME=$folder OMP_NUM_THREADS=1 "$folder/env/bin/python" -W ignore - <<'PROGRAM'
from importlib.metadata import version

from sacrebleu.metrics import BLEU, CHRF
from torchmetrics.text import BLEUScore, CHRFScore, SacreBLEUScore

RIGHT, OTHER = "The ship left the port.", "A dog barks."
SECOND = {"right": (OTHER, 100.0, 100.0), "empty": ("", 100.0, 73.7), "in another script": ("狗在叫。", 98.2, 72.8)}
REFERENCE = "the ship left the port at night"
OUTPUTS = {
    "the ship left a port at night": (0.0, 0.0, 49.7),
    "the ship left the port by night": (64.3, 70.3, 70.3),
}
print("torchmetrics", version("torchmetrics"))
for name, (second, *expected) in SECOND.items():
    theirs = 100 * CHRFScore(n_word_order=0)([RIGHT, second], [[RIGHT], [OTHER]]).item()
    original = CHRF().corpus_score([RIGHT, second], [[RIGHT, OTHER]]).score
    print(f"chrF, {name:18} torchmetrics {theirs:5.1f}   sacreBLEU {original:5.1f}")
    assert [round(theirs, 1), round(original, 1)] == expected, "the behaviour has changed"
many = 100 * CHRFScore()([RIGHT] + [""] * 100, [[RIGHT]] + [[OTHER]] * 100).item()
print("chrF++ of one translation and 100 empty ones", round(many, 1))
assert round(many, 1) == 100.0, "the behaviour has changed"
add_one = BLEU(smooth_method="add-k", smooth_value=1)
for text, expected in OUTPUTS.items():
    for module in (BLEUScore, SacreBLEUScore):
        theirs = [100 * module(smooth=smooth)([text], [[REFERENCE]]).item() for smooth in (False, True)]
        scores = tuple(round(value, 1) for value in (*theirs, add_one.corpus_score([text], [[REFERENCE]]).score))
        print(f"BLEU, {text:32} {module.__name__:14}", *scores)
        assert scores == expected, "the behaviour has changed"
PROGRAM
