#!/bin/bash
# underthesea 9.5.0: word_tokenize cuts Vietnamese into words and spells some of them anew: hoà becomes hòa, thuỷ thủy.
#
# The tone of oa, oe and uy can stand on either vowel; schools and newspapers differ. word_tokenize writes the older spelling for
# the newer, corrects a tone on a wrong vowel, and writes đ for the letter eth, ð. So its words do not join to the text, and two
# texts in different spellings have the same words. The argument use_token_normalize=False keeps the text; without it nothing is
# said. pyvi 0.1.1, the other usual segmenter, keeps the spelling: of one text, cut by both, words differ. Seen on Python 3.11:
#
#     text           Họ hoà giải, thuỷ thủ khoẻ mạnh.
#     underthesea    Họ hòa giải , thủy thủ khỏe mạnh .
#     pyvi           Họ hoà giải , thuỷ thủ khoẻ mạnh .
#
# This script installs both packages, pinned, in a temporary folder, and fails if they behave otherwise.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check underthesea==9.5.0 pyvi==0.1.1
HOME=$folder "$folder/env/bin/python" - <<'PROGRAM'
from importlib.metadata import version

from pyvi import ViTokenizer
from underthesea import word_tokenize

print("underthesea", version("underthesea"), "pyvi", version("pyvi"))


def joined(words):
    return "".join(words).replace(" ", "").replace("_", "")


text = "Họ hoà giải, thuỷ thủ khoẻ mạnh."
older = "Họ hòa giải, thủy thủ khỏe mạnh."
words = word_tokenize(text)
print("text         ", text)
print("underthesea  ", " ".join(words))
print("pyvi         ", ViTokenizer.tokenize(text).replace("_", " "))
assert words == word_tokenize(older), "two spellings have different words: the behaviour has changed"
assert joined(words) == joined(older.split()) != joined(text.split()), "the behaviour has changed"
assert joined(word_tokenize(text, use_token_normalize=False)) == joined(text.split()), "the argument does something else"
assert joined(ViTokenizer.tokenize(text).split()) == joined(text.split()), "pyvi changes the text"
assert word_tokenize("Ðông Á") == ["Đông Á"], "the behaviour has changed: eth"
PROGRAM
