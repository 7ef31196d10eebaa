#!/bin/bash
# crowd-kit 1.4.2: where votes are even, MajorityVote takes the one whose row comes first. Two annotators who never agree on the
# better of two systems make one of them win on all segments, and the other one where the rows are in another order.
#
# With an even number of annotators ties are frequent, and nothing tells of them. Rows mostly come annotator by annotator, so
# that the first one's opinion is the result, without a random choice and without a label for a tie. DawidSkene, which also
# learns how good each annotator is, has the same winner for two that it cannot tell apart. Seen with Python 3.11, for 100
# segments on each of which Ann prefers A and Bob B:
#
#                         rows of Ann first       rows of Bob first
#     MajorityVote        A wins 100 times        B wins 100 times
#     DawidSkene          A wins 100 times        B wins 100 times
#
# This script installs the package, pinned, in a temporary folder. It fails if the winners are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check crowd-kit==1.4.2
"$folder/env/bin/python" -W ignore - <<'PROGRAM'
from importlib.metadata import version

import pandas as pd
from crowdkit.aggregation import DawidSkene, MajorityVote

ann = [(f"segment {n}", "Ann", "A") for n in range(100)]
bob = [(f"segment {n}", "Bob", "B") for n in range(100)]
print("crowd-kit", version("crowd-kit"))
for name, rows in {"Ann": ann + bob, "Bob": bob + ann}.items():
    votes = pd.DataFrame(rows, columns=["task", "worker", "label"])
    seen = [dict(way.fit_predict(votes).value_counts()) for way in (MajorityVote(), DawidSkene(n_iter=100))]
    print("rows of", name, "first:", *seen)
    assert seen == [{"A" if name == "Ann" else "B": 100}] * 2, "the behaviour has changed"
PROGRAM
