#!/bin/bash
# torcheval 0.0.7: BLEU compares the length of a translation with that of its shortest reference. A second reference of a few
# words, right or wrong, ends the brevity penalty.
#
# BLEU's penalty is for output that is shorter than the reference whose length is nearest. With the shortest in its place,
# output that stops early loses nothing, and a reference more always raises the score or leaves it. With one reference, on which
# such a metric is tried, the two agree. Of 1,500 random sets of up to 3 segments with up to 3 references, 151 had another score,
# and each a higher one. The class BLEUScore does the same. Seen with torch 2.13.0 and sacrebleu 2.6.0 (no tokenizer, no
# smoothing) on Python 3.11, for "we left the port before noon and saw":
#
#     references                                                                     torcheval   sacreBLEU
#     we left the port before noon and saw the sea                                        77.9        77.9
#     the same, and: we set sail                                                         100.0        77.9
#     the same, and: no                                                                  100.0        77.9
#     the same, and: we left the port before noon and saw the old and cold sea            77.9        77.9
#
# This script installs the packages, pinned, in a temporary folder. It fails if the scores are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --no-compile --disable-pip-version-check \
  torcheval==0.0.7 torch==2.13.0 sacrebleu==2.6.0 numpy==2.4.6
HOME=$folder "$folder/env/bin/python" -W ignore - 2> "$folder/log" <<'PROGRAM'
import random
from importlib.metadata import version

from sacrebleu.metrics import BLEU
from torcheval.metrics import BLEUScore
from torcheval.metrics.functional import bleu_score

OUTPUT = "we left the port before noon and saw"
LONG = f"{OUTPUT} the sea"
CASES = [
    ([LONG], 77.9, 77.9),
    ([LONG, "we set sail"], 100.0, 77.9),
    ([LONG, "no"], 100.0, 77.9),
    ([LONG, f"{OUTPUT} the old and cold sea"], 77.9, 77.9),
]
right = BLEU(tokenize="none", smooth_method="none")


def scores(outputs: list[str], references: list[list[str]]) -> tuple[float, float]:
    theirs = 100 * bleu_score(outputs, references, n_gram=4).item()
    return theirs, right.corpus_score(outputs, list(zip(*references, strict=True))).score


def words(draw: random.Random) -> str:
    return " ".join(draw.choice("abc") for _ in range(draw.randint(4, 12)))


print("torcheval", version("torcheval"), "sacrebleu", version("sacrebleu"))
for references, *expected in CASES:
    found = [round(score, 1) for score in scores([OUTPUT], [references])]
    metric = BLEUScore(n_gram=4)
    metric.update([OUTPUT], [references])
    print(references, *found)
    assert found == expected, "the behaviour has changed"
    assert round(100 * metric.compute().item(), 1) == found[0], "the behaviour has changed"
draw = random.Random(2)
higher = lower = 0
for _ in range(1500):
    n_segments, n_references = draw.randint(1, 3), draw.randint(1, 3)
    references = [[words(draw) for _ in range(n_references)] for _ in range(n_segments)]
    theirs, ours = scores([words(draw) for _ in range(n_segments)], references)
    higher += theirs > ours + 0.01
    lower += theirs < ours - 0.01
print("of 1,500 random sets", higher, "are higher and", lower, "lower")
assert (higher, lower) == (151, 0), "the behaviour has changed"
PROGRAM
