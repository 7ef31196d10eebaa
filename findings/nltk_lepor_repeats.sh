#!/bin/bash
# NLTK 3.10.4: LEPOR, which ends at 1, is above 1 where an output says words of the reference again.
#
# Matches are not clipped: each word of the output that the reference has somewhere counts, so that recall is two where everything
# is said twice, and its harmonic mean with a precision of one goes up faster than the penalties of length and position go down.
# A system that repeats itself, as neural ones do, gains. corpus_lepor gives a list with the value of each segment, not one
# of the corpus. Seen on Python 3.11, for the reference "The committee will meet again on Monday morning .":
#
#     the reference itself                                             1.000
#     The committee committee will meet again on Monday morning .      1.124
#     the reference, and so on                                         1.087
#     the reference twice                                              1.712
#     the reference three times                                        2.211
#     The The The                                                      0.559
#
# This script installs the package, pinned, in a temporary folder. It fails if the scores are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check nltk==3.10.4
"$folder/env/bin/python" - <<'PROGRAM'
from importlib import import_module
from importlib.metadata import version

lepor = import_module("nltk.translate.lepor")  # the package's attribute of this name is a function
reference = "The committee will meet again on Monday morning ."
SEEN = {
    reference: 1.0,
    reference.replace("committee", "committee committee"): 1.124,
    f"{reference} and so on": 1.087,
    f"{reference} {reference}": 1.712,
    f"{reference} {reference} {reference}": 2.211,
    "The The The": 0.559,
}
print("nltk", version("nltk"))
for output, expected in SEEN.items():
    [score] = lepor.sentence_lepor([reference], output, tokenizer=str.split)
    print(f"{score:.3f}  {output}")
    assert round(score, 3) == expected, "the behaviour has changed"
of_corpus = lepor.corpus_lepor([[reference], [reference]], list(SEEN)[:2], tokenizer=str.split)
print("corpus_lepor", of_corpus)
assert len(of_corpus) == 2, "the behaviour has changed"
PROGRAM
