"""Explains differences of systems: are they real, would people see them, could this test set show them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from parbleu import _core
from parbleu.base.record import Record
from parbleu.base.wording import counted
from parbleu.metrics.base import Metric
from parbleu.metrics.human_agreement import curve_of_scores
from parbleu.stats.effect_sizes import effect_sizes
from parbleu.stats.false_discovery import benjamini_hochberg, benjamini_yekutieli
from parbleu.stats.interval import confidence_interval
from parbleu.stats.max_statistic import effective_number, max_statistic_p_values
from parbleu.stats.power import pair_powers
from parbleu.stats.rank_clusters import holm, samples_needed
from parbleu.stats.resampling import BOOTSTRAP_SAMPLES, bootstrap_scores
from parbleu.stats.signed_rank import bayesian_signed_rank
from parbleu.tables.result import Result

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from parbleu.comparison.metric_inputs import Measure
    from parbleu.comparison.resampled_scores import Findings
    from parbleu.comparison.resampling_plan import Plan
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

        verdicts = (verdict_table(self),) if self.verdicts else ()
        return (answer_table(self), *verdicts, effect_table(self))


def explain(findings: Findings) -> Explanation:
    """Explains the differences that were tested."""
    plan = findings.plan
    assert plan.seed is not None
    samples = _samples(findings)
    n_samples = samples[0].shape[1]
    draws = plan.n_samples + 1
    tests = [test for result in findings.results for test in result.pairs]
    p_values = [test.p_calibrated for test in tests]
    counts = [round(value * draws) for value in p_values]
    differences = np.concatenate(
        [
            drawn[[test.second for test in result.pairs]] - drawn[[test.first for test in result.pairs]]
            for drawn, result in zip(samples, findings.results, strict=True)
        ]
    )
    corrected = zip(
        (count / draws for count in holm(counts, draws)),
        benjamini_hochberg(p_values),
        benjamini_yekutieli(p_values),
        map(float, max_statistic_p_values(differences, [test.difference for test in tests])),
        strict=True,
    )
    pairs: list[PairExplanation] = []
    of_segments = findings.segment_tables or [found.tables for found in findings.measures]
    of_tests = iter(differences)
    for found, result, tables in zip(findings.measures, findings.results, of_segments, strict=True):
        goodness = _goodness(found, tables)
        of_rows = goodness if tables is found.tables else _goodness(found, found.tables)
        smallest = _detectable(found, [(test.first, test.second) for test in result.pairs], plan)
        for test, detectable in zip(result.pairs, smallest, strict=True):
            first, second = test.first, test.second
            interval = confidence_interval(np.ascontiguousarray(next(of_tests)).data)
            agreement, unclear, clear, why = _agreement(
                found, test.difference, interval.low, interval.high, goodness
            )
            effect = effect_sizes(goodness[first], goodness[second])
            adjusted = next(corrected)
            pairs.append(
                PairExplanation(
                    found.name,
                    findings.names[first],
                    findings.names[second],
                    test.difference,
                    interval.low,
                    interval.high,
                    test.p_calibrated,
                    *adjusted,
                    effect.d_z,
                    effect.d_av,
                    effect.superiority,
                    effect.losses,
                    effect.ties,
                    effect.wins,
                    findings.identical.get((first, second)),
                    agreement,
                    unclear,
                    clear,
                    why,
                    detectable,
                    *_equivalence(of_rows, first, second, plan.region, plan.seed),
                )
            )
    n_pairs = len(findings.results[0].pairs)
    sizes = f"{counted(n_pairs, 'pair')} x {counted(len(findings.measures), 'metric')}"
    family = f"{sizes} = {counted(len(tests), 'test')}"
    too_few = samples_needed(len(tests), plan.alpha) > plan.n_samples
    verdicts = _verdicts(pairs, n_pairs, findings.measures, differences, plan.alpha)
    return Explanation(
        tuple(pairs), family, plan.alpha, n_samples, plan.seed, plan.region, plan.seen, too_few, verdicts
    )


def one_family(explanations: Sequence[Explanation]) -> list[Explanation]:
    """Returns the explanations of several groups with p-values that are corrected for the tests of all.

    `p_joint` and verdicts stay those of each group: groups have no samples in common.
    """
    pairs = [pair for each in explanations for pair in each.pairs]
    p_values = [pair.p_value for pair in pairs]
    corrected = zip(holm(p_values), benjamini_hochberg(p_values), benjamini_yekutieli(p_values), strict=True)
    found = []
    for each in explanations:
        adjusted = [
            PairExplanation(**{**vars(pair), **dict(zip(("p_holm", "p_bh", "p_by"), values, strict=True))})
            for pair, values in zip(each.pairs, corrected, strict=False)
        ]
        sizes = each.family.partition(" = ")[0]
        family = f"{sizes} x {counted(len(explanations), 'group')} = {counted(len(pairs), 'test')}"
        found.append(Explanation(**{**vars(each), "pairs": tuple(adjusted), "family": family}))
    return found


def _samples(findings: Findings) -> list[NDArray[np.float64]]:
    """Returns for each metric the systems' scores on bootstrap samples: those of the test if it has any."""
    if findings.samples is not None:
        return [np.array([np.asarray(view) for view in views]) for views in findings.samples]
    entries = [(found.scorer, found.tables) for found in findings.measures]
    plan = findings.plan
    n_samples = plan.n_samples if plan.test == "bootstrap" else BOOTSTRAP_SAMPLES
    return bootstrap_scores(entries, n_samples, plan.seed, plan.threads)


def _verdicts(
    pairs: Sequence[PairExplanation],
    n_pairs: int,
    measures: Sequence[Measure],
    differences: NDArray[np.float64],
    alpha: float,
) -> tuple[PairVerdict, ...]:
    """Returns what the metrics together say of each pair; `pairs` has all pairs of a metric in a row."""
    if len(measures) < 2:
        return ()
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


def _detectable(found: Measure, pairs: Sequence[tuple[int, int]], plan: Plan) -> list[float | None]:
    """Returns the smallest difference that the test finds; None for a single row, which has no spread."""
    if len(found.tables[0]) < 2:
        return [None] * len(pairs)
    options: dict[str, Any] = {
        "power": POWER,
        "alpha": plan.alpha,
        "seed": plan.seed,
        "threads": plan.threads,
    }
    return [each.smallest for each in pair_powers(found.scorer, found.tables, pairs, **options)]


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
