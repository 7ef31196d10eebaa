"""Simulates how often the tests of differences reject where there is no difference.

    python -m benchmarks.significance_levels [--nulls 2000] [--sizes 10 20 50 200 1000] [--seed 1]

A null has two systems of which neither is better: segments are drawn with replacement from two real systems'
output, and each segment's two translations are assigned to the two systems by a coin. All tests see the same
nulls. The table has the percentage of nulls that are rejected at a level of 5 %, by test, metric and number
of segments; with 2,000 nulls a right test's numbers lie between 4.0 and 6.0 in 95 of 100 cases.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

import parbleu
from benchmarks.systems import SystemTexts, read
from benchmarks.texts import ORACLES, ROOT

METRICS = ("BLEU", "chrF", "TER")
SAMPLES = 1000
LEVEL = 0.05
FAMILY = "all three"
"""Heading of the corrections for three metrics: how often any of these is rejected."""

Null = list[tuple[parbleu.Metric, list[NDArray[np.number]]]]


def pool() -> SystemTexts:
    """Returns the two systems whose segments are drawn: of WMT23 English-German, or of an example."""
    folder = ORACLES / "data" / "wmt23" / "en-de"
    if folder.is_dir():
        systems = [folder / "systems" / f"{name}.de" for name in ("GPT4-5shot", "ONLINE-B")]
        return read("WMT23 en-de", folder / "refA.de", systems)
    folder = ROOT / "examples" / "en-de"
    systems = [folder / f"system.{name}.txt" for name in ("careful", "careless")]
    return read("examples (en-de)", folder / "ref.A.txt", systems)


def statistics(texts: SystemTexts) -> Null:
    """Returns the statistics of both systems by each metric."""
    metrics = (parbleu.BLEU(), parbleu.CHRF(), parbleu.TER())
    return [
        (metric, [np.asarray(metric.statistics(hyps, [texts.refs])) for hyps in texts.systems.values()])
        for metric in metrics
    ]


def nulls(counted: Null, n_segments: int, count: int, seed: int) -> Iterator[Null]:
    """Yields nulls of so many segments."""
    draw = np.random.default_rng((seed, n_segments))
    n_pool = len(counted[0][1][0])
    for _ in range(count):
        places, swapped = draw.integers(0, n_pool, n_segments), draw.random((n_segments, 1)) < 0.5
        yield [
            (
                metric,
                [
                    np.ascontiguousarray(np.where(swapped, other[places], one[places]))
                    for one, other in (tables, tables[::-1])
                ],
            )
            for metric, tables in counted
        ]


def p_values(null: Null, seed: int) -> Iterator[tuple[str, str, float]]:
    """Yields (test, metric, p-value) of all tests of one null."""
    from parbleu.stats.joint_bootstrap import max_statistic_p_values
    from parbleu.stats.paired_tests import paired_bootstrap, paired_randomization
    from parbleu.stats.rank_clusters import holm

    entries = [(metric.scorer_of(tables), tables) for metric, tables in null]
    n_segments = len(null[0][1][0])
    drawn: list[NDArray[np.float64]] = []

    def keep(views: Sequence[memoryview]) -> None:
        one, other = map(np.asarray, views)
        drawn.append(other - one)

    options = {"n_samples": SAMPLES, "seed": seed, "threads": 1}
    bootstrap = paired_bootstrap(entries, **options, keep=keep, n_refined=10 * SAMPLES)
    randomization = paired_randomization(entries, **options)
    for test, results in (("paired bootstrap", bootstrap), ("approximate randomization", randomization)):
        tests = [result.pairs[0] for result in results]
        for metric, each in zip(METRICS, tests, strict=True):
            yield f"{test}, p of sacreBLEU", metric, each.p_sacrebleu
            yield test, metric, each.p_value
        yield test + ", Holm", FAMILY, min(holm([each.p_value for each in tests]))
        if test == "paired bootstrap":
            observed = [each.difference for each in tests]
            joint = max_statistic_p_values(np.array(drawn), observed, n_segments)
            yield test + ", joint (max T)", FAMILY, float(min(joint))


def rates(counted: Null, n_segments: int, count: int, seed: int) -> dict[tuple[str, str], float]:
    """Returns the percentage of nulls that each test rejects by each metric."""
    rejected: dict[tuple[str, str], int] = {}
    for place, null in enumerate(nulls(counted, n_segments, count, seed)):
        for test, metric, value in p_values(null, place):
            key = test, metric
            rejected[key] = rejected.get(key, 0) + (value <= LEVEL)
    return {key: 100 * number / count for key, number in rejected.items()}


def table(by_size: dict[int, dict[tuple[str, str], float]]) -> str:
    """Returns the rates as a table of Markdown, a column for each number of segments."""
    sizes = sorted(by_size)
    lines = [
        "| test | metric | " + " | ".join(f"{size:,}" for size in sizes) + " |",
        "|---|---|" + "---:|" * len(sizes),
    ]
    keys = sorted(by_size[sizes[0]], key=lambda key: ("sacreBLEU" in key[0], key[1] == FAMILY, key[0]))
    for test, metric in keys:
        cells = " | ".join(f"{by_size[size][test, metric]:.1f}" for size in sizes)
        lines.append(f"| {test} | {metric} | {cells} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--nulls", type=int, default=2000)
    parser.add_argument("--sizes", type=int, nargs="+", default=[10, 20, 50, 200, 1000])
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    texts = pool()
    counted = statistics(texts)
    by_size = {}
    for size in arguments.sizes:
        by_size[size] = rates(counted, size, arguments.nulls, arguments.seed)
        print(f"{size} segments: done", file=sys.stderr, flush=True)
    print(f"{arguments.nulls} nulls of {texts.name}, {SAMPLES} samples or trials, level 5 %, in %\n")
    print(table(by_size), end="")


if __name__ == "__main__":
    main()
