#!/bin/bash
# OmniSTEval 0.1.10: --char_level takes all blanks out of the references, and none out of the outputs. A perfect translation into
# Chinese with Latin words in it has a BLEU of 50.
#
# It is the option for languages without blanks, in which names and numbers of several words have some: "iPhone 15 Pro" is one
# token in the reference and three in the output, with the tokenizer zh, too. chrF does not count blanks, and does not show it; a text
# without Latin words has none. The copy of the references in its table of segments has lost them, too. Seen with sacrebleu 2.6.0
# on Python 3.11, for outputs that equal the references, on one line:
#
#     我用 iPhone 15 Pro 拍照。 | 很好 OK 吗？     BLEU  49.9   chrF 100.0
#     我用手机拍照。             | 很好吗？          BLEU 100.0   chrF 100.0
#
# This script installs the packages, pinned, in a temporary folder. It fails if the scores or the references are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check OmniSTEval==0.1.10 sacrebleu==2.6.0
cd "$folder"
PYTHONUTF8=1 HOME=$folder env/bin/python - <<'PROGRAM'
import json
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

ROWS = [
    (["我用 iPhone 15 Pro 拍照。", "很好 OK 吗？"], 49.9),
    (["我用手机拍照。", "很好吗？"], 100.0),
]
Path("parts").write_text("docid=0,segid=0\ndocid=0,segid=1\n")
print("OmniSTEval", version("OmniSTEval"), "sacrebleu", version("sacrebleu"))
for texts, expected in ROWS:
    Path("ref").write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
    Path("hyp").write_text(f"{' '.join(texts)}\n", encoding="utf-8")
    options = "--text_segmentation parts --ref_sentences_file ref --hypothesis_file hyp --hypothesis_format text"
    words = f"longform {options} --lang zh --char_level --bleu_tokenizer zh --no_latency --output_folder out".split()
    program = Path(sys.executable).parent / "omnisteval"
    subprocess.run([program, *words], check=True, capture_output=True)
    rows = [line.split("\t") for line in Path("out/scores.tsv").read_text().splitlines()[1:]]
    scores = {name: round(float(score), 1) for name, score in rows}
    made = [json.loads(line) for line in Path("out/instances.resegmented.jsonl").read_text("utf-8").splitlines()]
    references, outputs = ([row[key].strip() for row in made] for key in ("reference", "prediction"))
    print("outputs", outputs, "references", references, scores["BLEU"], scores["chrF"])
    assert (scores["BLEU"], scores["chrF"]) == (expected, 100.0), "the behaviour has changed"
    assert outputs == texts and references == [text.replace(" ", "") for text in texts], "the behaviour has changed"
PROGRAM
