"""Explains differences of systems: are they real, would people see them, could this test set show them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from parbleu import _core
from parbleu.base.record import Record
from parbleu.base.wording import counted_tests
from parbleu.metrics.base import Metric
from parbleu.metrics.human_agreement import curve_of_scores
from parbleu.stats.effect_sizes import effect_sizes
from parbleu.stats.false_discovery import corrections
from parbleu.stats.interval import confidence_interval
from parbleu.stats.max_statistic import effective_number, max_statistic_p_values
from parbleu.stats.pooled_groups import independent
from parbleu.stats.power import pair_powers
from parbleu.stats.rank_clusters import samples_needed
from parbleu.stats.signed_rank import bayesian_signed_rank
from parbleu.tables.result import Result

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from parbleu.comparison.group_averages import MacroDifference
    from parbleu.comparison.metric_inputs import Measure
    from parbleu.comparison.resampled_scores import ExplanationOptions, ResampledScores
    from parbleu.stats.paired_tests import PairTest
    from parbleu.stats.resampling import Resampling
    from parbleu.stats.signed_rank import PracticalEquivalence
    from parbleu.tables import Table

POWER = 0.8
"""The probability with which the smallest detectable difference is found."""


class PairExplanation(Record):
    """What the difference of two systems by one metric means.

    Attributes:
        metric: the metric's name.
        first: the name of one system, the baseline if it is of the pair.
        second: the other's.
        difference: score of the second less score of the first.
        low: lower end of the 95 % bootstrap interval of the difference.
        high: its upper end.
        p_value: of the test, calibrated, not corrected.
        p_holm: corrected for the whole family by the method of Holm.
        p_bh: by the method of Benjamini and Hochberg.
        p_by: by the method of Benjamini and Yekutieli, whatever the tests have to do with each other.
        p_joint: by the largest of all statistics on the bootstrap samples, which counts what correlated
            metrics and pairs share once (`parbleu.stats.max_statistic`).
        d_z: mean difference of segment scores over its standard deviation; positive where the second is
            better, as the next one. None if it is not defined.
        d_av: the same over the standard deviation of the scores.
        superiority: how often the second has the better segment score, a tie counting half.
        first_wins: segments with a better score of the first.
        ties: segments with equal scores.
        second_wins: segments with a better score of the second.
        identical: segments with the same output; None if only scores are known.
        agreement: in how many percent of pairs of systems with such a difference people agree with its
            direction (`parbleu.metrics.delta_agreement`); None without a published curve.
        agreement_low: the same of the end of the interval that is less clear.
        agreement_high: of its clearer end.
        agreement_note: why there is no agreement; else empty.
        detectable: the smallest difference that the test finds with a power of 80 %; None if no segment tells
            the systems apart, or there is only one.
        p_first: the probability that the first is practically better, by scores of segments, or of units if
            these were drawn; None, as the next two, without a region of practical equivalence.
        p_equivalent: that they are equivalent.
        p_second: that the second is better.
    """

    metric: str
    first: str
    second: str
    difference: float
    low: float
    high: float
    p_value: float
    p_holm: float
    p_bh: float
    p_by: float
    p_joint: float
    d_z: float | None
    d_av: float | None
    superiority: float
    first_wins: int
    ties: int
    second_wins: int
    identical: int | None
    agreement: float | None
    agreement_low: float | None
    agreement_high: float | None
    agreement_note: str
    detectable: float | None
    p_first: float | None = None
    p_equivalent: float | None = None
    p_second: float | None = None


class PairVerdict(Record):
    """What all metrics together say of two systems.

    Attributes:
        first: the name of one system.
        second: the other's.
        better: the name of the better one; None if no difference is significant, or metrics disagree.
        disagree: whether metrics have significant differences in both directions.
        for_first: the metrics by which the first is significantly better, by `p_joint`.
        for_second: by which the second is.
        effective_metrics: how many independent metrics are worth as much as these (N. W. Galwey, 2009).
        p_value: the smallest `p_joint` of its metrics: whether the systems differ by any metric.
    """

    first: str
    second: str
    better: str | None
    disagree: bool
    for_first: tuple[str, ...]
    for_second: tuple[str, ...]
    effective_metrics: float
    p_value: float


class Explanation(Record, Result):
    """What all differences that were tested mean.

    Attributes:
        pairs: one for each metric and pair of systems.
        family: how many tests are corrected together, in words.
        alpha: the level of significance.
        n_samples: how many bootstrap samples the intervals of differences come from.
        seed: of all resampling.
        region: of practical equivalence, in units of segment scores; None without.
        seen: the share of the test set that is in the training data, as `parbleu.analysis.exposure` measures
            it; None if it is unknown.
        too_few: whether the test draws too few samples for any corrected p-value to be significant.
        verdicts: one for each pair of systems, of all metrics together; () for a single metric.
    """

    pairs: tuple[PairExplanation, ...]
    family: str
    alpha: float
    n_samples: int
    seed: int
    region: float | None = None
    seen: float | None = None
    too_few: bool = False
    verdicts: tuple[PairVerdict, ...] = ()

    def tables(self) -> tuple[Table, ...]:
        """Returns a row of answers for each metric and pair, verdicts of pairs, and effect sizes."""
        from parbleu.comparison.explanation_tables import answer_table, effect_table, verdict_table

        tables = [answer_table(self)]
        if self.verdicts:
            tables.append(verdict_table(self.verdicts, self.family, self.alpha))
        return (*tables, effect_table(self))


def explain(scores: ResampledScores, options: ExplanationOptions) -> Explanation:
    """Explains the differences that were tested."""
    asked = scores.resampling
    assert asked.seed is not None
    tests = [test for result in scores.results for test in result.pairs]
    differences = drawn_differences(scores)
    corrected = _corrected(scores, [test.p_calibrated for test in tests], differences, tests)
    pairs: list[PairExplanation] = []
    of_segments = scores.segment_tables or [found.tables for found in scores.measures]
    of_tests = iter(differences)
    for found, result, tables in zip(scores.measures, scores.results, of_segments, strict=True):
        goodness = _goodness(found, tables)
        of_rows = goodness if tables is found.tables else _goodness(found, found.tables)
        smallest = _detectable(found, [(test.first, test.second) for test in result.pairs], asked)
        for test, detectable in zip(result.pairs, smallest, strict=True):
            first, second = test.first, test.second
            interval = confidence_interval(np.ascontiguousarray(next(of_tests)).data)
            effect = effect_sizes(goodness[first], goodness[second])
            pairs.append(
                PairExplanation(
                    found.name,
                    scores.names[first],
                    scores.names[second],
                    test.difference,
                    interval.low,
                    interval.high,
                    test.p_calibrated,
                    *next(corrected),
                    effect.d_z,
                    effect.d_av,
                    effect.superiority,
                    effect.losses,
                    effect.ties,
                    effect.wins,
                    scores.identical.get((first, second)),
                    *_agreement(found, test.difference, interval.low, interval.high, goodness),
                    detectable,
                    *_equivalence(of_rows, first, second, options.region, asked.seed),
                )
            )
    too_few = samples_needed(len(tests), asked.alpha) > asked.n_test_samples
    return Explanation(
        tuple(pairs),
        _family(scores),
        asked.alpha,
        differences.shape[1],
        asked.seed,
        options.region,
        options.seen,
        too_few,
        pair_verdicts(pairs, scores.measures, differences, asked.alpha),
    )


def _family(scores: ResampledScores, n_groups: int = 1) -> str:
    return counted_tests(len(scores.results[0].pairs), len(scores.measures), n_groups)


def _corrected(
    scores: ResampledScores,
    p_values: Sequence[float],
    samples: NDArray[np.float64],
    tests: Sequence[PairTest | PairExplanation],
) -> Iterator[tuple[float, float, float, float]]:
    """Yields of each test its p-value by the methods of Holm, Benjamini-Hochberg, -Yekutieli, and max T."""
    joint = max_statistic_p_values(samples, [test.difference for test in tests])
    for others, value in zip(corrections(p_values, scores.resampling.n_test_samples), joint, strict=True):
        yield *others, float(value)


def drawn_differences(scores: ResampledScores) -> NDArray[np.float64]:
    """Returns the difference of each test on bootstrap samples, (tests, samples)."""
    return np.concatenate(
        [
            drawn[[test.second for test in result.pairs]] - drawn[[test.first for test in result.pairs]]
            for drawn, result in zip(scores.drawn_scores(), scores.results, strict=True)
        ]
    )


def one_family(groups: Sequence[ResampledScores], explanations: Sequence[Explanation]) -> list[Explanation]:
    """Returns the explanations of several groups with p-values that are corrected for the tests of all.

    Args:
        groups: their scores and tests.
        explanations: of each group by itself.
    """
    pairs = [pair for each in explanations for pair in each.pairs]
    samples = [drawn_differences(group) for group in groups]
    together = np.concatenate([independent(each, place) for place, each in enumerate(samples)])
    corrected = _corrected(groups[0], [pair.p_value for pair in pairs], together, pairs)
    names = ("p_holm", "p_bh", "p_by", "p_joint")
    found = []
    for group, each, drawn in zip(groups, explanations, samples, strict=True):
        adjusted = tuple(
            pair.changed(**dict(zip(names, values, strict=True)))
            for pair, values in zip(each.pairs, corrected, strict=False)
        )
        found.append(
            each.changed(
                pairs=adjusted,
                family=_family(group, len(groups)),
                too_few=samples_needed(len(pairs), each.alpha) > group.resampling.n_test_samples,
                verdicts=pair_verdicts(adjusted, group.measures, drawn, each.alpha),
            )
        )
    return found


def pair_verdicts(
    pairs: Sequence[PairExplanation | MacroDifference],
    measures: Sequence[Measure],
    differences: NDArray[np.float64],
    alpha: float,
) -> tuple[PairVerdict, ...]:
    """Returns what several metrics together say of each pair of systems; () for a single metric.

    Args:
        pairs: all pairs of the first metric, then those of the second, and so on.
        measures: the metrics.
        differences: (pairs, samples), on bootstrap samples.
        alpha: the level of significance.
    """
    if len(measures) < 2:
        return ()
    n_pairs = len(pairs) // len(measures)
    better = {found.name: 1 if found.higher_is_better else -1 for found in measures}
    found = []
    for place in range(n_pairs):
        own = pairs[place::n_pairs]
        sides: tuple[list[str], list[str]] = ([], [])
        for each in own:
            if each.p_joint < alpha:
                sides[better[each.metric] * each.difference > 0].append(each.metric)
        first, second = own[0].first, own[0].second
        winner = None if all(sides) or not any(sides) else (second if sides[1] else first)
        found.append(
            PairVerdict(
                first,
                second,
                winner,
                all(sides),
                tuple(sides[0]),
                tuple(sides[1]),
                effective_number(differences[place::n_pairs]),
                min(each.p_joint for each in own),
            )
        )
    return tuple(found)


def _detectable(found: Measure, pairs: Sequence[tuple[int, int]], asked: Resampling) -> list[float | None]:
    """Returns the smallest difference that the test finds; None for a single row, which has no spread."""
    if len(found.tables[0]) < 2:
        return [None] * len(pairs)
    powers = pair_powers(
        found.scorer,
        found.tables,
        pairs,
        power=POWER,
        alpha=asked.alpha,
        seed=asked.seed,
        threads=asked.threads,
    )
    return [each.smallest for each in powers]


def _goodness(found: Measure, tables: Sequence[Any]) -> NDArray[np.float64]:
    """Returns the score of each row by the metric's options for single segments, and the higher the better.

    Args:
        found: the metric.
        tables: one for each system, with a row for each segment or unit.

    Returns:
        Shape (systems, rows); scores of error rates are negative.
    """
    scorer: Any = found.scorer
    if isinstance(found.metric, Metric):
        scorer = found.metric.for_sentences().scorer_of(tables)
    scored = [
        np.asarray(_core.row_scores(scorer, table))
        if found.metric is not None
        else table[:, 0] / np.where(table[:, 1] > 0, table[:, 1], np.nan)
        for table in map(np.asarray, tables)
    ]
    return np.array(scored, dtype=np.float64) * (1 if found.higher_is_better else -1)


def _agreement(
    found: Measure, difference: float, low: float, high: float, scores: NDArray[np.float64]
) -> tuple[float | None, float | None, float | None, str]:
    """Returns in how many percent people agree with the difference, and with the ends of its interval."""
    curve, why = curve_of_scores(found.name, found.signature.info)
    if curve is None:
        return None, None, None, why
    times = curve.times if curve.times != 1 and np.nanmax(np.abs(scores)) <= 2 else 1
    side = -1 if difference < 0 else 1
    ends = sorted((side * low, side * high))

    def directed(size: float) -> float:
        agreement = curve.agreement(times * size)
        return agreement if size >= 0 else curve.ceiling - agreement

    return directed(abs(difference)), directed(ends[0]), directed(ends[1]), ""


def _equivalence(
    goodness: NDArray[np.float64], first: int, second: int, region: float | None, seed: int
) -> Sequence[float | None]:
    if region is None:
        return None, None, None
    found: PracticalEquivalence = bayesian_signed_rank(goodness[first], goodness[second], region, seed=seed)
    return found.p_first, found.p_equivalent, found.p_second
