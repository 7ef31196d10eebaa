"""Scores systems on buckets of segments: `segments`, and its result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from parbleu._base.known_names import check_name
from parbleu._comparison.metric_inputs import Measure, measure
from parbleu._comparison.resampled_scores import sign
from parbleu._core import corpus_scores
from parbleu.analysis._analysis_input import ComparedTexts
from parbleu.analysis._bucket_figures import BucketFigure, BucketResult, bucket_place, chosen_pairs
from parbleu.analysis._cutoffs import Cutoffs
from parbleu.analysis._metric_values import chosen_metrics, default_metric, segment_values
from parbleu.analysis._segment_sorting import sort_segments
from parbleu.analysis._word_buckets import OTHER
from parbleu.errors import OptionError
from parbleu.metrics._bleu import BLEU
from parbleu.stats.joint_bootstrap import holm_known
from parbleu.stats.paired_tests import paired_bootstrap
from parbleu.stats.resampling import Resampling
from parbleu.tables import Column, Table
from parbleu.typing import MetricsLike


@dataclass(frozen=True, eq=False)
class Wins:
    """On how many segments which of two systems has the better score.

    Attributes:
        name: the metric's.
        pairs: the P pairs of systems.
        counts: int64, (P, B, 3): segments that the first wins, ties, segments that the second wins.
    """

    name: str
    pairs: tuple[tuple[int, int], ...]
    counts: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class SegmentBuckets(BucketResult):
    """The result of `parbleu.analysis.segments`: scores of S systems on B buckets of N segments.

    There is a figure for each metric. `by`, `buckets`, `systems`, `figures`, `alpha`, `p_columns`,
    `n_samples` and `facts` are those of `parbleu.analysis._bucket_figures.BucketResult`.

    Attributes:
        places: int, (N), or (S, N) where each system has buckets of its own: the bucket of each segment.
        wins: for each metric the segments that either system of a pair wins; none where systems have buckets
            of their own.
        n_others: how many labels are together in the last bucket, as they have the fewest segments.
    """

    FIGURE: ClassVar[str] = "metric"
    FAMILY: ClassVar[tuple[str, ...]] = ()
    CORRECTED: ClassVar[str] = "all tests of all metrics and buckets"

    places: NDArray[np.int64]
    wins: tuple[Wins, ...]
    n_others: int = 0

    @property
    def counts(self) -> NDArray[np.int64]:
        """How many segments each system has in each bucket, (S, B)."""
        every = np.broadcast_to(self.places, (len(self.systems), self.places.shape[-1]))
        counts = [np.bincount(places[places >= 0], minlength=len(self.buckets)) for places in every]
        return np.array(counts, dtype=np.int64)

    def segments(self, bucket: str | int, system: str | None = None) -> tuple[int, ...]:
        """Returns the segments of a bucket, counted from 0.

        Args:
            bucket: its name or place.
            system: whose; needed only where systems have buckets of their own.

        Raises:
            UnknownNameError: there is no such bucket or system.
            OptionError: no system is named where it is needed.
        """
        index = bucket_place(bucket, self.buckets)
        own = self.places
        if system is not None:
            check_name("system", system, self.systems)
        if own.ndim == 2:
            if system is None:
                raise OptionError(f"each system has segments of its own by {self.by}: name one")
            own = own[self.systems.index(system)]
        return tuple(np.flatnonzero(own == index).tolist())

    def tables(self) -> tuple[Table, ...]:
        """Returns a table of scores for each metric, the segments of each system, wins, and tested pairs."""
        counts = self.counts
        common = self.places.ndim == 1
        sizes = [(Column("segments", kind=int), counts[0].tolist())] if common else []
        notes = ["The score of a bucket is that of its segments as a corpus, not the mean of their scores."]
        if not common:
            notes.append("Each system has segments of its own in a bucket, so that nothing is tested.")
        if self.n_others:
            notes.append(
                f"{OTHER}: the {self.n_others} labels with the fewest segments; --label-set (label_set=) "
                "names those that have a row."
            )
        tables = [
            self._figure_table(
                figure,
                sizes,
                f"{figure.name} of segments by {self.by}",
                counts.min(axis=0).tolist(),
                notes,
            )
            for figure in self.figures
        ]
        if not common:
            tables.append(self._count_table(counts))
        if self.wins:
            tables.append(self._win_table())
        return (*tables, *self._pair_tables())

    def _count_table(self, counts: NDArray[np.int64]) -> Table:
        columns = [Column("bucket", self.by), *(Column(name, name, int) for name in self.systems)]
        rows = [[name, *counts[:, bucket].tolist()] for bucket, name in enumerate(self.buckets)]
        return Table("segments", columns, rows, f"Segments by {self.by}")

    def _win_table(self) -> Table:
        rows: list[list[Any]] = []
        for wins in self.wins:
            for bucket, name in enumerate(self.buckets):
                for number, (first, second) in enumerate(wins.pairs):
                    counts = wins.counts[number, bucket].tolist()
                    rows.append([wins.name, name, self.systems[first], self.systems[second], *counts])
        columns = (
            Column("metric"),
            Column("bucket", self.by),
            Column("first"),
            Column("second"),
            Column("first_wins", kind=int),
            Column("ties", kind=int),
            Column("second_wins", kind=int),
        )
        return Table("wins", columns, rows, "Segments that either system wins")


def segments(
    texts: ComparedTexts,
    by: str = "length",
    metrics: MetricsLike | None = None,
    *,
    cutoffs: Cutoffs | None = None,
    quantiles: int | None = None,
    label_set: Sequence[str] | None = None,
    resampling: Resampling | None = None,
) -> SegmentBuckets:
    """Scores systems on the segments of each bucket, and tests their differences there.

    A bucket's score is that of its segments as a corpus, and of an empty bucket not defined. By a label, all
    numbers are those of `parbleu score --by`. By anything else they do not depend on the order of segments,
    and BLEU has effective order: it leaves out the orders of n-grams of which the whole bucket has none,
    where it would be 0. P-values are corrected for all tests of all metrics and buckets. Where systems have
    different segments in a bucket, as with "length_difference", nothing is tested. A bucket of one segment
    has no interval and no test.

    Args:
        texts: what is compared.
        by: "length" of the references, "source_length", "length_difference" of output and reference,
            "length_ratio", "references" (how many there are), "score" and "disagreement" (the standard
            deviation of systems' scores) by the first metric; or the name of labels or scores of the texts.
        metrics: metrics, their names, or `{name: metric}`; names of the texts' scores are metrics,
            too, and "bleu" is BLEU with the texts' tokenizer. By default that and all of the texts' scores;
            () only counts segments.
        cutoffs: between buckets; every way to sort by numbers has usual ones, scores the quartiles.
        quantiles: how many buckets of about equally many segments there are instead.
        label_set: the labels that are buckets, all others being "other"; by default all labels, but the 20
            most frequent if there are more.
        resampling: the bootstrap that intervals and tests come from, and the level of significance;
            `Resampling("none")` for neither.

    Raises:
        UnknownNameError: there is nothing of that name to sort by, or no such metric.
        OptionError: the texts lack what is needed, or an option has a value that it does not take.
    """
    asked = (resampling or Resampling()).bootstrap_for("segments")
    assert asked.seed is not None
    is_by_label = by in texts.labels
    named = [
        (name, metric.for_sentences() if isinstance(metric, BLEU) and not is_by_label else metric)
        for name, metric in chosen_metrics(texts, metrics)
    ]
    sorted_segments = sort_segments(
        texts,
        by,
        named[0][1] if named else default_metric(texts),
        cutoffs=cutoffs,
        quantiles=quantiles,
        label_set=label_set,
    )
    n_samples, workers = asked.n_bootstrap_samples, asked.threads or 1
    names = list(texts.systems)
    streams = list(texts.systems.values())
    measures = list(measure(named, names, streams, texts.references, workers, texts.counted))
    sign(measures, asked)
    places = sorted_segments.places
    order = np.arange(len(texts)) if is_by_label else texts.draw_order  # in which segments are drawn
    members = [
        [order[own[order] == bucket] for own in np.broadcast_to(places, (len(names), len(texts)))]
        for bucket in range(len(sorted_segments.names))
    ]
    pairs = chosen_pairs(len(names), asked.all_pairs) if places.ndim == 1 else []
    figures: list[BucketFigure] = []
    wins = []
    for metric, measured in zip((metric for _, metric in named), measures, strict=True):
        figures.append(_scored(measured, members, places.ndim == 1, pairs, asked))
        if places.ndim == 1 and pairs:
            [values] = segment_values(texts, [metric], threads=workers)
            wins.append(_wins(measured.name, values.goodness, places, len(members), pairs))
    return SegmentBuckets(
        by=sorted_segments.title,
        buckets=sorted_segments.names,
        systems=tuple(names),
        places=places,
        figures=_corrected(figures),
        wins=tuple(wins),
        alpha=asked.alpha,
        p_columns=asked.p_columns,
        n_samples=n_samples,
        facts=texts.facts()
        | ({"n_samples": n_samples, "seed": asked.seed} if n_samples else {})
        | {f"{measured.name} signature": measured.signature.format() for measured in measures},
        n_others=sorted_segments.n_others,
    )


def _corrected(figures: Sequence[BucketFigure]) -> tuple[BucketFigure, ...]:
    """Returns the figures with p-values that are corrected for all their tests together."""
    tested = [figure.p_values for figure in figures if figure.p_values is not None]
    if not tested:
        return tuple(figures)
    adjusted = holm_known(np.concatenate([values.ravel() for values in tested])).reshape(-1, *tested[0].shape)
    return tuple(replace(figure, p_holm=p_holm) for figure, p_holm in zip(figures, adjusted, strict=True))


def _scored(
    measured: Measure,
    members: Sequence[Sequence[NDArray[np.int64]]],
    common: bool,
    pairs: Sequence[tuple[int, int]],
    asked: Resampling,
) -> BucketFigure:
    """Returns the scores of all buckets, their intervals and tests."""
    n_samples = asked.n_bootstrap_samples
    shape = (len(measured.tables), len(members))
    values, low, high = np.full(shape, np.nan), np.full(shape, np.nan), np.full(shape, np.nan)
    p_values = np.full((len(pairs), len(members)), np.nan)
    tables = [np.asarray(table) for table in measured.tables]

    def rows(system: int, bucket: int) -> NDArray[Any]:
        return np.ascontiguousarray(tables[system][members[bucket][system]])

    groups = [list(range(shape[0]))] if common else [[system] for system in range(shape[0])]
    for bucket in range(shape[1]):
        for group in groups:
            if not len(members[bucket][group[0]]):
                continue
            entry = (measured.scorer, [rows(system, bucket) for system in group])
            if n_samples == 0:
                values[group, bucket] = corpus_scores([entry])[0]
                continue
            alone = len(members[bucket][group[0]]) < 2
            [result] = paired_bootstrap(
                [entry],
                pairs if common else [],
                n_samples,
                asked.seed,
                asked.threads,
                n_refined=asked.n_refined_samples,
            )
            values[group, bucket] = result.scores
            for system, interval in zip(group, result.intervals, strict=True):
                if interval is not None and not alone:
                    low[system, bucket], high[system, bucket] = interval.low, interval.high
            if common and not alone:
                p_values[:, bucket] = [test.p_value for test in result.pairs]
    resampled = n_samples != 0
    return BucketFigure(
        name=measured.name,
        values=values,
        low=low if resampled else None,
        high=high if resampled else None,
        pairs=tuple(pairs) if resampled else (),
        p_values=p_values if resampled and pairs else None,
        higher_is_better=measured.higher_is_better,
        decimals=measured.decimals,
    )


def _wins(
    name: str,
    scores: NDArray[np.float64],
    places: NDArray[np.int64],
    n_buckets: int,
    pairs: Sequence[tuple[int, int]],
) -> Wins:
    """Counts for each pair and bucket the segments that the first wins, both tie, and the second wins."""
    counts = np.zeros((len(pairs), n_buckets, 3), dtype=np.int64)
    for number, (first, second) in enumerate(pairs):
        known = (places >= 0) & ~np.isnan(scores[first] - scores[second])
        outcome = np.sign(scores[second] - scores[first])[known].astype(np.int64) + 1
        cells = places[known] * 3 + outcome
        counts[number] = np.bincount(cells, minlength=3 * n_buckets).reshape(n_buckets, 3)
    return Wins(name, tuple(pairs), counts)
