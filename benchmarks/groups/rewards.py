"""Measures rewards for reinforcement learning: a batch of completions in, a number for each out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sacrebleu

from benchmarks.measure import Group, compare
from benchmarks.settings import Settings
from parbleu.integrations.reward import Reward

METRICS: dict[str, Callable[..., Any]] = {
    "bleu": sacrebleu.BLEU(effective_order=True).sentence_score,
    "chrf": sacrebleu.CHRF().sentence_score,
    "chrf++": sacrebleu.CHRF(word_order=2).sentence_score,
}
BATCH = 64


def measure(settings: Settings) -> Group:
    group = Group("Rewards", f"Batches of {BATCH} completions; seconds per completion, one thread.")
    pairs = settings.texts.target("en").first(settings.size(2_048, 512))
    batches = [slice(first, first + BATCH) for first in range(0, len(pairs), BATCH)]
    for name, sentence in METRICS.items():

        def ours(reward: Reward = Reward(name, threads=1)) -> list[float]:  # noqa: B008
            parts = [reward(completions=pairs.hyps[part], reference=pairs.refs[part]) for part in batches]
            return [each for part in parts for each in part]

        def theirs(sentence: Callable[..., Any] = sentence) -> list[float]:
            return [sentence(hyp, [ref]).score / 100 for hyp, ref in zip(pairs.hyps, pairs.refs, strict=True)]

        note = f"{len(pairs):,} completions, {pairs.name}"
        row = compare(
            f"Reward({name!r})", ours, theirs, len(pairs), rounds=settings.rounds, unit="call", note=note
        )
        group.rows.append(row)
    return group
