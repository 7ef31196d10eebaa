"""An example metric: the F-score of the keywords that an output shares with the reference.

python keyword_f.py ../en-de/ref.A.txt systems/*.txt > scores/KeywordF-refA.seg.score

It writes a line `SYSTEM SCORE` for each segment: that is all that `parbleu meta` wants of a metric.
"""

import re
import sys
from collections import Counter
from pathlib import Path

NEGATIONS = {"nicht", "kein", "keine", "nie", "niemand", "ohne"}


def keywords(text):
    """Returns words and their weights: numbers and negations 4, long words 2, others 1."""
    weights = Counter()
    for word in re.findall(r"\w+(?:[.,:]\d+)*", text.lower()):
        important = word[0].isdigit() or word in NEGATIONS
        weights[word] += 4 if important else 2 if len(word) > 5 else 1
    return weights


def score(output, reference):
    """Returns the F1 of the weights that both have."""
    mine, theirs = keywords(output), keywords(reference)
    shared = sum((mine & theirs).values())
    return 2 * shared / max(1, sum(mine.values()) + sum(theirs.values()))


if __name__ == "__main__":
    reference, *outputs = [Path(name) for name in sys.argv[1:]]
    wanted = reference.read_text(encoding="utf-8").splitlines()
    for path in outputs:
        for output, right in zip(path.read_text(encoding="utf-8").splitlines(), wanted, strict=True):
            print(f"{path.stem}\t{score(output, right):.6f}")
