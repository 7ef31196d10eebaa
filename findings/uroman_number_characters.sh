#!/bin/bash
# uroman 1.3.1.1: number characters within words of Chinese and Japanese become digits, and the zero of years is a dot. Chiba is
# 1000ye, Mitsubishi 3ling, and 二〇二三年, 2023, is 2·2·3nian.
#
# It writes any script in Latin letters, for words that are compared across scripts, character error rates and alignment of
# speech. What is a number by itself is one in 千葉 and in 一心一意, too. Characters after each other that stand for digits are added
# up where they can be (三百五十 is 350), which a year in such characters is not. Japanese is read as Chinese in any case, as its
# page says, also with the language code jpn. Seen with Python 3.11:
#
#     千葉         1000ye            Chiba, a prefecture
#     三菱         3ling             Mitsubishi
#     一心一意     1xin1yi           wholeheartedly
#     二〇二三年   2·2·3nian         the year 2023
#     三百五十     350
#
# This script installs the package, pinned, in a temporary folder. It fails if the texts are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check uroman==1.3.1.1
PYTHONUTF8=1 "$folder/env/bin/python" -W ignore - <<'PROGRAM'
from importlib.metadata import version

from uroman import Uroman

SEEN = {
    ("千葉", "jpn"): "1000ye",
    ("三菱", "jpn"): "3ling",
    ("一心一意", "zho"): "1xin1yi",
    ("二〇二三年", "zho"): "2·2·3nian",
    ("二〇二三年", "jpn"): "2·2·3nian",
    ("三百五十", "zho"): "350",
}
romanizer = Uroman()
print("uroman", version("uroman"))
for (text, language), expected in SEEN.items():
    seen = romanizer.romanize_string(text, lcode=language)
    print(language, text, seen)
    assert seen == expected, "the behaviour has changed"
PROGRAM
