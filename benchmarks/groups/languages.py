"""Measures the metrics on other scripts and languages."""

from __future__ import annotations

from benchmarks.groups.corpus import corpus_row
from benchmarks.measure import Group
from benchmarks.settings import Settings

LANGUAGES = ("de", "ru", "he", "ja", "zh")
ROWS = (("BLEU 13a", "BLEU", {}), ("chrF", "CHRF", {}), ("chrF++", "CHRF", {"word_order": 2}))


def measure(settings: Settings) -> Group:
    group = Group("Other languages", "As above, on text that is longer, or is not ASCII.")
    for language in filter(settings.texts.has, LANGUAGES):
        pairs = settings.texts.target(language).first(settings.size(2_000, 500))
        for what, name, options in ROWS:
            group.rows.append(corpus_row(f"{what}, {language}", name, options, pairs, 3))
        few = pairs.first(settings.size(100, 40))
        options = {"normalized": True, "asian_support": True} if language in ("ja", "zh") else {}
        named = f"TER, {language}" + (", normalized and Asian" if options else "")
        group.rows.append(corpus_row(named, "TER", options, few, 3))
    return group
