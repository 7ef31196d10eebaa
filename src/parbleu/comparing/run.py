"""Scores systems with metrics and tests which differences are real: `parbleu.compare`."""

from __future__ import annotations

from parbleu._core import corpus_scores
from parbleu.comparing.columns import SegmentScores
from parbleu.comparing.measures import measure, named_metrics
from parbleu.comparing.plan import make_plan
from parbleu.comparing.result import Comparison, MetricComparison, PairTest, SystemScore
from parbleu.comparing.systems import baseline_first, named_systems
from parbleu.errors import OptionError
from parbleu.log import warn
from parbleu.metrics.inputs import check_lengths, reference_streams
from parbleu.stats.paired import PairedResult, baseline_pairs, paired_bootstrap, paired_randomization
from parbleu.stats.paired import all_pairs as every_pair
from parbleu.stats.ranking import clusters, holm, p_value_matrix, rank_ranges, samples_needed
from parbleu.stats.resampling import bootstrap_intervals
from parbleu.threads import thread_count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from parbleu._core import Segments
    from parbleu.comparing.measures import Measure
    from parbleu.comparing.plan import Plan
    from parbleu.stats.interval import Interval
    from parbleu.stats.paired import PairTest as Verdict


def compare(
    systems: Any = None,
    references: Any = None,
    metrics: Any = ("bleu",),
    *,
    test: str | None = None,
    n_samples: int | None = None,
    confidence: int | bool | None = None,
    all_pairs: bool = False,
    baseline: str | None = None,
    seed: int | str | None = None,
    threads: int | None = None,
    alpha: float = 0.05,
) -> Comparison:
    """Scores systems with metrics, and tests which of their differences are real.

    Scores, p-values, means and intervals are sacreBLEU 2.6.0's from the same seed: with a test those of its
    paired tests, without one those of its `corpus_score(..., n_bootstrap=confidence)`.

    Args:
        systems: name -> N hypotheses: a mapping, pairs, or a table of pandas or polars. Not needed if all
            metrics are segment scores.
        references: K streams of N segments; None for those that the metrics were made with.
        metrics: names ("bleu", "chrf", "chrf++", "ter", as registered), `Metric` objects or classes, other
            objects with their methods `statistics` and `score`, `SegmentScores`, or `{name: any of these}`.
            `{name: {system: scores}}` are segment scores.
        test: "bootstrap" for the paired bootstrap (P. Koehn, "Statistical Significance Tests for Machine
            Translation Evaluation", 2004), "randomization" for paired approximate randomization (S. Riezler
            and J. T. Maxwell, "On Some Pitfalls in Automatic Evaluation and Significance Testing for MT",
            2005), or None.
        n_samples: how many samples or trials the test draws; 1000 or 10000 by default.
        confidence: how many bootstrap samples to draw for 95 % intervals; True for 1000. The bootstrap test
            has intervals anyway, from its own samples.
        all_pairs: whether to test every pair, and derive ranks and clusters, instead of only the baseline
            against every other system.
        baseline: a system's name; the first system by default. The result has it first.
        seed: a whole number from 0, or "none" for a new one each time; by default the environment's
            `SACREBLEU_SEED`, or 12345.
        threads: see `parbleu.threads.thread_count`. No number depends on it.
        alpha: the level of significance for ranks, clusters and the marks in tables, between 0 and 1.

    Returns:
        A Comparison.

    Raises:
        OptionError: an option has a value that it does not take, or contradicts another; names are doubled.
        InputShapeError: systems, references or segment scores differ in length: it says which.
        ParbleuError: as the metrics do.
    """
    plan = make_plan(test, n_samples, confidence, all_pairs, seed, thread_count(threads), alpha)
    chosen = named_metrics(metrics)
    names, streams, sides = _inputs(systems, references, chosen, baseline)
    if test is not None and len(names) < 2:
        raise OptionError(f"a test compares at least two systems; there is only {names[0]!r}")
    measures = list(measure(chosen, names, streams, sides, plan.threads))
    pairs = every_pair(len(names)) if all_pairs else baseline_pairs(len(names))
    if all_pairs and (needed := samples_needed(len(pairs), alpha)) > plan.n_samples:
        warn(
            f"corrected for {len(pairs)} pairs, no difference can be significant at {alpha} with "
            f"{plan.n_samples} samples; ask for n_samples={needed} or more"
        )
    results = _resample(measures, pairs, plan)
    return Comparison(
        systems=tuple(names),
        metrics=tuple(
            _metric(found, names, result, plan) for found, result in zip(measures, results, strict=True)
        ),
        n_segments=len(measures[0].tables[0]),
        test=test,
        n_samples=plan.n_samples,
        n_confidence=plan.n_samples if test == "bootstrap" else plan.n_confidence,
        seed=plan.seed_text,
        alpha=alpha,
        all_pairs=all_pairs,
    )


def _inputs(
    systems: Any, references: Any, metrics: Iterable[tuple[str | None, Any]], baseline: str | None
) -> tuple[list[str], list[Segments] | None, tuple[Segments, ...] | None]:
    """Returns the systems' names, their hypotheses and the references, checked."""
    sides = None if references is None else reference_streams("references", references)
    if systems is None:
        columns = [metric for _, metric in metrics if isinstance(metric, SegmentScores)]
        if not columns:
            raise OptionError("pass the systems to compare, as {'system': hypotheses}")
        return baseline_first(columns[0].tables, baseline), None, sides
    streams = named_systems(systems, baseline)
    first, stream = next(iter(streams.items()))
    if sides is not None:
        check_lengths(f"system {first!r}", len(stream), sides)
    return list(streams), list(streams.values()), sides


def _resample(measures: Sequence[Measure], pairs: list[tuple[int, int]], plan: Plan) -> list[PairedResult]:
    """Returns for every metric the systems' scores, their intervals, and the tests of the pairs."""
    entries = [(found.scorer, found.tables) for found in measures]
    if plan.test == "bootstrap":
        return paired_bootstrap(entries, pairs, plan.n_samples, plan.seed, plan.threads)
    if plan.test == "randomization":
        return paired_randomization(
            entries, pairs, plan.n_samples, plan.seed, plan.threads, plan.n_confidence
        )
    scores = corpus_scores(entries)
    intervals: Sequence[Sequence[Interval | None]] = [[None] * len(row) for row in scores]
    if plan.n_confidence:
        intervals = bootstrap_intervals(entries, plan.n_confidence, plan.seed, plan.threads)
    return [PairedResult(row, list(bounds), []) for row, bounds in zip(scores, intervals, strict=True)]


def _metric(found: Measure, names: Sequence[str], result: PairedResult, plan: Plan) -> MetricComparison:
    adjusted = holm(verdict.p_calibrated for verdict in result.pairs)
    ranks: Sequence[tuple[int, int] | None] = [None] * len(names)
    groups: Sequence[int | None] = [None] * len(names)
    if plan.all_pairs:
        pairs = [(verdict.first, verdict.second) for verdict in result.pairs]
        matrix = p_value_matrix(len(names), pairs, adjusted)
        ranks = rank_ranges(result.scores, matrix, plan.alpha, found.higher_is_better)
        groups = clusters(result.scores, matrix, plan.alpha, found.higher_is_better)
    p_values = {verdict.second: verdict.p_value for verdict in result.pairs if verdict.first == 0}
    for key, value in plan.signature_items().items():
        found.signature.update(key, value)
    systems = zip(names, result.scores, result.intervals, ranks, groups, strict=True)
    return MetricComparison(
        name=found.name,
        signature=found.signature.format(),
        short_signature=found.signature.format(short=True),
        higher_is_better=found.higher_is_better,
        decimals=found.decimals,
        scores=tuple(
            _system(name, score, interval, p_values.get(place), rank, cluster)
            for place, (name, score, interval, rank, cluster) in enumerate(systems)
        ),
        pairs=tuple(
            _pair(names, verdict, value) for verdict, value in zip(result.pairs, adjusted, strict=True)
        ),
    )


def _system(
    name: str,
    score: float,
    interval: Interval | None,
    p_value: float | None,
    rank: tuple[int, int] | None,
    cluster: int | None,
) -> SystemScore:
    if interval is None:
        return SystemScore(name, score, p_value=p_value, rank=rank, cluster=cluster)
    bounds = (interval.mean, interval.half_width, interval.low, interval.high)
    return SystemScore(name, score, *bounds, p_value, rank, cluster)


def _pair(names: Sequence[str], verdict: Verdict, adjusted: float) -> PairTest:
    return PairTest(
        first=names[verdict.first],
        second=names[verdict.second],
        difference=verdict.difference,
        p_value=verdict.p_value,
        p_calibrated=verdict.p_calibrated,
        p_holm=adjusted,
        n_equal=verdict.n_equal,
    )
