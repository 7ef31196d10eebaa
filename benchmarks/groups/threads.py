"""Measures two threads against one, in wall-clock time."""

from __future__ import annotations

import os
from time import perf_counter

import parbleu
from benchmarks.machine import load
from benchmarks.measure import Group, Row, compare
from benchmarks.settings import Settings
from benchmarks.texts import Pairs

ROWS = (("BLEU 13a", "BLEU"), ("chrF", "CHRF"), ("TER", "TER"))


def threads_row(what: str, metric: parbleu.metrics.Metric, pairs: Pairs, target: str) -> Row:
    """A corpus score by two threads against one."""

    def score(threads: int) -> float:
        return metric.corpus_score(pairs.hyps, [pairs.refs], threads=threads).score

    return compare(
        f"{what}, two threads, {len(pairs):,} lines",
        lambda: score(2),
        lambda: score(1),
        len(pairs),
        rounds=7,
        clock=perf_counter,
        peer="one thread",
        note=f"wall-clock time, load {load():.1f} before it",
        target=target,
    )


def measure(settings: Settings) -> Group:
    text = (
        f"Wall-clock time, which means something on an idle machine only: load {load():.1f} "
        f"on {os.cpu_count()} processors when this began."
    )
    group = Group("Threads", text)
    pairs = settings.texts.target("en").repeated(settings.size(100_000, 20_000))
    for what, name in ROWS:
        group.rows.append(threads_row(what, getattr(parbleu, name)(), pairs, "1.8x, dream 1.95x"))
    return group
