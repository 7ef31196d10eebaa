"""Scores systems with metrics and tests which differences are real: `parbleu.compare`."""

from __future__ import annotations

from itertools import islice

from parbleu._base import log
from parbleu._base.significance import is_significant
from parbleu._base.wording import counted_tests
from parbleu._comparison.comparison_result import Comparison, MetricComparison, PairTest, SystemScore
from parbleu._comparison.resampled_scores import ExplanationOptions, explanation_options, score_and_resample
from parbleu._comparison.sample_warnings import SIGNIFICANCE_DEPENDS
from parbleu.errors import OptionError
from parbleu.stats.rank_clusters import clusters, holm, p_value_matrix, rank_ranges
from parbleu.stats.resampling import Resampling

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from parbleu._comparison.explanation import Explanation
    from parbleu._comparison.metric_inputs import Measure
    from parbleu._comparison.resampled_scores import ResampledScores
    from parbleu._comparison.training_runs import TrainingRuns
    from parbleu._inputs.corpus import Corpus
    from parbleu.stats.interval import Interval
    from parbleu.stats.paired_tests import PairedResult
    from parbleu.typing import MetricsLike, ReferencesLike, SegmentsLike, SystemsLike


def compare(
    systems: SystemsLike | None = None,
    references: ReferencesLike | None = None,
    metrics: MetricsLike = ("bleu",),
    *,
    source: SegmentsLike | None = None,
    resampling: Resampling | None = None,
    test: str | None = None,
    n_samples: int | None = None,
    intervals: bool = False,
    n_interval_samples: int | None = None,
    all_pairs: bool = False,
    baseline: str | None = None,
    seed: int | str | None = None,
    threads: int | None = None,
    alpha: float = 0.05,
    explain: bool | ExplanationOptions = False,
    region: float | None = None,
    seen: float | None = None,
    units: Sequence[str | None] | None = None,
    runs: Sequence[str] | None = None,
) -> Comparison:
    """Scores systems with metrics, and tests which of their differences are real.

    Scores, means and intervals are sacreBLEU 2.6.0's from the same seed: with a test those of its paired
    tests, without one those of its `corpus_score(..., n_bootstrap=n_samples)`. So is `p_sacrebleu`. What is
    significant is decided by `p_value`, which is calibrated, and corrected if there is more than one test.

    Args:
        systems: name -> N hypotheses: a mapping, pairs, or a table of pandas or polars. Not needed if all
            metrics are segment scores.
        references: K streams of N segments; None for those that the metrics were made with.
        metrics: names ("bleu", "chrf", "chrf++", "ter", as registered), `Metric` objects or classes, other
            objects with their methods `statistics` and `score`, `SegmentScores`, names of scorers ("semsim",
            "comet:MODEL") or `parbleu.scorers.Scorer` objects, or `{name: any of these}`.
            `{name: {system: scores}}` are segment scores.
        source: N segments that were translated, which some scorers need.
        resampling: how scores are resampled, in place of the arguments from `test` to `alpha`.
        test: "bootstrap" for the paired bootstrap (P. Koehn, "Statistical Significance Tests for Machine
            Translation Evaluation", 2004), "randomization" for paired approximate randomization (S. Riezler
            and J. T. Maxwell, "On Some Pitfalls in Automatic Evaluation and Significance Testing for MT",
            2005), or None.
        n_samples: how many bootstrap samples or randomization trials are drawn; 1000 or 10000 by default.
        intervals: whether there are 95 % intervals, from bootstrap samples. The bootstrap test has them
            anyway, from its own samples.
        n_interval_samples: how many bootstrap samples the intervals beside a randomization test come from;
            1000 by default.
        all_pairs: whether to test every pair, and derive ranks and clusters, instead of only the baseline
            against every other system.
        baseline: the name of the system that comes first in the result; by default the first one.
        seed: a whole number from 0, or "none" for a new one each time, which the result states; by default
            the environment's `SACREBLEU_SEED`, or 12345.
        threads: how many to use; by default one per core, or `PARBLEU_THREADS`. No number depends on it.
        alpha: the level of significance for ranks, clusters and the marks in tables, between 0 and 1.
        explain: whether the result explains each difference that was tested: interval, corrected p-values,
            effect sizes, how often people agree with it, and the smallest one that the test can find; or
            `ExplanationOptions`, in place of `region` and `seen`.
        region: systems are practically equivalent if segment scores differ by no more; the explanation then
            has the Bayesian signed-rank test. None for none.
        seen: the share of the segments that are in the systems' training data, which the explanation states:
            `parbleu.analysis.exposure(source, references, training).seen`. None if it is unknown.
        units: N labels of the segments, such as their documents, which intervals and tests then draw as a
            whole: segments of a document are not independent. Segments without a label (None) stand alone.
        runs: the system of each output, if systems were trained several times: the result then has the
            `training_runs` of these systems, of which the first is the baseline. There is no other test.

    Returns:
        A Comparison.

    Raises:
        OptionError: an option has a value that it does not take, or contradicts another; a name occurs twice.
        InputShapeError: systems, references or segment scores differ in length; the message says which.
        ParbleuError: a metric refuses the texts, such as a tokenizer whose package is not installed.
    """
    if runs is not None and baseline is not None:
        raise OptionError("with runs, the system of the first output is the baseline: leave out baseline")
    parts = {
        "test": test,
        "n_samples": n_samples,
        "intervals": intervals,
        "n_interval_samples": n_interval_samples,
        "all_pairs": all_pairs,
        "seed": seed,
        "threads": threads,
        "alpha": alpha,
    }
    if resampling is None:
        resampling = Resampling(**parts)  # type: ignore[arg-type]
    elif changed := [name for name, value in parts.items() if value != getattr(Resampling, name)]:
        raise OptionError(
            f"{changed[0]} is a part of resampling: pass it there, Resampling({changed[0]}=...)"
        )
    scores = score_and_resample(
        systems,
        references,
        metrics,
        resampling,
        source=source,
        baseline=baseline,
        explanation=explanation_options(explain, region, seen),
        units=units,
        runs=runs,
    )
    return assemble(scores)


def assemble(scores: ResampledScores) -> Comparison:
    """Makes the result that users see from the scores and tests."""
    [comparison] = assemble_groups([scores])
    return comparison


MOST_TESTED_AGAIN = 20_000
"""Segments: differences of more are not tested again when their texts are written differently."""


def changed_verdicts(
    before: Comparison,
    asked: Resampling,
    parts: Sequence[Corpus],
    metrics: Sequence[Any],
    suspects: Iterable[str],
    units: Sequence[str | None] | None = None,
) -> str:
    """Returns in a line that other differences are significant once texts are normalized; "" if none is.

    Args:
        before: the scores and tests of the texts as they are.
        asked: how they were resampled, with the seed and the number of threads.
        parts: the texts.
        metrics: the metrics of text and the segment scores that were tested.
        suspects: names of normalizations that may matter.
        units: the unit of each segment; None for segments.
    """
    from functools import cache

    from parbleu.text._normalizations import fewest, get_normalization, normalization_names

    @cache
    def changed_after(normalizations: tuple[str, ...]) -> dict[str, str]:
        return _verdicts_once_normalized(before, asked, parts, metrics, normalizations, units)

    names = normalization_names([*suspects])
    if not (names and (changed := changed_after(names))):
        return ""
    names = fewest(names, lambda fewer: changed_after(fewer).keys() == changed.keys())
    [(first, both), *others] = changed_after(names).items()
    meaning = "; ".join(get_normalization(name).meaning for name in names)
    for other, of_other in others:
        log.detail(f"with --normalize {' '.join(names)}: {other}: {of_other}")
    listing = " (-v lists them)" if log.in_shell else ""
    more = f", and {len(others)} more{listing}" if others else ""
    return (
        f"{SIGNIFICANCE_DEPENDS}: {meaning}. As they are, and with "
        f"--normalize {' '.join(names)}: {first}: {both}{more}"
    )


def _verdicts_once_normalized(
    before: Comparison,
    asked: Resampling,
    parts: Sequence[Corpus],
    metrics: Sequence[Any],
    normalizations: Sequence[str],
    units: Sequence[str | None] | None,
) -> dict[str, str]:
    """Returns what differs once both sides are normalized -> both differences with their p-values, in words.

    It is a difference whose significance or sign is another one. The arguments are those of
    `changed_verdicts`.
    """
    from parbleu._comparison.metric_inputs import measure_parts, named_metrics
    from parbleu._comparison.resampled_scores import resample
    from parbleu.text._normalizations import normalized_segments

    normalized = (
        part.changed(
            systems={
                name: normalized_segments(stream, normalizations) for name, stream in part.systems.items()
            },
            references=tuple(normalized_segments(stream, normalizations) for stream in part.references),
        )
        for part in parts
    )
    names = before.systems
    measures = measure_parts(normalized, named_metrics(metrics), names, asked.threads or 1)
    after = assemble(resample(names, measures, asked, units=units))
    verdicts = {}
    for metric in before.metrics:
        for tests in zip(metric.pairs, after[metric.name].pairs, strict=True):
            signs = [test.difference > 0 for test in tests if is_significant(test.p_holm, before.alpha)]
            if len(signs) == 1 or len(set(signs)) > 1:
                both = [f"{test.difference:+.{metric.decimals}f} (p = {test.p_holm:.4f})" for test in tests]
                systems = f"{tests[0].second} against {tests[0].first}"
                verdicts[f"{metric.name} of {systems}"] = " and ".join(both)
    return verdicts


def assemble_groups(groups: Sequence[ResampledScores], by_metric: bool = False) -> list[Comparison]:
    """Makes the results of several groups of segments, with p-values that are corrected for all their tests.

    Args:
        groups: their scores and tests.
        by_metric: whether only the pairs of each metric are corrected together: metrics are then settings of
            one, each a comparison of its own.
    """
    values = [pair.p_value for group in groups for result in group.results for pair in result.pairs]
    adjusted = iter(() if by_metric else holm(values))
    return [_assembled(group, len(groups), None if by_metric else adjusted, len(values)) for group in groups]


def _assembled(
    scores: ResampledScores, n_groups: int, adjusted: Iterator[float] | None, n_tests: int
) -> Comparison:
    names, asked = scores.names, scores.resampling
    metrics = []
    for measure, result in zip(scores.measures, scores.results, strict=True):
        if adjusted is None:
            of_metric = holm([pair.p_value for pair in result.pairs])
        else:
            of_metric = list(islice(adjusted, len(result.pairs)))
        metrics.append(_metric(measure, names, result, asked, of_metric))
    n_pairs = len(scores.results[0].pairs)
    n_metrics = len(metrics) if adjusted is not None else 1
    return Comparison(
        systems=tuple(names),
        metrics=tuple(metrics),
        n_segments=scores.n_segments,
        test=asked.test,
        n_samples=asked.n_test_samples,
        n_interval_samples=asked.n_bootstrap_samples,
        seed=asked.seed,
        alpha=asked.alpha,
        all_pairs=asked.all_pairs,
        n_tests=n_tests if adjusted is not None else n_pairs,
        family=counted_tests(n_pairs, n_metrics, n_groups) if n_pairs else "",
        p_columns=asked.p_columns,
        explanation=_explanation(scores, n_tests),
        n_refined=asked.n_refined_samples,
        n_units=scores.n_units,
        widening=scores.widening,
        training_runs=_training_runs(scores),
        warnings=scores.warnings,
        input=scores.input,
    )


def _explanation(scores: ResampledScores, n_tests: int) -> Explanation | None:
    if scores.explanation is None:
        return None
    from parbleu._comparison.explanation import explain

    return explain(scores, scores.explanation, n_tests=n_tests)


def _training_runs(scores: ResampledScores) -> TrainingRuns | None:
    if scores.runs is None:
        return None
    from parbleu._comparison.training_runs import training_runs

    return training_runs(scores.measures, scores.runs, scores.resampling)


def _metric(
    measure: Measure, names: Sequence[str], result: PairedResult, asked: Resampling, adjusted: Sequence[float]
) -> MetricComparison:
    ranks: Sequence[tuple[int, int] | None] = [None] * len(names)
    groups: Sequence[int | None] = [None] * len(names)
    if asked.all_pairs:
        pairs = [(verdict.first, verdict.second) for verdict in result.pairs]
        matrix = p_value_matrix(len(names), pairs, adjusted)
        ranks = rank_ranges(result.scores, matrix, asked.alpha, measure.higher_is_better)
        groups = clusters(result.scores, matrix, asked.alpha, measure.higher_is_better)
    against_baseline: dict[int, tuple[float | None, float | None, float | None]] = {
        verdict.second: (verdict.p_value, p_holm, verdict.p_sacrebleu)
        for verdict, p_holm in zip(result.pairs, adjusted, strict=True)
        if verdict.first == 0
    }
    systems = zip(names, result.scores, result.intervals, ranks, groups, strict=True)
    return MetricComparison(
        name=measure.name,
        signature=measure.signature.format(),
        short_signature=measure.signature.format(short=True),
        higher_is_better=measure.higher_is_better,
        decimals=measure.decimals,
        n_scored=measure.n_scored,
        usage=measure.usage,
        scores=tuple(
            SystemScore(
                name,
                score,
                *(*_bounds(interval), *against_baseline.get(index, (None, None, None)), rank, cluster),
            )
            for index, (name, score, interval, rank, cluster) in enumerate(systems)
        ),
        pairs=tuple(
            PairTest(
                first=names[verdict.first],
                second=names[verdict.second],
                difference=verdict.difference,
                p_value=verdict.p_value,
                p_holm=p_holm,
                p_sacrebleu=verdict.p_sacrebleu,
                n_equal=verdict.n_equal,
            )
            for verdict, p_holm in zip(result.pairs, adjusted, strict=True)
        ),
    )


def _bounds(interval: Interval | None) -> tuple[float | None, float | None, float | None, float | None]:
    if interval is None:
        return None, None, None, None
    return interval.mean, interval.half_width, interval.low, interval.high
