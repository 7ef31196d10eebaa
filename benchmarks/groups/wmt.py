"""Measures the computations of shared tasks against loops over NumPy and SciPy, on a pair of real size."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.optimize import linear_sum_assignment
from scipy.stats import wilcoxon

from benchmarks.measure import Group, compare
from benchmarks.settings import Settings
from parbleu import Resampling
from parbleu.wmt import RatingTable, autorank, published_ranking
from parbleu.wmt._resampled_items import sampled_sums
from parbleu.wmt._span_scores import SpanArrays, character_counts, matched_counts, ratios

SAMPLES = 10_000
ROUNDS = 3
TARGET = "30x"


def measure(settings: Settings) -> Group:
    """Compares all rules; the plain loops are what an organiser's script is."""
    n_systems, n_segments = settings.size(40, 12), settings.size(1_500, 300)
    size = f"{n_systems} systems x {n_segments:,} segments"
    group = Group("Shared tasks", f"{size}, {SAMPLES:,} bootstrap samples of segments; one thread.")
    random = np.random.default_rng(1)
    means = np.linspace(60, 90, n_systems)[:, None] + random.normal(0, 12, (1, n_segments))
    waves = [np.clip(np.rint(means + random.normal(0, 15, means.shape)), 0, 100) for _ in range(2)]
    table = RatingTable.of_waves([f"S{number}" for number in range(n_systems)], *waves)
    drawn = Resampling("bootstrap", n_samples=SAMPLES, threads=1)
    group.rows.append(
        compare(
            "`published_ranking`, wmt25-final",
            lambda: [
                place.p_next or 0.0
                for place in published_ranking(table, "wmt25-final", resampling=drawn).places
            ],
            lambda: plain_ranking(waves),
            1,
            rounds=ROUNDS,
            peer="NumPy, SciPy",
            unit="run",
            target=TARGET,
        )
    )
    gold, predicted = (spans(random, n_systems * n_segments) for _ in range(2))
    for what, ours, theirs, rounds in (
        ("character F1", character_counts, plain_characters, 1),
        ("spans matched, mpp", matched, plain_matches, ROUNDS),
    ):
        group.rows.append(
            compare(
                what,
                lambda ours=ours: with_samples(ours(gold, predicted, n_systems * n_segments), n_segments),  # type: ignore[misc]
                lambda theirs=theirs: plain_samples(
                    theirs(gold, predicted, n_systems * n_segments), n_segments
                ),  # type: ignore[misc]
                1,
                rounds=rounds,
                peer="NumPy, SciPy",
                unit="run",
                target=TARGET,
            )
        )
    scores = {f"M{number}": random.normal(means, 9) for number in range(5)}
    named = {
        metric: {f"S{number}": row for number, row in enumerate(values)} for metric, values in scores.items()
    }
    group.rows.append(
        compare(
            "`autorank`",
            lambda: sorted(ranked.autorank for ranked in autorank(named, resampling=drawn).systems),
            lambda: plain_autorank(scores),
            1,
            rounds=ROUNDS,
            peer="NumPy",
            unit="run",
            target=TARGET,
        )
    )
    return group


def spans(random: np.random.Generator, n_items: int) -> SpanArrays:
    """Returns made-up spans of texts of 180 characters."""
    counts = random.poisson(1.2, n_items)
    items = np.repeat(np.arange(n_items), counts)
    starts = random.integers(0, 150, len(items))
    ends = starts + random.integers(1, 30, len(items))
    return SpanArrays(items, starts, ends, random.integers(0, 2, len(items)))


def matched(gold: SpanArrays, predicted: SpanArrays, n_items: int) -> Any:
    return matched_counts(gold, predicted, n_items, "mpp", 0.5)


def with_samples(counts: Any, n_segments: int) -> list[float]:
    """Returns F1, after bootstrap samples of segments."""
    how = Resampling("bootstrap", n_samples=SAMPLES, threads=1, seed=1)
    sampled_sums(counts.reshape(-1, n_segments, 4).sum(axis=0), how)
    return [float(ratios(counts.sum(axis=0))[2])]


def plain_samples(counts: Any, n_segments: int) -> list[float]:
    """The same by a loop that draws items again and again."""
    random = np.random.default_rng(1)
    by_segment = counts.reshape(-1, n_segments, 4).sum(axis=0)
    for _ in range(SAMPLES):
        by_segment[random.integers(0, n_segments, n_segments)].sum(axis=0)
    return [float(ratios(counts.sum(axis=0))[2])]


def by_item(found: SpanArrays, n_items: int) -> list[list[tuple[int, int, int]]]:
    listed: list[list[tuple[int, int, int]]] = [[] for _ in range(n_items)]
    for item, *span in zip(
        *(each.tolist() for each in (found.item, found.start, found.end, found.severity)), strict=True
    ):
        listed[item].append(tuple(span))
    return listed


def plain_characters(gold: SpanArrays, predicted: SpanArrays, n_items: int) -> Any:
    """Counts characters one after another."""
    counts = np.zeros((n_items, 4))
    for item, (marked, guessed) in enumerate(
        zip(by_item(gold, n_items), by_item(predicted, n_items), strict=True)
    ):
        layers = np.zeros((4, 180), dtype=int)
        for side, listed in ((0, marked), (2, guessed)):
            for start, end, severity in listed:
                layers[side + severity, start:end] += 1
        shared = 0.0
        for low, high, guessed_low, guessed_high in layers.T:
            same = min(low, guessed_low) + min(high, guessed_high)
            more = max(0, low - guessed_low) + max(0, high - guessed_high)
            fewer = max(0, guessed_low - low) + max(0, guessed_high - high)
            shared += same + 0.5 * min(more, fewer)
        counts[item] = (shared, layers[2:].sum(), shared, layers[:2].sum())
    return counts


def plain_matches(gold: SpanArrays, predicted: SpanArrays, n_items: int) -> Any:
    """Solves an assignment for each translation."""
    counts = np.zeros((n_items, 4))
    for item, (marked, guessed) in enumerate(
        zip(by_item(gold, n_items), by_item(predicted, n_items), strict=True)
    ):
        weights = np.zeros((len(guessed), len(marked)))
        for row, (start, end, kind) in enumerate(guessed):
            for place, (first, last, other) in enumerate(marked):
                shared = max(0, min(end, last) - max(start, first))
                weights[row, place] = (
                    2 * shared / (end - start + last - first) * (1 if kind == other else 0.5)
                )
        right = np.zeros(2)
        for row, place in zip(*linear_sum_assignment(weights, maximize=True), strict=True):
            start, end, kind = guessed[row]
            first, last, other = marked[place]
            shared = max(0, min(end, last) - max(start, first))
            right += np.array([shared / (end - start), shared / (last - first)]) * (
                1 if kind == other else 0.5
            )
        counts[item] = (right[0], len(guessed), right[1], len(marked))
    return counts


def plain_ranking(waves: list[Any]) -> list[float]:
    """Tests all pairs, in both directions, one after another, and draws samples in a loop."""
    first = np.concatenate([waves[0], waves[1]] * 2, axis=1)
    second = np.concatenate([*waves, waves[1], waves[0]], axis=1)
    averaged = (waves[0] + waves[1]) / 2
    order = np.argsort(-averaged.mean(axis=1), kind="stable")
    p_next = []
    for rank, one in enumerate(order):
        for other in order:
            if one != other:
                p_value = wilcoxon(first[one], second[other], alternative="greater").pvalue
                if rank + 1 < len(order) and other == order[rank + 1]:
                    p_next.append(float(p_value))
            if one < other:
                wilcoxon(averaged[one], averaged[other])
    random = np.random.default_rng(1)
    for _ in range(SAMPLES):
        averaged[:, random.integers(0, averaged.shape[1], averaged.shape[1])].mean(axis=1)
    return [*p_next, 0.0]


def plain_autorank(scores: dict[str, Any]) -> list[float]:
    """Ranks on every sample, in a loop."""
    table = np.stack(list(scores.values()))
    random = np.random.default_rng(1)
    for _ in range(SAMPLES):
        _autorank(table[:, :, random.integers(0, table.shape[2], table.shape[2])].mean(axis=2))
    return sorted(_autorank(table.mean(axis=2)).tolist())


def _autorank(means: Any) -> Any:
    quartile, centre, highest = np.percentile(means, [25, 50, 100], axis=1)
    scaled = ((means - centre[:, None]) / (highest - quartile)[:, None]).mean(axis=0)
    return 1 + (scaled.max() - scaled) / (scaled.max() - scaled.min()) * (len(scaled) - 1)
