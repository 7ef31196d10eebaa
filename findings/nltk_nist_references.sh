#!/bin/bash
# NLTK 3.10.4: corpus_nist of several references counts for each length of n-grams the matches with one reference alone. Half of
# one and half of another has 3.3, where the definition gives 5.1.
#
# NIST (Doddington, 2002) takes an n-gram for right that any reference has, as BLEU does, here and in NLTK, and the mean length of
# the references. NLTK chooses for each length of n-grams the reference with the highest sum, and leaves out what the others have;
# with one reference both agree. So a further reference helps outputs less that mix, and ranks of systems differ from those of
# mteval. Seen with Python 3.11, for two segments with two references each, the first two "the ship left the port at night" and "a
# boat sailed from the harbour late in the evening":
#
#     output                                              NLTK     the definition
#     the ship sailed from the harbour at night (mixed)   3.30     5.11
#     equal to the first references                       4.73     4.80
#     mixed, with the first references alone              2.71     2.71
#
# This script installs the package, pinned, in a temporary folder. It fails if the scores are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check nltk==3.10.4
HOME=$folder "$folder/env/bin/python" - <<'PROGRAM'
import math
from collections import Counter
from importlib.metadata import version

from nltk.translate.nist_score import corpus_nist

BOTH = [
    ["the ship left the port at night", "a boat sailed from the harbour late in the evening"],
    ["he reads a long book every single day", "each day he is reading a very long book"],
]
MIXED = ["the ship sailed from the harbour at night", "he is reading a long book every single day"]
LONGEST = 5


def ngrams(words, length):
    return Counter(tuple(words[i : i + length]) for i in range(len(words) - length + 1))


def nist(references, outputs):
    """The definition: information by all references, matches with any, their mean length."""
    known, total = Counter(), 0
    for reference in sum(references, []):
        total += len(reference)
        for length in range(1, LONGEST + 1):
            known += ngrams(reference, length)
    score = 0.0
    for length in range(1, LONGEST + 1):
        found = n_words = 0
        for texts, output in zip(references, outputs):
            there, right = ngrams(output, length), Counter()
            for text in texts:
                right |= ngrams(text, length)
            n_words += there.total()
            for ngram, count in (there & right).items():
                found += count * math.log2((known[ngram[:-1]] if length > 1 else total) / known[ngram])
        score += found / n_words
    mean = sum(sum(map(len, texts)) / len(texts) for texts in references)
    ratio = min(1, sum(map(len, outputs)) / mean)
    return score * math.exp(math.log(0.5) * (math.log(ratio) / math.log(1.5)) ** 2)


def split(texts):
    return [text.split() for text in texts]


print("NLTK", version("nltk"))
both = [split(texts) for texts in BOTH]
first = [texts[:1] for texts in both]
for name, outputs, references, expected in (
    ("mixed", split(MIXED), both, [3.3, 5.11]),
    ("equal to the first", [texts[0] for texts in first], both, [4.73, 4.8]),
    ("mixed, one reference", split(MIXED), first, [2.71, 2.71]),
):
    found = [round(score, 2) for score in (corpus_nist(references, outputs), nist(references, outputs))]
    print(f"{name:22}", *found)
    assert found == expected, "the behaviour has changed"
PROGRAM
