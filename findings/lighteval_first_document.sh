#!/bin/bash
# lighteval 0.13.0: chrf, chrf++ and ter are those of the first document alone, compared with the references of all documents. All
# other translations count nothing.
#
# The three hand the references over as a list for each document, where sacreBLEU expects a list of all documents for each
# reference. So there seem to be as many references as documents, each of one segment, and what has no counterpart is not read.
# A model that answers the first document right has 100, whatever else it wrote; the score of a long test set is that of one
# sentence. bleu takes the first reference of each document, the right way round. Seen with sacrebleu 2.6.0 on Python 3.11, for
# three documents with a reference each:
#
#     answers                            chrf   chrf++    ter      sacreBLEU: chrf   chrf++    ter
#     the first right, two wrong        100.0    100.0    0.0                 44.3     43.3   64.3
#     the first wrong, two right          0.0      0.0   85.7                 66.2     66.9   35.7
#     the last one's reference, wrong   100.0    100.0    0.0                  5.2      5.5   92.9
#
# This script installs the packages, pinned, in a temporary folder. It fails if the scores are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --no-compile --disable-pip-version-check lighteval==0.13.0 torch==2.13.0 sacrebleu==2.6.0
HOME=$folder HF_HUB_OFFLINE=1 "$folder/env/bin/python" -W ignore - 2> "$folder/log" <<'PROGRAM'
from importlib.metadata import version

from lighteval.metrics.metrics_corpus import CorpusLevelTranslationMetric
from lighteval.metrics.sample_preparator import GenerativeCorpusMetricInput
from sacrebleu.metrics import CHRF, TER

REFERENCES = ["The ship left the port.", "A dog barks at night.", "We see the house."]
ORIGINALS = {"chrf": CHRF(), "chrf++": CHRF(word_order=2), "ter": TER()}
ANSWERS = [
    ([REFERENCES[0], "x", "y"], [100.0, 100.0, 0.0], [44.3, 43.3, 64.3]),
    (["x", *REFERENCES[1:]], [0.0, 0.0, 85.7], [66.2, 66.9, 35.7]),
    ([REFERENCES[2], "x", "y"], [100.0, 100.0, 0.0], [5.2, 5.5, 92.9]),
]
print("lighteval", version("lighteval"), "sacrebleu", version("sacrebleu"))
for answers, *expected in ANSWERS:
    items = [
        GenerativeCorpusMetricInput(golds=[reference], preds=[answer])
        for reference, answer in zip(REFERENCES, answers)
    ]
    theirs = [round(CorpusLevelTranslationMetric(name).compute_corpus(items), 1) for name in ORIGINALS]
    right = [round(metric.corpus_score(answers, [REFERENCES]).score, 1) for metric in ORIGINALS.values()]
    print(answers, *theirs, "sacreBLEU", *right)
    assert [theirs, right] == expected, "the behaviour has changed"
PROGRAM
