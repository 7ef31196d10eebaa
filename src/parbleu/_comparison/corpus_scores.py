"""Scores one system, also on the subsets of a test set."""

from __future__ import annotations

from parbleu._base.record import Record
from parbleu.errors import InputShapeError
from parbleu.metrics._statistics import Statistics
from parbleu.tables._result import Result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any

    from parbleu._base.progress import ProgressBar
    from parbleu._core import Segments
    from parbleu._inputs.corpus import Corpus, CorpusReader
    from parbleu.metrics import Metric, Score
    from parbleu.stats.resampling import Resampling
    from parbleu.tables import Table

    OnPart = Callable[[Corpus], None]


class SubsetScores(Record):
    """The scores of some segments of a test set.

    Attributes:
        subset: the name of the subset, such as "origlang=de domain=news".
        n_segments: how many they are.
        scores: one by each metric.
    """

    subset: str
    n_segments: int
    scores: tuple[Score, ...]


class CorpusScores(Record, Result):
    """The scores of one system.

    Attributes:
        scores: one by each metric.
        subsets: those of the test set's subsets; None if they were not requested.
        short: whether tables show short signatures.
    """

    scores: tuple[Score, ...]
    subsets: tuple[SubsetScores, ...] | None
    short: bool

    def __init__(
        self, scores: Sequence[Score], subsets: Sequence[SubsetScores] | None = None, short: bool = False
    ) -> None:
        super().__init__(tuple(scores), None if subsets is None else tuple(subsets), short)

    def tables(self) -> tuple[Table, ...]:
        """Returns the scores, and those of the subsets if they were asked for."""
        from parbleu.metrics._score import score_table

        scores = score_table(self.scores, self.short)
        return (scores,) if self.subsets is None else (scores, self._subset_table(self.subsets))

    def _subset_table(self, subsets: Sequence[SubsetScores]) -> Table:
        from parbleu.tables import Column, Table

        numbers = [Column(score.name, kind=float, decimals=2) for score in self.scores]
        return Table(
            "subsets",
            (Column("subset"), Column("n_segments", "segments", int), *numbers),
            [(part.subset, part.n_segments, *(score.score for score in part.scores)) for part in subsets],
            notes=()
            if subsets
            else ["No subsets: files of lines have none; of a test set (-t) try --origlang."],
        )


def score_corpus(
    reader: CorpusReader,
    metrics: Sequence[Metric[Any]],
    *,
    resampling: Resampling | None = None,
    subsets: bool = False,
    threads: int | None = None,
    short: bool = False,
    on_part: OnPart | None = None,
    progress: ProgressBar | None = None,
) -> CorpusScores:
    """Scores a system piece by piece, so that files may be larger than memory.

    For intervals, the statistics of each segment are kept; for the subsets of a test set, its text.

    Args:
        reader: of the system's output and its references.
        metrics: what to compute.
        resampling: the bootstrap samples that 95 % intervals come from; None for no intervals.
        subsets: whether to score the subsets of the test set, too.
        threads: how many may work; None for the default. No number depends on it.
        short: whether tables show short signatures.
        on_part: called with each part of the corpus.
        progress: shows the resampling; None for nothing.

    Raises:
        InputShapeError: there are several systems, or the files have not the same number of lines.
        ParbleuError: a file cannot be read, or a metric refuses its text.
    """
    keeps_rows = resampling is not None
    statistics = Statistics(metrics, keeps_rows=keeps_rows, narrow=keeps_rows, threads=threads)
    for part in announced([reader.whole()] if subsets else reader.parts(), on_part):
        statistics.add({"": only_system(part)}, part.references)
    reader.warn_of_text(metrics)
    scores = scores_of(statistics, "", resampling, progress)
    return CorpusScores(scores, _subset_scores(reader, metrics, threads) if subsets else None, short)


def scores_of(
    statistics: Statistics, system: str, resampling: Resampling | None, progress: ProgressBar | None = None
) -> list[Score]:
    """Returns the scores of a system, with 95 % intervals if they are resampled.

    Args:
        statistics: of all metrics; of intervals, they have a row for each segment.
        system: its name.
        resampling: of the intervals, whose samples all metrics share; None for no intervals.
        progress: shows the resampling; None for nothing.
    """
    metrics = statistics.metrics
    if resampling is None:
        return [statistics.result(metric, system) for metric in metrics]
    from parbleu._base.progress import no_progress
    from parbleu.stats.resampling import bootstrap_intervals

    resampling = resampling.resolved()
    tables = [statistics.table(metric, system) for metric in metrics]
    entries = [(metric.scorer_of([table]), [table]) for metric, table in zip(metrics, tables, strict=True)]
    drawn = resampling.n_bootstrap_samples, resampling.seed, resampling.threads
    intervals = bootstrap_intervals(entries, *drawn, progress or no_progress)
    return [
        metric._score_with_interval(table, statistics.n_references(), interval, resampling)
        for metric, table, [interval] in zip(metrics, tables, intervals, strict=True)
    ]


def _subset_scores(
    reader: CorpusReader, metrics: Sequence[Metric[Any]], threads: int | None
) -> list[SubsetScores]:
    """Returns the scores of the subsets of a test set that was read whole."""
    import numpy as np

    everything = reader.everything or reader.whole()
    streams, sides = [only_system(everything)], everything.references
    tables = [
        (metric, np.asarray(table))
        for metric in metrics
        for table in metric.tables(streams, sides, threads=threads)
    ]
    return [
        SubsetScores(
            name, sum(kept), tuple(metric.result(table[kept].sum(axis=0)) for metric, table in tables)
        )
        for name, kept in reader.subsets()
    ]


def announced(parts: Iterable[Corpus], on_part: OnPart | None) -> Iterator[Corpus]:
    """Yields the parts, after `on_part` has been called with each of them."""
    for part in parts:
        if on_part is not None:
            on_part(part)
        yield part


def only_system(corpus: Corpus) -> Segments:
    """Returns the output of the only system.

    Raises:
        InputShapeError: there are several, or none.
    """
    if len(corpus.systems) != 1:
        raise InputShapeError(f"one system can be scored here, not {len(corpus.systems)}; compare several")
    return next(iter(corpus.systems.values()))
