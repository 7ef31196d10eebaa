"""Explains differences of systems: are they real, would people see them, could this test set show them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from parbleu import _core
from parbleu._base.significance import is_significant
from parbleu._base.wording import counted_tests
from parbleu._comparison.sample_warnings import why_never_significant
from parbleu.metrics._base import Metric
from parbleu.metrics._human_agreement import CHANCE, LIMITS, curve_of_scores
from parbleu.stats._pooled_groups import independent
from parbleu.stats.effect_sizes import effect_sizes
from parbleu.stats.false_discovery import corrections
from parbleu.stats.interval import confidence_interval
from parbleu.stats.joint_bootstrap import effective_number, max_statistic_p_values
from parbleu.stats.power import pair_powers
from parbleu.stats.signed_rank import bayesian_signed_rank
from parbleu.tables import Column, Result, Table, column, p_field, record, shown, table_of
from parbleu.tables._records import with_decimals

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import ArrayLike, NDArray

    from parbleu._comparison.metric_inputs import Measure
    from parbleu._comparison.resampled_scores import ExplanationOptions, ResampledScores
    from parbleu.stats.paired_tests import PairOutcome
    from parbleu.stats.resampling import Resampling
    from parbleu.stats.signed_rank import PracticalEquivalence

POWER = 0.8
"""The probability with which the smallest detectable difference is found."""
REGION = "region of practical equivalence"
"""The fact that tells the region."""
ANSWERS = (
    *("metric", "first", "second", "difference", "low", "high", "p_holm"),
    *("agreement", "agreement_low", "agreement_high", "detectable"),
)
KEYS = ("metric", "first", "second", "p_value", "p_holm")
EFFECTS = ("d_z", "d_av", "superiority", "first_wins", "ties", "second_wins", "identical")
EQUIVALENCE = ("p_first", "p_equivalent", "p_second")
CORRECTION_NOTES = {
    "bh": "BH: by Benjamini and Hochberg.",
    "by": "BY: by Benjamini and Yekutieli.",
    "joint": "joint: by the largest statistic on the bootstrap samples (step-down max T).",
}
"""Requested columns of p-values -> what they are."""
EFFECTS_NOTE = (
    "Effects are of segment scores, positive where the second is better: d (paired) is the mean difference "
    "over its standard deviation, d (scores) over that of the scores."
)
EQUIVALENCE_NOTE = (
    "Bayesian: signed-rank test of pairs of segments, or of units if these were drawn; not about the "
    "corpus score."
)
CONFIDENCE_LEVEL = 0.95
_REAL: dict[str, Any] = {"decimals": 2, "signed": True, "group": "real? (95 %)"}
_VISIBLE: dict[str, Any] = {"decimals": 0, "group": "visible?"}
_EFFECT: dict[str, Any] = {"decimals": 2, "group": "effect", "fixed_decimals": True}
_SHARE: dict[str, Any] = {"decimals": 3, "fixed_decimals": True}


@record
class PairExplanation:
    """What the difference of two systems by one metric means.

    Attributes:
        metric: the metric's name.
        first: the name of one system, the baseline if it is of the pair.
        second: the other's.
        difference: score of the second less score of the first.
        low: lower end of the 95 % bootstrap interval of the difference: of several tests, of intervals that
            hold together (Bonferroni), as at the most cautious step of Holm's correction.
        high: its upper end.
        p_value: of the test, calibrated, not corrected.
        p_holm: corrected for the whole family by the method of Holm: the one that decides; the same number as
            `p_value` of a single test.
        p_bh: by the method of Benjamini and Hochberg.
        p_by: by the method of Benjamini and Yekutieli, whatever the tests have to do with each other.
        p_joint: by the largest of all statistics on the bootstrap samples, which counts what correlated
            metrics and pairs share once (`parbleu.stats.joint_bootstrap`).
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
        detectable: the smallest difference that the test finds with a power of 80 %, at the most cautious
            step of Holm's correction; None if no segment tells the systems apart, or there is only one.
        p_first: the probability that the first is practically better, by scores of segments, or of units if
            these were drawn; None, as the next two, without a region of practical equivalence.
        p_equivalent: that they are equivalent.
        p_second: that the second is better.
    """

    metric: str
    first: str
    second: str
    difference: float = column(decimals=2, signed=True, low="low", high="high")
    low: float = column("from", like=_REAL)
    high: float = column("to", like=_REAL)
    p_value: float = p_field()
    p_holm: float = p_field("p (Holm)", group="real? (95 %)")
    p_bh: float = p_field("BH", group="p corrected")
    p_by: float = p_field("BY", group="p corrected")
    p_joint: float = p_field("joint", group="p corrected")
    d_z: float | None = column("d (paired)", signed=True, like=_EFFECT)
    d_av: float | None = column("d (scores)", signed=True, like=_EFFECT)
    superiority: float = column("P(second better)", like=_EFFECT)
    first_wins: int = column("first", group="segments won")
    ties: int = column("ties", group="segments won")
    second_wins: int = column("second", group="segments won")
    identical: int | None
    agreement: float | None = column("agree %", like=_VISIBLE)
    agreement_low: float | None = column("from", like=_VISIBLE)
    agreement_high: float | None = column("to", like=_VISIBLE)
    agreement_note: str
    detectable: float | None = column("least", decimals=2, group="detectable?")
    p_first: float | None = column("first better", default=None, like=_SHARE)
    p_equivalent: float | None = column("equivalent", default=None, like=_SHARE)
    p_second: float | None = column("second better", default=None, like=_SHARE)


@record
class PairVerdict:
    """What all metrics together say of two systems.

    Attributes:
        first: the name of one system.
        second: the other's.
        better: the name of the better one; None if no difference is significant, or metrics disagree.
        disagree: whether metrics have significant differences in both directions.
        for_first: the metrics by which the first is significantly better, by `p_holm`.
        for_second: by which the second is.
        effective_metrics: how many independent metrics are worth as much as these (N. W. Galwey, 2009).
        p_value: the smallest `p_holm` of its metrics: whether the systems differ by any metric.
    """

    column_order = "first second better p_value for_first for_second effective_metrics"
    first: str
    second: str
    better: str | None = column(is_column=False)
    disagree: bool
    for_first: tuple[str, ...] = column("metrics for the first")
    for_second: tuple[str, ...] = column("metrics for the second")
    effective_metrics: float = column("effective metrics", decimals=1, fixed_decimals=True)
    p_value: float = p_field("p (Holm)")

    @property
    @shown(name="better")
    def outcome(self) -> str:
        """The better system, or why there is none."""
        return self.better or ("metrics disagree" if self.disagree else "no evidence")


@dataclass(frozen=True)
class Explanation(Result):
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
        p_columns: the columns of p-values that tables have on request: those of `parbleu.Resampling`.
        n_tests: how many tests are corrected together.
        decimals: how many the tables print of differences by default.
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
    p_columns: tuple[str, ...] = ()
    n_tests: int = 1
    decimals: int = 2

    def tables(self) -> tuple[Table, ...]:
        """Returns a row of answers for each metric and pair, verdicts of pairs, and effect sizes."""
        verdicts = (verdict_table(self.verdicts, self.family, self.alpha),) if self.verdicts else ()
        return (self._answer_table(), *verdicts, self._effect_table())

    def _answer_table(self) -> Table:
        """Returns a row for each metric and pair: real, visible, detectable, clean."""
        changed: dict[str, dict[str, Any]] = {
            **with_decimals("difference low high detectable", self.decimals)
        }
        if self.n_tests < 2:
            changed["p_holm"] = {"title": "p"}
        table = table_of(
            "answers",
            PairExplanation,
            self.pairs,
            ANSWERS,
            changed=changed,
            significant={"p_holm": self.alpha},
            title="What the differences mean",
            notes=self._notes(),
            facts=self._facts(),
        )
        seen = "unknown" if self.seen is None else f"{100 * self.seen:.1f} %"
        return table.changed(
            columns=(*table.columns, Column("seen", "seen", str, "clean?", align="right")),
            rows=[(*row, seen) for row in table.rows],
        )

    def _effect_table(self) -> Table:
        """Returns a row for each metric and pair: p-values by all corrections, and effect sizes."""
        asked = [name for name in CORRECTION_NOTES if name in self.p_columns]
        columns = (*KEYS, *(f"p_{name}" for name in asked), *EFFECTS)
        changed: dict[str, dict[str, Any]] = {"p_holm": {"group": "", "people": self.n_tests > 1}}
        notes = [*(CORRECTION_NOTES[name] for name in asked), EFFECTS_NOTE]
        if self.region is not None:
            columns = (*columns, *EQUIVALENCE)
            changed |= {name: {"group": f"Bayesian, region {self.region:g}"} for name in EQUIVALENCE}
            notes.append(EQUIVALENCE_NOTE)
        return table_of(
            "effects",
            PairExplanation,
            self.pairs,
            columns,
            changed=changed,
            title="Effect sizes",
            notes=notes,
            facts=self._facts(),
        )

    def _notes(self) -> list[str]:
        together = ", corrected by Bonferroni" if self.n_tests > 1 else ""
        notes = [
            (
                f"real?: the interval is of the difference{together}; p is calibrated{self._corrected()}; "
                f"* p ≤ {self.alpha:g}."
            ),
            (
                "detectable?: the smallest true difference that this test finds on this set with a power of "
                f"80 %{', after the correction' if self.n_tests > 1 else ''}."
            ),
        ]
        if any(pair.agreement is not None for pair in self.pairs):
            notes.append(
                "visible?: percent of pairs of systems with such a difference of which people prefer the "
                f"better one, and of both ends of the interval; {CHANCE:.0f} is chance. "
                f"{LIMITS[0]} {LIMITS[1]}"
            )
        notes += sorted({pair.agreement_note for pair in self.pairs} - {""})
        if self.seen is None:
            notes.append("clean?: unknown without the training data; parbleu study exposure measures it.")
        else:
            notes.append("clean?: percent of the segments that are exactly or nearly in the training data.")
        if self.too_few:
            notes.append("Too few samples for so many tests: no corrected p can be significant.")
        return notes

    def _corrected(self) -> str:
        return f" and corrected for {self.family}" if self.n_tests > 1 else ""

    def _facts(self) -> dict[str, Any]:
        region = {} if self.region is None else {REGION: self.region}
        drawn = {"interval samples": self.n_samples, "seed": self.seed}
        return {"family": self.family, "alpha": self.alpha, **drawn, **region}


def verdict_table(verdicts: Sequence[PairVerdict], family: str, alpha: float) -> Table:
    """Returns a row for each pair of systems: which is better by all metrics together."""
    note = (
        f"p (Holm): the smallest of its metrics', corrected for {family}. A metric is named if its own "
        f"is at most {alpha:g}; effective metrics: as many independent ones are worth as much."
    )
    return table_of(
        "verdicts",
        PairVerdict,
        verdicts,
        significant={"p_value": alpha},
        title="All metrics together",
        notes=[note],
        facts={"family": family, "alpha": alpha},
    )


def explain(
    scores: ResampledScores,
    options: ExplanationOptions,
    more_p_values: Sequence[float] = (),
    family: str = "",
    n_tests: int = 0,
) -> Explanation:
    """Explains the differences that were tested.

    Args:
        scores: their scores and tests.
        options: what the explanation takes into account.
        more_p_values: those of further tests that are corrected together with these.
        family: all tests that are corrected together, in words; "" for those of the scores.
        n_tests: how many these are, if the p-values of some are not known yet.
    """
    asked, options = scores.resampling, options.of_group()
    assert asked.seed is not None
    assert not isinstance(options.seen, Mapping)
    tests = [test for result in scores.results for test in result.pairs]
    differences = drawn_differences(scores)
    p_values = [*(test.p_value for test in tests), *more_p_values]
    corrected = _corrected(p_values, differences, tests, _n_drawn(scores))
    pairs: list[PairExplanation] = []
    of_segments = scores.segment_tables or [measure.tables for measure in scores.measures]
    of_tests = iter(differences)
    for measure, result, tables in zip(scores.measures, scores.results, of_segments, strict=True):
        goodness = _goodness(measure, tables)
        of_rows = goodness if tables is measure.tables else _goodness(measure, measure.tables)
        smallest = detectable(
            measure, [(test.first, test.second) for test in result.pairs], asked, max(n_tests, len(p_values))
        )
        for test, least in zip(result.pairs, smallest, strict=True):
            first, second = test.first, test.second
            low, high = _interval(next(of_tests), max(n_tests, len(p_values)))
            effect = effect_sizes(goodness[first], goodness[second])
            pairs.append(
                PairExplanation(
                    measure.name,
                    scores.names[first],
                    scores.names[second],
                    test.difference,
                    low,
                    high,
                    test.p_value,
                    *next(corrected),
                    effect.d_z,
                    effect.d_av,
                    effect.superiority,
                    effect.losses,
                    effect.ties,
                    effect.wins,
                    scores.identical.get((first, second)),
                    *_agreement(measure, test.difference, low, high, goodness),
                    least,
                    *_equivalence(of_rows, first, second, options.region, asked.seed),
                )
            )
    too_few = bool(
        why_never_significant(asked.test, asked.n_test_samples, len(p_values), asked.alpha, _n_drawn(scores))
    )
    return Explanation(
        tuple(pairs),
        family or _family(scores),
        asked.alpha,
        differences.shape[1],
        asked.seed,
        options.region,
        options.seen,
        too_few,
        pair_verdicts(pairs, scores.measures, differences, asked.alpha),
        asked.p_columns,
        len(p_values),
        max(measure.decimals for measure in scores.measures),
    )


def _interval(drawn: NDArray[np.float64], n_tests: int) -> tuple[float, float]:
    """Returns the ends of the interval of a difference, corrected for all tests as its p-value is."""
    if n_tests < 2:
        interval = confidence_interval(np.ascontiguousarray(drawn).data)
        return interval.low, interval.high
    beyond = (1 - CONFIDENCE_LEVEL) / (2 * n_tests)
    low, high = np.quantile(drawn, [beyond, 1 - beyond]).tolist()
    return low, high


def _n_drawn(scores: ResampledScores) -> int:
    """Returns how many segments, or units of several, each sample draws."""
    return len(scores.measures[0].tables[0])


def _family(scores: ResampledScores, n_groups: int = 1) -> str:
    return counted_tests(len(scores.results[0].pairs), len(scores.measures), n_groups)


def _corrected(
    p_values: Sequence[float],
    samples: NDArray[np.float64],
    tests: Sequence[PairOutcome | PairExplanation],
    n_drawn: ArrayLike,
) -> Iterator[tuple[float, float, float, float]]:
    """Yields of each test its p-value by the methods of Holm, Benjamini-Hochberg, -Yekutieli, and max T.

    There may be more p-values than tests, which are corrected together with these.
    """
    joint = max_statistic_p_values(samples, [test.difference for test in tests], n_drawn)
    for others, value in zip(corrections(p_values), joint, strict=False):
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
    """Returns the explanations of several groups with p-values that are corrected for the tests of all."""
    pairs = [pair for explanation in explanations for pair in explanation.pairs]
    samples = [drawn_differences(group) for group in groups]
    together = np.concatenate([independent(differences, index) for index, differences in enumerate(samples)])
    sizes = np.repeat(list(map(_n_drawn, groups)), list(map(len, samples)))
    corrected = _corrected([pair.p_value for pair in pairs], together, pairs, sizes)
    names = ("p_holm", "p_bh", "p_by", "p_joint")
    joint_explanations = []
    for group, explanation, drawn in zip(groups, explanations, samples, strict=True):
        adjusted = tuple(
            replace(pair, **dict[str, Any](zip(names, values, strict=True)))
            for pair, values in zip(explanation.pairs, corrected, strict=False)
        )
        joint_explanations.append(
            replace(
                explanation,
                pairs=adjusted,
                family=_family(group, len(groups)),
                n_tests=len(pairs),
                too_few=bool(
                    why_never_significant(
                        group.resampling.test,
                        group.resampling.n_test_samples,
                        len(pairs),
                        explanation.alpha,
                        _n_drawn(group),
                    )
                ),
                verdicts=pair_verdicts(adjusted, group.measures, drawn, explanation.alpha),
            )
        )
    return joint_explanations


def pair_verdicts(
    pairs: Sequence[Any], measures: Sequence[Measure], differences: NDArray[np.float64], alpha: float
) -> tuple[PairVerdict, ...]:
    """Returns what several metrics together say of each pair of systems; () for a single metric.

    Args:
        pairs: explanations, or differences of averages: all pairs of the first metric, then those of the
            second, and so on.
        measures: the metrics.
        differences: (pairs, samples), on bootstrap samples.
        alpha: the level of significance.
    """
    if len(measures) < 2:
        return ()
    n_pairs = len(pairs) // len(measures)
    better = {metric.name: 1 if metric.higher_is_better else -1 for metric in measures}
    verdicts = []
    for pair in range(n_pairs):
        tests = pairs[pair::n_pairs]
        sides: tuple[list[str], list[str]] = ([], [])
        for test in tests:
            if is_significant(test.p_holm, alpha):
                sides[better[test.metric] * test.difference > 0].append(test.metric)
        first, second = tests[0].first, tests[0].second
        winner = None if all(sides) or not any(sides) else (second if sides[1] else first)
        verdicts.append(
            PairVerdict(
                first,
                second,
                winner,
                all(sides),
                tuple(sides[0]),
                tuple(sides[1]),
                effective_number(differences[pair::n_pairs]),
                min(test.p_holm for test in tests),
            )
        )
    return tuple(verdicts)


def detectable(
    measure: Measure, pairs: Sequence[tuple[int, int]], asked: Resampling, n_tests: int
) -> list[float | None]:
    """Returns the smallest true difference of each pair that the test finds with a power of 80 %.

    It is that of the most cautious step of Holm's correction; None for a single row, which has no spread.
    """
    if len(measure.tables[0]) < 2:
        return [None] * len(pairs)
    resampling = asked.without_test().changed(alpha=asked.alpha / n_tests)
    powers = pair_powers(measure.scorer, measure.tables, pairs, resampling=resampling.changed(power=POWER))
    return [power.smallest for power in powers]


def _goodness(measure: Measure, tables: Sequence[Any]) -> NDArray[np.float64]:
    """Returns the score of each row by the metric's options for single segments, and the higher the better.

    Args:
        measure: the metric.
        tables: one for each system, with a row for each segment or unit.

    Returns:
        Shape (systems, rows); scores of error rates are negative.
    """
    scorer: Any = measure.scorer
    if isinstance(measure.metric, Metric):
        scorer = measure.metric.for_sentences().scorer_of(tables)
    scored = [
        np.asarray(_core.row_scores(scorer, table))
        if measure.metric is not None
        else table[:, 0] / np.where(table[:, 1] > 0, table[:, 1], np.nan)
        for table in map(np.asarray, tables)
    ]
    return np.array(scored, dtype=np.float64) * (1 if measure.higher_is_better else -1)


def _agreement(
    measure: Measure, difference: float, low: float, high: float, scores: NDArray[np.float64]
) -> tuple[float | None, float | None, float | None, str]:
    """Returns in how many percent people agree with the difference, and with the ends of its interval."""
    curve, why = curve_of_scores(measure.name, measure.signature.info)
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
    test: PracticalEquivalence = bayesian_signed_rank(goodness[first], goodness[second], region, seed=seed)
    return test.p_first, test.p_equivalent, test.p_second
