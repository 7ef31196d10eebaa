"""Finds the best and the worst translations that n-best lists hold, by comparison with references."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from parbleu.nbest.candidate_scores import CandidateMetric, candidate_metrics, with_references
from parbleu.nbest.nbest_files import nbest_lists
from parbleu.nbest.nbest_lists import NbestList
from parbleu.tables import Column, Result, Table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from parbleu.typing import MetricsLike, ReferencesLike

DECIMALS = 2
MOST_PASSES = 50
CHOICES = ("first", "oracle", "corpus_oracle", "worst")
"""Ways to choose a candidate of each segment; `Oracle` says which is which."""


@dataclass(frozen=True, eq=False)
class Oracle:
    """What one metric prefers.

    Attributes:
        metric: the name of its scores.
        higher_is_better: False for error rates.
        chosen: way of choosing -> number of the chosen candidate of each segment, from 0. "first" is the
            first candidate; "oracle" the one with the best score as a single segment, and "worst" the one
            with the worst; "corpus_oracle" begins with the oracle and then, segment by segment, takes the
            candidate with which the score of the whole corpus is best, until nothing changes: at least as
            good as the oracle, though perhaps not the best of all combinations.
        corpus: way of choosing -> the score of these candidates as a corpus.
        scores: for each segment, the score of each candidate as a single segment.
    """

    metric: str
    higher_is_better: bool
    chosen: dict[str, tuple[int, ...]]
    corpus: dict[str, float]
    scores: tuple[NDArray[np.float64], ...]


@dataclass(frozen=True, eq=False)
class Oracles(Result):
    """What n-best lists hold, by several metrics.

    Attributes:
        lists: the n-best lists.
        oracles: what each metric prefers.
    """

    lists: tuple[NbestList, ...]
    oracles: tuple[Oracle, ...]

    def texts(self, metric: str, choice: str = "oracle") -> list[str]:
        """Returns the candidates that a metric prefers; `choice` is one of `CHOICES`."""
        (chosen,) = [oracle.chosen[choice] for oracle in self.oracles if oracle.metric == metric]
        return [each.candidates[place] for each, place in zip(self.lists, chosen, strict=True)]

    def tables(self) -> tuple[Table, ...]:
        """Returns the scores of corpora, with a row for each metric, and those of segments."""
        facts = {"segments": len(self.lists), "candidates": sum(len(each.candidates) for each in self.lists)}
        columns = [Column("metric"), *(_score(choice) for choice in CHOICES)]
        rows = [(oracle.metric, *(oracle.corpus[choice] for choice in CHOICES)) for oracle in self.oracles]
        note = (
            "first: the first candidates. oracle, worst: those with the best and the worst score as single "
            "segments. corpus oracle: chosen segment by segment for the score of the corpus."
        )
        corpora = Table("oracles", columns, rows, title="Oracles of n-best lists", notes=[note], facts=facts)
        segments = Table(
            "segments",
            [
                Column("segment"),
                Column("metric"),
                *(
                    column
                    for choice in CHOICES
                    for column in (Column(choice, kind=int), _score(f"{choice}_score"))
                ),
            ],
            [self._segment(place, oracle) for place in range(len(self.lists)) for oracle in self.oracles],
            title="Oracles of segments",
            notes=["Candidates are numbered from 1."],
            facts=facts,
        )
        return corpora, segments

    def _segment(self, place: int, oracle: Oracle) -> tuple[Any, ...]:
        cells: list[Any] = [self.lists[place].segment, oracle.metric]
        for choice in CHOICES:
            number = oracle.chosen[choice][place]
            cells += [number + 1, float(oracle.scores[place][number])]
        return tuple(cells)


def _score(name: str) -> Column:
    return Column(name, kind=float, decimals=DECIMALS)


def oracles(
    lists: Any,
    references: ReferencesLike,
    metrics: MetricsLike = ("bleu", "chrf"),
    *,
    threads: int | None = None,
) -> Oracles:
    """Returns the scores of the best and the worst translations of n-best lists, as MultEval reports them.

    Args:
        lists: the n-best lists, as `decode` takes them, one for each segment of the references.
        references: K streams of N segments.
        metrics: what `parbleu.compare` takes. Single segments are scored as `sentence_bleu` and the like do.
        threads: how many to use; by default one per core, or `PARBLEU_THREADS`.

    Raises:
        InputShapeError: there are not as many lists as segments, or a segment has no candidates.
        OptionError: two metrics have the same name.
        ParbleuError: lists or references cannot be read.
    """
    made = candidate_metrics(metrics)
    kept: list[NbestList] = []
    scores: list[list[NDArray[np.float64]]] = [[] for _ in made]
    tables: list[list[NDArray[Any]]] = [[] for _ in made]
    for piece, texts, streams in with_references(nbest_lists(lists), references):
        kept += piece
        ends = np.cumsum([len(each.candidates) for each in piece])[:-1]
        for place, metric in enumerate(made):
            scores[place] += np.split(metric.scores(texts, streams, threads), ends)
            tables[place] += np.split(metric.statistics(texts, streams, threads), ends)
    found = [_oracle(*each) for each in zip(made, scores, tables, strict=True)]
    return Oracles(tuple(kept), tuple(found))


def _oracle(metric: CandidateMetric, scores: list[NDArray[np.float64]], tables: list[NDArray[Any]]) -> Oracle:
    oracle = [metric.best(each) for each in scores]
    chosen = {
        "first": (0,) * len(scores),
        "oracle": tuple(oracle),
        "corpus_oracle": tuple(_greedy(metric, tables, oracle)),
        "worst": tuple(metric.worst(each) for each in scores),
    }
    corpus = {choice: metric.corpus(_total(tables, places)) for choice, places in chosen.items()}
    return Oracle(metric.name, metric.higher_is_better, chosen, corpus, tuple(scores))


def _greedy(metric: CandidateMetric, tables: list[NDArray[Any]], start: list[int]) -> list[int]:
    """Returns the candidates at which no change of one segment makes the corpus's score better."""
    chosen = list(start)
    for _ in range(MOST_PASSES):
        total = _total(tables, chosen)  # anew, so that sums of fractions do not drift
        before = list(chosen)
        for place, rows in enumerate(tables):
            others = total - rows[chosen[place]]
            scores = metric.corpora(others + rows)
            best = metric.best(scores)
            if scores[best] != scores[chosen[place]]:
                chosen[place] = best
                total = others + rows[best]
        if chosen == before:
            break
    return chosen


def _total(tables: list[NDArray[Any]], chosen: Any) -> NDArray[Any]:
    total: NDArray[Any] = np.sum([rows[place] for rows, place in zip(tables, chosen, strict=True)], axis=0)
    return total
