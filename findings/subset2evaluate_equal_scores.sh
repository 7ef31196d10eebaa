#!/bin/bash
# subset2evaluate 1.0.27: systems whose human scores are equal on every segment get a cluster each, so that segments on which all
# systems are perfect separate them best.
#
# compute_clusters begins a new cluster where the next system differs significantly. Of systems without any difference there is no
# p-value, and it takes them for different. eval_subset_clusters counts the clusters of a subset, which is how a selection of
# segments is judged: one of easy segments, all rated 100, gets the highest count there is. One segment that differs by 0.001, or
# noise of 200 segments, makes one cluster again. Seen with Python 3.11, best system first:
#
#     A and B equal                      [A] [B]                2 clusters
#     the same but for one segment       [B, A]                  1
#     five systems, noise                [.., .., .., .., ..]    1
#     five systems, all rated 100        [.] [.] [.] [.] [.]     5
#
# This script installs the package, pinned, in a temporary folder. It fails if the clusters are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check subset2evaluate==1.0.27
HOME=$folder "$folder/env/bin/python" -W ignore - <<'PROGRAM'
from importlib.metadata import version
from random import Random

from subset2evaluate.evaluate import compute_clusters, eval_subset_clusters


def items(scores: dict[str, list[float]]) -> list[dict]:
    """What the package takes: an item for each segment, with a human score for each system."""
    rows = [dict(zip(scores, row)) for row in zip(*scores.values())]
    return [
        {"i": number, "tgt": dict.fromkeys(row, ""), "scores": {name: {"human": score} for name, score in row.items()}}
        for number, row in enumerate(rows)
    ]


random = Random(1)
ratings = [random.gauss(80, 10) for _ in range(200)]
nearly = [ratings[0] + 0.001, *ratings[1:]]
noise = {name: [rating + random.gauss(0, 5) for rating in ratings] for name in "ABCDE"}
perfect = {name: [100.0] * 200 for name in "ABCDE"}
print("subset2evaluate", version("subset2evaluate"))
seen = {}
for name, scores in {
    "A and B equal": {"A": ratings, "B": ratings},
    "but for one segment": {"A": ratings, "B": nearly},
    "five, noise": noise,
    "five, all rated 100": perfect,
}.items():
    seen[name] = eval_subset_clusters(items(scores))
    print(f"{name:<22}{seen[name]} clusters  {compute_clusters(items(scores))}")
assert list(seen.values()) == [2, 1, 1, 5], "the behaviour has changed"
PROGRAM
