#!/bin/bash
# IndicTransToolkit 1.1.1: texts that it prepares for IndicTrans2 and restores have other numbers and signs: of 1,234.50 it makes
# "1, 234.50", and of 100 km/h "100 km / h".
#
# preprocess_batch cuts at punctuation before it looks for what to protect, so that of 1,234.50 the model sees a 1, a comma and
# the placeholder of 234.50, between which it may write anything. Native digits become ASCII's. postprocess_batch takes blanks
# away where its rules know the sign, and leaves them around others; dashes and quotation marks have become ASCII's, too. Outputs
# that are compared with references by numbers or characters lose there, whatever the model does. Seen with transformers 4.57.3 on
# Python 3.11, where the model would copy its input:
#
#     text                                 what the model gets                        restored
#     It costs 1,234.50 now.               It costs 1 , < ID1 > now .                 It costs 1, 234.50 now.
#     At 100 km/h, +5 – 7 °C               At 100 km / h , + 5 - 7 ° C                At 100 km / h, + 5 - 7 ° C
#     Ask “Anna” and ‘Ben’.                Ask " Anna " and ' Ben ' .                 Ask "Anna" and 'Ben'.
#     দাম ১২৩ টাকা।  (Bengali)               दाम 123 टाका ।                             দাম 123 টাকা।
#
# This script installs the packages, pinned, in a temporary folder. It fails if the texts are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check IndicTransToolkit==1.1.1 transformers==4.57.3
HOME=$folder PYTHONUTF8=1 "$folder/env/bin/python" -W ignore - <<'PROGRAM'
from importlib.metadata import version

from IndicTransToolkit.processor import IndicProcessor

TEXTS = {
    ("eng_Latn", "It costs 1,234.50 now."): ("It costs 1 , < ID1 > now .", "It costs 1, 234.50 now."),
    ("eng_Latn", "At 100 km/h, +5 – 7 °C"): ("At 100 km / h , + 5 - 7 ° C", "At 100 km / h, + 5 - 7 ° C"),
    ("eng_Latn", "Ask “Anna” and ‘Ben’."): ('Ask " Anna " and \' Ben \' .', "Ask \"Anna\" and 'Ben'."),
    ("ben_Beng", "দাম ১২৩ টাকা।"): ("दाम 123 टाका ।", "দাম 123 টাকা।"),
    ("eng_Latn", "It costs 234.50 now."): ("It costs < ID1 > now .", "It costs 234.50 now."),
}
processor = IndicProcessor(inference=True)
print("IndicTransToolkit", version("IndicTransToolkit"))
for (language, text), expected in TEXTS.items():
    other = "hin_Deva" if language == "eng_Latn" else "eng_Latn"
    [prepared] = processor.preprocess_batch([text], src_lang=language, tgt_lang=other)
    copied = prepared.removeprefix(f"{language} {other} ")
    [restored] = processor.postprocess_batch([copied], lang=language)
    print(f"{text:28} {copied:36} {restored}")
    assert (copied, restored) == expected, "the behaviour has changed"
PROGRAM
