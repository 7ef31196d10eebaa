#!/bin/bash
# whisper-normalizer 0.1.15, and transformers 5.24.0 the same: Whisper's English normalizer makes equal texts of different amounts.
# 0.1 percent is one percent, 1.50 dollars are 1.50 euros, and 10.000 people are ten. Names and hours become other numbers.
#
# It is applied to both sides before word error rates, and before BLEU of translated speech. Numbers in words become digits,
# but where the result is 1, its unit and a point before it are lost; numbers in a row are written together, also across a
# full stop; zeros behind a point go, which in 10.000 are thousands; a sign before digits goes, minus in words stays. The letter
# O and "oh" are zeros. So a wrong translation of speech has no error in what matters most. Seen with Python 3.11:
#
#     It fell by point one percent.    =  It fell by one percent.      it fell by one
#     It costs $1.50.                  =  It costs 1.50 euros.         it costs one.50
#     They owe one pound.              =  They owe one.                they owe one
#     I saw two. Five came.            =  I saw twenty five came.      i saw 25 came
#     10.000 people came.              =  Ten people came.             10 people came
#     It was -5 degrees.               =  It was 5 degrees.            it was 5 degrees
#     We eat at five o'clock.                                          we eat at 50 clock
#     Oh, Mr. O'Brien!                                                 0 mister 0 brien
#
# This script installs the packages, pinned, in a temporary folder. It fails if the texts are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --no-compile --disable-pip-version-check whisper-normalizer==0.1.15 transformers==5.24.0
HOME=$folder HF_HUB_OFFLINE=1 "$folder/env/bin/python" -W ignore - 2> "$folder/log" <<'PROGRAM'
from importlib.metadata import version

from transformers.models.whisper.english_normalizer import EnglishTextNormalizer as Copy
from whisper_normalizer.english import EnglishTextNormalizer

TEXTS = {
    "it fell by one": ["It fell by point one percent.", "It fell by one percent."],
    "it costs one.50": ["It costs $1.50.", "It costs 1.50 euros."],
    "they owe one": ["They owe one pound.", "They owe one."],
    "i saw 25 came": ["I saw two. Five came.", "I saw twenty five came."],
    "10 people came": ["10.000 people came.", "Ten people came."],
    "it was 5 degrees": ["It was -5 degrees.", "It was 5 degrees."],
    "it was -5 degrees": ["It was minus five degrees."],
    "we eat at 50 clock": ["We eat at five o'clock."],
    "0 mister 0 brien": ["Oh, Mr. O'Brien!"],
}
print(*(f"{name} {version(name)}" for name in ("whisper-normalizer", "transformers")))
for normalizer in (EnglishTextNormalizer(), Copy({})):
    for expected, texts in TEXTS.items():
        found = [" ".join(normalizer(text).split()) for text in texts]
        print(*texts, found)
        assert found == [expected] * len(texts), "the behaviour has changed"
PROGRAM
