#!/bin/bash
# torchmetrics 1.9.0: TranslationEditRate counts other edits than sacreBLEU where words moved. It takes twice as many as are
# needed for some orders of clauses, a third for others; of 187 sentences of a system for Chinese of WMT21, 12 differ.
#
# Its tests compare it with sacreBLEU, and where no words moved both agree. Both search greedily for blocks to move, which finds
# the fewest edits in neither; torchmetrics does not choose the blocks as sacreBLEU and Tercom do. Seen with torch 2.13.0
# and sacrebleu 2.6.0 on Python 3.11, for the 120 orders of "the new bridge | in the old town | was opened | by the mayor |
# on monday", all against the first:
#
#     more edits than sacreBLEU     12 orders
#     fewer                          9
#     on monday | was opened | in the old town | by the mayor | the new bridge      6 edits     sacreBLEU 3
#     was opened | on monday | the new bridge | by the mayor | in the old town      3                     9
#     the cat sat on mat (on the mat the cat sat)                                   2                     3
#
# This script installs the packages, pinned, in a temporary folder. It fails if the edits are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check torchmetrics==1.9.0 torch==2.13.0 sacrebleu==2.6.0 regex
HOME=$folder "$folder/env/bin/python" -W ignore - <<'PROGRAM'
from importlib.metadata import version
from itertools import permutations

import sacrebleu
from torchmetrics.text import TranslationEditRate

CLAUSES = ["the new bridge", "in the old town", "was opened", "by the mayor", "on monday"]


def edits(hypothesis: str, reference: str) -> tuple[int, int]:
    """The edits that torchmetrics counts, and sacreBLEU."""
    length = len(reference.split())
    rates = (
        float(TranslationEditRate()([hypothesis], [[reference]])),
        sacrebleu.sentence_ter(hypothesis, [reference]).score / 100,
    )
    return round(rates[0] * length), round(rates[1] * length)


print(*(f"{name} {version(name)}" for name in ("torchmetrics", "torch", "sacrebleu")), sep=", ")
seen = {order: edits(" ".join(order), " ".join(CLAUSES)) for order in permutations(CLAUSES)}
more = sum(torchmetrics > ours for torchmetrics, ours in seen.values())
fewer = sum(torchmetrics < ours for torchmetrics, ours in seen.values())
print(f"more edits in {more} of {len(seen)} orders, fewer in {fewer}")
for order, pair in seen.items():
    if max(pair) >= 3 * min(pair) > 0 or pair == (6, 3):
        print(*pair, " | ".join(order))
short = edits("the cat sat on mat", "on the mat the cat sat")
print(*short, "the cat sat on mat")
assert (more, fewer, short) == (12, 9, (2, 3)), "the behaviour has changed"
assert seen["on monday", "was opened", "in the old town", "by the mayor", "the new bridge"] == (6, 3)
assert seen["was opened", "on monday", "the new bridge", "by the mayor", "in the old town"] == (3, 9)
PROGRAM
