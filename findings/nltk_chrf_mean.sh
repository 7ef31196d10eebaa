#!/bin/bash
# NLTK 3.10.4: corpus_chrf is the mean of the segments' chrF, and a right translation of one to five characters is not 1. Opik's
# ChrF (2.2.122) has the same values.
#
# chrF of a corpus sums n-grams over its segments, as chrF++.py and sacreBLEU do; in a mean a heading weighs as much as a
# paragraph. An order that a text is too short to have counts as 0 of 6. Of 400 segments of WMT23 zh-en, NLTK puts GPT4 above
# ONLINE-W, and sacreBLEU below; the references of he-en have 98.5 against themselves. Seen with sacreBLEU 2.6.0 on Python 3.11,
# beta 2 in all three:
#
#     a segment             "Ja" 33.3 and 100.0   "Ja." 50.0 and 100.0   "Danke!" 100.0 and 100.0   (NLTK and Opik; sacreBLEU)
#     a heading and a       first system   NLTK 61.2   sacreBLEU 31.3       its heading is right
#     sentence              second         NLTK 50.0   sacreBLEU 89.2       its sentence is right
#
# This script installs the packages, pinned, in a temporary folder. It fails if the scores are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check nltk==3.10.4 opik==2.2.122 sacrebleu==2.6.0
HOME=$folder OPIK_TRACK_DISABLE=true "$folder/env/bin/python" - <<'PROGRAM'
from importlib.metadata import version

from nltk.translate.chrf_score import corpus_chrf, sentence_chrf
from opik.evaluation.metrics import ChrF
from sacrebleu.metrics import CHRF

sacrebleu, opik = CHRF(), ChrF(beta=2.0, track=False)
print("nltk", version("nltk"), "opik", version("opik"), "sacrebleu", version("sacrebleu"))
for text, expected in {"Ja": 33.3, "Ja.": 50.0, "Danke!": 100.0}.items():
    seen = 100 * sentence_chrf(text, text, beta=2.0), 100 * opik.score(output=text, reference=text).value
    print(f"{text:8} NLTK {seen[0]:5.1f}   Opik {seen[1]:5.1f}   sacreBLEU {sacrebleu.sentence_score(text, [text]).score}")
    assert [round(score, 1) for score in seen] == [expected] * 2, "the behaviour has changed"
    assert sacrebleu.sentence_score(text, [text]).score == 100.0

heading, sentence = "Wetter heute", "Am Abend zieht von Westen her Regen auf, und der Wind nimmt an der ganzen Küste zu."
systems = {
    "first": [heading, "Abends regnet es im Westen, windig wird es an der See überall."],
    "second": ["Das Klima", sentence],
}
SEEN = {"first": (61.2, 31.3), "second": (50.0, 89.2)}
for name, texts in systems.items():
    mean = round(100 * corpus_chrf([heading, sentence], texts, beta=2.0), 1)
    score = round(sacrebleu.corpus_score(texts, [[heading, sentence]]).score, 1)
    print(f"{name:8} NLTK {mean}   sacreBLEU {score}")
    assert (mean, score) == SEEN[name], "the behaviour has changed"
PROGRAM
