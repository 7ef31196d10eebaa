#!/bin/bash
# mt-thresholds 1.0.4: delta() refuses the agreement that accuracy() returns, and COMET prints a hundredth of what both expect.
#
# The package tells in how many percent of pairs of systems people agree with a difference of a metric. Its page shows
# accuracy(1.0, "bleu") as 0.63989, as delta() wants it; the function returns 63.989. Differences of COMET are those of scores
# times 100, which the page does not say: 0.0056 between two systems, as comet-score prints scores, looks like chance, and is
# worth 2.3 points of BLEU. The curves begin below a half, where delta() does not go. Seen with Python 3.11:
#
#     accuracy(1.0, "bleu")        63.99      delta of it                an exception
#     accuracy(0.0056, "comet22")  48.5       accuracy(0.56, "comet22")  79.9
#     accuracy(0, "bleu")          44.2       delta(0.45, "bleu")        an exception
#
# This script installs the package, pinned, in a temporary folder. It fails if the numbers are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check mt-thresholds==1.0.4
"$folder/env/bin/python" - <<'PROGRAM'
from importlib.metadata import version

from mt_thresholds import accuracy, delta


def refused(agreement: float, metric: str) -> str:
    try:
        return f"returned {delta(agreement, metric)}"
    except Exception as error:
        return str(error)


print("mt-thresholds", version("mt-thresholds"))
print('accuracy(1.0, "bleu")', accuracy(1.0, "bleu"), "   delta of it:", refused(accuracy(1.0, "bleu"), "bleu"))
print('accuracy of "comet22": 0.0056', accuracy(0.0056, "comet22"), "   0.56", accuracy(0.56, "comet22"))
print('accuracy(0, "bleu")', accuracy(0, "bleu"), "   delta(0.45):", refused(0.45, "bleu"))
seen = [round(accuracy(*case), 1) for case in ((1.0, "bleu"), (0.0056, "comet22"), (0.56, "comet22"), (0, "bleu"))]
assert seen == [64.0, 48.5, 79.9, 44.2], "the behaviour has changed"
assert "at most 100%" in refused(accuracy(1.0, "bleu"), "bleu"), "the behaviour has changed"
assert "at least 50%" in refused(0.45, "bleu"), "the behaviour has changed"
PROGRAM
