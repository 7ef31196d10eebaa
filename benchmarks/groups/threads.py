"""Measures two threads against one, in wall-clock time."""

from __future__ import annotations

import os
from time import perf_counter

import parbleu
from benchmarks.machine import load
from benchmarks.measure import Group, compare
from benchmarks.settings import Settings

ROWS = (("BLEU 13a", "BLEU"), ("chrF", "CHRF"), ("TER", "TER"))


def measure(settings: Settings) -> Group:
    text = (
        f"Wall-clock time, which means something on an idle machine only: load {load():.1f} "
        f"on {os.cpu_count()} processors when this began."
    )
    group = Group("Threads", text)
    pairs = settings.texts.target("en").repeated(settings.size(100_000, 20_000))
    for what, name in ROWS:
        metric = getattr(parbleu, name)()

        def two(metric: parbleu.metrics.Metric = metric) -> float:
            return metric.corpus_score(pairs.hyps, [pairs.refs], threads=2).score

        def one(metric: parbleu.metrics.Metric = metric) -> float:
            return metric.corpus_score(pairs.hyps, [pairs.refs], threads=1).score

        named = f"{what}, two threads, {len(pairs):,} lines"
        details = {"peer": "one thread", "target": "1.8x, dream 1.95x"}
        group.rows.append(compare(named, two, one, len(pairs), rounds=7, clock=perf_counter, **details))
    return group
