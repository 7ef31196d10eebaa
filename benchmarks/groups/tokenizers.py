"""Measures BLEU with the other native tokenizers."""

from __future__ import annotations

from benchmarks.groups.corpus import corpus_row
from benchmarks.measure import Group
from benchmarks.settings import Settings

ROWS = (("zh", "zh"), ("char", "zh"), ("char", "en"), ("intl", "en"), ("none", "en"))


def measure(settings: Settings) -> Group:
    group = Group("Tokenizers", "BLEU of the corpus group, with another tokenizer.")
    for tokenizer, language in ROWS:
        pairs = settings.texts.target(language).first(settings.size(6_000, 1_500))
        what = f"BLEU {tokenizer}, {language} text"
        row = corpus_row(what, "BLEU", {"tokenize": tokenizer}, pairs, settings.rounds, "100x, dream 200x")
        group.rows.append(row)
    return group
