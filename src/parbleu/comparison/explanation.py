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
from parbleu.stats.power import paired_power
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
    """

    pairs: tuple[PairExplanation, ...]
    family: str
    alpha: float
    n_samples: int
    seed: int
    region: float | None = None
    seen: float | None = None
    too_few: bool = False

    def tables(self) -> tuple[Table, ...]:
        """Returns a row of answers for each metric and pair, and a row of effect sizes and p-values."""
        from parbleu.comparison.explanation_tables import answer_table, effect_table

        return answer_table(self), effect_table(self)


def explain(findings: Findings, region: float | None = None, seen: float | None = None) -> Explanation:
    """Explains the differences that were tested.

    Args:
        findings: scores and tests.
        region: systems are practically equivalent if segment scores differ by no more; None for no such test.
        seen: the share of segments that are in the training data, from 0 to 1; None if it is unknown.
    """
    plan = findings.plan
    assert plan.seed is not None
    n_samples = plan.n_samples if plan.test == "bootstrap" else BOOTSTRAP_SAMPLES
    entries = [(found.scorer, found.tables) for found in findings.measures]
    samples = bootstrap_scores(entries, n_samples, plan.seed, plan.threads)
    draws = plan.n_samples + 1
    tests = [test for result in findings.results for test in result.pairs]
    p_values = [test.p_calibrated for test in tests]
    counts = [round(value * draws) for value in p_values]
    corrected = zip(
        (count / draws for count in holm(counts, draws)),
        benjamini_hochberg(p_values),
        benjamini_yekutieli(p_values),
        strict=True,
    )
    pairs: list[PairExplanation] = []
    of_segments = findings.segment_tables or [found.tables for found in findings.measures]
    for found, result, drawn, tables in zip(
        findings.measures, findings.results, samples, of_segments, strict=True
    ):
        goodness = _goodness(found, tables)
        of_rows = goodness if tables is found.tables else _goodness(found, found.tables)
        for test in result.pairs:
            first, second = test.first, test.second
            interval = confidence_interval(np.ascontiguousarray(drawn[second] - drawn[first]).data)
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
                    _detectable(found, first, second, plan),
                    *_equivalence(of_rows, first, second, region, plan.seed),
                )
            )
    n_pairs = len(findings.results[0].pairs)
    sizes = f"{counted(n_pairs, 'pair')} x {counted(len(findings.measures), 'metric')}"
    family = f"{sizes} = {counted(len(tests), 'test')}"
    too_few = samples_needed(len(tests), plan.alpha) > plan.n_samples
    return Explanation(tuple(pairs), family, plan.alpha, n_samples, plan.seed, region, seen, too_few)


def _detectable(found: Measure, first: int, second: int, plan: Plan) -> float | None:
    """Returns the smallest difference that the test finds; None for a single row, which has no spread."""
    if len(found.tables[first]) < 2:
        return None
    return paired_power(
        found.scorer,
        found.tables[first],
        found.tables[second],
        power=POWER,
        alpha=plan.alpha,
        seed=plan.seed,
        threads=plan.threads,
    ).smallest


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
