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

    from parbleu._core import Segments
    from parbleu._inputs.corpus import Corpus, CorpusReader
    from parbleu.metrics import Metric, Score
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
            notes=() if subsets else ["The test set has no subsets; try --origlang."],
        )


def score_pieces(
    reader: CorpusReader,
    metrics: Sequence[Metric[Any]],
    *,
    threads: int | None = None,
    short: bool = False,
    on_part: OnPart | None = None,
) -> CorpusScores:
    """Scores a system piece by piece, so that files may be larger than memory.

    Args:
        reader: of the system's output and its references.
        metrics: what to compute.
        threads: how many may work; None for the default. No number depends on it.
        short: whether tables show short signatures.
        on_part: called with each part of the corpus.

    Raises:
        InputShapeError: there are several systems, or the files have not the same number of lines.
        ParbleuError: a file cannot be read, or a metric refuses its text.
    """
    statistics = Statistics(metrics, threads=threads)
    for part in announced(reader.parts(), on_part):
        statistics.add({"": only_system(part)}, part.references)
    reader.warn_of_text(metrics)
    return CorpusScores([statistics.result(metric) for metric in metrics], short=short)


def announced(parts: Iterable[Corpus], on_part: OnPart | None) -> Iterator[Corpus]:
    """Yields the parts, after `on_part` has been called with each of them."""
    for part in parts:
        if on_part is not None:
            on_part(part)
        yield part


def score_whole(
    reader: CorpusReader,
    metrics: Sequence[Metric[Any]],
    *,
    intervals: bool = False,
    n_samples: int | None = None,
    seed: int | str | None = None,
    subsets: bool = False,
    threads: int | None = None,
    short: bool = False,
    on_part: OnPart | None = None,
) -> CorpusScores:
    """Scores a system that is read whole, as the subsets of a test set need it.

    Args:
        reader: of the system's output and its references.
        metrics: what to compute.
        intervals: whether scores have 95 % intervals, as by `Metric.corpus_score`.
        n_samples: how many bootstrap samples they come from; 1000 by default.
        seed: of the samples: a whole number from 0, or "none" for a new one.
        subsets: whether to score the subsets of the test set, too.
        threads: how many may work; None for the default. No number depends on it.
        short: whether tables show short signatures.
        on_part: called with the corpus.

    Raises:
        InputShapeError: there are several systems, or the files have not the same number of lines.
        ParbleuError: a file cannot be read, or a metric refuses its text.
    """
    corpus = reader.whole()
    hypotheses, references = only_system(corpus), corpus.references
    if on_part is not None:
        on_part(corpus)
    reader.warn_of_text(metrics)
    scores = [
        metric.corpus_score(
            hypotheses, references, intervals=intervals, n_samples=n_samples, seed=seed, threads=threads
        )
        for metric in metrics
    ]
    if not subsets:
        return CorpusScores(scores, short=short)
    everything = reader.everything or corpus
    texts = only_system(everything), everything.references
    return CorpusScores(scores, score_subsets(*texts, metrics, reader.subsets(), threads), short)


def only_system(corpus: Corpus) -> Segments:
    """Returns the output of the only system.

    Raises:
        InputShapeError: there are several, or none.
    """
    if len(corpus.systems) != 1:
        raise InputShapeError(f"one system can be scored here, not {len(corpus.systems)}; compare several")
    return next(iter(corpus.systems.values()))


def score_subsets(
    hypotheses: Segments,
    references: Sequence[Segments],
    metrics: Sequence[Metric[Any]],
    subsets: Sequence[tuple[str, Sequence[bool]]],
    threads: int | None = None,
) -> tuple[SubsetScores, ...]:
    """Returns the scores of subsets of a test set.

    Args:
        hypotheses: a system's output for all of the test set.
        references: all of its references.
        metrics: what to compute.
        subsets: name, and for each segment whether it belongs to it.
        threads: how many may work; None for the default.
    """
    import numpy as np

    tables = [
        (metric, np.asarray(table))
        for metric in metrics
        for table in metric.tables([hypotheses], references, threads=threads)
    ]
    subset_scores = []
    for name, kept in subsets:
        scores = tuple(metric.result(table[kept].sum(axis=0)) for metric, table in tables)
        subset_scores.append(SubsetScores(name, sum(kept), scores))
    return tuple(subset_scores)
