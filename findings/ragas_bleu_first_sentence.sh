#!/bin/bash
# ragas 0.4.3: its BleuScore compares the first sentence of an answer alone, and a wrong rest scores 1.
#
# Both texts are cut at full stops, and the sentences of the reference are given to sacreBLEU as that many references of one
# segment, not as one reference of that many segments. So the first sentence of the answer is compared with all sentences
# of the reference, and what follows counts for nothing. Both classes of the name do so; ChrfScore does not. Texts have
# to hold ". " for it: answers of one sentence, on which such metrics are tried, are scored as sacreBLEU scores them.
# Seen with sacrebleu 2.6.0 on Python 3.11:
#
#     answer of two sentences       ragas   sacreBLEU, as one segment
#     equal to the reference         1.00   1.00
#     the second one wrong           1.00   0.51
#     the first one wrong            0.05   0.47
#
# This script installs the packages, pinned, in a temporary folder (ragas imports a module that newer releases of
# langchain-community lack). It fails if the scores are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check ragas==0.4.3 sacrebleu==2.6.0 \
  langchain==0.3.27 langchain-community==0.3.31 langchain-core==0.3.86 langchain-openai==0.3.35
HOME=$folder RAGAS_DO_NOT_TRACK=true "$folder/env/bin/python" -W ignore - <<'PROGRAM'
import asyncio
from importlib.metadata import version

from ragas.dataset_schema import SingleTurnSample
from ragas.metrics import BleuScore
from ragas.metrics.collections import BleuScore as CollectedBleuScore
from sacrebleu import corpus_bleu

ONE = "The ship left the port before the storm came in"
TWO = "nobody on board had slept since the lighthouse"
OTHER = "it was the third winter of that long war"
REFERENCE = f"{ONE}. {TWO}."
EXPECTED = {
    f"{ONE}. {TWO}.": (1.00, 1.00),
    f"{ONE}. {OTHER}.": (1.00, 0.51),
    f"{OTHER}. {TWO}.": (0.05, 0.47),
}
print("ragas", version("ragas"), "sacrebleu", version("sacrebleu"))
for answer, expected in EXPECTED.items():
    sample = SingleTurnSample(response=answer, reference=REFERENCE)
    theirs = round(asyncio.run(BleuScore().single_turn_ascore(sample)), 2)
    collected = round(asyncio.run(CollectedBleuScore().ascore(reference=REFERENCE, response=answer)).value, 2)
    whole = round(corpus_bleu([answer], [[REFERENCE]]).score / 100, 2)
    print(f"{answer!r:107}  ragas {theirs:.2f} {collected:.2f}  sacreBLEU {whole:.2f}")
    assert (theirs, collected, whole) == (expected[0], *expected), "the behaviour has changed"
PROGRAM
