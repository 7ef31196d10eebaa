"""Averages the scores of groups, such as language pairs or domains, and pools the tests of their systems."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from parbleu.base.record import Record
from parbleu.base.wording import counted
from parbleu.stats.joint_bootstrap import percentile_bounds
from parbleu.stats.paired_tests import all_pairs, baseline_pairs
from parbleu.stats.pooled_groups import pooled_difference
from parbleu.stats.rank_clusters import holm
from parbleu.stats.resampling import BOOTSTRAP_SAMPLES, bootstrap_scores

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from parbleu.comparison.resampled_scores import Findings

    Samples = dict[tuple[str, str], list[NDArray[np.float64]]]
    Scores = dict[tuple[str, str], list[float]]


class MacroAverage(Record):
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


class MacroDifference(Record):
    """How the macro averages of two systems differ, and whether the groups agree.

    Attributes:
        metric: the name of the scores.
        first: the name of one system.
        second: the other's.
        difference: macro average of the second less that of the first.
        low: the lower end of its 95 % interval, from bootstrap samples of each group.
        high: the upper end.
        p_value: of the shifted bootstrap: whether the mean difference over these groups is 0.
        p_holm: the same, corrected for all pairs and metrics.
        for_first: the groups in which the first is significantly better, corrected by Holm's method for all
            groups, pairs and metrics.
        for_second: the groups in which the second is.
        q: Cochran's Q; None, as the next two, where fewer than two groups tell the systems apart.
        q_p_value: how likely such a Q is where the difference is the same in all groups.
        i_squared: the share of the variation between groups that is not chance, from 0 to 1.
    """

    metric: str
    first: str
    second: str
    difference: float
    low: float
    high: float
    p_value: float
    p_holm: float
    for_first: tuple[str, ...]
    for_second: tuple[str, ...]
    q: float | None
    q_p_value: float | None
    i_squared: float | None


def group_averages(
    found: Sequence[tuple[tuple[str, ...], Findings]],
) -> tuple[tuple[MacroAverage, ...], tuple[MacroDifference, ...], int, str]:
    """Averages the scores of groups; intervals and tests come from samples that each group has of its own.

    Args:
        found: the values that make a group, and its scores and tests. The samples of group g are drawn with
            the seed plus g, so that those of different groups are independent.

    Returns:
        The averages and differences, the number of their samples, and the family of the groups' tests in
        words: the attributes of `TableScores`.
    """
    scores: Scores = {}
    for _, findings in found:
        for each, result in zip(findings.measures, findings.results, strict=True):
            for name, score in zip(findings.names, result.scores, strict=True):
                scores.setdefault((name, each.name), []).append(score)
    shared = {key: values for key, values in scores.items() if len(values) == len(found)}
    plan = found[0][1].plan
    if plan.test is None and not plan.n_interval_samples:
        return tuple(_average(key, values, None) for key, values in shared.items()), (), 0, ""
    n_samples = plan.n_interval_samples or (plan.n_samples if plan.test == "bootstrap" else BOOTSTRAP_SAMPLES)
    samples = _samples(found, shared, n_samples)
    averages = tuple(_average(key, values, samples[key]) for key, values in shared.items())
    if plan.test is None:
        return averages, (), n_samples, ""
    return averages, *_differences(found, shared, samples, n_samples)


def _average(
    key: tuple[str, str], values: Sequence[float], samples: Sequence[NDArray[np.float64]] | None
) -> MacroAverage:
    mean = sum(values) / len(values)
    if samples is None:
        return MacroAverage(*key, mean, len(values))
    (low,), (high,) = percentile_bounds(np.mean(samples, axis=0)[:, None])
    return MacroAverage(*key, mean, len(values), float(low), float(high))


def _samples(found: Sequence[tuple[tuple[str, ...], Findings]], shared: Scores, n_samples: int) -> Samples:
    """Returns for each system and metric the scores of each group on the group's samples."""
    samples: Samples = {key: [] for key in shared}
    for place, (_, findings) in enumerate(found):
        entries = [(each.scorer, each.tables) for each in findings.measures]
        seed = (findings.plan.seed or 0) + place
        drawn = bootstrap_scores(entries, n_samples, seed, findings.plan.threads)
        for each, systems in zip(findings.measures, drawn, strict=True):
            for name, row in zip(findings.names, systems, strict=True):
                if (name, each.name) in samples:
                    samples[name, each.name].append(row)
    return samples


def _differences(
    found: Sequence[tuple[tuple[str, ...], Findings]], scores: Scores, samples: Samples, n_samples: int
) -> tuple[tuple[MacroDifference, ...], int, str]:
    """Returns the pooled differences, the number of their samples, and the family of the groups' tests."""
    first_group = found[0][1]
    better = {each.name: each.higher_is_better for each in first_group.measures}
    significant, family = _significant_groups(found)
    pooled = []
    for metric in better:
        names = [name for name in first_group.names if (name, metric) in scores]
        pairs = all_pairs(len(names)) if first_group.plan.all_pairs else baseline_pairs(len(names))
        for one, other in pairs:
            first, second = (names[one], metric), (names[other], metric)
            drawn = np.array(samples[second]) - np.array(samples[first])
            observed = np.array(scores[second]) - np.array(scores[first])
            pooled.append((metric, names[one], names[other], pooled_difference(drawn, observed.tolist())))
    draws = n_samples + 1
    adjusted = holm([round(each.p_value * draws) for *_, each in pooled], draws)
    differences = []
    for (metric, one_name, other_name, each), count in zip(pooled, adjusted, strict=True):
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
                metric,
                one_name,
                other_name,
                each.difference,
                each.low,
                each.high,
                each.p_value,
                count / draws,
                sides[0],
                sides[1],
                each.q,
                each.q_p_value,
                each.i_squared,
            )
        )
    return tuple(differences), n_samples, family


def _significant_groups(
    found: Sequence[tuple[tuple[str, ...], Findings]],
) -> tuple[dict[tuple[str, str, str, str], float], str]:
    """Returns the differences of groups that are significant among all, and how many were tested, in words.

    Keys are the metric, the systems of the group's pair, and the group.
    """
    tests = {
        (each.name, findings.names[test.first], findings.names[test.second], ", ".join(key)): test
        for key, findings in found
        for each, result in zip(findings.measures, findings.results, strict=True)
        for test in result.pairs
    }
    plan = found[0][1].plan
    draws = plan.n_samples + 1
    adjusted = holm([round(test.p_calibrated * draws) for test in tests.values()], draws)
    significant = {
        key: test.difference
        for (key, test), count in zip(tests.items(), adjusted, strict=True)
        if count / draws < plan.alpha
    }
    n_pairs, n_metrics = len(found[0][1].results[0].pairs), len(found[0][1].measures)
    sizes = f"{counted(n_pairs, 'pair')} x {counted(n_metrics, 'metric')} x {counted(len(found), 'group')}"
    return significant, f"{sizes} = {counted(len(tests), 'test')}"
