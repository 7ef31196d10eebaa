"""Finds the best and the worst translations that n-best lists hold, by comparison with references."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parbleu.nbest._nbest_files import NbestList, nbest_lists
from parbleu.nbest._nbest_scores import CandidateMetric, candidate_metrics, split, with_references
from parbleu.tables import Column, Result, Table
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
        return [item.candidates[index] for item, index in zip(self.lists, chosen, strict=True)]

    def tables(self) -> tuple[Table, ...]:
        """Returns the scores of corpora, with a row for each metric, and those of segments."""
        facts = {"segments": len(self.lists), "candidates": sum(len(item.candidates) for item in self.lists)}
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
            [self._segment(index, oracle) for index in range(len(self.lists)) for oracle in self.oracles],
            title="Oracles of segments",
            notes=["Candidates are numbered from 1."],
            facts=facts,
        )
        return corpora, segments

    def _segment(self, index: int, oracle: Oracle) -> tuple[Any, ...]:
        cells: list[Any] = [self.lists[index].segment, oracle.metric]
        for choice in CHOICES:
            number = oracle.chosen[choice][index]
            cells += [number + 1, float(oracle.scores[index][number])]
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
        lists: the path of a file of n-best lists, or an `NbestList` or a list of strings for each segment.
        references: K streams of N segments.
        metrics: what `parbleu.compare` takes. Single segments are scored as `sentence_bleu` and the like do.
        threads: how many to use; by default one per core, or `PARBLEU_THREADS`.

    Raises:
        InputShapeError: there are not as many lists as segments, or a segment has no candidates.
        OptionError: two metrics have the same name.
        ParbleuError: lists or references cannot be read.
    """
    candidates = candidate_metrics(metrics)
    all_lists: list[NbestList] = []
    scores: list[list[NDArray[np.float64]]] = [[] for _ in candidates]
    tables: list[list[NDArray[Any]]] = [[] for _ in candidates]
    for piece, texts, streams in with_references(nbest_lists(lists), references):
        all_lists += piece
        for number, metric in enumerate(candidates):
            scores[number] += split(metric.scores(texts, streams, threads), piece)
            tables[number] += split(metric.statistics(texts, streams, threads), piece)
    results = [_oracle(*arguments) for arguments in zip(candidates, scores, tables, strict=True)]
    return Oracles(tuple(all_lists), tuple(results))


def _oracle(metric: CandidateMetric, scores: list[NDArray[np.float64]], tables: list[NDArray[Any]]) -> Oracle:
    oracle = [metric.best(values) for values in scores]
    chosen = {
        "first": (0,) * len(scores),
        "oracle": tuple(oracle),
        "corpus_oracle": tuple(_greedy(metric, tables, oracle)),
        "worst": tuple(metric.worst(values) for values in scores),
    }
    corpus = {choice: metric.corpus(_total(tables, places)) for choice, places in chosen.items()}
    return Oracle(metric.name, metric.higher_is_better, chosen, corpus, tuple(scores))


def _greedy(metric: CandidateMetric, tables: list[NDArray[Any]], start: list[int]) -> list[int]:
    """Returns the candidates at which no change of one segment makes the corpus's score better."""
    chosen = list(start)
    for _ in range(MOST_PASSES):
        total = _total(tables, chosen)  # anew, so that sums of fractions do not drift
        before = list(chosen)
        for number, rows in enumerate(tables):
            others = total - rows[chosen[number]]
            scores = metric.corpora(others + rows)
            best = metric.best(scores)
            if scores[best] != scores[chosen[number]]:
                chosen[number] = best
                total = others + rows[best]
        if chosen == before:
            break
    return chosen


def _total(tables: list[NDArray[Any]], chosen: Any) -> NDArray[Any]:
    total: NDArray[Any] = np.sum([rows[index] for rows, index in zip(tables, chosen, strict=True)], axis=0)
    return total
