#!/bin/bash
# sacreBLEU 2.6.0: a system that is a copy of the baseline differs from it significantly, with the smallest p-value that there is.
#
# Both paired tests, bootstrap and approximate randomization, count the samples whose difference is greater than the observed
# one, add one, and divide. Where no difference is seen, no sample exceeds it, and p is 1 / (samples + 1), with a star. So the
# same file under two names, or a system that another metric tells apart but BLEU does not, passes the test. Seen with NumPy
# 2.4.6 on Python 3.11, for 60 segments, of which the second file is a copy:
#
#     paired-bs   BLEU 38.2 and 38.2   p = 0.0010*
#     paired-ar   BLEU 38.2 and 38.2   p = 0.0001*
#
# This script installs the package, pinned, in a temporary folder. It fails if the p-values are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check sacrebleu==2.6.0 numpy==2.4.6
cd "$folder"
for _ in {1..20}; do
  printf '%s\n' "the cat sat on the mat" "a dog is here today now" "we see the house there" >> a
  printf '%s\n' "the cat sat on a mat" "a dog was here today now" "we saw the house there" >> ref
done
cp a copy
env/bin/python - <<'PROGRAM'
import json
import subprocess
from importlib.metadata import version

print("sacrebleu", version("sacrebleu"))
for test, smallest in {"bs": "0.0010", "ar": "0.0001"}.items():
    words = ["env/bin/sacrebleu", "ref", "-i", "a", "copy", "-m", "bleu", f"--paired-{test}"]
    text = subprocess.run([*words, "-f", "text"], capture_output=True, text=True, check=True).stdout
    systems = json.loads(subprocess.run([*words, "-f", "json"], capture_output=True, text=True, check=True).stdout)
    bleu = [system["BLEU"] for system in systems]
    print(f"paired-{test}  ", bleu, f"p = {smallest}*" if f"p = {smallest})*" in text else text)
    assert bleu[0]["score"] == bleu[1]["score"] and f"p = {smallest})*" in text, "the behaviour has changed"
PROGRAM
