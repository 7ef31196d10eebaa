#!/bin/bash
# evalscope 1.14.1 and deepeval 4.3.1: their bleu-4 is no BLEU-4 but the precision of 4-grams alone, times the brevity penalty. A
# perfect translation of fewer than four tokens has 0, and in Thai nearly every one.
#
# Both give NLTK's sentence_bleu the weights (0, 0, 0, 1) and no smoothing, where BLEU-4 is the mean of four orders (0.25 each).
# evalscope does so in its benchmark WMT24++, whose BLEU is the mean over segments, and cuts each side by its own characters:
# with jieba if there is a Chinese one, else with NLTK's word_tokenize. So Thai without blanks is one token, and a Japanese
# output without kanji is cut in another way than its reference. Nothing warns but NLTK. Seen with NLTK 3.10.4, jieba 0.42.1 and
# sacrebleu 2.6.0 (BLEU of the sentence; char for Japanese and Thai) on Python 3.11, from 0 to 100:
#
#     output                  reference               evalscope: bleu-1   bleu-4   deepeval: bleu4   sacreBLEU
#     It left before dusk.    It left before noon.                 80.0      0.0               0.0        42.7
#     Ships left before dusk. the same                            100.0    100.0             100.0       100.0
#     Thanks.                 the same                            100.0      0.0               0.0       100.0
#     わかりました。          分かりました。                        0.0      0.0               0.0        80.9
#     ขอบคุณครับ              the same                            100.0      0.0               0.0       100.0
#
# This script installs the packages, pinned, in a temporary folder; of evalscope it loads the one file, without the libraries
# of models that the package imports. word_tokenize gets a Punkt model that knows no abbreviations. It fails if scores change.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
pip=("$folder/env/bin/pip" -q install --no-compile --disable-pip-version-check)
"${pip[@]}" deepeval==4.3.1 nltk==3.10.4 jieba==0.42.1 editdistance==0.8.1 sacrebleu==2.6.0
"${pip[@]}" --no-deps evalscope==1.14.1
model=$folder/data/tokenizers/punkt_tab/english
mkdir -p "$model"
touch "$model"/{collocations.tab,sent_starters.txt,abbrev_types.txt,ortho_context.tab}
cd "$folder"
export HOME=$folder TMPDIR=$folder NLTK_DATA=$folder/data DEEPEVAL_TELEMETRY_OPT_OUT=YES
"$folder/env/bin/python" -W ignore - 2> log <<'PROGRAM'
from importlib.metadata import distribution, version
from importlib.util import module_from_spec, spec_from_file_location

from deepeval.scorer import Scorer
from sacrebleu.metrics import BLEU

file = distribution("evalscope").locate_file("evalscope/metrics/utils/functions.py")
spec = spec_from_file_location("functions", file)
functions = module_from_spec(spec)
spec.loader.exec_module(functions)
CASES = [
    ("It left before dusk.", "It left before noon.", "13a", [80.0, 0.0, 0.0, 42.7]),
    ("Ships left before dusk.", "Ships left before dusk.", "13a", [100.0, 100.0, 100.0, 100.0]),
    ("Thanks.", "Thanks.", "13a", [100.0, 0.0, 0.0, 100.0]),
    ("わかりました。", "分かりました。", "char", [0.0, 0.0, 0.0, 80.9]),
    ("ขอบคุณครับ", "ขอบคุณครับ", "char", [100.0, 0.0, 0.0, 100.0]),
]
print("evalscope", version("evalscope"), "deepeval", version("deepeval"))
seen = []
for output, reference, tokenizer, expected in CASES:
    theirs = functions.bleu_ngram_one_sample(output, reference)
    four = Scorer.sentence_bleu_score(reference, output, bleu_type="bleu4")
    right = BLEU(tokenize=tokenizer, effective_order=True).sentence_score(output, [reference]).score
    scores = [round(100 * value, 1) for value in (theirs["bleu-1"], theirs["bleu-4"], four, right / 100)]
    print(output, reference, *scores)
    seen.append(scores == expected)
assert all(seen), "the behaviour has changed"
PROGRAM
