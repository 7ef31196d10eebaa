#!/bin/bash
# scikit-posthocs 0.17.1: posthoc_wilcoxon pairs the scores of two systems by the order of their rows. A table whose systems list
# their segments in two orders has p = 0.79 where the paired test has 0.0005.
#
# It is a paired test, but takes no column of segments: of each group it keeps the values, in the order in which they stand. So
# "10" before "2" for one system, the finishing order of workers, or a shuffled table unpair them without a word, and sort=True
# orders the systems alone. Groups that have other segments, but as many, pass as well. Seen with Python 3.11 and SciPy 1.17.1,
# for 12 segments, on each of which system B is better by 1 to 2.5:
#
#     rows of B                                p
#     in the order of A                        0.0005
#     by the number of the segment as text     0.7910
#     from the last one to the first           0.6646
#     so, sort=True                            0.6646
#
# This script installs the packages, pinned, in a temporary folder. It fails if the p-values are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check scikit-posthocs==0.17.1 scipy==1.17.1 pandas==3.1.1
HOME=$folder "$folder/env/bin/python" -W ignore - <<'PROGRAM'
from importlib.metadata import version

import pandas as pd
from scikit_posthocs import posthoc_wilcoxon
from scipy.stats import wilcoxon

A = [10, 80, 35, 60, 25, 90, 45, 70, 15, 55, 30, 65]
B = [score + 1 + segment % 4 / 2 for segment, score in enumerate(A)]
SEGMENTS = list(range(12))
ORDERS = {
    "in the order of A": (SEGMENTS, {}, 0.0005),
    "by the number of the segment as text": (sorted(SEGMENTS, key=str), {}, 0.791),
    "from the last one to the first": (SEGMENTS[::-1], {}, 0.6646),
    "so, sort=True": (SEGMENTS[::-1], {"sort": True}, 0.6646),
}
print("scikit-posthocs", version("scikit-posthocs"), "SciPy", round(wilcoxon(A, B).pvalue, 4))
for name, (order, options, expected) in ORDERS.items():
    rows = [("A", i, A[i]) for i in SEGMENTS] + [("B", i, B[i]) for i in order]
    table = pd.DataFrame(rows, columns=["system", "segment", "score"])
    p = posthoc_wilcoxon(table, val_col="score", group_col="system", **options).loc["A", "B"].round(4)
    print(f"{name:40} {p}")
    assert p == expected, "the behaviour has changed"
PROGRAM
