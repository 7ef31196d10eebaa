#!/bin/bash
# lexical-diversity 0.1.1: its MTLD of a story of 96 words is 151.8, where the definition gives 60.4. It ends no stretch of words
# within its first ten. That of lexicalrichness 0.5.1 is as defined.
#
# MTLD is the mean length of stretches of words that keep a type-token ratio above 0.72 (McCarthy and Jarvis, 2010), forwards and
# backwards. mtld() has a further argument, min=10, the least length of a stretch, which that definition lacks, so that what is
# repeated at once does not count: "no no no", and the loops of a language model. With min=1 both packages agree. Of a text in
# which no word comes twice one has 0, the other the number of words. What a word is differs, too: of "it's 3.5" one has its and
# 35, the other it and s. Seen with Python 3.11:
#
#     text                              definition   lexical-diversity   with min=1   lexicalrichness
#     a story                           60.4         151.8               60.4         60.4
#     six words, none of them twice     (none)       0.0                 0.0          6.0
#
# This script installs the packages, pinned, in a temporary folder. It fails if the values are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check lexical-diversity==0.1.1 lexicalrichness==0.5.1
HOME=$folder "$folder/env/bin/python" -W ignore - <<'PROGRAM'
from importlib.metadata import version

from lexical_diversity import lex_div
from lexicalrichness import LexicalRichness

STORY = (
    "no no no I will not go there again said the boy and ran down to the river where his sister was waiting for him with "
    "a basket full of red apples yes yes she called come come quickly before our father sees that both of us are gone they "
    "took one small boat and rowed and rowed until lights on either bank grew dim ha ha ha laughed an old fisherman who "
    "sat there all night every night what do you two want from me this late bread bread they said or fish please please"
)
TEXTS = {"a story": (STORY, [60.4, 151.8, 60.4, 60.4]), "six words": ("one two three four five six", [6.0, 0.0, 0.0, 6.0])}


def mtld(words):
    """The definition, with a threshold of 0.72."""
    means = []
    for order in (words, words[::-1]):
        factors, seen, length = 0.0, set(), 0
        for word in order:
            seen.add(word)
            length += 1
            if len(seen) / length <= 0.72:
                factors, seen, length = factors + 1, set(), 0
        if length:
            factors += (1 - len(seen) / length) / (1 - 0.72)
        means.append(len(order) / factors if factors else len(order))
    return sum(means) / 2


print("lexical-diversity", version("lexical-diversity"), "lexicalrichness", version("lexicalrichness"))
for name, (text, expected) in TEXTS.items():
    words = text.split()
    values = [mtld(words), lex_div.mtld(words), lex_div.mtld(words, min=1), LexicalRichness(text).mtld(threshold=0.72)]
    found = [round(value, 1) for value in values]
    print(f"{name:12}", len(words), *found)
    assert found == expected, "the behaviour has changed"
text = "it's 3.5"
assert (lex_div.tokenize(text), LexicalRichness(text).wordlist) == (["its", "35"], ["it", "s"]), "the behaviour has changed"
PROGRAM
