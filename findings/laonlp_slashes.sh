#!/bin/bash
# LaoNLP 1.3.0 loses every slash of a text: of the date 24/12/2023 three numbers are left.
#
# Its function word_tokenize writes two empty tokens for each slash. So the tokens do not join to the text, and two
# texts that differ by slashes alone have the same words. Other punctuation stays. Seen with LaoNLP 1.3.0 of
# January 2026 and PyThaiNLP 5.4.0 on Python 3.11:
#
#     ວັນທີ 24/12/2023  ->  ['ວັນທີ', ' ', '24', '', '', '12', '', '', '2023']
#     ວັນທີ 24-12-2023  ->  ['ວັນທີ', ' ', '24', '-', '12', '-', '2023']
#
# This script installs both packages, pinned, in a temporary folder, and fails if they behave otherwise.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check laonlp==1.3.0 pythainlp==5.4.0
HOME=$folder "$folder/env/bin/python" - <<'PROGRAM'
from importlib.metadata import version

from laonlp.tokenize import word_tokenize

print("laonlp", version("laonlp"), "pythainlp", version("pythainlp"))
for text in ("ວັນທີ 24/12/2023", "ວັນທີ 24-12-2023", "ວັນທີ 24.12.2023"):
    tokens = word_tokenize(text)
    print(text, "->", tokens)
    assert ("".join(tokens) == text) == ("/" not in text), "the behaviour has changed"
PROGRAM
