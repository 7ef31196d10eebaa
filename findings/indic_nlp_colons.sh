#!/bin/bash
# Indic NLP Library 0.92: its normalizer takes each colon behind a letter or a digit of an Indic script for a visarga, and writes that,
# a letter. In Tamil it writes the aytham. Times and dialogues change; in Hindi, Bengali and Punjabi | becomes a full stop.
#
# The visarga is a letter that looks like a colon, and some type it as one. But "he said:", names of speakers, and times such as
# 2:30 in digits of the script have colons, too. Translations into languages of India are often normalized so. Where one side of
# a comparison is not, each of these words differs, since no tokenizer parts a letter from its word. Seen with Python 3.11:
#
#     hi   उसने कहा: २:३० बजे     उसने कहाः २ः३० बजे        at 10:30, in ASCII's digits, stays
#     hi   नाम | उम्र               नाम । उम्र
#     ta   அவன் சொன்னான்: ஆம்     அவன் சொன்னான்ஃ ஆம்
#     bn   সে বলল: হ্যাঁ              সে বললঃ হ্যাঁ
#
# This script installs the package, pinned, in a temporary folder. It fails if the texts are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check indic-nlp-library==0.92
HOME=$folder PYTHONUTF8=1 "$folder/env/bin/python" -W ignore - <<'PROGRAM'
from importlib.metadata import version

from indicnlp.normalize.indic_normalize import IndicNormalizerFactory

TEXTS = [
    ("hi", "उसने कहा: २:३० बजे", "उसने कहाः २ः३० बजे"),
    ("hi", "कल 10:30 बजे", "कल 10:30 बजे"),
    ("hi", "नाम | उम्र", "नाम । उम्र"),
    ("bn", "a | b", "a । b"),
    ("pa", "a | b", "a । b"),
    ("ta", "அவன் சொன்னான்: ஆம்", "அவன் சொன்னான்ஃ ஆம்"),
    ("te", "అతను: అవును", "అతనుః అవును"),
    ("bn", "সে বলল: হ্যাঁ", "সে বললঃ হ্যাঁ"),
]
print("indic-nlp-library", version("indic-nlp-library"))
for language, text, expected in TEXTS:
    made = IndicNormalizerFactory().get_normalizer(language).normalize(text)
    print(language, text, "->", made)
    assert made == expected, "the behaviour has changed"
PROGRAM
