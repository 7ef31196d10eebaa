"""Scores systems with metrics and resamples them, for `parbleu.comparison.compare_systems`.

It is a module of its own, since loading the classes of the result takes longer than the command line takes to
print plain tables.
"""

from __future__ import annotations

from math import comb
from operator import eq

from parbleu._core import corpus_scores
from parbleu.base import log
from parbleu.base.progress import no_progress
from parbleu.comparison.metric_inputs import measure, measure_pieces, named_metrics
from parbleu.errors import OptionError
from parbleu.inputs.segment_scores import SegmentScores
from parbleu.inputs.systems import add_name, baseline_first, named_systems
from parbleu.metrics.base import Metric
from parbleu.metrics.input_checks import check_lengths, reference_streams
from parbleu.stats.paired_tests import (
    PairedResult,
    all_pairs,
    baseline_pairs,
    paired_bootstrap,
    paired_randomization,
)
from parbleu.stats.resampling import BOOTSTRAP_SAMPLES, bootstrap_intervals, bootstrap_scores

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any

    import numpy as np
    from numpy.typing import NDArray

    from parbleu._core import Segments
    from parbleu.base.progress import ProgressBar
    from parbleu.comparison.metric_inputs import KeptTables, Measure
    from parbleu.comparison.resampling_plan import Plan
    from parbleu.stats.interval import Interval
    from parbleu.typing import MetricsLike, ReferencesLike, SystemsLike


class Findings:
    """The scores, intervals and tests of all metrics.

    Attributes:
        names: the systems', the baseline's first.
        measures: the metrics, whose signatures tell of the resampling, too.
        results: scores, intervals and tests for each metric.
        plan: how it was resampled.
        n_segments: how many each system has; None for the rows of the first table of statistics.
        n_units: how many units were resampled; None for segments.
        widening: how many times as wide the intervals are as those of segments, on average; None if unknown.
        segment_tables: for each metric the systems' tables with a row for each segment; None where the
            measures have these.
        identical: pair of systems -> segments with the same output; empty unless they are explained.
        streams: the hypotheses of each system; None if they were not kept.
        references: None if they were not kept, or were those of the metrics.
        chosen: the metrics with the names that the user gave.
        samples: for each metric the scores of each system on bootstrap samples, if some were drawn;
            `drawn_scores` has them in any case.
    """

    n_segments: int | None = None
    n_units: int | None = None
    widening: float | None = None
    segment_tables: list[list[Any]] | None = None
    streams: Sequence[Segments] | None = None
    references: tuple[Segments, ...] | None = None
    chosen: Sequence[tuple[str | None, Any]] = ()
    samples: Sequence[Any] | None = None

    def __init__(
        self, names: list[str], measures: list[Measure], results: list[PairedResult], plan: Plan
    ) -> None:
        self.names = names
        self.measures = measures
        self.results = results
        self.plan = plan
        self.identical: dict[tuple[int, int], int] = {}

    def drawn_scores(self) -> list[NDArray[np.float64]]:
        """Returns for each metric the scores (systems, samples) on bootstrap samples.

        They are those of a bootstrap test. Without one, they are drawn once, as many as intervals come from.
        """
        import numpy as np

        plan = self.plan
        if self.samples is None:
            entries = [(found.scorer, found.tables) for found in self.measures]
            n_samples = plan.n_samples if plan.test == "bootstrap" else plan.n_interval_samples
            n_samples = n_samples or BOOTSTRAP_SAMPLES
            self.samples = bootstrap_scores(entries, n_samples, plan.seed, plan.threads)
        samples = [np.array([np.asarray(view) for view in views]) for views in self.samples]
        self.samples = samples
        return samples


def find(
    systems: SystemsLike | None,
    references: ReferencesLike | None,
    metrics: MetricsLike,
    plan: Plan,
    baseline: str | None = None,
    samples_option: str = "n_samples=",
    kept: KeptTables | None = None,
) -> Findings:
    """Scores systems with metrics and resamples them, as `parbleu.compare` does before it makes its result.

    A warning of too few samples calls the option for more of them `samples_option`; `kept` is as for
    `measure`.
    """
    chosen = named_metrics(metrics)
    names, streams, sides = _inputs(systems, references, chosen, baseline)
    if streams is not None and sides is not None:
        _warn_of_text(dict(zip(names, streams, strict=True)), sides, [metric for _, metric in chosen])
    check_number(names, plan)
    measures = list(measure(chosen, names, streams, sides, plan.threads, kept))
    warn_of_few_samples(names, plan, samples_option)
    found = resample(names, measures, plan)
    if plan.explain and streams is not None:
        found.identical = _identical(streams)
    found.streams, found.references, found.chosen = streams, sides, chosen
    return found


def find_in_pieces(
    pieces: Iterable[tuple[Sequence[Segments], Sequence[Segments]]],
    names: list[str],
    metrics: MetricsLike,
    plan: Plan,
    *,
    samples_option: str = "n_samples=",
    after_reading: Callable[[], None] | None = None,
    progress: ProgressBar = no_progress,
) -> Findings:
    """Does what `find` does with systems that are read in pieces; keeps tables of statistics and no text.

    Args:
        pieces: consecutive output of the systems with its references; at least one piece.
        names: of the systems, the baseline's first.
        metrics: as for `parbleu.compare`, but only Metrics and SegmentScores.
        plan: the resampling.
        samples_option: what a warning calls the option for more samples.
        after_reading: called before the resampling, to warn of the text.
        progress: `parbleu.base.progress.progress_bar` to show the resampling's on a terminal.
    """
    for place, name in enumerate(names):
        add_name(names[:place], name, "system")
    check_number(names, plan)
    identical: dict[tuple[int, int], int] = {}
    if plan.explain:
        pieces = _counted(pieces, identical)
    measures = measure_pieces(pieces, named_metrics(metrics), names, plan.threads)
    if after_reading is not None:
        after_reading()
    warn_of_few_samples(names, plan, samples_option)
    found = resample(names, measures, plan, progress)
    found.identical = identical
    return found


def _counted(
    pieces: Iterable[tuple[Sequence[Segments], Sequence[Segments]]], identical: dict[tuple[int, int], int]
) -> Iterator[tuple[Sequence[Segments], Sequence[Segments]]]:
    """Yields the pieces, and counts the segments for which two systems have the same output."""
    for systems, references in pieces:
        for pair, count in _identical(systems).items():
            identical[pair] = identical.get(pair, 0) + count
        yield systems, references


def _identical(systems: Sequence[Segments]) -> dict[tuple[int, int], int]:
    """Returns for each pair of systems how many segments have the same output."""
    texts = [stream.to_list() for stream in systems]
    return {
        (first, second): sum(map(eq, texts[first], texts[second])) for first, second in all_pairs(len(texts))
    }


def check_number(names: Sequence[str], plan: Plan) -> None:
    """Refuses a test of one system, and runs that are not those of the outputs."""
    if plan.runs is not None and len(plan.runs) != len(names):
        raise OptionError(
            f"runs (--runs) names the system of each output: there are {len(names)}, and "
            f"{len(plan.runs)} names"
        )
    if plan.test is not None and len(names) < 2:
        raise OptionError(f"a test compares at least two systems; there is only {names[0]!r}")


def warn_of_few_samples(names: Sequence[str], plan: Plan, samples_option: str) -> None:
    """Warns if there are too few samples for the pairs of systems; `samples_option` asks for more."""
    if plan.all_pairs and (warning := plan.too_few_samples(comb(len(names), 2), samples_option)):
        log.warn(warning)


def resample(
    names: list[str], measures: list[Measure], plan: Plan, progress: ProgressBar = no_progress
) -> Findings:
    """Returns scores, intervals and tests, and adds the resampling to the metrics' signatures."""
    if plan.units is not None:
        from parbleu.comparison.resampled_units import take_units, widening

        segment_tables = take_units(measures, plan.units)
    pairs = all_pairs(len(names)) if plan.all_pairs else baseline_pairs(len(names))
    entries = [(found.scorer, found.tables) for found in measures]
    samples: list[Sequence[Any]] = []
    if plan.test == "bootstrap":
        results = paired_bootstrap(
            entries, pairs, plan.n_samples, plan.seed, plan.threads, progress, samples.append
        )
    elif plan.test == "randomization":
        results = paired_randomization(
            entries, pairs, plan.n_samples, plan.seed, plan.threads, plan.n_interval_samples, progress
        )
    else:
        scores = corpus_scores(entries)
        intervals: Sequence[Sequence[Interval | None]] = [[None] * len(row) for row in scores]
        if plan.n_interval_samples:
            intervals = bootstrap_intervals(
                entries, plan.n_interval_samples, plan.seed, plan.threads, progress
            )
        results = [PairedResult(row, list(bounds), []) for row, bounds in zip(scores, intervals, strict=True)]
    plan.sign(measures)
    findings = Findings(names, measures, results, plan)
    findings.samples = samples or None
    if plan.units is not None:
        findings.n_segments, findings.n_units = len(segment_tables[0][0]), len(measures[0].tables[0])
        findings.segment_tables = segment_tables
        findings.widening = widening(findings)
    return findings


def _inputs(
    systems: SystemsLike | None,
    references: ReferencesLike | None,
    metrics: Iterable[tuple[str | None, Any]],
    baseline: str | None,
) -> tuple[list[str], list[Segments] | None, tuple[Segments, ...] | None]:
    """Returns the systems' names, their hypotheses and the references, checked."""
    sides = None if references is None else reference_streams("references", references)
    if systems is None:
        columns = [metric for _, metric in metrics if isinstance(metric, SegmentScores)]
        if not columns:
            raise OptionError("pass the systems to compare, as {'system': hypotheses}")
        return baseline_first(columns[0].statistics, baseline), None, sides
    streams = named_systems(systems, baseline)
    first, stream = next(iter(streams.items()))
    if sides is not None:
        check_lengths(f"system {first!r}", len(stream), sides)
    return list(streams), list(streams.values()), sides


def _warn_of_text(
    systems: dict[str, Segments], references: tuple[Segments, ...], metrics: Sequence[Any]
) -> None:
    """Warns a program of text that makes scores meaningless; commands do so with the names of files."""
    if log.listener is not None:
        return
    ours = [metric for metric in metrics if isinstance(metric, Metric)]
    forced = any(getattr(metric, "force", False) for metric in ours)
    if not ours or forced:
        return
    from parbleu.inputs.corpus_warnings import corpus_warnings
    from parbleu.text.segmentation_warning import LEAVE_OUT, sample_of_call, stream_names

    sample = sample_of_call(systems, references)
    if sample is not None:
        for line in corpus_warnings(sample, list(systems), stream_names(len(references)), ours):
            log.warn(f"{line} ({LEAVE_OUT})")
