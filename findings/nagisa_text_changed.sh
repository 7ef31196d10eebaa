#!/bin/bash
# nagisa 0.3.0 changes Japanese before it cuts it: ＡＢＣ becomes ABC, ㈱ becomes (株), and a blank an ideographic space.
#
# Each text goes through Unicode's NFKC, and each blank, U+0020, is then replaced by U+3000. So its words do not join to the text,
# full-width and half-width spellings of an output and its reference are equal to every metric over these words, and
# Latin words can stay together, with an ideographic space between them. Other segmenters of Japanese keep the text. Seen with
# nagisa 0.3.0 and Janome 0.5.1 on Python 3.11, words between bars:
#
#     text      New York に行く　ＡＢＣ㈱
#     nagisa    New　York|　|に|行く|　|ABC|(株)
#     Janome    New| |York| |に|行く|　|ＡＢＣ|㈱
#
# This script installs both packages, pinned, in a temporary folder, and fails if they behave otherwise.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check nagisa==0.3.0 janome==0.5.1
HOME=$folder "$folder/env/bin/python" - <<'PROGRAM'
import unicodedata
from importlib.metadata import version

import nagisa
from janome.tokenizer import Tokenizer

print("nagisa", version("nagisa"), "janome", version("janome"))
text = "New York に行く　ＡＢＣ㈱"
words = nagisa.tagging(text).words
others = list(Tokenizer(wakati=True).tokenize(text))
print("text     ", text)
print("nagisa   ", "|".join(words))
print("Janome   ", "|".join(others))
assert "".join(others) == text, "Janome changes the text"
assert "".join(words) == unicodedata.normalize("NFKC", text).replace(" ", "　") != text, "the behaviour has changed"
assert words[0] == "New　York", "the behaviour has changed"
assert nagisa.tagging("１０％").words == nagisa.tagging("10%").words, "the behaviour has changed"
PROGRAM
