"""Scores the candidates of n-best lists by any metrics, and writes the lists with their scores."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from json import dumps
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parbleu._base.known_names import check_name
from parbleu._base.threads import thread_count
from parbleu._base.wording import counted
from parbleu._comparison.metric_inputs import named_metrics
from parbleu._core import Segments, row_scores
from parbleu._inputs.segment_scores import SegmentScores
from parbleu.errors import InputShapeError, OptionError
from parbleu.metrics._base import Metric
from parbleu.metrics._input_checks import check_lengths, reference_streams
from parbleu.metrics._python_engine import PythonEngine, engine_of_object
from parbleu.nbest._nbest_files import NbestList, nbest_lists
from parbleu.typing import MetricsLike, ReferencesLike

MOST_CANDIDATES = 1 << 14
"""How many candidates are scored at once; those of one segment always are."""

WRITTEN_FORMATS = ("json", "moses")
"""The formats that `ScoredList.line` writes."""


class CandidateMetric:
    """A metric of candidates.

    Attributes:
        name: of its scores.
        higher_is_better: False for error rates.
    """

    def __init__(self, metric: Any, name: str | None) -> None:
        if isinstance(metric, SegmentScores):
            raise OptionError(
                f"{metric.name}: candidates are scored by a metric, not by scores from elsewhere"
            )
        self.higher_is_better: bool = bool(getattr(metric, "higher_is_better", True))
        self._scorer: Any = None
        if isinstance(metric, Metric):
            self._engine: Any = metric.engine
            if not isinstance(self._engine, PythonEngine):
                self._scorer = metric.scorer_of([])
            self._sentence_engine: Any = metric.for_sentences().engine
            self.name: str = name or metric.score_name
        else:
            self._engine = self._sentence_engine = engine_of_object(metric)
            self.name = name or str(getattr(metric, "name", None) or type(metric).__name__)

    def scores(
        self, texts: Segments, references: Sequence[Segments], threads: int | None
    ) -> NDArray[np.float64]:
        """Returns the score of each text as a single segment."""
        scores: NDArray[np.float64] = self._sentence_engine.segment_scores(
            texts, references, thread_count(threads)
        )
        return scores

    def statistics(
        self, texts: Segments, references: Sequence[Segments], threads: int | None
    ) -> NDArray[Any]:
        """Returns the row of statistics of each text."""
        table: NDArray[Any] = self._engine.statistics(texts, references, thread_count(threads))
        return table

    def corpus(self, row: NDArray[Any]) -> float:
        """Returns the score of a sum of rows."""
        return float(self._engine.score(row.tolist()))

    def corpora(self, rows: NDArray[Any]) -> NDArray[np.float64]:
        """Returns the score of each row, which is a sum of rows of statistics."""
        if self._scorer is None:
            return np.array([self.corpus(row) for row in rows])
        return np.array(row_scores(self._scorer, np.ascontiguousarray(rows)), dtype=np.float64)

    def best(self, scores: NDArray[np.float64]) -> int:
        """Returns the number of the first of the best scores."""
        return int(np.argmax(scores) if self.higher_is_better else np.argmin(scores))

    def worst(self, scores: NDArray[np.float64]) -> int:
        """Returns the number of the first of the worst scores."""
        return int(np.argmin(scores) if self.higher_is_better else np.argmax(scores))


def candidate_metrics(metrics: MetricsLike) -> list[CandidateMetric]:
    """Returns the metrics of `parbleu.compare` with what ranking candidates by them needs.

    Raises:
        InputTypeError: something is no metric.
        UnknownNameError: there is no metric of a name.
        OptionError: two metrics have the same name.
    """
    candidates = [CandidateMetric(metric, name) for name, metric in named_metrics(metrics)]
    names = [metric.name for metric in candidates]
    for name in names:
        if names.count(name) > 1:
            raise OptionError(f"two metrics are called {name!r}; name them, as {{'name': metric}}")
    return candidates


def with_references(
    lists: Iterable[NbestList], references: ReferencesLike
) -> Iterator[tuple[list[NbestList], Segments, list[Segments]]]:
    """Yields lists in pieces, all candidates of a piece, and the references of each of these candidates.

    Raises:
        InputTypeError: references are no streams of strings.
        InputShapeError: their lengths differ, there are none, or there are not as many lists as segments.
    """
    streams = reference_streams("n-best lists", references)
    check_lengths("n-best lists", None, streams)
    total = len(streams[0])
    piece: list[NbestList] = []
    begin = size = 0
    for item in lists:
        if begin + len(piece) == total:
            raise InputShapeError(
                f"{item.where}: this is list {total + 1}, and the references have {counted(total)}: give "
                "those of the same test set"
            )
        piece.append(item)
        size += len(item.candidates)
        if size >= MOST_CANDIDATES:
            yield _beside(piece, begin, streams)
            begin += len(piece)
            piece, size = [], 0
    if piece:
        yield _beside(piece, begin, streams)
    if begin + len(piece) < total:
        raise InputShapeError(
            f"{counted(begin + len(piece), 'n-best list')}, and the references have "
            f"{counted(total)}: give those of the same test set"
        )


def split(values: NDArray[Any], lists: Iterable[NbestList]) -> list[NDArray[Any]]:
    """Splits the values of all candidates by the lists that they belong to."""
    return np.split(values, np.cumsum([len(item.candidates) for item in lists])[:-1])


def _beside(
    piece: list[NbestList], begin: int, streams: Iterable[Segments]
) -> tuple[list[NbestList], Segments, list[Segments]]:
    references = [
        Segments([stream[number] for number, item in enumerate(piece, begin) for _ in item.candidates])
        for stream in streams
    ]
    return piece, Segments([text for item in piece for text in item.candidates]), references


@dataclass(frozen=True, eq=False)
class ScoredList:
    """An n-best list with the scores of its candidates.

    Attributes:
        candidates: the list.
        scores: metric -> the score of each candidate as a single segment, in the order of the list.
        higher_is_better: metric -> False for error rates.
    """

    candidates: NbestList
    scores: dict[str, NDArray[np.float64]]
    higher_is_better: dict[str, bool]

    def order(self, metric: str) -> list[int]:
        """Returns the numbers of the candidates from 0, the best by a metric first; ties in their order.

        Raises:
            UnknownNameError: there are no scores of that metric.
        """
        check_name("metric", metric, self.scores)
        keys = -self.scores[metric] if self.higher_is_better[metric] else self.scores[metric]
        return [int(index) for index in np.argsort(keys, kind="stable")]

    def ranks(self, metric: str) -> list[int]:
        """Returns the rank of each candidate by a metric, from 1."""
        ranks = [0] * len(self.candidates.candidates)
        for rank, index in enumerate(self.order(metric), 1):
            ranks[index] = rank
        return ranks

    def line(self, format: str = "json", sort: str | None = None) -> str:  # noqa: A002
        """Returns the list with scores and ranks as a file has it.

        Args:
            format: "json", an object; or "moses", a line for each candidate with scores among its features.
            sort: the metric whose best candidate comes first; None for the order of the list.

        Raises:
            UnknownNameError: there is no such format, or there are no scores of that metric.
            OptionError: a candidate has a line end or "|||", which the format of Moses cannot hold.
        """
        check_name("n-best format", format, WRITTEN_FORMATS)
        order = list(range(len(self.candidates.candidates))) if sort is None else self.order(sort)
        ranks = {metric: self.ranks(metric) for metric in self.scores}
        return self._json(order, ranks) if format == "json" else self._moses(order, ranks)

    def _json(self, order: list[int], ranks: dict[str, list[int]]) -> str:
        nbest = self.candidates
        row: dict[str, Any] = {"line": int(nbest.segment) if nbest.segment.isdecimal() else nbest.segment}
        row["translations"] = [nbest.candidates[index] for index in order]
        row["scores"] = [nbest.scores[index] for index in order] if nbest.scores else []
        row["metrics"] = {
            metric: [float(scores[index]) for index in order] for metric, scores in self.scores.items()
        }
        row["ranks"] = {metric: [ranks[metric][index] for index in order] for metric in ranks}
        return dumps(row, ensure_ascii=False)

    def _moses(self, order: list[int], ranks: dict[str, list[int]]) -> str:
        nbest = self.candidates
        lines = []
        for index in order:
            text = nbest.candidates[index]
            if "|||" in text or "\n" in text or "\r" in text:
                raise OptionError(
                    f"{nbest.where}: candidate {index + 1} has a line end or '|||', which the format of "
                    "Moses cannot hold: write JSON"
                )
            scored = [
                f"{metric}= {float(scores[index])!r} {metric}_rank= {ranks[metric][index]}"
                for metric, scores in self.scores.items()
            ]
            features = " ".join(filter(None, [nbest.features[index] if nbest.features else "", *scored]))
            fields = [nbest.segment, text, features, *([repr(nbest.scores[index])] if nbest.scores else [])]
            lines.append(" ||| ".join(fields))
        return "\n".join(lines)


def rescore(
    lists: Any,
    references: ReferencesLike,
    metrics: MetricsLike = ("bleu", "chrf"),
    *,
    threads: int | None = None,
) -> Iterator[ScoredList]:
    """Yields n-best lists with the scores of every candidate against the references, as MultEval writes them.

    Args:
        lists: the path of a file of n-best lists, or an `NbestList` or a list of strings for each segment.
        references: K streams of N segments.
        metrics: what `parbleu.compare` takes. Candidates are scored as `sentence_bleu` and its sisters do.
        threads: how many to use; by default one per core, or `PARBLEU_THREADS`.

    Raises:
        InputShapeError: there are not as many lists as segments, or a segment has no candidates.
        OptionError: two metrics have the same name.
        ParbleuError: lists or references cannot be read.
    """
    scorers = candidate_metrics(metrics)
    directions = {metric.name: metric.higher_is_better for metric in scorers}
    for piece, texts, streams in with_references(nbest_lists(lists), references):
        columns = [split(metric.scores(texts, streams, threads), piece) for metric in scorers]
        for item, *scores in zip(piece, *columns, strict=True):
            yield ScoredList(item, dict(zip(directions, scores, strict=True)), directions)
