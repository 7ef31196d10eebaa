#!/bin/bash
# scikit-learn 1.9.1: cohen_kappa_score with weights takes the distance of two ratings from their places among those that occur.
# A rating that nobody gave lowers the kappa of all others; MQM's weights 0, 1, 5 and 25 are 1 apart.
#
# weights="quadratic" is described as a weighting, and the scores as labels, which they are: 2 and 4 are neighbours where no 3
# is in the data, and 25 is as far from 5 as 5 from 1. So the kappa of a test set changes where a single rating of another
# segment is added. labels= with all steps of a scale helps for these; nothing helps for weights that are no ranks but to
# compute with the values themselves, as NLTK 3.10.4 (weighted_kappa with a distance) does. Seen with Python 3.11, for ten
# segments by two raters, quadratic:
#
#     1, 2, 4, 5 of a scale of 5         as they come 0.81     labels=[1, 2, 3, 4, 5]  0.91     NLTK 0.91
#     0, 1, 5, 25                        as they come 0.77                                      NLTK 0.70
#
# This script installs the packages, pinned, in a temporary folder. It fails if the numbers are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check scikit-learn==1.9.1 nltk==3.10.4
"$folder/env/bin/python" -W ignore - <<'PROGRAM'
from importlib.metadata import version

from nltk.metrics.agreement import AnnotationTask
from sklearn.metrics import cohen_kappa_score

SCALE = [1, 1, 2, 2, 4, 4, 5, 5, 1, 5], [1, 2, 2, 1, 4, 5, 5, 4, 2, 5]
ERRORS = [0, 0, 1, 1, 5, 5, 25, 0, 1, 25], [0, 1, 1, 0, 5, 1, 25, 0, 5, 5]


def by_value(first, second):
    rows = [(name, item, rating) for name, ratings in (("a", first), ("b", second)) for item, rating in enumerate(ratings)]
    return AnnotationTask(rows, distance=lambda x, y: (x - y) ** 2).weighted_kappa()


print("scikit-learn", version("scikit-learn"), "nltk", version("nltk"))
seen = {
    "scale, as they come": cohen_kappa_score(*SCALE, weights="quadratic"),
    "scale, all labels": cohen_kappa_score(*SCALE, weights="quadratic", labels=[1, 2, 3, 4, 5]),
    "scale, NLTK": by_value(*SCALE),
    "errors, as they come": cohen_kappa_score(*ERRORS, weights="quadratic"),
    "errors, NLTK": by_value(*ERRORS),
}
for name, kappa in seen.items():
    print(f"{name:22} {kappa:.3f}")
assert [round(float(kappa), 2) for kappa in seen.values()] == [0.81, 0.91, 0.91, 0.77, 0.7], "the behaviour has changed"
PROGRAM
