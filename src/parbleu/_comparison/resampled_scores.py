"""Scores systems with metrics and resamples them, for `parbleu._comparison.compare_systems`.

It is a module of its own, since loading the classes of the result takes longer than the command line takes to
print plain tables.
"""

from __future__ import annotations

from math import comb
from operator import eq

from parbleu._base import log
from parbleu._base.progress import no_progress
from parbleu._base.record import Record
from parbleu._base.wording import counted
from parbleu._comparison.metric_inputs import measure, measure_parts, named_metrics, with_scorer_scores
from parbleu._comparison.sample_warnings import too_few_samples
from parbleu._core import corpus_scores, sum_rows
from parbleu._inputs.corpus import Corpus
from parbleu._inputs.segment_scores import SegmentScores
from parbleu._inputs.systems import add_name, baseline_first, named_systems
from parbleu.errors import InputShapeError, OptionError
from parbleu.metrics._base import Metric
from parbleu.metrics._input_checks import check_lengths, reference_streams
from parbleu.metrics._score import UNIT, Score
from parbleu.stats.paired_tests import (
    PairedResult,
    all_pairs,
    baseline_pairs,
    paired_bootstrap,
    paired_randomization,
)
from parbleu.stats.resampling import BOOTSTRAP_SAMPLES, TESTS, bootstrap_intervals, bootstrap_scores
from parbleu.text._segments import as_segments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import Any

    import numpy as np
    from numpy.typing import NDArray

    from parbleu._base.progress import ProgressBar
    from parbleu._comparison.compared_input import ComparedInput
    from parbleu._comparison.metric_inputs import Measure
    from parbleu._core import Segments
    from parbleu.metrics._statistics import Statistics
    from parbleu.stats.interval import Interval
    from parbleu.stats.resampling import Resampling
    from parbleu.typing import MetricsLike, ReferencesLike, SegmentsLike, SystemsLike


class ExplanationOptions(Record):
    """What an explanation of differences takes into account.

    Args:
        region: Systems are practically equivalent if segment scores differ by no more; the explanation then
            has the Bayesian signed-rank test. None for none.
        seen: The share of the segments that are in the systems' training data, which the explanation states:
            `parbleu.analysis.exposure(source, references, training).seen`. Of groups of a table, the values
            that make a group -> its share. None if it is unknown.

    Raises:
        OptionError: `region` is below 0 or infinite, or `seen` is not from 0 to 1.
    """

    region: float | None = None
    seen: float | Mapping[tuple[str, ...], float] | None = None

    def __init__(
        self, region: float | None = None, seen: float | Mapping[tuple[str, ...], float] | None = None
    ) -> None:
        if region is not None and not 0 <= region < float("inf"):
            raise OptionError("region (--region) goes with explain (--explain), and is a number from 0")
        shares: Any = () if seen is None else getattr(seen, "values", lambda: (seen,))()
        if not all(0 <= share <= 1 for share in shares):
            raise OptionError("seen goes with explain, and is a share of the segments, from 0 to 1")
        super().__init__(region, seen)

    def of_group(self, key: tuple[str, ...] = ()) -> ExplanationOptions:
        """Returns the options of one group of a table, by the values that make it; of all segments by ()."""
        seen: Any = self.seen
        return self.changed(seen=seen.get(key)) if hasattr(seen, "get") else self


class ResampledScores(Record):
    """The scores, intervals and tests of all metrics.

    Attributes:
        names: the systems', the baseline's first.
        measures: the metrics, whose signatures tell of the resampling, too.
        results: scores, intervals and tests for each metric.
        resampling: how they were resampled, with the seed and the number of threads.
        n_segments: how many each system has.
        identical: pair of systems -> segments with the same output; empty unless they are explained.
        samples: for each metric the scores of each system on bootstrap samples, if some were drawn;
            `drawn_scores` has them in any case.
        explanation: what an explanation takes into account; None if differences are not explained.
        runs: the system of each output, if these are of several training runs; else None.
        n_units: how many units were resampled; None for segments.
        widening: how many times as wide the intervals are as those of segments, on average; None if unknown.
        segment_tables: for each metric the systems' tables with a row for each segment; None where the
            measures have these.
        input: the texts and metrics; None if the texts were not kept.
        warnings: what of the texts makes the scores meaningless, a line each.
    """

    names: Sequence[str]
    measures: Sequence[Measure]
    results: Sequence[PairedResult]
    resampling: Resampling
    n_segments: int
    identical: Mapping[tuple[int, int], int]
    samples: Sequence[Any] | None = None
    explanation: ExplanationOptions | None = None
    runs: Sequence[str] | None = None
    n_units: int | None = None
    widening: float | None = None
    segment_tables: list[list[Any]] | None = None
    input: ComparedInput | None = None
    warnings: tuple[str, ...] = ()

    def scores_of(self, place: int) -> list[Score]:
        """Returns the scores of the system at this place, with their intervals, one by each metric."""
        scores = []
        for measured, result in zip(self.measures, self.results, strict=True):
            if measured.metric is None:
                score = Score(measured.name, result.scores[place])
            else:
                score = measured.metric.result(sum_rows(measured.tables[place]))
            interval = result.intervals[place]
            if interval is not None:
                score._mean, score._ci, score._seed = interval.mean, interval.half_width, self.resampling.seed
            scores.append(score)
        return scores

    def drawn_scores(self) -> list[NDArray[np.float64]]:
        """Returns for each metric the scores (systems, samples) on bootstrap samples.

        They are those that were drawn. If none were, as many are drawn as intervals come from.
        """
        import numpy as np

        samples = self.samples
        if samples is None:
            entries = [(measured.scorer, measured.tables) for measured in self.measures]
            asked = self.resampling
            n_samples = asked.n_bootstrap_samples or BOOTSTRAP_SAMPLES
            samples = bootstrap_scores(entries, n_samples, asked.seed, asked.threads)
        return [np.array([np.asarray(view) for view in views]) for views in samples]

    def with_samples(self) -> ResampledScores:
        """Returns the value with bootstrap samples: those that were drawn, or new ones of the same seed."""
        return self.changed(samples=self.drawn_scores())


def explanation_options(
    explain: bool | ExplanationOptions,
    region: float | None = None,
    seen: float | Mapping[tuple[str, ...], float] | None = None,
) -> ExplanationOptions | None:
    """Returns what an explanation takes into account; None if none is asked for.

    Args:
        explain: whether there is one, or its options.
        region: differences up to this are practically equivalent; needs `explain=True`, as `seen` does.
        seen: the share of the test set, or of each group of it, that is in training data.

    Raises:
        OptionError: there are options and no explanation, or twice; or they have wrong values.
    """
    if isinstance(explain, ExplanationOptions):
        if region is not None or seen is not None:
            raise OptionError(
                "region and seen are those of explain: leave them out beside ExplanationOptions"
            )
        return explain
    if region is not None and not explain:
        raise OptionError("region (--region) goes with explain (--explain), and is a number from 0")
    if seen is not None and not explain:
        raise OptionError("seen goes with explain, and is a share of the segments, from 0 to 1")
    return ExplanationOptions(region, seen) if explain else None


def checked_resampling(
    resampling: Resampling,
    explanation: ExplanationOptions | None = None,
    runs: Sequence[str] | None = None,
    has_units: bool = False,
) -> Resampling:
    """Returns the resampling of a comparison with its seed and number of threads.

    Args:
        resampling: what was asked for.
        explanation: what an explanation takes into account, if differences are explained.
        runs: the system of each output, if systems were trained several times.
        has_units: whether the unit of each segment is known.

    Raises:
        OptionError: they contradict one another.
    """
    resampling = resampling.with_test()
    if resampling.unit != "segment" and not has_units:
        raise OptionError(f"the unit {resampling.unit} needs the {resampling.unit} of each segment (units=)")
    if resampling.test is not None and runs is not None:
        raise OptionError(
            "runs has tests of its own: leave out test (--paired-bs, --paired-ar, --all-pairs, --explain)"
        )
    draws = resampling.test is not None or resampling.intervals or bool(runs)
    if resampling.n_samples is not None and not draws:
        raise OptionError("n_samples needs a test or intervals: choose a test, or pass intervals=True")
    if resampling.test is None and explanation is not None:
        raise OptionError("explain goes with a test; choose test='bootstrap' or test='randomization'")
    return resampling.resolved(draws=runs is not None)


def score_and_resample(
    systems: SystemsLike | None,
    references: ReferencesLike | None,
    metrics: MetricsLike,
    resampling: Resampling,
    *,
    source: SegmentsLike | None = None,
    baseline: str | None = None,
    explanation: ExplanationOptions | None = None,
    units: Sequence[str | None] | None = None,
    runs: Sequence[str] | None = None,
    statistics: Statistics | None = None,
) -> ResampledScores:
    """Scores systems with metrics and resamples them, as `parbleu.compare` does before it makes its result.

    Args:
        systems: name -> hypotheses; not needed if all metrics are segment scores.
        references: streams of segments.
        metrics: metrics, scorers, segment scores, their names, or `{name: any of these}`.
        resampling: how scores are resampled.
        source: what was translated, for scorers that need it.
        baseline: the system that comes first.
        explanation: what an explanation takes into account, if differences are explained.
        units: the unit of each segment, such as its document: whole units are resampled.
        runs: the system of each output, if systems were trained several times.
        statistics: rows that were counted earlier in the same texts; those that are counted now are added.

    Raises:
        OptionError: an option has a value that it does not take, or contradicts another; a name occurs twice.
        InputShapeError: systems, references or segment scores differ in length.
        ParbleuError: a metric refuses the texts.
    """
    resampling = checked_resampling(resampling, explanation, runs, units is not None)
    chosen = named_metrics(metrics, scorers=True)
    names, corpus = _corpus(systems, references, chosen, baseline, source)
    chosen = with_scorer_scores(chosen, corpus)
    streams = None if corpus is None else list(corpus.systems.values())
    sides = None if corpus is None else corpus.references or None
    warnings: list[str] = []
    if corpus is not None and corpus.references:
        warnings = warn_of_text(corpus, [metric for _, metric in chosen])
    check_number(names, resampling, runs)
    measures = list(measure(chosen, names, streams, sides, resampling.threads or 1, statistics))
    warn_of_few_samples(names, len(measures), resampling)
    identical = {} if explanation is None or streams is None else _identical(streams)
    scores = resample(
        names, measures, resampling, identical=identical, explanation=explanation, units=units, runs=runs
    )
    from parbleu._comparison.compared_input import ComparedInput

    return scores.changed(input=ComparedInput(corpus, chosen), warnings=tuple(warnings))


def score_parts_and_resample(
    parts: Iterable[Corpus],
    names: list[str],
    metrics: MetricsLike,
    resampling: Resampling,
    *,
    explanation: ExplanationOptions | None = None,
    units: Sequence[str | None] | None = None,
    runs: Sequence[str] | None = None,
    after_reading: Callable[[], None] | None = None,
    progress: ProgressBar = no_progress,
) -> ResampledScores:
    """Scores systems that are read in parts and resamples them; keeps tables of statistics and no text.

    Args:
        parts: consecutive output of the systems with its references; at least one part.
        names: of the systems, the baseline's first.
        metrics: `Metric` and `SegmentScores` objects, or `{name: any of these}`.
        resampling: how scores are resampled.
        explanation: what an explanation takes into account, if differences are explained.
        units: the unit of each segment, such as its document: whole units are resampled.
        runs: the system of each output, if systems were trained several times.
        after_reading: called before the resampling, to warn of the text.
        progress: `parbleu._base.progress.progress_bar` to show the resampling's on a terminal.

    Raises:
        OptionError: an option has a value that it does not take, or contradicts another; a name occurs twice.
        InputShapeError: systems, references or segment scores differ in length.
        ParbleuError: a metric refuses the texts.
    """
    resampling = checked_resampling(resampling, explanation, runs, units is not None)
    for index, name in enumerate(names):
        add_name(names[:index], name, "system")
    check_number(names, resampling, runs)
    identical: dict[tuple[int, int], int] = {}
    if explanation is not None:
        parts = _counted(parts, names, identical)
    measures = measure_parts(parts, named_metrics(metrics), names, resampling.threads or 1)
    if after_reading is not None:
        after_reading()
    warn_of_few_samples(names, len(measures), resampling)
    return resample(
        names,
        measures,
        resampling,
        identical=identical,
        explanation=explanation,
        units=units,
        runs=runs,
        progress=progress,
    )


def _counted(
    parts: Iterable[Corpus], names: Sequence[str], identical: dict[tuple[int, int], int]
) -> Iterator[Corpus]:
    """Yields the parts, and counts the segments for which two systems have the same output."""
    for part in parts:
        for pair, count in _identical([part.systems[name] for name in names]).items():
            identical[pair] = identical.get(pair, 0) + count
        yield part


def _identical(systems: Sequence[Segments]) -> dict[tuple[int, int], int]:
    """Returns for each pair of systems how many segments have the same output."""
    texts = [stream.to_list() for stream in systems]
    return {
        (first, second): sum(map(eq, texts[first], texts[second])) for first, second in all_pairs(len(texts))
    }


def check_number(names: Sequence[str], resampling: Resampling, runs: Sequence[str] | None = None) -> None:
    """Refuses a test of one system, and runs that are not those of the outputs."""
    if runs is not None and len(runs) != len(names):
        raise OptionError(
            "runs (--runs) names the system of each output: "
            f"{counted(len(names), 'output')}, and {counted(len(runs), 'name')}"
        )
    if resampling.test is not None and len(names) < 2:
        raise OptionError(f"a test compares at least two systems; there is only {names[0]!r}")


def warn_of_few_samples(names: Sequence[str], n_metrics: int, resampling: Resampling) -> None:
    """Warns if there are too few samples for all pairs that are tested, and metrics."""
    n_pairs = comb(len(names), 2) if resampling.all_pairs else len(names) - 1
    warn_of_few(resampling, n_pairs * n_metrics)


def warn_of_few(resampling: Resampling, n_tests: int, n_drawn: int | None = None) -> None:
    """Warns if there are too few samples for so many tests: of a baseline only if they are as many as usual.

    The arguments are those of `too_few_samples`.
    """
    are_usual = resampling.n_test_samples == TESTS.get(resampling.test or "")
    if (resampling.all_pairs or are_usual) and (warning := too_few_samples(resampling, n_tests, n_drawn)):
        log.warn(warning)


def resample(
    names: Sequence[str],
    measures: Sequence[Measure],
    resampling: Resampling,
    *,
    identical: Mapping[tuple[int, int], int] | None = None,
    explanation: ExplanationOptions | None = None,
    units: Sequence[str | None] | None = None,
    runs: Sequence[str] | None = None,
    progress: ProgressBar = no_progress,
) -> ResampledScores:
    """Returns scores, intervals and tests, and adds the resampling to the metrics' signatures.

    Args:
        names: the systems', the baseline's first.
        measures: the metrics' statistics of the systems.
        resampling: how scores are resampled, as `checked_resampling` returns it.
        identical: pair of systems -> segments with the same output, for the explanation.
        explanation: what an explanation takes into account, if differences are explained.
        units: the unit of each segment; None for segments.
        runs: the system of each output, if systems were trained several times.
        progress: shows the resampling.
    """
    n_segments = len(measures[0].tables[0])
    segment_tables = None
    if units is not None:
        segment_tables = _take_units(measures, units)
        n_segments = len(segment_tables[0][0])
    results, samples = _tested(names, measures, resampling, progress)
    sign(measures, resampling)
    scores = ResampledScores(
        names,
        measures,
        results,
        resampling,
        n_segments,
        identical or {},
        samples=samples,
        explanation=explanation,
        runs=runs,
        segment_tables=segment_tables,
    )
    if explanation is not None or units is not None:
        scores = scores.with_samples()
    if segment_tables is not None:
        wider = _widening(measures, segment_tables, scores.drawn_scores(), resampling)
        scores = scores.changed(n_units=len(measures[0].tables[0]), widening=wider)
    return scores


def _take_units(measures: Sequence[Measure], units: Sequence[str | None]) -> list[list[Any]]:
    """Replaces the rows of segments by rows of units, which resampling then draws.

    Args:
        measures: the metrics' tables with a row for each segment.
        units: of the segments; those without one (None) are units of their own.

    Returns:
        for each metric the tables with a row for each segment.

    Raises:
        InputShapeError: there are not as many units as segments, or all segments are of one unit.
    """
    from parbleu.stats.summed_groups import sum_groups

    n_segments = len(measures[0].tables[0])
    if len(units) != n_segments:
        raise InputShapeError(
            f"--documents (units=) has the documents of {counted(len(units), 'segment')}, but there are "
            f"{n_segments}: give one for each"
        )
    groups = [(number, None) if unit is None else unit for number, unit in enumerate(units)]
    of_segments = [measured.tables for measured in measures]
    for measured in measures:
        measured.tables = [sum_groups(table, groups) for table in measured.tables]
        measured.signature.update(UNIT, "document")
    return of_segments


def _widening(
    measures: Sequence[Measure],
    segment_tables: Sequence[Sequence[Any]],
    of_units: Sequence[NDArray[np.float64]],
    resampling: Resampling,
) -> float | None:
    """Returns how many times as wide intervals of units are as those of segments, on average.

    Args:
        measures: the metrics.
        segment_tables: for each metric the tables with a row for each segment.
        of_units: for each metric the scores of all systems on samples of units.
        resampling: how these were drawn.

    Returns:
        None if no score varies.
    """
    import numpy as np

    entries = [(measured.scorer, tables) for measured, tables in zip(measures, segment_tables, strict=True)]
    n_samples = of_units[0].shape[1]
    of_segments = bootstrap_scores(entries, n_samples, resampling.seed, resampling.threads)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratios = np.concatenate(
            [
                unit.std(axis=1) / segment.std(axis=1)
                for segment, unit in zip(of_segments, of_units, strict=True)
            ]
        )
    known = ratios[np.isfinite(ratios)]
    return float(known.mean()) if len(known) else None


def _tested(
    names: Sequence[str], measures: Sequence[Measure], resampling: Resampling, progress: ProgressBar
) -> tuple[list[PairedResult], Sequence[Any] | None]:
    """Returns the results for each metric, and the samples of a bootstrap test."""
    pairs = all_pairs(len(names)) if resampling.all_pairs else baseline_pairs(len(names))
    entries = [(measured.scorer, measured.tables) for measured in measures]
    seed, threads = resampling.seed, resampling.threads
    n_samples = resampling.n_bootstrap_samples
    if resampling.test == "bootstrap":
        samples: list[Sequence[Any]] = []
        refined = resampling.n_refined_samples
        results = paired_bootstrap(
            entries, pairs, n_samples, seed, threads, progress, samples.append, n_refined=refined
        )
        return results, samples
    if resampling.test == "randomization":
        trials = resampling.n_test_samples
        return paired_randomization(entries, pairs, trials, seed, threads, n_samples, progress), None
    scores = corpus_scores(entries)
    intervals: Sequence[Sequence[Interval | None]] = [[None] * len(row) for row in scores]
    if n_samples:
        intervals = bootstrap_intervals(entries, n_samples, seed, threads, progress)
    untested = [PairedResult(row, list(bounds), []) for row, bounds in zip(scores, intervals, strict=True)]
    return untested, None


def sign(measures: Iterable[Measure], resampling: Resampling) -> None:
    """Adds the resampling to the signatures of metrics, as sacreBLEU does; they leave out None."""
    bootstrap = resampling.n_bootstrap_samples
    for measured in measures:
        measured.signature.update("bs", bootstrap or None)
        measured.signature.update(
            "ar", resampling.n_test_samples if resampling.test == "randomization" else None
        )
        measured.signature.update("seed", resampling.signed_seed if bootstrap or resampling.test else None)


def _corpus(
    systems: SystemsLike | None,
    references: ReferencesLike | None,
    metrics: Iterable[tuple[str | None, Any]],
    baseline: str | None,
    source: SegmentsLike | None,
) -> tuple[list[str], Corpus | None]:
    """Returns the systems' names, and the checked texts; None of given segment scores."""
    sides = None if references is None else reference_streams("references", references)
    if systems is None:
        columns = [metric for _, metric in metrics if isinstance(metric, SegmentScores)]
        if not columns:
            raise OptionError("pass the systems to compare, as {'system': hypotheses}")
        return baseline_first(columns[0].statistics, baseline), None
    streams = named_systems(systems, baseline)
    first, stream = next(iter(streams.items()))
    if sides is not None:
        check_lengths(f"system {first!r}", len(stream), sides)
    translated = None if source is None else as_segments(source, "source")
    return list(streams), Corpus(streams, sides or (), translated)


def warn_of_text(corpus: Corpus, metrics: Sequence[Any]) -> list[str]:
    """Warns a program of text that makes scores meaningless; returns the warnings."""
    ours = [metric for metric in metrics if isinstance(metric, Metric)]
    if not ours:
        return []
    from parbleu.metrics._corpus_warnings import warn_of_call

    return warn_of_call(corpus.systems, corpus.references, ours, corpus.source)
