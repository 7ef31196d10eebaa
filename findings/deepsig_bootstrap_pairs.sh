#!/bin/bash
# deepsig 1.2.8: bootstrap_test, described as a paired one, draws the scores of each system by themselves, and so it misses a
# system that is better on every segment.
#
# What makes a test paired is that the same segments are drawn for both. Here the variance among segments, which both systems
# share, is counted twice; easy and hard segments hide the difference. permutation_test of the same package is paired. The p of
# systems with equal scores is about a half, not 1. Seen with NumPy 1.26.4 on Python 3.11: 200 segments, as hard as they come, where A
# is above B by 0.5 to 1.5 points of chrF on each:
#
#     bootstrap_test     A better 0.16    B better 0.86
#     permutation_test   A better 0.001   B better 1.0
#     the same draws of segments for both (Koehn 2004): B is never better in 1,000
#
# This script installs the packages, pinned, in a temporary folder. It fails if the tests agree.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check deepsig==1.2.8 numpy==1.26.4
"$folder/env/bin/python" - <<'PROGRAM'
from importlib.metadata import version

import numpy as np
from deepsig import bootstrap_test, permutation_test

draws = np.random.default_rng(0)
b = draws.normal(55, 10, 200)
a = b + draws.uniform(0.5, 1.5, 200)
picks = draws.integers(200, size=(1000, 200))
together = int((a[picks].mean(axis=1) <= b[picks].mean(axis=1)).sum())
print("deepsig", version("deepsig"), "numpy", np.__version__, "| A above B on", int((a > b).sum()), "of 200 segments")
shown = {}
for test in (bootstrap_test, permutation_test):
    shown[test] = [test(list(one), list(other), num_samples=1000, seed=1) for one, other in ((a, b), (b, a))]
    print(f"{test.__name__:17} A better {shown[test][0]:.3f}   B better {shown[test][1]:.3f}")
print("segments drawn together: B at least as good in", together, "of 1,000 samples")
print("equal scores", bootstrap_test(list(a), list(a), num_samples=1000, seed=1))
assert together == 0
assert 0.1 < shown[bootstrap_test][0] < 0.25, "the behaviour has changed"
assert shown[permutation_test][0] < 0.002
PROGRAM
