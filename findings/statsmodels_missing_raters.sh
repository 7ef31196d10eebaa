#!/bin/bash
# statsmodels 0.15.0: aggregate_raters counts a missing rating as a category, so that Fleiss' kappa of three annotators who
# always agree is 0.10 where six share the work.
#
# Fleiss' kappa is meant for items that different people rate, the same number each. In a table with a column for each
# annotator, who did not rate an item has NaN there, and the result has a column for NaN, as for any other category. Who did not
# rate then disagrees with who did, and agrees with others who did not. So items that nobody rated make good agreement of bad.
# Nothing is told. Seen with krippendorff 0.9.0 on Python 3.11; "of ratings" leaves out the column for NaN, and in the second
# row the items without ratings:
#
#                                                       fleiss_kappa    of ratings    Krippendorff's alpha (nominal)
#     12 items by 3 of 6 annotators, who agree             0.10            1.00          1.00
#     6 items by 3 annotators, and 3 without ratings       0.56            0.11          0.16
#
# This script installs the packages, pinned, in a temporary folder. It fails if the numbers are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check statsmodels==0.15.0 krippendorff==0.9.0
"$folder/env/bin/python" -W ignore - <<'PROGRAM'
from importlib.metadata import version

import krippendorff
import numpy as np
from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa

shared = np.full((12, 6), np.nan)
for item in range(12):
    shared[item, [item % 6, (item + 1) % 6, (item + 2) % 6]] = item % 3
unrated = [np.nan] * 3
gaps = np.array([[1, 1, 1], [2, 2, 2], [1, 1, 2], [2, 1, 1], unrated, unrated, unrated, [1, 2, 2], [2, 2, 1]])
print("statsmodels", version("statsmodels"), "krippendorff", version("krippendorff"))
SEEN = [(0.10, 1.00, 1.00), (0.56, 0.11, 0.16)]
for ratings, expected in zip((shared, gaps), SEEN):
    table, categories = aggregate_raters(ratings)
    assert np.isnan(categories[-1]), "the behaviour has changed"
    counted = table[table[:, :-1].any(axis=1), :-1]
    alpha = krippendorff.alpha(ratings.T, level_of_measurement="nominal")
    seen = tuple(round(float(number), 2) for number in (fleiss_kappa(table), fleiss_kappa(counted), alpha))
    print("categories", categories, "fleiss_kappa", seen[0], "of ratings", seen[1], "alpha", seen[2])
    assert seen == expected, "the behaviour has changed"
PROGRAM
