"""Measures correlations and other meta-evaluation against NumPy and SciPy."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import combinations

import scipy.stats

from benchmarks import metaeval
from benchmarks.measure import Group, Row, compare, timed
from benchmarks.metaeval import Campaign, Scores
from benchmarks.settings import Settings
from parbleu.stats.correlation import correlate, correlate_all
from parbleu.stats.pairwise_significance import significance
from parbleu.stats.permutation_tests import EarlyStopping, PermutationTests
from parbleu.stats.resampling import Resampling

NEVER = EarlyStopping(10**9)
DRAWS = 1000
RESAMPLING = Resampling(n_samples=DRAWS)

Ours = Callable[[Campaign, str], object]
Peer = Callable[[Scores, Scores, Scores, int], float]


def correlation_rows(group: Group, tested: Campaign, rounds: int) -> None:
    gold, metric = tested.gold, tested.metrics[0]
    for name in ("pearson", "spearman", "kendall"):
        theirs = getattr(scipy.stats, {"kendall": "kendalltau"}.get(name, f"{name}r"))
        row = compare(
            f"{name}, mean over segments",
            lambda name=name: correlate(name, gold, metric, "item").value,
            lambda theirs=theirs: metaeval.by_segment(theirs, gold, metric),
            1,
            rounds=rounds,
            peer="SciPy, in a loop",
            unit="metric",
        )
        group.rows.append(row)


def accuracy_rows(group: Group, tested: Campaign, rounds: int) -> None:
    gold, metrics = tested.gold, tested.metrics
    row = compare(
        f"accuracy with tie calibration, {len(metrics)} metrics",
        lambda: [
            found.value for found in correlate_all("KendallWithTiesOpt", gold, metrics, average_by="item")
        ],
        lambda: [metaeval.calibrated_accuracy(gold, metric)[0] for metric in metrics],
        len(metrics),
        rounds=rounds,
        peer="NumPy",
        unit="metric",
    )
    group.rows.append(row)
    row = compare(
        f"soft pairwise accuracy, {len(metrics)} metrics",
        lambda: [found.value for found in correlate_all("pce", gold, metrics)],
        lambda: metaeval.soft_accuracy(gold, metrics),
        len(metrics),
        rounds=rounds,
        peer="NumPy",
        unit="metric",
    )
    group.rows.append(row)
    for some in (metrics[:1], metrics):
        row = compare(
            f"the same, {len(some)} metrics" if len(some) > 1 else "the same, 1 metric",
            lambda some=some: [found.value for found in correlate_all("pce", gold, some)],
            lambda some=some: [metaeval.soft_accuracy(gold, [metric])[0] for metric in some],
            1,
            rounds=rounds,
            peer="NumPy, gold scores and signs anew for each metric, as MT Metrics Eval",
            unit="run",
        )
        group.rows.append(row)


def permutation_rows(
    what: str, ours: Ours, peer: Peer, tested: Campaign, fewer: int, rounds: int
) -> list[Row]:
    """All pairs of metrics, with either generator; the peer makes fewer draws, and other ones."""
    pairs = list(combinations(range(len(tested.metrics)), 2))

    def theirs() -> list[float]:
        return [peer(tested.gold, tested.metrics[j], tested.metrics[i], fewer) for i, j in pairs]

    peers = [timed(theirs, 1)[0] * DRAWS / fewer for _ in range(rounds)]
    note = f"{len(pairs)} tests, {DRAWS:,} draws each; the peer made {fewer}, and its time is scaled"
    rows = []
    for generator, coins in (("mt19937", "NumPy's legacy coins"), ("splitmix64", "our own coins")):
        work = partial(ours, tested, generator)
        mine = [timed(work, 1)[0] for _ in range(rounds)]
        title = f"permutation tests, {what}, {coins}"
        rows.append(Row(title, mine, peers, peer="NumPy and SciPy", unit="run", note=note))
    return rows


def pearson_tests(tested: Campaign, generator: str) -> object:
    tests = PermutationTests(stopping=NEVER, generator=generator)
    return significance("pearson", tested.gold, tested.metrics, "none", RESAMPLING, tests=tests)


def pairs_tests(tested: Campaign, generator: str) -> object:
    tests = PermutationTests("pairs", NEVER, generator)
    return significance("KendallWithTiesOpt", tested.gold, tested.metrics, "item", RESAMPLING, tests=tests)


def measure(settings: Settings) -> Group:
    text = (
        "Random scores of the shape of a WMT metrics task: 8 systems, 527 segments, 10 metrics, gold scores "
        "like MQM. The peers are plain NumPy and SciPy, in benchmarks/metaeval.py."
    )
    group = Group("Metrics and people", text)
    tested = metaeval.campaign(8, settings.size(527, 60), settings.size(10, 3))
    correlation_rows(group, tested, settings.rounds)
    accuracy_rows(group, tested, settings.rounds)
    systems = Campaign(tested.gold.mean(axis=1), [metric.mean(axis=1) for metric in tested.metrics])
    sizes = settings.size(20, 4), settings.size(3, 1)
    group.rows += permutation_rows(
        "Pearson of systems", pearson_tests, metaeval.permuted_pearson, systems, *sizes
    )
    group.rows += permutation_rows(
        "accuracy with ties, pairs exchanged", pairs_tests, metaeval.permuted_pairs, tested, *sizes
    )
    return group
