#!/bin/bash
# sockeye-evaluate of Sockeye 3.1.34 prints BLEU between 0 and 1 beside chrF and TER between 0 and 100, and that BLEU is one of words as
# they stand.
#
# Its functions say "between 0 and 1" of all three. chrF was, until sacreBLEU 2 multiplied it by 100; Sockeye divides BLEU alone, so
# that columns of older and newer runs, or a sum of metrics, have two scales. Words are what blanks part: "Monday." is not "Monday", and
# text that sacreBLEU's command gives 82.8 has 0.714. Seen with sacreBLEU 2.6.0, PyTorch 2.13.0 and Python 3.11, of two segments:
#
#     sockeye-evaluate    bleu 0.714    chrf 92.091    ter 20.000
#     sacrebleu           BLEU 82.8     chrF 92.1      TER 20.0
#
# This script installs the packages, pinned, in a temporary folder; Sockeye's own pins (PyTorch before 1.14) are left out. It fails if the
# scales are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check numpy==1.26.4 pyyaml==6.0.3 sacrebleu==2.6.0 torch==2.13.0
"$folder/env/bin/pip" -q install --disable-pip-version-check --no-deps sockeye==3.1.34
cd "$folder"
printf '%s\n' 'The committee meets on Monday.' 'We will see, perhaps not.' >references
printf '%s\n' 'The committee meets on Monday.' 'We will see, perhaps.' >hypotheses
seen=$(env/bin/python -W ignore -m sockeye.evaluate --hypotheses hypotheses --references references --metrics bleu chrf ter 2>log |
  tail -1 | sed 's/(-)//g' | tr -s '\t ' ' ')
echo "sockeye-evaluate, BLEU, chrF, TER: $seen"
env/bin/sacrebleu references -i hypotheses -m bleu chrf ter -b
[ "$seen" = "0.714 92.091 20.000 " ] || { tail -3 log; echo "the behaviour has changed"; exit 1; }
