#!/bin/bash
# irrCAC 0.4.4: krippendorff() with the weights "ordinal" is not Krippendorff's alpha for ordinal data, and what he calls interval
# is there "quadratic".
#
# Its ordinal weights come from the ranks of the categories alone; Krippendorff's distance of two ranks also counts how often each
# category between them was given. The two are further apart the less evenly categories are used, as severities of errors are.
# Nothing in the result tells which is meant, and the others do agree. Seen with krippendorff 0.9.0 on Python 3.11, of the example
# in Krippendorff's own description (4 raters, 12 units, seven values missing), which gives 0.74, 0.82, 0.85 and 0.80:
#
#     nominal    krippendorff 0.743   irrCAC 0.743   weights "identity"
#     ordinal    krippendorff 0.815   irrCAC 0.834   weights "ordinal"
#     interval   krippendorff 0.849   irrCAC 0.849   weights "quadratic" ("linear": 0.800)
#     ratio      krippendorff 0.797   irrCAC 0.797   weights "ratio"
#
# Of 60 segments on which two raters gave 0, 1 or 5: ordinal 0.560 and 0.590.
#
# This script installs the packages, pinned, in a temporary folder. It fails if the values are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check irrCAC==0.4.4 krippendorff==0.9.0
"$folder/env/bin/python" - <<'PROGRAM'
from importlib.metadata import version

import krippendorff
import numpy as np
import pandas as pd
from irrCAC.raw import CAC

N = np.nan
EXAMPLE = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, N, N, N],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, N, 3],
    [N, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, N],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, N],
]
SEVERITIES = [
    [0.0] * 40 + [0.0] * 4 + [1.0] * 6 + [0.0] + [1.0] * 3 + [5.0] * 3 + [1.0] * 3,
    [0.0] * 40 + [1.0] * 4 + [0.0] * 6 + [5.0] + [1.0] * 3 + [5.0] * 3 + [5.0] * 3,
]
CASES = [
    ("nominal", "identity", EXAMPLE, 0.743, 0.743),
    ("ordinal", "ordinal", EXAMPLE, 0.815, 0.834),
    ("interval", "quadratic", EXAMPLE, 0.849, 0.849),
    ("interval", "linear", EXAMPLE, 0.849, 0.800),
    ("ratio", "ratio", EXAMPLE, 0.797, 0.797),
    ("ordinal", "ordinal", SEVERITIES, 0.560, 0.590),
]
print("irrCAC", version("irrCAC"), "krippendorff", version("krippendorff"))
for level, weights, table, *expected in CASES:
    ratings = np.array(table)
    one = krippendorff.alpha(ratings, level_of_measurement=level)
    other = CAC(pd.DataFrame(ratings.T), weights=weights).krippendorff()["est"]["coefficient_value"]
    print(f"{level:9} krippendorff {one:.3f}   irrCAC {other:.3f}   {weights}")
    assert [round(float(one), 3), round(float(other), 3)] == expected, "the behaviour has changed"
PROGRAM
