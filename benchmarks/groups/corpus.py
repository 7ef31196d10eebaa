"""Measures corpus scores against sacreBLEU."""

from __future__ import annotations

import sacrebleu.metrics

import parbleu
from benchmarks.measure import Group, Row, compare
from benchmarks.settings import Settings
from benchmarks.texts import Pairs

ROWS = (
    ("BLEU 13a", "BLEU", {}, 20_000, 2_000, "150x, dream 300x"),
    ("chrF", "CHRF", {}, 20_000, 2_000, "300x, dream 500x"),
    ("chrF++", "CHRF", {"word_order": 2}, 20_000, 2_000, "200x, dream 350x"),
    ("TER", "TER", {}, 800, 150, "1,700x, dream 4,000x"),
)


def corpus_row(
    what: str, name: str, options: dict[str, object], pairs: Pairs, rounds: int, target: str = ""
) -> Row:
    """One metric from lists of str to a score, on the same lines for both."""
    hyps, refs = pairs.hyps, [pairs.refs]

    def ours() -> float:
        return getattr(parbleu, name)(**options).corpus_score(hyps, refs, threads=1).score

    def theirs() -> float:
        return getattr(sacrebleu.metrics, name)(**options).corpus_score(hyps, refs).score

    note = f"{len(pairs):,} lines of {pairs.bytes_per_line:.0f} bytes, {pairs.name}"
    return compare(what, ours, theirs, len(pairs), rounds=rounds, target=target, note=note)


def measure(settings: Settings) -> Group:
    group = Group("Corpus scores", "Lists of str in, a Score out; a line is a hypothesis and its reference.")
    pairs = settings.texts.target("en")
    for what, name, options, full, quick, target in ROWS:
        part = pairs.first(settings.size(full, quick))
        group.rows.append(corpus_row(what, name, options, part, settings.rounds, target))
    return group
