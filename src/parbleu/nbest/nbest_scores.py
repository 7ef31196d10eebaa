"""Scores every candidate of n-best lists, and writes the lists with their scores."""

from __future__ import annotations

from dataclasses import dataclass
from json import dumps
from typing import TYPE_CHECKING, Any

import numpy as np

from parbleu.base.known_names import check_name
from parbleu.errors import OptionError
from parbleu.nbest.candidate_scores import candidate_metrics, with_references
from parbleu.nbest.nbest_files import nbest_lists
from parbleu.nbest.nbest_lists import NbestList

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from parbleu.typing import MetricsLike, ReferencesLike

WRITTEN_FORMATS = ("json", "moses")
"""The formats that `ScoredList.line` writes."""


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
        return [int(place) for place in np.argsort(keys, kind="stable")]

    def ranks(self, metric: str) -> list[int]:
        """Returns the rank of each candidate by a metric, from 1."""
        ranks = [0] * len(self.candidates.candidates)
        for rank, place in enumerate(self.order(metric), 1):
            ranks[place] = rank
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
        own = self.candidates
        row: dict[str, Any] = {"line": int(own.segment) if own.segment.isdecimal() else own.segment}
        row["translations"] = [own.candidates[place] for place in order]
        row["scores"] = [own.scores[place] for place in order] if own.scores else []
        row["metrics"] = {
            metric: [float(scores[place]) for place in order] for metric, scores in self.scores.items()
        }
        row["ranks"] = {metric: [ranks[metric][place] for place in order] for metric in ranks}
        return dumps(row, ensure_ascii=False)

    def _moses(self, order: list[int], ranks: dict[str, list[int]]) -> str:
        own = self.candidates
        lines = []
        for place in order:
            text = own.candidates[place]
            if "|||" in text or "\n" in text or "\r" in text:
                raise OptionError(
                    f"{own.where}: candidate {place + 1} has a line end or '|||', which the format of Moses "
                    "cannot hold: write JSON"
                )
            scored = [
                f"{metric}= {float(scores[place])!r} {metric}_rank= {ranks[metric][place]}"
                for metric, scores in self.scores.items()
            ]
            features = " ".join(filter(None, [own.features[place] if own.features else "", *scored]))
            fields = [own.segment, text, features, *([repr(own.scores[place])] if own.scores else [])]
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
        lists: the n-best lists, as `decode` takes them, one for each segment of the references.
        references: K streams of N segments.
        metrics: what `parbleu.compare` takes. Candidates are scored as `sentence_bleu` and its sisters do.
        threads: how many to use; by default one per core, or `PARBLEU_THREADS`.

    Raises:
        InputShapeError: there are not as many lists as segments, or a segment has no candidates.
        OptionError: two metrics have the same name.
        ParbleuError: lists or references cannot be read.
    """
    made = candidate_metrics(metrics)
    directions = {metric.name: metric.higher_is_better for metric in made}
    for piece, texts, streams in with_references(nbest_lists(lists), references):
        ends = np.cumsum([len(each.candidates) for each in piece])[:-1]
        columns = [np.split(metric.scores(texts, streams, threads), ends) for metric in made]
        for own, *scores in zip(piece, *columns, strict=True):
            yield ScoredList(own, dict(zip(directions, scores, strict=True)), directions)
