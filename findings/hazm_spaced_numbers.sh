#!/bin/bash
# hazm 0.10.0: its Persian normalizer tears numbers, dates and addresses apart: 1,234.5 becomes ۱ , ۲۳۴ ٫ ۵, a date five tokens.
#
# Digits become Persian ones, which is what one asks for; a comma, point or slash between them gets blanks on both sides, too,
# as if it parted two words, and so do the slashes of an address. The word tokenizer parts 1,234.5 into three words without
# changing digits. A translation that is normalized has five tokens for one of its reference where that is not; where both are,
# a wrong digit costs a fifth of a number. Seen with Python 3.11:
#
#     قیمت 1,234.5 دلار       قیمت ۱ , ۲۳۴ ٫ ۵ دلار
#     2023/12/24              ۲۰۲۳ / ۱۲ / ۲۴
#     v2.0                    v ۲ ٫ ۰
#     http://a.org/b          http: / / a. org / b
#     10:30                   ۱۰:۳۰                      stays one token
#
# This script installs the package, pinned, in a temporary folder. It fails if the texts are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check hazm==0.10.0
HOME=$folder PYTHONUTF8=1 "$folder/env/bin/python" -W ignore - <<'PROGRAM'
from importlib.metadata import version

from hazm import Normalizer, WordTokenizer

SEEN = {
    "قیمت 1,234.5 دلار": "قیمت ۱ , ۲۳۴ ٫ ۵ دلار",
    "2023/12/24": "۲۰۲۳ / ۱۲ / ۲۴",
    "v2.0": "v ۲ ٫ ۰",
    "http://a.org/b": "http: / / a. org / b",
    "10:30": "۱۰:۳۰",
}
print("hazm", version("hazm"))
normalizer = Normalizer()
for text, expected in SEEN.items():
    seen = normalizer.normalize(text)
    print(f"{text:20} {seen}")
    assert seen == expected, "the behaviour has changed"
words = WordTokenizer().tokenize("1,234.5")
print("words of 1,234.5", words)
assert words == ["1", ",", "234.5"], "the behaviour has changed"
PROGRAM
