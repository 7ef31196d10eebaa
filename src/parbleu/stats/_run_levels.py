"""Resamples systems that were trained several times: segments are one level of chance, runs another.

J. H. Clark, C. Dyer, A. Lavie and N. A. Smith, "Better Hypothesis Testing for Statistical Machine
Translation: Controlling for Optimizer Instability" (ACL 2011), defines the deviations and the stratified
randomization.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parbleu import _core
from parbleu._base.threads import thread_count
from parbleu.stats.joint_bootstrap import percentile_bounds
from parbleu.stats.resampling import bootstrap_scores, seed_number
from parbleu.tables import column, p_field, record, shown
from parbleu.tables._records import percent

Tables = Sequence[NDArray[Any]]

MOST_PARTITIONS = 200_000
_BLOCK = 250
_TOLERANCE = 1e-9


@record
class RunScores:
    """The scores of the runs of one system.

    Attributes:
        scores: of each run.
        mean: of them.
        selection: MultEval's s_sel: the mean over runs of the standard deviation of bootstrap scores.
        optimizer: MultEval's s_opt: the standard deviation over runs; None for one run.
        low: the lower end of the 95 % interval of the mean: segments are drawn, and runs.
        high: its upper end.
        run_share: the part of the variance of the mean that is between runs, from 0 to 1; None for one run.
    """

    column_order = "n_runs mean low high selection optimizer run_share"
    scores: tuple[float, ...]
    mean: float = column(decimals=2, low="low", high="high")
    selection: float = column("s (segments)", decimals=2)
    optimizer: float | None = column("s (runs)", decimals=2)
    low: float = column("from", decimals=2)
    high: float = column("to", decimals=2)
    run_share: float | None = column("variance between runs", unit="%", decimals=1, convert=percent)

    @property
    @shown("runs")
    def n_runs(self) -> int:
        """How many runs there are."""
        return len(self.scores)


@record
class RunDifference:
    """How two systems of several runs differ.

    Attributes:
        difference: of the mean scores, second less first.
        low: the lower end of its 95 % interval: segments are drawn, the same for both, and runs.
        high: its upper end.
        p_runs: of stratified approximate randomization: whether these runs differ; None if the systems have
            different numbers of runs.
        p_recipes: of the exact permutation of the runs' labels: whether training differs; None for too many.
        p_least: the smallest that p_recipes can be.
        superiority: in which share of pairs of runs the second has the higher score, ties counting half.
    """

    difference: float = column(decimals=2, signed=True, low="low", high="high")
    low: float = column("from", decimals=2, signed=True)
    high: float = column("to", decimals=2, signed=True)
    p_runs: float | None = p_field("p (these runs)")
    p_recipes: float | None = p_field("p (new runs)")
    p_least: float = p_field("least p (new runs)")
    superiority: float = column("P(higher)", decimals=2)


def nested_bootstrap(
    scorer: Any,
    systems: Sequence[Tables],
    n_samples: int,
    seed: int | str | None = None,
    threads: int | None = None,
) -> tuple[list[RunScores], NDArray[np.float64]]:
    """Draws segments, the same for all runs, and for each system runs, with replacement.

    Args:
        scorer: what turns a sum of rows into a score: a native metric, `Mean()`, or a callable.
        systems: of each system, the table of statistics of each run.
        n_samples: the number of samples.
        seed: of all draws; None for `SACREBLEU_SEED`, or 12345.
        threads: how many may work.

    Returns:
        The scores of each system, and float64 (systems, n_samples): the mean scores of the samples.
    """
    number = seed_number(seed)
    every = [table for tables in systems for table in tables]
    (drawn,) = bootstrap_scores([(scorer, every)], n_samples, number, threads)
    scores = _scores(scorer, np.stack([table.sum(axis=0) for table in every]))
    generator = np.random.default_rng((number, 1))
    scores_of_systems, means, start = [], [], 0
    for tables in systems:
        runs = len(tables)
        run_scores, samples = scores[start : start + runs], drawn[start : start + runs]
        start += runs
        places = generator.integers(0, runs, (runs, n_samples))
        nested = np.take_along_axis(samples, places, axis=0).mean(axis=0)
        (low,), (high,) = percentile_bounds(nested[:, None])
        between = float(run_scores.var(ddof=1)) if runs > 1 else None
        within = float(samples.mean(axis=0).var())
        whole = None if between is None else between / runs + within
        scores_of_systems.append(
            RunScores(
                tuple(map(float, run_scores)),
                float(run_scores.mean()),
                float(samples.std(axis=1, ddof=1).mean()) if n_samples > 1 else 0.0,
                None if between is None else between**0.5,
                float(low),
                float(high),
                None if between is None or not whole else between / runs / whole,
            )
        )
        means.append(nested)
    return scores_of_systems, np.stack(means)


def run_difference(
    scorer: Any,
    tables: tuple[Tables, Tables],
    scores: tuple[RunScores, RunScores],
    nested: tuple[NDArray[np.float64], NDArray[np.float64]],
    n_samples: int,
    seed: int | str | None = None,
    threads: int | None = None,
) -> RunDifference:
    """Compares two systems.

    Args:
        scorer: what turns a sum of rows into a score: a native metric, `Mean()`, or a callable.
        tables: of both, the table of statistics of each run.
        scores: of both, what `nested_bootstrap` returned.
        nested: of both, the mean scores of its samples.
        n_samples: trials of the randomization.
        seed: of these.
        threads: how many may work.
    """
    first, second = (np.array(system.scores) for system in scores)
    (low,), (high,) = percentile_bounds((nested[1] - nested[0])[:, None])
    pairs = np.sign(second[:, None] - first[None, :])
    paired = len(first) == len(second)
    partitions = comb(len(first) + len(second), len(first))
    return RunDifference(
        float(second.mean() - first.mean()),
        float(low),
        float(high),
        stratified_randomization(scorer, *tables, n_samples, seed, threads) if paired else None,
        _permuted_labels(first, second) if partitions <= MOST_PARTITIONS else None,
        min(1.0, (2 if paired else 1) / partitions),
        float((0.5 + 0.5 * pairs).mean()),
    )


def stratified_randomization(
    scorer: Any,
    first: Tables,
    second: Tables,
    n_samples: int,
    seed: int | str | None = None,
    threads: int | None = None,
) -> float:
    """Exchanges the outputs of two systems for a segment within the same run, with probability 1/2.

    Returns:
        (trials whose mean scores differ by as much as those of the systems + 1) / (n_samples + 1). MultEval
        counts those that differ by more, which calls equal outputs significantly different.
    """
    sums = [np.stack([table.sum(axis=0) for table in tables]) for tables in (first, second)]
    observed = abs(float(_scores(scorer, sums[1]).mean() - _scores(scorer, sums[0]).mean()))
    number = seed_number(seed)
    difference = np.zeros(n_samples)
    for run, (one, other) in enumerate(zip(first, second, strict=True)):
        change = _exchanged(np.asarray(other) - np.asarray(one), run, len(first), n_samples, number, threads)
        kind = one.dtype
        difference += _scores(scorer, (other.sum(axis=0) - change).astype(kind))
        difference -= _scores(scorer, (one.sum(axis=0) + change).astype(kind))
    above = int((abs(difference) / len(first) >= observed - _TOLERANCE).sum())
    return (above + 1) / (n_samples + 1)


def _exchanged(
    gains: NDArray[Any], run: int, n_runs: int, n_samples: int, seed: int, threads: int | None
) -> NDArray[np.float64]:
    """Returns for each trial the sums of the rows of a run that are exchanged.

    They are those for which `numpy.random.default_rng((seed, 2)).integers(0, 2)` is 1. A block of trials is
    drawn after another, in a block a run after another, in a run a trial after another.
    """
    words = max(1, (seed.bit_length() + 31) // 32)
    entropy = seed | 2 << 32 * words  # the same words as those of (seed, 2)
    sums = []
    for start in range(0, n_samples, _BLOCK):
        count = min(_BLOCK, n_samples - start)
        begin = (start * n_runs + count * run) * len(gains)
        sums.append(np.asarray(_core.chosen_sums(gains, count, entropy, begin, thread_count(threads))))
    return np.concatenate(sums)


def _scores(scorer: Any, sums: NDArray[np.number]) -> NDArray[np.float64]:
    """Returns the score of each row of sums."""
    return np.array(_core.row_scores(scorer, np.ascontiguousarray(sums)), dtype=np.float64)


def _permuted_labels(first: NDArray[np.float64], second: NDArray[np.float64]) -> float:
    """Returns the two-sided p-value of the exact permutation test of two groups of scores."""
    every = np.concatenate([first, second])
    observed = abs(second.mean() - first.mean())
    chosen = np.array(list(combinations(range(len(every)), len(first))))
    sums = every[chosen].sum(axis=1)
    differences = abs((every.sum() - sums) / len(second) - sums / len(first))
    return float((differences >= observed - _TOLERANCE).mean())
