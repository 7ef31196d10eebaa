"""Translates a few words of French: an example program for `parbleu translate --engine command`.

It reads segments from standard input, one a line, and writes the translation of each in a line, which is all
that such a program has to do: put your own in its place.
"""

import re
import sys

FRENCH = {
    "a": "un", "and": "et", "are": "sont", "at": "à", "bridge": "pont", "cold": "froid", "door": "porte",
    "for": "pour", "had": "avait", "he": "il", "i": "je", "in": "dans", "is": "est", "it": "il", "key": "clé",
    "night": "nuit", "not": "pas", "of": "de", "old": "vieux", "on": "sur", "over": "sur", "said": "a dit",
    "that": "que", "the": "le", "their": "leur", "through": "par", "to": "à", "two": "deux", "was": "était",
    "we": "nous", "when": "quand", "who": "qui", "will": "va", "with": "avec", "years": "ans", "you": "vous",
}  # fmt: skip


def french(match: re.Match[str]) -> str:
    """Returns a word in French, with a capital if it had one; as it is if it is not known."""
    word = match[0]
    found = FRENCH.get(word.lower(), word)
    return found[0].upper() + found[1:] if word[0].isupper() else found


sys.stdin.reconfigure(encoding="utf-8")
sys.stdout.reconfigure(encoding="utf-8")
for line in sys.stdin:
    sys.stdout.write(re.sub(r"[\w']+", french, line))
