"""Measures scores of all hypotheses against all references, as in minimum Bayes risk decoding."""

from __future__ import annotations

import bleuscore
import fastchrf
import sacrebleu

import parbleu
from benchmarks.measure import Group, compare
from benchmarks.settings import Settings
from benchmarks.texts import Pairs


def chrf_rows(group: Group, pairs: Pairs, rounds: int) -> None:
    count = len(pairs) ** 2

    def ours() -> list[float]:
        return parbleu.CHRF().pairwise_scores(pairs.hyps, pairs.refs, threads=1).ravel().tolist()

    def theirs() -> list[float]:
        matrix = fastchrf.pairwise_chrf([pairs.hyps], [pairs.refs])[0]
        return [score for row in matrix for score in row]

    what = f"chrF, {len(pairs)} x {len(pairs)}"
    row = compare(
        what, ours, theirs, count, rounds=rounds, peer="fastchrf", unit="pair", target="5x, dream 20x"
    )
    group.rows.append(row)


def bleu_rows(group: Group, few: Pairs, rounds: int) -> None:
    # bleuscore has neither smoothing nor effective order; compared so, both do the same work.
    metric = parbleu.BLEU(smooth_method="none")

    def ours() -> list[float]:
        return metric.pairwise_scores(few.hyps, few.refs, threads=1).ravel().tolist()

    def theirs() -> list[float]:
        return [
            100 * bleuscore.compute(references=[[ref]], predictions=[hyp], ref_len_method="closest")["bleu"]
            for hyp in few.hyps
            for ref in few.refs
        ]

    what = f"BLEU, {len(few)} x {len(few)}"
    details = {"peer": "bleuscore, in a loop", "unit": "pair", "target": "100x, dream 500x"}
    group.rows.append(compare(what, ours, theirs, len(few) ** 2, rounds=rounds, **details))
    fewer = few.first(40)

    def sentences() -> list[float]:
        return [sacrebleu.sentence_bleu(hyp, [ref]).score for hyp in fewer.hyps for ref in fewer.refs]

    effective = parbleu.BLEU(effective_order=True)
    small = f"BLEU, {len(fewer)} x {len(fewer)}"
    group.rows.append(
        compare(
            small,
            lambda: effective.pairwise_scores(fewer.hyps, fewer.refs, threads=1).ravel().tolist(),
            sentences,
            len(fewer) ** 2,
            rounds=rounds,
            peer="sentence_bleu, in a loop",
            unit="pair",
        )
    )


def measure(settings: Settings) -> Group:
    group = Group("Matrices", "`pairwise_scores`; seconds per pair. No sacreBLEU call does this.")
    pairs = settings.texts.target("en").first(settings.size(500, 100))
    chrf_rows(group, pairs, settings.size(3, 3))
    bleu_rows(group, pairs.first(settings.size(150, 60)), 3)
    return group
