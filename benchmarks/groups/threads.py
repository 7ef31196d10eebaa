"""Measures two threads against one, in wall-clock time."""

from __future__ import annotations

import os
from collections.abc import Callable
from statistics import median
from time import perf_counter, process_time, thread_time

import parbleu
from benchmarks.machine import load
from benchmarks.measure import Group, Row, compare
from benchmarks.settings import Settings
from benchmarks.texts import Pairs

ROUNDS = 7
ROWS = (("BLEU 13a", "BLEU"), ("chrF", "CHRF"), ("TER", "TER"))


def threads_row(what: str, metric: parbleu.metrics.Metric, pairs: Pairs, target: str) -> Row:
    """A corpus score by two threads against one."""

    def score(threads: int) -> float:
        return metric.corpus_score(pairs.hyps, [pairs.refs], threads=threads).score

    shares = [longer_share(lambda: score(2)) for _ in range(ROUNDS)]
    return compare(
        f"{what}, two threads, {len(pairs):,} lines",
        lambda: score(2),
        lambda: score(1),
        len(pairs),
        rounds=ROUNDS,
        clock=perf_counter,
        peer="one thread",
        note=f"wall-clock time, load {load():.1f} before it; the busier thread takes {min(shares):.0%} "
        f"to {max(shares):.0%} of their CPU time, {median(shares):.0%} in the median",
        target=target,
    )


def longer_share(work: Callable[[], float]) -> float:
    """Returns how much of the CPU time of two threads the busier one takes.

    Two threads are at most 1 / share times as fast as one. Work goes to the thread that is free, so a busy
    machine makes the share larger, and hardly ever smaller.
    """
    start, start_here = process_time(), thread_time()
    work()
    here = (thread_time() - start_here) / (process_time() - start)
    return max(here, 1 - here)


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
