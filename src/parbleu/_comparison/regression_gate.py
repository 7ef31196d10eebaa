"""Decides whether a candidate may replace a system: `parbleu.gate`.

A candidate is worse if its loss by any metric, on the whole test set or in a group of segments, is larger
than allowed and significant. Significance is that of `parbleu.compare`: the two-sided, calibrated p-value of
`parbleu.stats.paired_tests`, corrected for all tests of the gate by Holm's method. So a gate and a table of
scores do not contradict each other, and a candidate that is as good as the base is blocked with a probability
of at most alpha / 2, however many metrics and groups there are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from operator import eq
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parbleu._base.significance import is_significant
from parbleu._base.wording import counted, counted_tests
from parbleu._comparison.gate_result import (
    ALLOWED_LOSS,
    BETTER,
    CANNOT_COMPARE,
    MEAN_OF,
    NO_LOSS,
    WORSE,
    Gate,
    GateTest,
)
from parbleu._comparison.metric_inputs import (
    Measure,
    measure,
    named_metrics,
    number_scored,
    with_scorer_scores,
)
from parbleu._comparison.resampled_scores import (
    ExplanationOptions,
    ResampledScores,
    checked_resampling,
    explanation_options,
    sign,
    warn_of_text,
)
from parbleu._comparison.sample_warnings import needed_samples
from parbleu._core import Segments, writing_suspects
from parbleu._inputs.corpus import Corpus
from parbleu._inputs.segment_scores import SegmentScores
from parbleu.errors import InputShapeError, OptionError, UnknownNameError
from parbleu.metrics import METRICS
from parbleu.metrics._base import Metric
from parbleu.metrics._input_checks import check_lengths, reference_streams
from parbleu.metrics._metric_by_name import plain_name
from parbleu.stats._sequential_looks import SequentialDesign, level_of_family
from parbleu.stats._small_samples import widened_p_value
from parbleu.stats.paired_tests import PairedResult, paired_bootstrap, paired_randomization
from parbleu.stats.power import paired_power
from parbleu.stats.rank_clusters import holm
from parbleu.stats.resampling import MOST_UNASKED, Resampling
from parbleu.stats.t_test_power import check_power
from parbleu.text._normalizations import fewest, normalization_names, normalized_segments
from parbleu.text._segments import as_segments
from parbleu.typing import MetricsLike, ReferencesLike, SegmentsLike

BASE, CANDIDATE = SYSTEMS = ("base", "candidate")


@dataclass(frozen=True)
class _Part:
    """Some segments: those of a group, or all, for which `label` is empty."""

    label: str
    group: str
    places: NDArray[np.int64]


def gate(
    base: SegmentsLike | None = None,
    candidate: SegmentsLike | None = None,
    references: ReferencesLike | None = None,
    metrics: MetricsLike = ("chrf",),
    *,
    source: SegmentsLike | None = None,
    max_drop: float | Mapping[str, float] = 0.0,
    by: Mapping[str, Sequence[str | None]] | None = None,
    resampling: Resampling | None = None,
    explain: bool | ExplanationOptions = False,
    design: SequentialDesign | None = None,
) -> Gate:
    """Decides whether a candidate may replace a system, from their output on one test set.

    Args:
        base: N hypotheses of the system that is in use. Not needed, as `candidate` is not, if all metrics are
            segment scores.
        candidate: N hypotheses of the one that is to replace it.
        references: K streams of N segments.
        metrics: metrics, their names, or `{name: metric}`; segment scores are those of systems called "base"
            and "candidate". Measures (`parbleu._comparison.metric_inputs`) have the statistics of both.
        source: N source segments, for scorers that need them.
        max_drop: the loss that is allowed, in points of the score and from 0; or name of a metric -> loss,
            and 0 for those that it does not name. A larger one blocks only if it is significant, too.
        by: label -> its value for each segment, such as {"domain": [...]}; each value is tested as a group of
            its own. None for a segment in no group.
        resampling: the test, which is the paired bootstrap if it names none; its level, that of all tests
            together; and its power, how likely the smallest loss that is reported would be blocked. Without a
            number of samples, at least as many are drawn as so many tests need.
        explain: whether the result explains each difference on the whole test set, as `parbleu.compare` does;
            or what the explanation takes into account.
        design: the looks, if the gate is asked again while the test set grows. The level is then that of all
            looks together.

    Returns:
        A Gate. Its outcome is "cannot compare" if base, candidate and references differ in length. Its
        `is_trusted` is False if there is a warning of the texts.

    Raises:
        OptionError: an option has a value that it does not take, or names a metric that is not there; or
            there are too few samples for any of so many tests to be significant.
        InputShapeError: labels or segment scores are not one for each segment.
        ParbleuError: a metric refuses the texts.
    """
    asked = checked_resampling((resampling or Resampling()).with_test("bootstrap"))
    if asked.test is None:
        raise OptionError("a gate is a test: choose 'bootstrap' or 'randomization'")
    alpha, explanation = asked.alpha, explanation_options(explain)
    check_power(asked.power, alpha)
    chosen = named_metrics(metrics, scorers=True)
    if all(expected := [_score_name(name, metric) for name, metric in chosen]):
        _allowed(expected, max_drop)  # a wrong one is refused before the work
    streams, sides = None, None if references is None else reference_streams("references", references)
    warnings: list[str] = []
    if any(not isinstance(metric, (Measure, SegmentScores)) for _, metric in chosen):
        streams = _streams(base, candidate)
        try:
            _check_lengths(streams, sides)
        except InputShapeError as problem:
            return cannot_compare(str(problem))
        source_segments = None if source is None else as_segments(source, "the source")
        corpus = Corpus(dict(zip(SYSTEMS, streams, strict=True)), sides or (), source_segments)
        warnings = warn_of_text(corpus, [metric for _, metric in chosen])
        chosen = with_scorer_scores(chosen, corpus)
    measures = list(measure(chosen, SYSTEMS, streams, sides, asked.threads or 1))
    identical = {} if streams is None else {(0, 1): sum(map(eq, *(texts.to_list() for texts in streams)))}
    parts = _parts(by or {}, len(measures[0].tables[0]))
    n_tests = len(measures) * len(parts)
    level = level_of_family(design, len(parts[0].places), alpha, n_tests)
    judged, resampled = _judge(measures, parts, asked.changed(alpha=level), max_drop)
    if explanation is not None:
        from parbleu._comparison.explanation import explain as explained

        resampled = resampled.changed(identical=identical).with_samples()
        groups = [test.p_value for test in judged.tests if test.label]
        family = counted_tests(1, len(measures), len(parts))
        judged = replace(judged, explanation=explained(resampled, explanation, groups, family))
    if design is not None:
        judged = replace(judged, **vars(design))
    is_text = all(getattr(metric, "takes_normalization", True) for _, metric in chosen)
    if streams is not None and sides and is_text and (names := _written_differently(streams, sides[0])):

        def outcome_after(normalizations: Sequence[str]) -> str:
            outputs, expected = (
                tuple(normalized_segments(texts, normalizations) for texts in side)
                for side in (streams, sides)
            )
            measures = list(measure(chosen, SYSTEMS, outputs, expected, asked.threads or 1))
            return _judge(measures, parts, asked.changed(alpha=level, seed=judged.seed), max_drop)[0].outcome

        other = outcome_after(names)
        if other != judged.outcome:
            names = fewest(names, lambda fewer: outcome_after(fewer) == other)
            judged = replace(judged, normalizations=names, normalized_outcome=other)
    return replace(judged, alpha=alpha, level=level, warnings=tuple(warnings))


def cannot_compare(reason: str) -> Gate:
    """Returns the result for systems that cannot be compared."""
    return Gate(CANNOT_COMPARE, reason)


def _written_differently(streams: Sequence[Segments], reference: Segments) -> tuple[str, ...]:
    """Returns the normalizations of what an output has and the reference lacks, or the other way round."""
    return normalization_names([name for names in writing_suspects(streams, reference) for name in names])


def _streams(base: SegmentsLike | None, candidate: SegmentsLike | None) -> list[Segments]:
    if base is None or candidate is None:
        raise OptionError("pass the output of both systems: gate(base, candidate, references)")
    return [as_segments(base, BASE), as_segments(candidate, CANDIDATE)]


def _check_lengths(streams: Sequence[Segments], sides: tuple[Segments, ...] | None) -> None:
    one, other = map(len, streams)
    if one != other:
        raise InputShapeError(f"base has {counted(one)}, and candidate {other}: translate the same test set")
    if sides is not None:
        check_lengths("base and candidate", one, sides)


def _parts(by: Mapping[str, Sequence[str | None]], count: int) -> list[_Part]:
    """Returns all segments, and then the groups, each label's in the order in which they first occur."""
    parts = [_Part("", "", np.arange(count))]
    for label, values in by.items():
        if len(values) != count:
            raise InputShapeError(
                f"there are {len(values)} labels {label!r} of {count} segments: give one for each"
            )
        places: dict[str, list[int]] = {}
        for segment, value in enumerate(values):
            if value is not None:
                places.setdefault(str(value), []).append(segment)
        parts += [_Part(label, group, np.array(segments)) for group, segments in places.items()]
    return parts


def _judge(
    measures: Sequence[Measure],
    parts: Sequence[_Part],
    asked: Resampling,
    max_drop: float | Mapping[str, float],
) -> tuple[Gate, ResampledScores]:
    """Tests all metrics on all parts; returns the verdict, and scores and tests of all segments.

    Raises:
        OptionError: `max_drop` names another metric or is negative, or there are too few samples.
    """
    drops = _allowed([measured.name for measured in measures], max_drop)
    n_tests = len(measures) * len(parts)
    asked = _enough_samples(asked, n_tests, len(parts[0].places))
    judgements: list[tuple[Measure, _Part, list[Any], PairedResult]] = []
    samples: list[Sequence[Any]] = []
    for part in parts:
        tables = [[_rows(table, part) for table in measured.tables] for measured in measures]
        run = paired_bootstrap if asked.test == "bootstrap" else paired_randomization
        entries = [(measured.scorer, rows) for measured, rows in zip(measures, tables, strict=True)]
        options: dict[str, Any] = {
            "n_samples": asked.n_test_samples,
            "seed": asked.seed,
            "threads": asked.threads,
        }
        if asked.test == "bootstrap":
            options["n_refined"] = asked.n_refined_samples
            if not part.label:
                options["keep"] = samples.append
        judgements += zip(measures, [part] * len(measures), tables, run(entries, **options), strict=True)
    whole = [result for _, part, _, result in judgements if not part.label]
    judgements.sort(key=lambda item: measures.index(item[0]))
    tests = []
    adjusted = holm([result.pairs[0].p_value for *_, result in judgements])
    for (measured, part, rows, result), p_holm in zip(judgements, adjusted, strict=True):
        drop = drops[measured.name]
        detectable = _smallest_loss(measured, rows, drop, asked, n_tests)
        size = len(part.places) if measured.n_scored is None else number_scored(rows)
        tests.append(_gate_test(measured, part, size, result, drop, p_holm, detectable, asked.alpha))
    sign(measures, asked)
    n_segments = len(parts[0].places)
    verdict = Gate(
        outcome=_outcome(tests),
        tests=tuple(tests),
        signatures=tuple((measured.name, measured.signature.format()) for measured in measures),
        n_segments=n_segments,
        alpha=asked.alpha,
        power=asked.power,
        test=asked.test or "",
        n_samples=asked.n_test_samples,
        seed=asked.seed,
        p_columns=asked.p_columns,
    )
    return verdict, ResampledScores(SYSTEMS, measures, whole, asked, n_segments, {}, samples=samples or None)


def _enough_samples(asked: Resampling, n_tests: int, n_segments: int) -> Resampling:
    """Returns a resampling with which a p-value of all segments can be small enough after the correction.

    Raises:
        OptionError: so few samples are asked for that the gate could not block anything.
    """
    needed = needed_samples(asked, n_tests, n_segments)
    if asked.n_test_samples >= needed:
        return asked
    if asked.n_samples is None and needed <= MOST_UNASKED:
        return asked.changed(n_samples=needed)
    raise OptionError(
        f"with {counted(asked.n_test_samples, 'sample')} and {counted(n_tests, 'test')}, no loss can be "
        f"significant at {asked.alpha:.2g}, and nothing would be blocked; ask for --n-samples "
        f"(n_samples=) {needed}, or for fewer metrics and groups"
    )


def _score_name(name: str | None, metric: Any) -> str:
    """Returns the name of a metric's score, which nothing has computed yet; "" if it is not known before."""
    if name is not None:
        return name
    if isinstance(metric, Metric):
        return metric.score_name
    is_named = isinstance(metric, (Measure, SegmentScores)) or hasattr(metric, "identity")
    return metric.name if is_named else ""


def _allowed(names: Sequence[str], max_drop: float | Mapping[str, float]) -> dict[str, float]:
    """Returns metric -> the loss that is allowed."""
    limits = dict(max_drop) if isinstance(max_drop, Mapping) else dict.fromkeys(names, max_drop)
    known = {plain_name(name.removeprefix(MEAN_OF)).lower(): name for name in names}
    drops = dict.fromkeys(names, 0.0)
    named: dict[str, str] = {}
    for word, drop in limits.items():
        name = known.get(plain_name(word.removeprefix(MEAN_OF)).lower())
        if name is None:
            advice = f"to allow a loss of it, compute it: -m {word} (metrics=)" if word in METRICS else ""
            raise UnknownNameError("metric", word, list(names), advice)
        if not 0 <= float(drop) < float("inf"):
            raise OptionError(f"max_drop is a number from 0, not {drop}")
        if name in named:
            raise OptionError(f"max_drop names {name} twice, as {named[name]} and as {word}: leave one out")
        named[name] = word
        drops[name] = float(drop)
    return drops


def _rows(table: Any, part: _Part) -> NDArray[Any]:
    rows = np.asarray(table)
    return rows if not part.label else np.ascontiguousarray(rows[part.places])


def _smallest_loss(
    measured: Measure, rows: Sequence[Any], drop: float, asked: Resampling, n_tests: int
) -> float | None:
    alpha = asked.alpha / n_tests / 2  # of the direction of a loss
    # The observed outputs, and their mirror image, are two of the 2^N ways to exchange them.
    lowest = 2 * 0.5 ** len(rows[0])
    if asked.test == "bootstrap":
        lowest = widened_p_value(1 / (asked.n_test_samples + 1), len(rows[0]))
    if len(rows[0]) < 2 or lowest >= 2 * alpha:
        return None
    return paired_power(
        measured.scorer,
        *rows,
        direction=-1 if measured.higher_is_better else 1,
        margin=drop,
        resampling=asked.without_test().changed(alpha=alpha),
    ).smallest


def _gate_test(
    measured: Measure,
    part: _Part,
    n_segments: int,
    result: PairedResult,
    drop: float,
    p_holm: float,
    smallest: float | None,
    alpha: float,
) -> GateTest:
    [pair] = result.pairs
    base, candidate = result.scores
    loss = -pair.difference if measured.higher_is_better else pair.difference
    outcome = NO_LOSS
    if is_significant(p_holm, alpha) and loss:
        outcome = BETTER if loss < 0 else WORSE if loss > drop else ALLOWED_LOSS
    return GateTest(
        metric=measured.name,
        label=part.label,
        group=part.group,
        n_segments=n_segments,
        base=base,
        candidate=candidate,
        difference=pair.difference,
        higher_is_better=measured.higher_is_better,
        decimals=measured.decimals,
        max_drop=drop,
        p_value=pair.p_value,
        p_holm=p_holm,
        smallest_loss=smallest,
        outcome=outcome,
    )


def _outcome(tests: Sequence[GateTest]) -> str:
    """Returns worse if any test is, better if one on the whole test set is, or else if a loss is allowed."""
    outcomes = {test.outcome for test in tests}
    if WORSE in outcomes:
        return WORSE
    if any(test.outcome == BETTER and not test.label for test in tests):
        return BETTER
    return ALLOWED_LOSS if ALLOWED_LOSS in outcomes else NO_LOSS
