#!/bin/bash
# burmesenlp 1.2.0: the function word_tokenize takes seconds for each sentence, an instance's method a fraction of a
# millisecond for the same words.
#
# The function makes a new BurmeseNLP, which reads its dictionary, in every call: a corpus of 1,000 sentences takes
# 40 minutes. The method word_segment of one instance returns the same words. Seen with burmesenlp 1.2.0 of September
# 2026 on Python 3.11:
#
#     word_tokenize, second call    2.40 s
#     BurmeseNLP().word_segment     0.00025 s
#
# This script installs the package, pinned, in a temporary folder. It fails if the words differ, or if the function
# is not at least 100 times slower.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check burmesenlp==1.2.0
"$folder/env/bin/python" - <<'PROGRAM'
from importlib.metadata import version
from time import perf_counter

import burmesenlp

TEXT = "ဒီနေ့မိုးသည်းထန်စွာရွာသည်။"


def timed(function):
    function(TEXT)
    begin = perf_counter()
    words = function(TEXT)
    return perf_counter() - begin, words


slow, words = timed(burmesenlp.word_tokenize)
fast, same = timed(burmesenlp.BurmeseNLP().word_segment)
print("burmesenlp", version("burmesenlp"))
print(f"word_tokenize, second call    {slow:.2f} s")
print(f"BurmeseNLP().word_segment     {fast:.5f} s")
assert words == same, "the words differ"
assert slow > 100 * fast, "the behaviour has changed"
PROGRAM
