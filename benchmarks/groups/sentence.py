"""Measures sentence scores: one call and one Score object per sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sacrebleu

import parbleu
from benchmarks.measure import Group, compare
from benchmarks.settings import Settings
from benchmarks.texts import Pairs

ROWS = ("sentence_bleu", "sentence_chrf")


def loop(function: Callable[..., Any], pairs: Pairs) -> Callable[[], list[float]]:
    """Scores every pair with a call of its own."""
    return lambda: [function(hyp, [ref]).score for hyp, ref in zip(pairs.hyps, pairs.refs, strict=True)]


def measure(settings: Settings) -> Group:
    group = Group("Sentence scores", "A Python loop of calls; seconds per call, Score object included.")
    pairs = settings.texts.target("en").first(settings.size(5_000, 1_000))
    for name in ROWS:
        ours, theirs = loop(getattr(parbleu, name), pairs), loop(getattr(sacrebleu, name), pairs)
        note = f"{len(pairs):,} calls, {pairs.name}"
        row = compare(
            name,
            ours,
            theirs,
            len(pairs),
            rounds=settings.rounds,
            unit="call",
            target="100x, dream 200x",
            note=note,
        )
        group.rows.append(row)
    few = pairs.first(settings.size(500, 100))
    ours, theirs = loop(parbleu.sentence_ter, few), loop(sacrebleu.sentence_ter, few)
    group.rows.append(
        compare("sentence_ter", ours, theirs, len(few), rounds=3, unit="call", note=f"{len(few)} calls")
    )
    return group
