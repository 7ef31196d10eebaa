#!/bin/bash
# pytorch-ignite 0.5.5: what it calls Rouge-1-F and Rouge-L-F is the recall: a right sentence that is said twice has 1. Its corpus
# BLEU is a mean over segments.
#
# F is weighted by alpha, which is 0, so that precision drops out; 0.5 makes it the F of rouge-score. Bleu has average="macro";
# without a smoothing, which is none by default, each segment without a 4-gram in common counts as 0, a perfect one of three words
# too. Numbers of F beside those of other packages differ by how long the outputs are. Seen with torch 2.14.1, rouge-score 0.1.2
# and sacrebleu 2.6.0 on Python 3.11, for the reference "the ship left the port":
#
#     output                                                       Rouge-L-F    alpha=0.5    rouge-score
#     the ship left the port                                            1.00         1.00           1.00
#     the ship left the port and the ship left the port again           1.00         0.59           0.59
#     the ship                                                          0.40         0.57           0.57
#
#     BLEU of "the ship left the port" and "he sleeps now"        macro 0.50      micro 1.00   sacreBLEU 1.00
#
# This script installs the packages, pinned, in a temporary folder. It fails if the scores are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check pytorch-ignite==0.5.5 torch==2.14.1 \
  rouge-score==0.1.2 sacrebleu==2.6.0
HOME=$folder OMP_NUM_THREADS=1 "$folder/env/bin/python" -W ignore - <<'PROGRAM'
from importlib.metadata import version

from ignite.metrics import Bleu, Rouge
from rouge_score.rouge_scorer import RougeScorer
from sacrebleu.metrics import BLEU

REFERENCE = "the ship left the port"
OUTPUTS = {
    "the ship left the port": [1.0, 1.0, 1.0],
    "the ship left the port and the ship left the port again": [1.0, 0.59, 0.59],
    "the ship": [0.4, 0.57, 0.57],
}
RIGHT = [REFERENCE, "he sleeps now"]


def measured(metric, outputs, references):
    metric.update(([text.split() for text in outputs], [[text.split() for text in texts] for texts in references]))
    return metric.compute()


print("pytorch-ignite", version("pytorch-ignite"))
for output, expected in OUTPUTS.items():
    found = [measured(metric, [output], [[REFERENCE]])["Rouge-L-F"] for metric in (Rouge(["L"]), Rouge(["L"], alpha=0.5))]
    found.append(RougeScorer(["rougeL"]).score(REFERENCE, output)["rougeL"].fmeasure)
    found = [round(float(score), 2) for score in found]
    print(f"{output:56}", *found)
    assert found == expected, "the behaviour has changed"
bleu = [float(measured(Bleu(average=average), RIGHT, [[text] for text in RIGHT])) for average in ("macro", "micro")]
bleu.append(BLEU().corpus_score(RIGHT, [RIGHT]).score / 100)
bleu = [round(score, 2) for score in bleu]
print("BLEU macro, micro, sacreBLEU", *bleu)
assert bleu == [0.5, 1.0, 1.0], "the behaviour has changed"
PROGRAM
