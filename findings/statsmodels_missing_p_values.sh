#!/bin/bash
# statsmodels 0.15.0: a p-value that is NaN costs the others: Holm's and Bonferroni's corrections count it as a test, and those of
# Benjamini and Hochberg make all adjusted p-values NaN, and still say which are significant.
#
# A test of two systems with equal scores has no p-value, and neither has a correlation of constant scores. multipletests does not
# look for NaN, which its sort puts last. R's p.adjust leaves it out, and SciPy's false_discovery_control refuses it. Nothing
# warns. Seen with Python 3.11 and SciPy 1.17.1, for p-values of 0.004, 0.02 and 0.03, significance at 0.05:
#
#     method            without NaN               with one NaN                significant
#     holm              0.012  0.040  0.040       0.016  0.060  0.060         3, then 1
#     bonferroni        0.012  0.060  0.090       0.016  0.080  0.120         1, then 1
#     simes-hochberg    0.012  0.030  0.030       NaN    NaN    NaN           3, then 1
#     fdr_bh            0.012  0.030  0.030       NaN    NaN    NaN           3, then 3
#     hommel            0.012  0.030  0.030       NaN    NaN    NaN           3, then 0
#
# This script installs the packages, pinned, in a temporary folder. It fails if the values are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check statsmodels==0.15.0 scipy==1.17.1
"$folder/env/bin/python" -W error - <<'PROGRAM'
from importlib.metadata import version

import numpy as np
from scipy.stats import false_discovery_control
from statsmodels.stats.multitest import multipletests

NAN = np.nan
EXPECTED = {
    "holm": ([0.012, 0.04, 0.04], [0.016, 0.06, 0.06], 3, 1),
    "bonferroni": ([0.012, 0.06, 0.09], [0.016, 0.08, 0.12], 1, 1),
    "simes-hochberg": ([0.012, 0.03, 0.03], [NAN] * 3, 3, 1),
    "fdr_bh": ([0.012, 0.03, 0.03], [NAN] * 3, 3, 3),
    "hommel": ([0.012, 0.03, 0.03], [NAN] * 3, 3, 0),
}
print("statsmodels", version("statsmodels"))
for method, (without, beside, before, after) in EXPECTED.items():
    first, second = (multipletests(values, method=method)[:2] for values in ([0.004, 0.02, 0.03], [0.004, 0.02, 0.03, NAN]))
    print(f"{method:15}", first[1].round(3), second[1].round(3), first[0].sum(), second[0].sum())
    np.testing.assert_allclose(first[1], without, atol=1e-9)
    np.testing.assert_allclose(second[1], [*beside, NAN], atol=1e-9)
    assert (first[0].sum(), second[0].sum()) == (before, after), "the behaviour has changed"
try:
    false_discovery_control([0.004, 0.02, NAN])
except ValueError as error:
    print("SciPy:", error)
else:
    raise AssertionError("the behaviour has changed")
PROGRAM
