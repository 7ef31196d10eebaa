"""Scores each segment of one system."""

from __future__ import annotations

from parbleu._base.record import Record
from parbleu._base.threads import thread_count
from parbleu._comparison.corpus_scores import only_system
from parbleu.tables._result import Result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from parbleu._inputs.corpus import Corpus, CorpusReader
    from parbleu.metrics import Metric, Score
    from parbleu.tables import Table

MANY = 5000
"""From so many segments on, loading NumPy costs less than it saves."""


class SentenceScores(Record, Result):
    """The scores of segments by one metric.

    Attributes:
        metric: the score's name.
        signature: of each score, as text.
        scores: one for each segment, in order; None for a missing one.
        decimals: how many the table prints.
    """

    metric: str
    signature: str
    scores: tuple[float | None, ...]
    decimals: int = 2

    def tables(self) -> tuple[Table, ...]:
        """Returns a row for each segment, counted from 1."""
        from parbleu.tables import Column, Table

        columns = (Column("segment", kind=int), Column(self.metric, kind=float, decimals=self.decimals))
        rows = list(enumerate(self.scores, 1))
        return (Table("segments", columns, rows, facts={"signature": self.signature}),)


def score_sentences(
    reader: CorpusReader, metric: Metric[Any], *, threads: int | None = None, short: bool = False
) -> SentenceScores:
    """Returns the scores of all segments of one system.

    BLEU is that of `sentence_score`, which leaves out orders that a segment is too short for, if the metric
    was made with `effective_order=True`.

    Args:
        reader: of the system's output and its references.
        metric: what to compute.
        threads: how many may work; None for the default. No number depends on it.
        short: whether to abbreviate the signature.

    Raises:
        InputShapeError: there are several systems, or the files have not the same number of lines.
        ParbleuError: a file cannot be read, or the metric refuses its text.
    """
    count = thread_count(threads)
    scores: list[float] = []
    for part in reader.parts():
        if len(part) >= MANY:
            scores += metric.segment_scores(only_system(part), part.references, threads=count).tolist()
        else:
            scores += [score.score for score in _scores_of(metric, part)]
    reader.warn_of_text([metric])
    return SentenceScores(metric.score_name, metric.get_signature().format(short), tuple(scores))


def sentence_scores(reader: CorpusReader, metric: Metric[Any]) -> Iterator[Score]:
    """Yields the score of each segment of one system, with its components.

    Raises:
        InputShapeError: there are several systems, or the files have not the same number of lines.
        ParbleuError: a file cannot be read, or the metric refuses its text.
    """
    for part in reader.parts():
        yield from _scores_of(metric, part)
    reader.warn_of_text([metric])


def _scores_of(metric: Metric[Any], part: Corpus) -> Iterator[Score]:
    hypotheses, references = only_system(part), part.references
    for segment in range(len(hypotheses)):
        yield metric.sentence_score(hypotheses[segment] or "", [side[segment] for side in references])
