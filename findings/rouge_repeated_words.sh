#!/bin/bash
# rouge 1.0.1 and rouge-chinese 1.0.3: an output that says a sentence ten times has a ROUGE-1 of 1, as the sentence has. Words
# count once, however often they stand there.
#
# Both compare the sets of n-grams, of outputs and references, where ROUGE counts them (Lin, 2004), so that the scores do not see
# what language models do when they loop. exclusive=False counts them in rouge. ROUGE-L is that of rouge-score here. Seen with
# rouge-score 0.1.2 and Python 3.11, F of ROUGE-1 and ROUGE-2 for the reference "the ship left the port at night":
#
#     output                                       rouge            exclusive=False    rouge-score
#     the reference                                1.00   1.00      1.00   1.00        1.00   1.00
#     the reference, ten times                     1.00   0.92      0.18   0.16        0.18   0.16
#     night at port the left ship                  1.00   0.00      0.92   0.00        0.92   0.00
#
# This script installs the packages, pinned, in a temporary folder. It fails if the scores are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check rouge==1.0.1 rouge-chinese==1.0.3 rouge-score==0.1.2
HOME=$folder "$folder/env/bin/python" - <<'PROGRAM'
from importlib.metadata import version

from rouge import Rouge
from rouge_chinese import Rouge as ChineseRouge
from rouge_score.rouge_scorer import RougeScorer

REFERENCE = "the ship left the port at night"
OUTPUTS = {
    REFERENCE: ([1.0, 1.0], [1.0, 1.0]),
    " ".join([REFERENCE] * 10): ([1.0, 0.92], [0.18, 0.16]),
    "night at port the left ship": ([1.0, 0.0], [0.92, 0.0]),
}
scorer = RougeScorer(["rouge1", "rouge2"])
print("rouge", version("rouge"), "rouge-chinese", version("rouge-chinese"), "rouge-score", version("rouge-score"))
for output, (as_sets, counted) in OUTPUTS.items():
    found = []
    for measure in (Rouge(), ChineseRouge(), Rouge(exclusive=False)):
        [scores] = measure.get_scores(output, REFERENCE)
        found.append([round(scores[name]["f"], 2) for name in ("rouge-1", "rouge-2")])
    found.append([round(score.fmeasure, 2) for score in scorer.score(REFERENCE, output).values()])
    print(f"{output[:40]:42}", *found)
    assert found == [as_sets, as_sets, counted, counted], "the behaviour has changed"
PROGRAM
