#!/bin/bash
# SciPy 1.17.1: a score that is NaN is the best one in somersd, and the worst one in weightedtau. Somers' D of 0.71 becomes 0.29,
# weighted tau of 0.80 0.21; kendalltau says NaN.
#
# Both sort what they get, and NaN comes last or first. weightedtau has nan_policy="propagate", of which its documentation says
# that the statistic is NaN then, and further below that NaN counts as the smallest score; it is the latter. nan_policy="omit"
# leaves the segment out. somersd has no such argument. One segment that a metric could not score, as an empty one, changes a
# correlation by that much, and nothing warns. Seen with Python 3.11, for eight segments:
#
#     the metric lacks             kendalltau   weightedtau   without the segment   somersd   without the segment
#     the worst segment's score    NaN          0.742         0.685                 0.286     0.714
#     the best segment's score     NaN          0.212         0.795                 0.786     0.714
#
# This script installs the package, pinned, in a temporary folder. It fails if the values are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check scipy==1.17.1
"$folder/env/bin/python" -W error - <<'PROGRAM'
import math

import scipy
from scipy.stats import kendalltau, somersd, weightedtau

HUMAN, METRIC = [1, 2, 3, 4, 5, 6, 7, 8], [2, 1, 4, 3, 6, 5, 8, 7]
print("SciPy", scipy.__version__)
for place, expected in {0: [0.742, 0.685, 0.286, 0.714], 7: [0.212, 0.795, 0.786, 0.714]}.items():
    scores = [math.nan if i == place else float(score) for i, score in enumerate(METRIC)]
    known = [[values[i] for i in range(8) if i != place] for values in (HUMAN, METRIC)]
    assert math.isnan(kendalltau(HUMAN, scores).statistic), "the behaviour has changed"
    found = [measure(*sides).statistic for measure in (weightedtau, somersd) for sides in ((HUMAN, scores), known)]
    found = [round(float(value), 3) for value in found]
    print("without the score of segment", place + 1, *found)
    assert found == expected, "the behaviour has changed"
    omitted = weightedtau(HUMAN, scores, nan_policy="omit").statistic
    assert round(float(omitted), 3) == expected[1], "the behaviour has changed"
PROGRAM
