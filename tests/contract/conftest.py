"""Provides the text of the contract tests of metrics and tokenizers."""

from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"

# Hostile segments, a hypothesis and two references each: empty, blank, entities, controls, wide characters.
HOSTILE = [
    ("", "", "x"),
    ("a", "", ""),
    ("", "a b", "c"),
    (" \t\u3000 ", "\u00a0", "  "),
    ("&quot;&amp;lt; <skipped>x-\ny", "&lt;&amp;", "x y"),
    ("1,000.50 a.b...c,,d 5-6", "1,000 . 50 a . b", "5 - 6"),
    ("İstanbul ΣΑΣ ß ﬁ", "istanbul σας SS fi", "İSTANBUL"),
    ("e\u0301 \U0001f600\U00020000 漢字かな交じり", "é \U0001f600 漢字", "かな"),
    ("don't x's's y", "x's's y", "do n't"),
    ("a b c d e f g h", "e f g h a b c d", "h g f e d c b a"),
]


class Corpus:
    """Hypotheses and two reference streams, as lists."""

    def __init__(self, hypotheses, references):
        self.hypotheses = hypotheses
        self.references = references

    def __getitem__(self, part):
        return Corpus(self.hypotheses[part], [stream[part] for stream in self.references])


def read(path):
    return path.read_text(encoding="utf-8").splitlines()


@pytest.fixture(scope="session")
def corpus():
    """140 segments: German, French, Japanese, hostile ones, and a few that lack a reference."""
    hypotheses, first, second = [], [], []
    for pair, system in (("en-de", "literal"), ("en-fr", "careless"), ("en-ja", "literal")):
        hypotheses += read(EXAMPLES / pair / f"system.{system}.txt")
        first += read(EXAMPLES / pair / "ref.A.txt")
        second += read(EXAMPLES / pair / "ref.B.txt")
    for hypothesis, one, other in HOSTILE:
        hypotheses.append(hypothesis)
        first.append(one)
        second.append(other)
    for segment in (3, 50, 51):
        second[segment] = None
    first[60] = None
    assert len(hypotheses) == len(first) == len(second) > 100
    return Corpus(hypotheses, [first, second])
