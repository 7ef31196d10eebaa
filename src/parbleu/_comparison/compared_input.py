"""Keeps what a comparison was made of, so that it can be saved with its texts and shown as a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from parbleu._base.record import Record
from parbleu._core import Segments
from parbleu._inputs.corpus import Corpus
from parbleu._inputs.segment_scores import SegmentScores
from parbleu._io.typed_values import typed
from parbleu.errors import InputTypeError, OptionError
from parbleu.metrics import METRICS
from parbleu.metrics._base import Metric
from parbleu.metrics._metric_by_name import saved_metric


class ComparedInput(Record):
    """The texts and metrics of a comparison.

    Attributes:
        corpus: the systems, and the references unless the metrics were made with them; None if all metrics
            are segment scores.
        metrics: pairs of the name that the user gave, or None, and a metric.
    """

    corpus: Corpus | None
    metrics: Sequence[tuple[str | None, Any]]

    def texts(self, use: str) -> Corpus:
        """Returns the corpus, of which messages say that there is none to `use`.

        Raises:
            OptionError: there is none, or it has no references.
        """
        if self.corpus is None or not self.corpus.references:
            raise OptionError(
                f"this comparison has no texts to {use}: pass systems and references to compare"
            )
        return self.corpus

    def to_dict(self) -> dict[str, Any]:
        """Returns everything as dicts, lists, strings and numbers, which `from_dict` reads.

        Raises:
            OptionError: there are no texts, or a metric is none of parbleu's and no segment scores.
        """
        corpus = self.texts("save")
        return {
            "systems": {name: stream.to_list() for name, stream in corpus.systems.items()},
            "references": [stream.to_list() for stream in corpus.references],
            "metrics": [{"name": name, **_saved(metric)} for name, metric in self.metrics],
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> ComparedInput:
        """Returns what `to_dict` wrote.

        Raises:
            InputTypeError: the values are not those of a comparison's input.
            ParbleuError: a metric does not take an option.
        """
        try:
            saved = typed(_SavedInput, values)
            for name, part in (("systems", saved.systems), ("metrics", saved.metrics)):
                if not part:
                    raise ValueError(f"{name}: there is none")
        except ValueError as problem:
            raise InputTypeError(
                f"these are no texts of a saved comparison, as to_dict() gives: {problem}"
            ) from None
        return cls(
            Corpus(
                {name: Segments(texts) for name, texts in saved.systems.items()},
                tuple(map(Segments, saved.references)),
            ),
            [(metric.name, metric.made()) for metric in saved.metrics],
        )


class _SavedScores(Record):
    """Segment scores in a file."""

    name: str | None
    scores: dict[str, list[float] | list[list[float]]]
    score_name: str
    higher_is_better: bool
    decimals: int
    signature: dict[str, str] | None = None

    def made(self) -> SegmentScores:
        """Returns the metric."""
        return SegmentScores(
            self.score_name,
            self.scores,
            higher_is_better=self.higher_is_better,
            decimals=self.decimals,
            signature=self.signature,
        )


class _SavedMetric(Record):
    """A registered metric in a file."""

    name: str | None
    metric: str
    options: dict[str, Any]

    def made(self) -> Metric[Any]:
        """Returns the metric; raises ParbleuError."""
        return saved_metric(self.metric, self.options)


class _SavedInput(Record):
    """The input of a comparison in a file."""

    systems: dict[str, list[str | None]]
    references: list[list[str | None]]
    metrics: list[_SavedScores | _SavedMetric]


def _saved(metric: Any) -> dict[str, Any]:
    if isinstance(metric, SegmentScores):
        return {
            "scores": {name: table.tolist() for name, table in metric.statistics.items()},
            "score_name": metric.name,
            "higher_is_better": metric.higher_is_better,
            "decimals": metric.decimals,
            **({} if metric.signature is None else {"signature": metric.signature}),
        }
    kind = next((key for key, registered in METRICS.items() if registered is type(metric)), None)
    if kind is None or not isinstance(metric, Metric):
        raise OptionError(f"the metric {metric!r} cannot be saved: only registered ones and segment scores")
    return {"metric": kind, "options": metric.options}
