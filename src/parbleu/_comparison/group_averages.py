"""Averages the scores of groups, such as language pairs or domains, and pools the tests of their systems."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parbleu._base.numbers import plain_mean
from parbleu._base.significance import is_significant
from parbleu._base.wording import counted_tests
from parbleu._comparison.comparison_result import Comparison
from parbleu._comparison.explanation import PairVerdict, pair_verdicts
from parbleu._comparison.resampled_scores import ResampledScores
from parbleu.stats._pooled_groups import PooledDifference, independent, pooled_difference
from parbleu.stats.false_discovery import corrections
from parbleu.stats.joint_bootstrap import max_statistic_p_values, percentile_bounds
from parbleu.stats.paired_tests import all_pairs, baseline_pairs
from parbleu.stats.rank_clusters import holm
from parbleu.tables import Column, Table, column, p_field, record
from parbleu.tables._records import percent
from parbleu.text._languages import families_of

Samples = dict[tuple[str, str], list[NDArray[np.float64]]]
Scores = dict[tuple[str, str], list[float]]


@dataclass(frozen=True)
class MacroAverage:
    """The mean of a system's scores over the groups, each group counting as much as any other.

    Attributes:
        system: its name.
        metric: the name of the scores.
        score: their mean.
        n_groups: how many groups have the system.
        low: the lower end of its 95 % interval, from bootstrap samples of each group; None, as the next one,
            without resampling.
        high: the upper end.
    """

    system: str
    metric: str
    score: float
    n_groups: int
    low: float | None = None
    high: float | None = None


@record(kw_only=True)
class MacroDifference(PooledDifference):
    """How the macro averages of two systems differ, and whether the groups agree.

    Attributes:
        metric: the name of the scores.
        first: the name of one system; differences are the second's score less the first's.
        second: the other's.
        p_holm: `p_value`, corrected for all pairs and metrics by the method of Holm: the one that decides.
        p_bh: by that of Benjamini and Hochberg.
        p_by: by that of Benjamini and Yekutieli.
        p_joint: by the largest of the statistics of all pairs and metrics on the bootstrap samples
            (`parbleu.stats.joint_bootstrap`).
        for_first: the groups in which the first is significantly better, corrected by Holm's method for all
            groups, pairs and metrics.
        for_second: the groups in which the second is.
    """

    column_order = (
        "metric first second difference low high p_value p_holm p_bh p_by p_joint "
        "for_first for_second q q_p_value i_squared"
    )
    metric: str
    first: str
    second: str
    difference: float = column(decimals=2, signed=True, low="low", high="high")
    low: float = column("from", decimals=2, signed=True)
    high: float = column("to", decimals=2, signed=True)
    p_value: float = p_field(group="pooled")
    p_holm: float = p_field("Holm", group="pooled")
    p_bh: float = p_field("BH", group="pooled")
    p_by: float = p_field("BY", group="pooled")
    p_joint: float = p_field("joint", group="pooled")
    for_first: tuple[str, ...] = column("better: first", group="significant groups", convert="; ".join)
    for_second: tuple[str, ...] = column("second", group="significant groups", convert="; ".join)
    q: float | None = column("Q", group="heterogeneity", decimals=1, fixed_decimals=True)
    q_p_value: float | None = p_field("p", group="heterogeneity")
    i_squared: float | None = column("I²", group="heterogeneity", decimals=1, unit="%", convert=percent)


def group_averages(
    groups: Sequence[tuple[tuple[str, ...], ResampledScores]],
) -> tuple[tuple[MacroAverage, ...], tuple[MacroDifference, ...], int, str, tuple[PairVerdict, ...]]:
    """Averages the scores of groups; intervals and tests come from the bootstrap samples of each group.

    Args:
        groups: the values that make a group, and its scores and tests.

    Returns:
        The averages and differences, the number of their samples, the family of the groups' tests in words,
        and the verdicts of all metrics: the attributes of `TableScores`.
    """
    scores: Scores = {}
    for _, group_scores in groups:
        for measure, result in zip(group_scores.measures, group_scores.results, strict=True):
            for name, score in zip(group_scores.names, result.scores, strict=True):
                scores.setdefault((name, measure.name), []).append(score)
    shared = {key: values for key, values in scores.items() if len(values) == len(groups)}
    asked = groups[0][1].resampling
    if asked.test is None and not asked.n_bootstrap_samples:
        return tuple(_average(key, values, None) for key, values in shared.items()), (), 0, "", ()
    samples = _samples(groups, shared)
    n_samples = next((values[0].shape[0] for values in samples.values()), 0)
    averages = tuple(_average(key, values, samples[key]) for key, values in shared.items())
    if asked.test is None:
        return averages, (), n_samples, "", ()
    significant, family = _significant_groups(groups)
    sizes = [len(group_scores.measures[0].tables[0]) for _, group_scores in groups]
    differences, drawn = _differences(groups[0][1], shared, samples, significant, sizes)
    verdicts = pair_verdicts(differences, groups[0][1].measures, drawn, asked.alpha)
    return averages, differences, n_samples, family, verdicts


def family_table(groups: Sequence[tuple[str, Comparison]]) -> Table:
    """Returns the means of scores over the language pairs from and into each family of languages.

    Returns:
        A row for each family and system that all pairs of the family have.
    """
    families: dict[str, list[Comparison]] = {}
    for pair, comparison in groups:
        for family in families_of(pair) or ():
            families.setdefault(family, []).append(comparison)
    metrics = [metric for metric in groups[0][1].metrics if all(metric.name in {*one} for _, one in groups)]
    columns = [Column("family", "pairs"), Column("system"), Column("n_pairs", "number", int)]
    columns += [Column(metric.name, kind=float, decimals=metric.decimals) for metric in metrics]
    rows = []
    for family, comparisons in sorted(families.items()):
        for system in comparisons[0].systems:
            if not all(system in comparison.systems for comparison in comparisons):
                continue
            scores = [
                [comparison[metric.name][system].score for comparison in comparisons] for metric in metrics
            ]
            rows.append((family, system, len(comparisons), *map(plain_mean, scores)))
    return Table("families", columns, rows, title="Language families")


def _average(
    key: tuple[str, str], values: Sequence[float], samples: Sequence[NDArray[np.float64]] | None
) -> MacroAverage:
    mean = plain_mean(values)
    if samples is None:
        return MacroAverage(*key, mean, len(values))
    (low,), (high,) = percentile_bounds(np.mean(samples, axis=0)[:, None])
    return MacroAverage(*key, mean, len(values), float(low), float(high))


def _samples(groups: Sequence[tuple[tuple[str, ...], ResampledScores]], shared: Scores) -> Samples:
    """Returns for each system and metric the scores of each group on the group's samples."""
    samples: Samples = {key: [] for key in shared}
    for index, (_, group_scores) in enumerate(groups):
        for measure, drawn in zip(group_scores.measures, group_scores.drawn_scores(), strict=True):
            for name, row in zip(group_scores.names, independent(drawn, index), strict=True):
                if (name, measure.name) in samples:
                    samples[name, measure.name].append(row)
    return samples


def _differences(
    of_group: ResampledScores,
    scores: Scores,
    samples: Samples,
    significant: dict[tuple[str, str, str, str], float],
    sizes: Sequence[int],
) -> tuple[tuple[MacroDifference, ...], NDArray[np.float64]]:
    """Returns the pooled differences, and each on all samples: (differences, samples).

    The sizes say how many segments, or units of several, the samples of each group draw.
    """
    better = {measure.name: measure.higher_is_better for measure in of_group.measures}
    pooled: list[tuple[str, str, str, PooledDifference]] = []
    means = []
    for metric in better:
        names = [name for name in of_group.names if (name, metric) in scores]
        pairs = all_pairs(len(names)) if of_group.resampling.all_pairs else baseline_pairs(len(names))
        for first_index, other in pairs:
            first, second = (names[first_index], metric), (names[other], metric)
            drawn = np.array(samples[second]) - np.array(samples[first])
            observed = np.array(scores[second]) - np.array(scores[first])
            pooled.append(
                (metric, names[first_index], names[other], pooled_difference(drawn, observed.tolist(), sizes))
            )
            means.append(drawn.mean(axis=0))
    if not pooled:
        return (), np.empty((0, 0))
    corrected = corrections([difference.p_value for *_, difference in pooled])
    joint = max_statistic_p_values(means, [difference.difference for *_, difference in pooled], sum(sizes))
    differences = []
    for (metric, one_name, other_name, mean), adjusted, p_joint in zip(pooled, corrected, joint, strict=True):
        sides = [
            tuple(
                group
                for (name, *names_of, group), difference in significant.items()
                if name == metric
                and names_of in ([one_name, other_name], [other_name, one_name])
                # the difference is that of the second name of the group's own pair
                and ((difference > 0) == better[metric]) == (names_of[1] == winner)
            )
            for winner in (one_name, other_name)
        ]
        differences.append(
            MacroDifference(
                **vars(mean),
                metric=metric,
                first=one_name,
                second=other_name,
                **dict(zip(("p_holm", "p_bh", "p_by"), adjusted, strict=True)),
                p_joint=float(p_joint),
                for_first=sides[0],
                for_second=sides[1],
            )
        )
    return tuple(differences), np.array(means)


def _significant_groups(
    groups: Sequence[tuple[tuple[str, ...], ResampledScores]],
) -> tuple[dict[tuple[str, str, str, str], float], str]:
    """Returns the differences of groups that are significant among all, and how many were tested, in words.

    Keys are the metric, the systems of the group's pair, and the group.
    """
    tests = {
        (measure.name, group_scores.names[test.first], group_scores.names[test.second], ", ".join(key)): test
        for key, group_scores in groups
        for measure, result in zip(group_scores.measures, group_scores.results, strict=True)
        for test in result.pairs
    }
    asked = groups[0][1].resampling
    adjusted = holm([test.p_value for test in tests.values()])
    significant = {
        key: test.difference
        for (key, test), p_holm in zip(tests.items(), adjusted, strict=True)
        if is_significant(p_holm, asked.alpha)
    }
    first = groups[0][1]
    return significant, counted_tests(len(first.results[0].pairs), len(first.measures), len(groups))
