"""Measures other fast tools that do the same work, and how far their numbers are from sacreBLEU's."""

from __future__ import annotations

from collections.abc import Callable

import bleuscore
import fastchrf
from nltk.translate.bleu_score import corpus_bleu
from rapidfuzz.distance import Levenshtein

import parbleu
from benchmarks.measure import Group, Row, agreement, timed
from benchmarks.settings import Settings
from benchmarks.texts import Pairs

Scorer = Callable[[Pairs], float]


def our_bleu(pairs: Pairs) -> float:
    return parbleu.BLEU().corpus_score(pairs.hyps, [pairs.refs], threads=1).score


def our_segment_chrf(pairs: Pairs) -> float:
    return parbleu.CHRF().segment_scores(pairs.hyps, [pairs.refs], threads=1).mean().item()


def our_ter(pairs: Pairs) -> float:
    return parbleu.TER(case_sensitive=True).corpus_score(pairs.hyps, [pairs.refs], threads=1).score


def bleuscore_bleu(pairs: Pairs) -> float:
    references = [[ref] for ref in pairs.refs]
    return (
        100
        * bleuscore.compute(references=references, predictions=pairs.hyps, ref_len_method="closest")["bleu"]
    )


def nltk_bleu(pairs: Pairs) -> float:
    references = [[parbleu.tokenize(ref, "13a").split()] for ref in pairs.refs]
    return 100 * corpus_bleu(references, [parbleu.tokenize(hyp, "13a").split() for hyp in pairs.hyps])


def fastchrf_mean(pairs: Pairs) -> float:
    scores = fastchrf.pairwise_chrf([[hyp] for hyp in pairs.hyps], [[ref] for ref in pairs.refs])
    return sum(score[0][0] for score in scores) / len(pairs)


def rapidfuzz_wer(pairs: Pairs) -> float:
    """Word error rate, which is TER without the shifts: how fast the edit distance alone can be."""
    edits = length = 0
    for hyp, ref in zip(pairs.hyps, pairs.refs, strict=True):
        words = ref.split()
        edits += Levenshtein.distance(hyp.split(), words)
        length += len(words)
    return 100 * edits / length


ROWS: tuple[tuple[str, str, Scorer, Scorer, str], ...] = (
    ("BLEU 13a, corpus", "bleuscore", our_bleu, bleuscore_bleu, ""),
    ("BLEU 13a, corpus", "nltk", our_bleu, nltk_bleu, "its tokens made by `parbleu.tokenize`"),
    ("chrF, mean of segments", "fastchrf", our_segment_chrf, fastchrf_mean, ""),
    ("TER", "rapidfuzz", our_ter, rapidfuzz_wer, "word error rate: no search for shifts"),
)


def fresh_rows(what: str, peer: str, ours: Scorer, theirs: Scorer, note: str, parts: list[Pairs]) -> Row:
    """Every round has lines of its own: some peers keep what they tokenised before."""
    mine, yours, verdicts = [], [], []
    for part in parts:
        seconds, our_score = timed(lambda part=part: ours(part), len(part))
        mine.append(seconds)
        start, their_score = timed_once(theirs, part)
        yours.append(start)
        verdicts.append(agreement(our_score, their_score))
    said = verdicts[0] if len(set(verdicts)) == 1 else sorted(verdicts)[-1]
    return Row(what, mine, yours, peer=peer, note="; ".join(filter(None, (said, note))))


def timed_once(work: Scorer, part: Pairs) -> tuple[float, float]:
    """One call and no more, since a second one would find its lines in a cache."""
    from time import process_time

    start = process_time()
    score = work(part)
    return (process_time() - start) / len(part), score


def measure(settings: Settings) -> Group:
    text = "On scores of 0 to 100. Each round scores lines that no round before has seen."
    group = Group("Other tools", text)
    size, pairs = settings.size(2_000, 500), settings.texts.target("en")
    parts = [pairs.first(size, start) for start in range(0, len(pairs), size)][: settings.rounds]
    for what, peer, ours, theirs, note in ROWS:
        group.rows.append(fresh_rows(what, peer, ours, theirs, note, parts))
    return group
