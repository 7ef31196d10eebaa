"""Lets 16 threads use the same metrics, tokenizers and texts, and compares with what one thread finds.

    python tests/attack/many_threads.py --minutes 10

An interpreter without a GIL, or a native module with the thread sanitizer, shows more. A finding is a result
that differs from that of one thread.
"""

from __future__ import annotations

import logging
import random
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier
from typing import Any

import numpy as np
from rounds import AttackError, campaign

import parbleu

THREADS = 16
WORDS = ["the", "cat", "sat", "on", "a", "mat", ".", "Über", "日本語", "😀", "don't", "1,000.5", "x" * 300]


def tasks(chance: random.Random) -> dict[str, Callable[[], Any]]:
    """Returns calls that share their metrics, texts and tokenizers."""

    def text() -> str:
        return " ".join(chance.choices(WORDS, k=chance.choice([0, 1, 5, 20, 60])))

    count = chance.choice([1, 7, 200])
    lines = [parbleu.text.as_segments([text() for _ in range(count)]) for _ in range(4)]
    metrics: list[parbleu.Metric[Any]] = [
        parbleu.BLEU(),
        parbleu.BLEU(tokenize="intl"),
        parbleu.CHRF(word_order=2),
        parbleu.TER(),
    ]
    prepared: list[parbleu.Metric[Any]] = [
        parbleu.BLEU(references=lines[2:]),
        parbleu.CHRF(references=lines[2:]),
    ]
    found: dict[str, Callable[[], Any]] = {}
    for place, metric in enumerate(metrics):
        found[f"corpus {place}"] = partial(metric.corpus_score, lines[0], lines[2:], threads=2)
        found[f"interval {place}"] = partial(
            metric.corpus_score, lines[1], lines[2:], intervals=True, n_samples=20
        )
        found[f"segments {place}"] = partial(metric.segment_scores, lines[1], lines[2:])
        found[f"sentence {place}"] = partial(metric.sentence_score, lines[0][0], [lines[2][0]])
    for place, metric in enumerate(prepared):
        found[f"prepared {place}"] = partial(metric.corpus_score, lines[0])
    for name in ("13a", "intl", "zh", "char"):
        found[name] = partial(parbleu.text.get_tokenizer(name).tokenize_all, lines[0])
    systems = {"a": lines[0], "b": lines[1]}
    found["compare"] = partial(
        parbleu.compare, systems, lines[2:], ["bleu", "chrf"], test="bootstrap", n_samples=20
    )
    return found


def shown(result: Any) -> str:
    """Returns all of a result as text, with all digits."""
    if isinstance(result, np.ndarray):
        return repr(result.tolist())
    if isinstance(result, parbleu.Comparison):
        return result.to_json()
    return f"{result} {result.score!r}" if isinstance(result, parbleu.Score) else repr([*result])


def attack(seed: str, most: int) -> int:
    chance = random.Random(seed)
    calls = tasks(chance)
    expected = {name: shown(call()) for name, call in calls.items()}
    begin = Barrier(THREADS)

    def work(order: list[str]) -> list[str]:
        begin.wait()
        return [name for name in order if shown(calls[name]()) != expected[name]]

    orders = [chance.sample([*calls], k=len(calls)) for _ in range(THREADS)]
    with ThreadPoolExecutor(THREADS) as pool:
        wrong = {name for names in pool.map(work, orders) for name in names}
    if wrong:
        raise AttackError(f"other results in {THREADS} threads: {', '.join(sorted(wrong))}")
    return THREADS * len(calls)


if __name__ == "__main__":
    logging.disable(logging.WARNING)  # a line of advice for each sentence
    sys.exit(campaign(__doc__ or "", "calls", attack))
