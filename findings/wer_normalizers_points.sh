#!/bin/bash
# Four packages that make text ready for word error rates take different amounts for equal: werpy 3.5.0, extended-wer-normalizer
# 0.6.0 and nlptutti 0.0.0.24 drop decimal points, all of these and gladia-normalization 0.3.1 minus signs and slashes.
#
# A sign between digits is punctuation to them, and leaves nothing behind. Whoever says 35 where 3.5 was meant has no error.
# werpy also drops apostrophes, which makes other words; extended-wer-normalizer takes the 's of a name for "is", and of a word
# that is said five times keeps one. nlptutti counts characters, for Korean. Seen with werpy.normalize, normalize_for_wer, the
# preset gladia-3 and get_cer on Python 3.11, = for equal:
#
#                                       werpy   extended   gladia   nlptutti
#     3.5 percent      35 percent         =        =                   =
#     1.50 euros       150 euros          =        =                   =
#     v1.10            v1.1.0             =        =                   =
#     10:30            1030               =        =                   =
#     -5 degrees       5 degrees          =        =         =         =
#     1/2 cup          12 cup             =        =         =         =
#     5-3              53                 =        =         =         =
#     he'll            hell               =                            =
#     no no no no no   no                          =
#     It's John's car  It is John is car           =
#
# This script installs the packages, pinned, in a temporary folder. It fails if other texts are equal.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check werpy==3.5.0 extended-wer-normalizer==0.6.0 \
  gladia-normalization==0.3.1 nlptutti==0.0.0.24
PYTHONUTF8=1 "$folder/env/bin/python" -W ignore - <<'PROGRAM'
from importlib.metadata import version

import nlptutti
import werpy
from extended_wer_normalizer import normalize_for_wer
from normalization import load_pipeline

gladia = load_pipeline("gladia-3", language="en")
EQUAL = {
    "werpy": lambda first, second: werpy.normalize(first) == werpy.normalize(second),
    "extended-wer-normalizer": lambda first, second: normalize_for_wer(first) == normalize_for_wer(second),
    "gladia-normalization": lambda first, second: gladia.normalize(first) == gladia.normalize(second),
    "nlptutti": lambda first, second: nlptutti.get_cer(first, second)["cer"] == 0,
}
SEEN = [
    ("3.5 percent", "35 percent", "==.="),
    ("1.50 euros", "150 euros", "==.="),
    ("v1.10", "v1.1.0", "==.="),
    ("10:30", "1030", "==.="),
    ("-5 degrees", "5 degrees", "===="),
    ("1/2 cup", "12 cup", "===="),
    ("5-3", "53", "===="),
    ("he'll", "hell", "=..="),
    ("no no no no no", "no", ".=.."),
    ("It's John's car", "It is John is car", ".=.."),
    ("the cat", "the dog", "...."),
]
print(*(f"{name} {version(name)}" for name in EQUAL))
for first, second, expected in SEEN:
    seen = "".join("=" if equal(first, second) else "." for equal in EQUAL.values())
    print(f"{first:16} {second:18} {seen}")
    assert seen == expected, "the behaviour has changed"
PROGRAM
